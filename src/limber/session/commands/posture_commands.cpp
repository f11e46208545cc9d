#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/joint_coordinates.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

void set_joint(Workspace& workspace, const json::Value& command, Answer&) {
  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  const SegmentId segment = json::read_segment_name(command.at("segment"), figure);
  const JointId joint = figure.joint_of(segment);
  const std::size_t count = coordinates_of(figure.joint(joint)).size();
  const json::Value values = command.at("values");
  if (count == 0)
    values.fail("the joint of " + limber::quoted(figure.segment_name(segment)) + " does not move");
  set_coordinates(figure, next.scene.posture, joint, values.numbers(count));
  std::string words = "turn " + limber::quoted(figure.joint_name(joint));
  workspace.commit(std::move(next), {.words = std::move(words), .gesture = gesture_of(command)});
}

void rest(Workspace& workspace, const json::Value&, Answer&) {
  State next = workspace.draft();
  next.scene.posture = next.scene.figure.rest_posture();
  workspace.commit(std::move(next), {.words = "rest posture"});
}

}  // namespace

std::span<const Verb> posture_verbs() {
  static const std::vector<Verb> verbs = {
      {"joint-set", {"segment", "values"}, set_joint},
      {"posture-rest", {}, rest},
  };
  return verbs;
}

}  // namespace limber
