#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/session/command.h"
#include "limber/session/joint_coordinates.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

void set_joint(SessionParts& parts, const json::Value& command, Answer&) {
  State next = parts.draft();
  const Figure& figure = next.scene.figure;
  const int joint = json::read_segment_name(command.at("segment"), figure);
  const std::size_t count = coordinates_of(figure.joint(joint)).size();
  const json::Value values = command.at("values");
  if (count == 0)
    values.fail("the joint of " + limber::quoted(figure.segment_name(joint)) + " does not move");
  set_coordinates(figure, next.scene.posture, joint, values.numbers(count));
  parts.commit(std::move(next),
               {.words = "turn " + limber::quoted(figure.joint_name(joint)), .gesture = gesture_of(command)});
}

void rest(SessionParts& parts, const json::Value&, Answer&) {
  State next = parts.draft();
  next.scene.posture = next.scene.figure.rest_posture();
  parts.commit(std::move(next), {.words = "rest posture"});
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
