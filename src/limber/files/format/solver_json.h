#pragma once
// The solver's options in the scene format. For files/ and session/.

#include <vector>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// The words for the options, in the order of their enums.
struct SolverWords {
  std::span<const std::string_view> limits, formulations, svd_methods, clamps, damping_rules;
};
const SolverWords& solver_words();

// The options that stand by themselves, all but damping, what is ignored, and avoidance; those not named keep
// what the scene has.
void read_solver_choices(const Value& object, Scene& scene);
Output write_recruitment(const Scene& scene);  // joint pattern -> cost; empty when all cost the same

// Fills Scene::solver, recruitment and avoidance; the scene has its figure already.
void read_solver(const Value& object, Scene& scene);
Output write_solver(const Scene& scene);  // empty when all is as usual
std::vector<ObjectKeys> solver_formats();

}  // namespace limber::json
