#include "limber/files/format/dynamics_json.h"

namespace limber::json {

namespace {

const ObjectKeys dynamics_keys{"dynamics",
                               {"on", "gravity", "stiffness", "friction", "virtual_arms", "pull"}};
constexpr std::array<std::string_view, 4> virtual_arm_words = {"off", "stay", "to-base", "to-goal"};

}  // namespace

void read_dynamics(const Value& object, DynamicsOptions& options) {
  object.require_object(dynamics_keys);
  if (const auto on = object.find("on")) options.on = on->truth();
  if (const auto gravity = object.find("gravity")) options.gravity = gravity->vec3();
  if (const auto stiffness = object.find("stiffness")) options.stiffness = stiffness->positive();
  if (const auto friction = object.find("friction")) options.friction = friction->not_negative();
  if (const auto arms = object.find("virtual_arms")) {
    options.virtual_arms =
        static_cast<DynamicsOptions::VirtualArms>(arms->word(virtual_arm_words, "request of virtual arms"));
  }
  if (const auto pull = object.find("pull")) options.pull = pull->not_negative();
}

Output write_dynamics(const DynamicsOptions& options) {
  Output object = Output::object();
  object.set("on", Output::truth(options.on)).set("gravity", Output::vector(options.gravity));
  object.set("stiffness", Output::number(options.stiffness));
  object.set("friction", Output::number(options.friction));
  object.set("virtual_arms", Output::text(virtual_arm_words[static_cast<std::size_t>(options.virtual_arms)]));
  return object.set("pull", Output::number(options.pull));
}

std::vector<ObjectKeys> dynamics_formats() {
  return {dynamics_keys};
}

}  // namespace limber::json
