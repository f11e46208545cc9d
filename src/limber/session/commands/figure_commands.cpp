// Editing the figure. Every edit makes a new figure; a notice says what was lost by it.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/figure_json.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/joint_json.h"
#include "limber/files/format/place_json.h"
#include "limber/session/commands/figure_change.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/figure_edits.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

// --- one segment

void read_changes(const Value& command, SegmentDescription& segment) {
  if (const auto joint = command.find("joint")) {
    const std::string name = segment.joint.name;
    segment.joint = json::read_joint(*joint);
    if (segment.joint.name.empty() || segment.joint.name == segment.name) segment.joint.name = name;
  }
  if (command.find("at")) segment.before = json::read_placement(command, "at");
  if (command.find("then")) segment.after = json::read_placement(command, "then");
  if (command.find("shapes")) segment.shapes = json::read_shapes(command);
  if (const auto mass = command.find("mass")) {
    segment.mass.reset();
    if (!mass->is(json::Kind::null)) segment.mass = json::read_mass(*mass);
  }
  if (const auto density = command.find("density")) {
    segment.density.reset();
    if (!density->is(json::Kind::null)) segment.density = density->not_negative();
  }
}

// Renaming keeps all numbers, so no task loses its segment.
void rename(State& state, const std::string& from, const std::string& to) {
  FigureDescription description = with_own_segment(state.scene.figure, from);
  rename_segment(description, from, to);
  Expected<Figure> renamed = Figure::build(std::move(description));
  if (!renamed) throw Refusal(renamed.error().message);
  state.scene.figure = std::move(*renamed);
  if (state.chain.root == from) state.chain.root = to;
  for (const bool branch : {false, true}) {
    if (auto scaling = state.scalings.extract({from, branch}); !scaling.empty()) {
      scaling.key() = {to, branch};
      state.scalings.insert(std::move(scaling));
    }
  }
}

void set_segment(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Figure figure = next.scene.figure;
  const std::string segment = segment_in(command, "segment", figure);
  FigureDescription description = with_own_segment(figure, segment);
  read_changes(command, segment_of(description, segment));
  EditName name{.words = "change " + limber::quoted(segment), .gesture = gesture_of(command)};
  put_figure(next, require(rebuilt(figure, next.scene.posture, std::move(description))), name);
  if (const auto wanted = command.find("name"); wanted && wanted->name() != segment) {
    name.words = "rename " + limber::quoted(segment);
    rename(next, segment, wanted->name());
  }
  workspace.commit(std::move(next), std::move(name));
}

void scale_segment(Workspace& workspace, const Value& command, Answer&) {
  const Scene& scene = workspace.now().scene;
  const std::string segment = segment_in(command, "segment", scene.figure);
  const Value factor = command.at("factor");
  if (factor.positive() < 1e-3 || factor.number() > 1e3) factor.fail_type("a factor from 0.001 to 1000");
  bool branch = false;
  if (const auto value = command.find("branch")) branch = value->truth();
  State next = workspace.draft();
  EditName name{.words = "scale " + limber::quoted(segment), .gesture = gesture_of(command)};
  put_figure(next,
             require(rebuilt(scene.figure, workspace.shown(),
                             scaled(scene.figure, segment, factor.number(), branch))),
             name);
  next.scalings[{segment, branch}] *= factor.number();
  workspace.commit(std::move(next), std::move(name));
}

// Every segment, or this one, has the size it had when the scene was opened.
void reset_scale(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  std::string only;
  if (command.find("segment")) only = segment_in(command, "segment", next.scene.figure);
  EditName name{.words = only.empty() ? "reset sizes" : "reset the size of " + limber::quoted(only)};
  bool changed = false;
  const Scalings scalings = next.scalings;
  for (const auto& [what, factor] : scalings) {
    const auto& [segment, branch] = what;
    if ((!only.empty() && segment != only) || !next.scene.figure.find_segment(segment)) continue;
    const Figure figure = next.scene.figure;
    put_figure(next,
               require(rebuilt(figure, next.scene.posture, scaled(figure, segment, 1.0 / factor, branch))),
               name);
    next.scalings.erase(what);
    changed = true;
  }
  if (!changed) throw Refusal("nothing has been scaled since the scene was opened");
  workspace.commit(std::move(next), std::move(name));
}

// --- branches

void add_branch(Workspace& workspace, const Value& command, Answer& answer) {
  const Scene& scene = workspace.now().scene;
  const std::string parent = segment_in(command, "parent", scene.figure);
  FigureDescription description;
  if (const auto given = command.find("segment")) {
    SegmentDescription segment = json::read_segment(*given);
    if (!segment.parent.empty() && segment.parent != parent) {
      given->at("parent").fail("the branch must grow from " + limber::quoted(parent));
    }
    segment.parent = parent;
    description = scene.figure.description();
    description.segments.push_back(std::move(segment));
  } else {
    description = with_default_limb(scene.figure, parent);
  }
  const std::string name = description.segments.back().name;
  commit_figure(workspace, rebuilt(scene.figure, workspace.shown(), std::move(description)),
                {.words = "add " + limber::quoted(name)});
  json::Output result = json::Output::object();
  answer.result = result.set("segment", json::Output::text(name)).to_string();
}

void remove_branch(Workspace& workspace, const Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  const std::string segment = segment_in(command, "segment", figure);
  commit_figure(workspace, delete_branch(figure, workspace.shown(), segment),
                {.words = "delete " + limber::quoted(segment)});
}

void move_branch(Workspace& workspace, const Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  const std::string segment = segment_in(command, "segment", figure),
                    parent = segment_in(command, "parent", figure);
  commit_figure(workspace, reparent(figure, workspace.shown(), segment, parent),
                {.words = "hang " + limber::quoted(segment) + " from " + limber::quoted(parent)});
}

void set_root(Workspace& workspace, const Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  const std::string segment = segment_in(command, "segment", figure);
  if (segment == figure.segment_name(root_segment)) return;  // already the root
  commit_figure(workspace, re_root(figure, workspace.shown(), segment),
                {.words = "make " + limber::quoted(segment) + " the root"});
}

// --- chains, loops

void set_links(Workspace& workspace, const Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  const std::string chain = command.at("chain").name();
  const int links = command.at("links").integer(1, 1000);
  commit_figure(workspace, set_chain_links(figure, workspace.shown(), chain, links),
                {.words = "change links of " + limber::quoted(chain), .gesture = gesture_of(command)});
}

void set_chain(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  if (const auto root = command.find("root")) {
    next.chain.root = root->is(json::Kind::null) ? "" : segment_in(command, "root", figure);
  }
  if (const auto end = command.find("end")) {
    next.chain.end = end->is(json::Kind::null) ? "" : json::read_frame_name(*end, figure);
  }
  workspace.commit(std::move(next), {.words = "choose the chain"});
}

}  // namespace

std::span<const Verb> figure_verbs() {
  static const std::vector<Verb> verbs = {
      {"segment-set", {"segment", "name", "joint", "at", "then", "shapes", "mass", "density"}, set_segment},
      {"segment-scale", {"segment", "factor", "branch"}, scale_segment},
      {"scale-reset", {"segment"}, reset_scale},
      {"branch-add", {"parent", "segment"}, add_branch},
      {"branch-delete", {"segment"}, remove_branch},
      {"branch-move", {"segment", "parent"}, move_branch},
      {"root-set", {"segment"}, set_root},
      {"chain-links", {"chain", "links"}, set_links},
      {"chain-set", {"root", "end"}, set_chain},
  };
  return verbs;
}

}  // namespace limber
