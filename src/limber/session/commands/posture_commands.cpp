// Commands about the posture as a whole: set, copied, pasted.

#include <array>

#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/files/joint_state.h"
#include "limber/files/json/writer.h"
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

// The rest posture of the whole figure, or of one branch.
void rest(Workspace& workspace, const json::Value& command, Answer&) {
  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  const Posture at_rest = figure.rest_posture();
  const auto value = command.find("segment");
  if (!value) {
    next.scene.posture = at_rest;
    return workspace.commit(std::move(next), {.words = "rest posture"});
  }
  const SegmentId first = json::read_segment_name(*value, figure);
  for (SegmentId s = first; s < figure.branch_end(first); ++s) {
    const JointId joint = figure.joint_of(s);
    const int begin = figure.first_value(joint), count = value_count(figure.joint(joint).type);
    next.scene.posture.values.segment(begin, count) = at_rest.values.segment(begin, count);
  }
  std::string words = "rest posture of " + limber::quoted(figure.segment_name(first));
  workspace.commit(std::move(next), {.words = std::move(words)});
}

constexpr std::array<std::string_view, 2> state_forms = {"json", "csv"};  // JointStateForm

void copy_joints(Workspace& workspace, const json::Value& command, Answer& answer) {
  const State shown = workspace.draft();
  const auto form = static_cast<JointStateForm>(command.at("form").word(state_forms, "form"));
  json::Output result = json::Output::object();
  result.set("text", json::Output::text(write_joint_state(shown.scene.figure, shown.scene.posture, form)));
  answer.result = result.to_string();
}

void paste_joints(Workspace& workspace, const json::Value& command, Answer&) {
  State next = workspace.draft();
  Expected<Posture> posture =
      read_joint_state(command.at("text").text(), next.scene.figure, next.scene.posture);
  if (!posture) throw Refusal(posture.error().message);
  next.scene.posture = std::move(*posture);
  workspace.commit(std::move(next), {.words = "paste joint values"});
}

}  // namespace

std::span<const Verb> posture_verbs() {
  static const std::vector<Verb> verbs = {
      {"joint-set", {"segment", "values"}, set_joint},
      {"posture-rest", {"segment"}, rest},
      {"joints-copy", {"form"}, copy_joints, not_recorded},
      {"joints-paste", {"text"}, paste_joints},
  };
  return verbs;
}

}  // namespace limber
