#pragma once
// How obstacles are avoided, in the scene format: {"technique": "objective", "gain": 0.01, ...}, with the
// keys of that technique (avoidance/parameters.h). Older files have "method" for "technique".

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// "technique" and the keys of all techniques.
const ObjectKeys& avoidance_keys();

// Sets Scene::avoidance, and with the technique "clearance" Scene::solver.clearance; numbers that are absent
// get their defaults. A key of another technique is an error. The scene has its figure already.
void read_avoidance(const Value& object, Scene& scene);

// The technique and its numbers that are not the defaults; empty when all are.
Output write_avoidance(const Scene& scene);

}  // namespace limber::json
