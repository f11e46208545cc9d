#pragma once
// What a file that reads well may still have wrong with it.

#include <string>
#include <vector>

#include "io/input.h"

namespace limber::cli {

// Joints outside their limits by more than a rounding error.
struct JointOutside {
  int joint;
  double excess;  // [rad] or [m]
};
std::vector<JointOutside> joints_outside(const Figure& figure, const Posture& posture);

// Where each coupling stands:  range.min <= value <= range.max.
struct CouplingValue {
  int coupling;
  double value;
  double excess;  // 0 inside its range
};
std::vector<CouplingValue> coupling_values(const Figure& figure, const Posture& posture);

// Meshes named by the figure or the world that are not on this disk, as they are written.
std::vector<std::string> missing_meshes(const Input& input);

// All of these and a few more, one sentence each.
std::vector<std::string> warnings_about(const Input& input);

// "knee.l by 3.2°"
std::string outside_text(const Figure& figure, const JointOutside& outside);

}  // namespace limber::cli
