#pragma once
// What may be asked of a figure. A task answers with rows
//
//   equality:   J dq  = error,   error = goal - value, in metres or radians
//   at most:    J dq <= error,   error < 0 where the limit is passed
//
// How much it counts (priority, weight, tolerance, joints) is not the task's business: see tasks/task_list.h.

#include <functional>
#include <variant>

#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/place.h"

namespace limber {

// What a task may look at, all of it up to date.
struct TaskContext {
  const Kinematics& kinematics;
  const MassDistribution& masses;
  const Posture& posture;
  RowMatrix& scratch;  // at least 12 x dof_count, for whoever needs it between two lines
  const Figure& figure() const { return kinematics.figure(); }
};

struct TaskRows {
  RowMatrixRef jacobian;   // row_count x dof_count, zero on entry
  Eigen::Ref<VecX> error;  // row_count
};

enum class TaskUnit { metre, radian, none };
enum class RowKind { equality, at_most };  // one kind for all rows of a task

// The frame's origin at `target`, measured along the axes of `in` that count: all three a point, two a line
// along the third, one a plane.
struct Reach {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};               // may move with the figure
  Axes axes = {};
};

// The frame turned as `target`; fewer axes: only the turns about those axes of `in` count.
struct Orient {
  Place frame;
  Quat target = Quat::Identity();  // in the axes of `in`
  Place in = {};
  Axes axes = {};
};

// The frame's z axis (or `gaze`) points at `target`. Two rows.
struct LookAt {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Vec3 gaze = Vec3::UnitZ();  // unit, in the frame
};

// Two places of the figure at one point (or `offset` apart, in the second's axes): closes a loop, holds
// hands. Joints that move both do not count.
struct RelativePosition {
  Place first, second;
  Vec3 offset = Vec3::Zero();
  Axes axes = {};
};

// Two places of the figure turned the same way, or by `target` as seen from the second.
struct RelativeOrientation {
  Place first, second;
  Quat target = Quat::Identity();
  Axes axes = {};
};

struct CenterOfMass {
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};               // fixed in the world, or carried by a segment
  Axes axes = Axes::xy();
};

// The place on the surface of an ellipsoid centred at `center`, with its axes (the scapula on the thorax).
struct OnEllipsoid {
  Place frame;
  Place center;
  Vec3 radii = Vec3::Ones();  // [m]
  enum class Side { on, inside, outside } side = Side::on;
};

// One coordinate of a joint; of a ball joint: 0, 1 swing s_x, s_y, 2 twist, as couplings count them.
struct JointValue {
  int joint = 0;
  int coordinate = 0;
  double target = 0.0;  // [rad] or [m]
};

// The place stays inside a region: inequalities, silent while it is inside.
struct Region {
  struct InsideBox {
    Vec3 half_size = Vec3::Ones();  // [m]
  };
  struct InsideSphere {
    double radius = 1.0;  // [m]
  };
  struct InsideHalfSpace {        // normal . x <= offset
    Vec3 normal = Vec3::UnitZ();  // unit
    double offset = 0.0;          // [m]
  };
  Place frame;
  std::variant<InsideBox, InsideSphere, InsideHalfSpace> inside;
  Place in = {};
};

// A picked point follows the hand of the user: usually of the lowest priority, and gone on release.
struct Drag {
  int segment = 0;
  Vec3 point = Vec3::Zero();   // [m] in the segment's frame
  Vec3 target = Vec3::Zero();  // [m] world
};

// Anything else: a function that fills the rows. It must not allocate or throw if step() is to keep its
// promises.
struct Custom {
  int rows = 0;
  std::function<void(const TaskContext&, TaskRows&)> evaluate;
  TaskUnit unit = TaskUnit::none;
  RowKind kind = RowKind::equality;
};

using Task = std::variant<Reach, Orient, LookAt, RelativePosition, RelativeOrientation, CenterOfMass,
                          OnEllipsoid, JointValue, Region, Drag, Custom>;

int row_count(const Task& task);
TaskUnit unit(const Task& task, const Figure& figure);
RowKind row_kind(const Task& task);
void evaluate(const Task& task, const TaskContext& context, TaskRows& rows) noexcept;

// Throws std::invalid_argument when the task does not fit the figure (no such frame, no axis, a coordinate
// the joint does not have, a number that is not finite).
void check(const Task& task, const Figure& figure);

}  // namespace limber
