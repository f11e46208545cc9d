// What stands around the figure, and where it is looked at from.

#include "limber/files/scene_json.h"
#include "limber/session/command.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

void set_world(SessionParts& parts, const json::Value& command, Answer&) {
  State next = parts.draft();
  command.at("world");
  next.scene.world = json::read_world(command);
  parts.commit(std::move(next), {.words = "change the world", .gesture = gesture_of(command)});
}

void set_camera(SessionParts& parts, const json::Value& command, Answer&) {
  parts.now.scene.camera = json::read_camera(command.at("camera"));
  ++parts.revision;
  ++parts.scene_revision;
  parts.changed.scene = true;
}

}  // namespace

std::span<const Verb> world_verbs() {
  static const std::vector<Verb> verbs = {
      {"world-set", {"world"}, set_world},
      {"camera-set", {"camera"}, set_camera, {.is_recorded = false}},
  };
  return verbs;
}

}  // namespace limber
