#pragma once
// Warnings about a file without errors.

#include <string>
#include <vector>

#include "io/input.h"

namespace limber::cli {

// Joints outside their limits by more than rounding.
struct JointOutside {
  JointId joint;
  double excess;  // [rad] or [m]
};
std::vector<JointOutside> joints_outside(const Figure& figure, const Posture& posture);

// The value of each coupling, which should be in its range.
struct CouplingValue {
  CouplingId coupling;
  double value;
  double excess;  // 0 inside its range
};
std::vector<CouplingValue> coupling_values(const Figure& figure, const Posture& posture);

// How far each tie is off, [m] or [rad].
std::vector<double> tie_errors(const Figure& figure, const Posture& posture);

// Mesh files of the figure and the world that do not exist, as written in the file.
std::vector<std::string> missing_meshes(const Input& input);

// What the scene sets and its technique does not read, one sentence each.
std::vector<std::string> options_without_effect(const Scene& scene);

// All warnings, one sentence each.
std::vector<std::string> warnings_about(const Input& input);

// For a scene with forces and no support, the sentence that says so; empty for others.
std::string force_warning(const Scene& scene);

// For a scene that torques move, the sentence that this command does without; empty for others.
std::string dynamics_note(const Scene& scene, const std::string& command);

// "knee.l by 3.2°"
std::string outside_text(const Figure& figure, const JointOutside& outside);

}  // namespace limber::cli
