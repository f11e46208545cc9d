// Accessible space: where a frame can be brought while the tasks are kept, found on another thread.

#include <algorithm>
#include <cmath>

#include "limber/base/number_text.h"
#include "limber/files/format/place_json.h"
#include "limber/files/json/writer.h"
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
      {"access-progress", {}, tell_progress, not_recorded},
      {"access-stop", {}, stop_search_for_space, not_recorded},
  };
  return verbs;
}

}  // namespace limber
