#include "limber/avoidance/virtual_arms_options.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace limber {

void require_valid(const VirtualArmsOptions& options) {
  const auto require = [](bool valid, const std::string& what) {
    if (!valid) throw std::invalid_argument("virtual arms: " + what);
  };
  const auto positive = [&](double value, const std::string& name) {
    require(value > 0.0 && std::isfinite(value), name + " must be positive, not " + std::to_string(value));
  };
  const auto not_negative = [&](double value, const std::string& name) {
    require(value >= 0.0 && std::isfinite(value),
            name + " must not be negative, and is " + std::to_string(value));
  };
  require(options.points_per_link >= 1 && options.points_per_link <= 8,
          "1 to 8 end-points fit on a link, not " + std::to_string(options.points_per_link));
  not_negative(options.search_radius, "the search radius");
  not_negative(options.obstacle_weight, "the obstacle weight");
  not_negative(options.goal_weight, "the goal weight");
  positive(options.idle_weight, "the idle weight");
  not_negative(options.weight_unit, "the unit of the weights");
  require(options.retry_weight >= 1.0 && std::isfinite(options.retry_weight),
          "the retry weight must be at least 1, not " + std::to_string(options.retry_weight));
  not_negative(options.longest_move, "the longest move");
  not_negative(options.retreat, "the retreat");
  positive(options.least_distance, "the least distance");
  positive(options.check_spacing, "the distance between checks");
  not_negative(options.inverse.damping, "the damping");
  not_negative(options.inverse.rank_tolerance, "the rank tolerance");
  require(options.reweightings >= 0 && options.halvings >= 0,
          "re-weightings and halvings are counts and cannot be negative");
  not_negative(options.link_half, "half a link's width");
  positive(options.goal_tolerance, "the goal tolerance");
  not_negative(options.still, "the step of an arm that rests");
}

VirtualArmsOptions in_metres(VirtualArmsOptions options, double arm_length) noexcept {
  constexpr double links = 5.0;  // of the paper's arm
  const double unit = arm_length > 0.0 ? arm_length / links : 1.0;
  const auto in_proportion = [&](double& length, double units) {
    if (length == 0.0) length = units * unit;
  };
  in_proportion(options.search_radius, 0.3);
  in_proportion(options.weight_unit, 0.025);
  in_proportion(options.longest_move, 0.05);
  for (double* length : {&options.retreat, &options.least_distance, &options.check_spacing,
                         &options.inverse.damping, &options.link_half, &options.goal_tolerance}) {
    *length *= unit;
  }
  return options;
}

}  // namespace limber
