#pragma once
// Which options of a scene have no effect with its technique, and why: said by files (limber check), the
// command line and the studio alike.

#include <string_view>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/solver/options.h"

namespace limber {

struct WithoutEffect {
  std::string_view key;    // as in files: "svd", "lambda", "recruitment", "criteria", ...
  std::string_view words;  // why not, or what happens instead: one sentence
};

std::vector<WithoutEffect> without_effect(const SolverOptions& solver, const AvoidanceOptions& avoidance);

}  // namespace limber
