#pragma once
// How long the step of one priority level may get near a singularity.

#include <cstdint>

namespace limber {

struct LevelDamping {
  enum class Rule : std::uint8_t {
    none,
    fixed,       // minimises |A d - b|^2 + lambda^2 |d|^2, d: the step of this level alone
    step_bound,  // minimises |A d - b|^2 with |d| <= bound: the least lambda that is enough, often 0
  };
  Rule rule = Rule::none;
  double lambda = 0.0;  // fixed: >= 0
  double bound = 0.0;   // step_bound: >= 0
};

}  // namespace limber
