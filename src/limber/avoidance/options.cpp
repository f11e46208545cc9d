// Checks the options of a technique and fills in the lengths that are in proportion to the figure.

#include "limber/avoidance/options.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "limber/avoidance/parameters.h"
#include "limber/base/number_text.h"
#include "limber/figure/joint_chain.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

namespace {

void check_ranges(const AvoidanceOptions& options) {
  const TechniqueDescription& technique = describe(options.technique);
  for (const AvoidanceParameter& parameter : technique.parameters) {
    const double given = value(parameter, options, {});
    if (given >= parameter.least && given <= parameter.most) continue;
    throw std::invalid_argument(std::string(parameter.key) + " of the avoidance technique " +
                                std::string(technique.key) + " must be between " +
                                number_text(parameter.least) + " and " + number_text(parameter.most));
  }
}

// Of the distances that the technique knows: files say nothing of the others.
void check_order(const AvoidanceOptions& options) {
  const TechniqueDescription& technique = describe(options.technique);
  double nearer = -1.0;
  bool ordered = true;
  std::string words;
  for (const auto& [key, distance] : {std::pair("abort_distance", options.abort_distance),
                                      std::pair("full_distance", options.full_distance),
                                      std::pair("influence", options.influence)}) {
    if (technique.find(key) == nullptr) continue;
    ordered = ordered && nearer < distance;
    nearer = distance;
    words += (words.empty() ? "" : " < ") + std::string(key) + " (" + number_text(distance) + " m)";
  }
  if (ordered) return;
  throw std::invalid_argument("the distances of the avoidance technique " + std::string(technique.key) +
                              " must increase: " + words);
}

}  // namespace

double mean_link_length(const Figure& figure) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  double sum = 0.0;
  int count = 0;
  for (const SegmentId segment : figure.segments()) {
    if (segment == root_segment) continue;
    const double length = (kinematics.segment_pose(segment).translation -
                           kinematics.segment_pose(figure.parent(segment)).translation)
                              .norm();
    if (length <= 0.0) continue;
    sum += length;
    ++count;
  }
  return count > 0 ? sum / count : longest_reach(figure);
}

AvoidanceOptions resolved(const AvoidanceOptions& options, const Figure& figure) {
  check_ranges(options);
  AvoidanceOptions result = options;
  if (result.unit == 0.0) result.unit = mean_link_length(figure);
  const auto in_proportion = [&](double& field, double units) {
    if (field == 0.0) field = units * result.unit;
  };
  in_proportion(result.damping, 0.1);
  in_proportion(result.largest_error, 0.5);
  in_proportion(result.abort_distance, 0.1);
  in_proportion(result.full_distance, 1.0);
  in_proportion(result.influence, 2.0);
  in_proportion(result.push, 0.2);
  in_proportion(result.obstacle_damping, 0.1);
  in_proportion(result.deceleration, 100.0);
  in_proportion(result.search_distance, 10.0);
  in_proportion(result.least_distance, 0.05);
  check_order(result);
  return result;
}

}  // namespace limber
