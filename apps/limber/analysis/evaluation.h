#pragma once
// A posture evaluated without solving: what `limber eval` prints.
//
//   J = U diag(sigma) V^T         Jacobian of a frame: dx = J dq, rows x y z in world axes, then rotation
//   condition number              sigma_max / sigma_min, infinite when the rank is not full
//   manipulability                sqrt(det(J J^T)), the product of all sigma; 0 with fewer columns than rows

#include <string>
#include <vector>

#include "analysis/findings.h"
#include "analysis/nearness.h"
#include "limber/scene/scene.h"

namespace limber::cli {

struct Singular {
  VecX values;   // sigma, largest first; as many as the smaller side of J
  int rank = 0;  // number of sigma above rounding: sigma > sigma_max * max(rows, columns) * 2^-52
  double condition = unlimited;
  double manipulability = 0.0;
};
Singular singular_values(const RowMatrix& jacobian);

struct FrameEvaluation {
  std::string name;
  std::string segment;
  Vec3 position;         // [m] world
  Vec3 rotation_vector;  // [rad] world
  RowMatrix jacobian;    // 6 x n
  Singular translation;  // of rows 0-2, [m] per rad or m of the joints
  Singular full;         // of all six, metres and radians weighted equally
};

struct TaskEvaluation {
  std::string name, type, words;  // words: "reach hand.r"
  std::string frame, axes;        // empty for types without them
  int priority = 1;
  bool enabled = true;
  TaskUnit unit = TaskUnit::metre;
  RowKind kind = RowKind::equality;
  std::vector<std::string> rows;  // the name of each row: "x", "bend"
  VecX error;               // [unit] goal - value; of inequalities the distance left, negative if violated
  double error_norm = 0.0;  // [unit] see error_length
  double tolerance = 0.0;
  RowMatrix jacobian;  // zero columns for joints the task may not use
  bool satisfied() const { return error_norm <= tolerance; }
};

struct MassEvaluation {
  double total = 0.0;         // [kg]
  Vec3 center;                // [m]
  RowMatrix center_jacobian;  // 3 x n
  Mat3 inertia;               // [kg m^2] about the centre of mass, world axes
  Vec3 principal_moments;     // smallest first
  Mat3 principal_axes;        // columns, of unit length
};

struct Evaluation {
  std::string figure;
  std::vector<std::string> columns;  // names of the Jacobians' columns: the degrees of freedom
  std::vector<FrameEvaluation> frames;
  std::vector<TaskEvaluation> tasks;
  MassEvaluation mass;
  LimitExcess largest_excess;
  std::vector<JointOutside> outside;
  std::vector<CouplingValue> couplings;
  std::vector<double> tie_errors;  // [m] or [rad], one per tie
  Nearness near;
};

// `frames`: names; empty for all. Throws Failure for an unknown name.
Evaluation evaluate(const Scene& scene, const std::vector<std::string>& frames);

}  // namespace limber::cli
