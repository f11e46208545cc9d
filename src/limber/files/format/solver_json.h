#pragma once
// The solver's options in the scene format.

#include <vector>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// The words of the options, in the order of their enums.
struct SolverWords {
  std::span<const std::string_view> limits, formulations, svd_methods, svd_modes, clamps, damping_rules;
};
const SolverWords& solver_words();

// All options but damping, ignored limits and couplings, and avoidance; those not named keep their values.
void read_solver_choices(const Value& object, Scene& scene);
Output write_recruitment(const Scene& scene);  // joint pattern -> cost; empty if all are the figure's

// Sets Scene::motion, speeds and accelerations; what is not named keeps its value.
void read_motion(const Value& object, Scene& scene);

// Sets Scene::solver, recruitment and avoidance; the scene has its figure already.
void read_solver(const Value& object, Scene& scene);
Output write_solver(const Scene& scene);  // empty if all are the defaults
std::vector<ObjectKeys> solver_formats();

}  // namespace limber::json
