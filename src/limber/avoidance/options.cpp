#include "limber/avoidance/options.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "limber/avoidance/number_words.h"
#include "limber/avoidance/parameters.h"
#include "limber/figure/joint_chain.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

namespace {

void check_ranges(const AvoidanceOptions& options) {
  const TechniqueDescription& technique = describe(options.technique);
  for (const AvoidanceParameter& parameter : technique.parameters) {
    const double given = value(parameter, options, {});
    if (given >= parameter.least && given <= parameter.most) continue;
    throw std::invalid_argument(std::string(parameter.key) + " of the avoidance method " +
                                std::string(technique.key) + " must be between " +
                                number_words(parameter.least) + " and " + number_words(parameter.most));
  }
}

}  // namespace

double mean_link_length(const Figure& figure) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  double sum = 0.0;
  int count = 0;
  for (int segment = 1; segment < figure.segment_count(); ++segment) {
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
  const bool by_distance =
      describe(options.technique).find("full_distance") != nullptr;  // with abort_distance
  const bool ordered =
      result.abort_distance < result.full_distance &&
      (describe(options.technique).find("influence") == nullptr || result.full_distance < result.influence);
  if (by_distance && !ordered) {
    throw std::invalid_argument(
        "the distances of the avoidance method " + std::string(describe(options.technique).key) +
        " must grow: abort_distance (" + number_words(result.abort_distance) + " m) < full_distance (" +
        number_words(result.full_distance) + " m) < influence (" + number_words(result.influence) + " m)");
  }
  return result;
}

}  // namespace limber
