// Frames of the figure: added, renamed, moved, turned, put on another segment, removed.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/place_json.h"
#include "limber/session/commands/figure_change.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

Mat3 rotation_in(const Value& command) {
  const auto rotation = command.find("rotation");
  return rotation ? json::read_rotation(*rotation) : Mat3::Identity();
}

FrameDescription& frame_of(FigureDescription& description, const Value& named, const Figure& figure) {
  const std::string name = json::read_frame_name(named, figure);
  const auto found = std::find_if(description.frames.begin(), description.frames.end(),
                                  [&](const FrameDescription& frame) { return frame.name == name; });
  if (found == description.frames.end())
    named.fail("the frame " + limber::quoted(name) + " belongs to a chain and moves with it");
  return *found;
}

void add_frame(Workspace& workspace, const Value& command, Answer&) {
  const Scene& scene = workspace.now().scene;
  const std::string segment = segment_in(command, "segment", scene.figure), name = command.at("name").name();
  FigureDescription description = scene.figure.description();
  description.frames.push_back({name, segment, {rotation_in(command), command.at("position").vec3()}});
  commit_figure(workspace, rebuilt(scene.figure, workspace.shown(), std::move(description)),
                {.words = "add frame " + limber::quoted(name)});
}

// Keeps all numbers, so no task loses its frame.
void rename_frame(State& state, const Value& named, const Value& wanted) {
  const std::string from = named.name(), to = wanted.name();
  FigureDescription description = state.scene.figure.description();
  frame_of(description, named, state.scene.figure).name = to;
  for (TieDescription& tie : description.ties) {
    if (tie.frame == from) tie.frame = to;
    if (tie.to == from) tie.to = to;
  }
  Expected<Figure> renamed = Figure::build(std::move(description));
  if (!renamed) throw Refusal(renamed.error().message);
  state.scene.figure = std::move(*renamed);
  state.scene.figure_file.clear();
  state.scene.root.clear();
  if (state.chain.end == from) state.chain.end = to;
  Loads& loads = state.scene.tasks.loads;
  for (ForceDescription& force : loads.forces) {
    if (force.frame == from) force.frame = to;
    if (force.against == from) force.against = to;
  }
  for (SupportDescription& support : loads.supports) {
    if (support.frame == from) support.frame = to;
  }
}

void set_frame(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Figure figure = next.scene.figure;
  const Value named = command.at("frame");
  FigureDescription description = figure.description();
  FrameDescription& frame = frame_of(description, named, figure);
  EditName name{.words = "move frame " + limber::quoted(frame.name), .gesture = gesture_of(command)};
  if (command.find("segment")) frame.segment = segment_in(command, "segment", figure);
  if (const auto position = command.find("position")) frame.pose.translation = position->vec3();
  if (command.find("rotation")) frame.pose.rotation = rotation_in(command);
  if (!(description == figure.description()))
    put_figure(next, require(rebuilt(figure, next.scene.posture, std::move(description))), name);
  if (const auto wanted = command.find("name"); wanted && wanted->name() != named.name()) {
    name.words = "rename frame " + limber::quoted(named.name());
    rename_frame(next, named, *wanted);
  }
  workspace.commit(std::move(next), std::move(name));
}

void remove_frame(Workspace& workspace, const Value& command, Answer&) {
  const Scene& scene = workspace.now().scene;
  FigureDescription description = scene.figure.description();
  const FrameDescription frame = frame_of(description, command.at("frame"), scene.figure);
  std::erase(description.frames, frame);
  std::erase_if(description.ties,
                [&](const TieDescription& tie) { return tie.frame == frame.name || tie.to == frame.name; });
  commit_figure(workspace, rebuilt(scene.figure, workspace.shown(), std::move(description)),
                {.words = "remove frame " + limber::quoted(frame.name)});
}

}  // namespace

std::span<const Verb> frame_verbs() {
  static const std::vector<Verb> verbs = {
      {"frame-add", {"name", "segment", "position", "rotation"}, add_frame},
      {"frame-set", {"frame", "name", "segment", "position", "rotation"}, set_frame},
      {"frame-remove", {"frame"}, remove_frame},
  };
  return verbs;
}

}  // namespace limber
