#pragma once
// The solver's options in the scene format. Private to files/.

#include <vector>

#include "limber/files/json_reader.h"
#include "limber/files/json_writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// Fills Scene::solver, recruitment and avoidance; the scene has its figure already.
void read_solver(const Value& object, Scene& scene);
Output write_solver(const Scene& scene);  // empty when all is as usual
std::vector<ObjectKeys> solver_formats();

}  // namespace limber::json
