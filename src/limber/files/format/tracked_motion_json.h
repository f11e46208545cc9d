#pragma once
// A motion that `limber track -o motion.json` wrote, opened as a scene: the one it was tracked in, with the
// motion as its keys.

#include "limber/files/format/scene_json.h"

namespace limber::json {

bool is_tracked_motion(const Value& document);
Scene read_tracked_motion_as_scene(const Value& document);

}  // namespace limber::json
