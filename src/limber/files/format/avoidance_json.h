#pragma once
// How obstacles are avoided, in the scene format: {"method": "objective", "gain": 0.01, ...}, with the keys
// that the table of techniques has for the method (avoidance/parameters.h). For files/ and session/.

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// All keys that any method has, and "method".
const ObjectKeys& avoidance_keys();

// Fills Scene::avoidance, and with the method "clearance" Scene::solver.clearance; numbers that are not there
// are as usual. A key of another method is an error. The scene has its figure already.
void read_avoidance(const Value& object, Scene& scene);

enum class Written : std::uint8_t { what_is_not_usual, everything };
// Of the method chosen. Empty when all is as usual and not everything is asked for.
Output write_avoidance(const Scene& scene, Written written);

}  // namespace limber::json
