// Accessible space: where a frame can be brought while the tasks are kept; and maps of where the figure alone
// could bring it, which are batches. Found on another thread.

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <set>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/batch/solve_many.h"
#include "limber/figure/edit.h"
#include "limber/files/format/place_json.h"
#include "limber/files/json/writer.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/plane_of_motion.h"
#include "limber/math/rotation.h"
#include "limber/reach/accessible_space.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

constexpr double access_rounding = 1e-4;     // [m] of what is only drawn
constexpr double fewest_access_cells = 4.0;  // per reach of the figure: larger cells say nothing

double drawn_coordinate(double number) {
  return std::round(number / access_rounding) * access_rounding + 0.0;
}

void append_point(std::vector<double>& row, const Vec3& point) {
  for (const double coordinate : point) row.push_back(drawn_coordinate(coordinate));
}

// A number per cell; none: null.
Output cell_values(const AccessibleSpace& space, std::optional<double> AccessCell::*value) {
  Output list = Output::list();
  for (const AccessCell& cell : space.cells)
    list.add(cell.*value ? Output::number(*(cell.*value)) : Output::null());
  return list;
}

Output name_list(const std::vector<std::string>& names) {
  Output list = Output::list();
  for (const std::string& name : names) list.add(Output::text(name));
  return list;
}

std::string space_in_words(const AccessibleSpace& space) {
  std::string words = space.frame + " reaches " + number_text(space.size, 3) +
                      (space.in_plane ? " square metres" : " cubic metres");
  if (space.is_cut_off) words += ", and more farther away";
  return words + ".";
}

std::string space_result(const AccessibleSpace& space) {
  std::vector<double> places, boundary;
  for (const AccessCell& cell : space.cells) append_point(places, cell.place);
  for (const Vec3& point : space.boundary) append_point(boundary, point);
  Output edges = Output::list(), outlines = Output::list();
  for (const AccessCell& cell : space.cells) edges.add(Output::number(cell.is_edge ? 1 : 0));
  for (const std::vector<Vec3>& outline : space.outlines) {
    std::vector<double> line;
    for (const Vec3& point : outline) append_point(line, point);
    outlines.add(Output::row(line));
  }
  Output result = Output::object();
  result.set("frame", Output::text(space.frame)).set("cell", Output::number(space.cell));
  result.set("u", Output::vector(space.axes.col(0))).set("v", Output::vector(space.axes.col(1)));
  result.set("in_plane", Output::truth(space.in_plane)).set("size", Output::number(space.size));
  result.set("places", Output::row(places)).set("edges", std::move(edges));
  result.set("effort", cell_values(space, &AccessCell::effort));
  result.set("margin", cell_values(space, &AccessCell::margin));
  result.set("boundary", Output::row(boundary)).set("outlines", std::move(outlines));
  result.set("cut_off", Output::truth(space.is_cut_off));
  result.set("left_out", name_list(space.left_out)).set("unmet", name_list(space.unmet));
  return result.set("words", Output::text(space_in_words(space))).to_string();
}

void find_space(Workspace& workspace, const Value& command, Answer& answer) {
  const Scene scene = workspace.draft().scene;
  AccessOptions options{.frame = json::read_frame_name(command.at("frame"), scene.figure)};
  if (const auto plane = command.find("plane")) {
    plane->require_object(json::ObjectKeys{"plane", {"point", "normal"}});
    options.plane = AccessPlane{plane->at("point").vec3(), plane->at("normal").unit_vector()};
  }
  if (const auto cell = command.find("cell")) {
    options.cell = cell->positive();
    const double usual = usual_cell(scene.figure, true), largest = 25.0 / fewest_access_cells * usual;
    if (options.cell < 0.1 * usual || options.cell > largest)
      cell->fail("expected " + number_text(0.1 * usual, 2) + " to " + number_text(largest, 2) + " m");
  }
  if (const auto keep = command.find("keep")) options.keep_priority = keep->integer(0, 1'000'000);
  answer.later = [scene, options, search = workspace.questions.new_access_search()] {
    const Expected<AccessibleSpace> space =
        accessible_space(scene, options, [&](const AccessProgress& progress) {
          search->is_filling = progress.is_filling;
          search->cells = progress.cells;
          search->share = progress.share;
          return search->is_wanted.load();
        });
    if (!space) throw Refusal(space.error().message);
    return space_result(*space);
  };
}

// The figure held at its root where it is now: a map of what a free figure can reach would be all of space.
Edited held_figure(const Scene& scene) {
  const Figure& figure = scene.figure;
  FigureDescription description = figure.description();
  const auto root = std::find_if(description.segments.begin(), description.segments.end(),
                                 [](const SegmentDescription& segment) { return segment.parent.empty(); });
  if (root == description.segments.end() || root->joint.type == JointType::fixed)
    return {figure, scene.posture};
  Kinematics kinematics(figure);
  kinematics.update(scene.posture);
  root->before = kinematics.segment_pose(root_segment) * root->after.inverse();
  root->joint = Joint{};
  root->joint.type = JointType::fixed;
  Expected<Edited> held = rebuilt(figure, scene.posture, std::move(description));
  if (!held) throw Refusal(held.error().message);
  return *std::move(held);
}

// Cells with a neighbour that is not reached.
std::vector<std::uint8_t> edges_of(const ReachMap& map) {
  if (map.plane) return std::vector<std::uint8_t>(map.cells.size(), 1);  // nothing hides another
  const auto key = [&](const Vec3& center, int axis, int by) {
    std::array<long, 3> place{};
    for (int k = 0; k < 3; ++k) {
      place[static_cast<std::size_t>(k)] = std::lround(center[k] / map.cell * 2.0) + (k == axis ? 2 * by : 0);
    }
    return place;
  };
  std::set<std::array<long, 3>> there;
  for (const ReachCell& cell : map.cells) there.insert(key(cell.center, 0, 0));
  std::vector<std::uint8_t> edges;
  for (const ReachCell& cell : map.cells) {
    bool is_edge = false;
    for (int k = 0; k < 3; ++k) {
      for (const int by : {-1, 1}) is_edge = is_edge || !there.contains(key(cell.center, k, by));
    }
    edges.push_back(is_edge ? 1 : 0);
  }
  return edges;
}

std::string map_result(const std::string& frame, const ReachMap& map) {
  std::vector<double> places;
  Output edges = Output::list(), nothing = Output::list(), effort = Output::list();
  Output manipulability = Output::list(), room = Output::list();
  for (const std::uint8_t edge : edges_of(map)) edges.add(Output::number(edge));
  for (const ReachCell& cell : map.cells) {
    append_point(places, cell.center);
    nothing.add(Output::null());
    effort.add(cell.effort ? Output::number(*cell.effort) : Output::null());
    manipulability.add(Output::number(cell.manipulability));
    room.add(Output::number(cell.room));
  }
  Output result = Output::object();
  result.set("frame", Output::text(frame)).set("cell", Output::number(map.cell));
  const Vec3 u = map.plane ? any_perpendicular(*map.plane) : Vec3::UnitX(),
             v = map.plane ? map.plane->cross(u) : Vec3::UnitY();
  result.set("u", Output::vector(u)).set("v", Output::vector(v));
  result.set("in_plane", Output::truth(map.plane.has_value())).set("map", Output::truth(true));
  result.set("size", Output::number(map.size()));
  result.set("places", Output::row(places)).set("edges", std::move(edges));
  result.set("effort", std::move(effort)).set("margin", std::move(nothing));
  result.set("manipulability", std::move(manipulability)).set("room", std::move(room));
  result.set("boundary", Output::row(std::vector<double>{})).set("outlines", Output::list());
  result.set("cut_off", Output::truth(false)).set("left_out", Output::list()).set("unmet", Output::list());
  std::string words = frame + " could be in " + std::to_string(map.cells.size()) + " cells of " +
                      number_text(map.cell, 3) + " m, by " + std::to_string(map.queries) + " queries" +
                      (map.device == Device::gpu ? " on a GPU." : ".");
  if (map.missed_at_most) {
    words += " By how late they were found, " + std::to_string(*map.missed_at_most) +
             " more may have been missed at most.";
  }
  return result.set("words", Output::text(words)).to_string();
}

void find_map(Workspace& workspace, const Value& command, Answer& answer) {
  const Scene scene = workspace.draft().scene;
  const std::string frame = json::read_frame_name(command.at("frame"), scene.figure);
  ReachMapOptions options{.effort = true};
  const bool in_plane = plane_of_motion(scene.figure, scene.figure.frame(frame)).has_value();
  const double usual = in_plane ? usual_cell(scene.figure, true) : 0.5 * usual_cell(scene.figure, false);
  options.cell = usual;
  if (const auto cell = command.find("cell")) {
    options.cell = cell->positive();
    if (options.cell < 0.4 * usual || options.cell > 5.0 * usual)
      cell->fail("expected " + number_text(0.4 * usual, 2) + " to " + number_text(5.0 * usual, 2) + " m");
  }
  if (const auto count = command.find("orientations")) options.orientations = count->integer(0, 100);
  options.solve.position_tolerance = 0.01 * options.cell;
  answer.later = [scene, frame, options, search = workspace.questions.new_access_search()] {
    const Edited held = held_figure(scene);
    std::atomic<bool> is_stopped = false;
    ReachMapOptions asked = options;
    asked.solve.start = held.posture;
    asked.solve.solver = scene.solver;
    if (!scene.world.obstacles.empty() && scene.avoidance.technique != Technique::off)
      asked.solve.world = &scene.world;
    asked.solve.stop = &is_stopped;
    asked.solve.progress = [&](std::size_t done, std::size_t all) {
      search->cells = done;
      search->share = all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 0.0;
      if (!search->is_wanted) is_stopped = true;
    };
    if (!search->is_wanted) throw Refusal("the search was stopped");
    const ReachMap map = reach_map(held.figure, held.figure.frame(frame), asked);
    if (is_stopped || !search->is_wanted) throw Refusal("the search was stopped");
    if (map.cells.empty()) {
      throw Refusal("frame " + limber::quoted(frame) + " reaches the middle of no cell of " +
                    number_text(options.cell, 3) + " m");
    }
    return map_result(frame, map);
  };
}

void tell_progress(Workspace& workspace, const Value&, Answer& answer) {
  const AccessSearch& search = *workspace.questions.access;
  Output result = Output::object();
  result.set("filling", Output::truth(search.is_filling));
  result.set("cells", Output::number(static_cast<double>(search.cells.load())));
  answer.result = result.set("share", Output::number(search.share)).to_string();
}

void stop_search_for_space(Workspace& workspace, const Value&, Answer&) {
  workspace.questions.access->is_wanted = false;
}

}  // namespace

std::span<const Verb> access_verbs() {
  static const std::vector<Verb> verbs = {
      {"access-find", {"frame", "plane", "cell", "keep"}, find_space, not_recorded},
      {"map-find", {"frame", "cell", "orientations"}, find_map, not_recorded},
      {"access-progress", {}, tell_progress, not_recorded},
      {"access-stop", {}, stop_search_for_space, not_recorded},
  };
  return verbs;
}

}  // namespace limber
