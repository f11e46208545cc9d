#pragma once
// Which options of a scene have no effect with its technique, and why: said by files (limber check), the
// command line and the studio alike.

#include <cstdint>
#include <string_view>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/solver/options.h"

namespace limber {

struct WithoutEffect {
  std::string_view key;    // as in files: "svd", "lambda", "recruitment", "criteria", ...
  std::string_view words;  // why not, or what happens instead: one sentence
};

// What moves a figure: steps of the solver or of a technique, or torques (in the studio: "Move by torques").
enum class MovedBy : std::uint8_t { steps, torques };

std::vector<WithoutEffect> without_effect(const SolverOptions& solver, const AvoidanceOptions& avoidance,
                                          MovedBy moved_by = MovedBy::steps);

}  // namespace limber
