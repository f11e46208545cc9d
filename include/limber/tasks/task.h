#pragma once
// What can be asked of a figure: one plain struct per kind of task. A task gives rows of a linear problem,
//
//   equality:   J dq  = error,   error = target - value, in metres or radians
//   at most:    J dq <= error,   error < 0 where the limit is exceeded
//
// where J is the exact derivative: d error = -J dq. How much a task counts (priority, weight, tolerance,
// joints) is part of its entry in a TaskList.
//
//   P, R            position and rotation of the frame that is moved, in the world
//   o_C, R_C        origin and axes of the place C that the task is measured in; C may move with the figure
//   J_T(X on s)     translation Jacobian of the world point X carried by segment s
//   J_R(s)          rotation Jacobian of segment s                              (kinematics/kinematics.h)
//
// The columns of joints that carry both the frame and C are zero.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "limber/base/ids.h"
#include "limber/math/transform.h"

namespace limber {

class Figure;
class Kinematics;
struct Loads;
struct LoadState;
class MassDistribution;
struct Posture;

// A place that a task moves, or measures in: a frame of the figure, a point on a segment, or a fixed place in
// the world.
struct Place {
  FrameId frame;      // if valid: this frame of the figure; the two fields below are ignored
  SegmentId segment;  // if valid: carried by this segment; none: fixed in the world
  Transform pose;     // in the segment's frame or in the world

  Place() = default;  // the world's origin and axes
  // Not explicit, so that Reach{.frame = figure.frame("hand.r")} can be written.
  Place(FrameId frame_id) : frame(frame_id) {}
  static Place on_segment(SegmentId segment, const Transform& pose);
  static Place on_segment(SegmentId segment, const Vec3& point);
  static Place in_world(const Transform& pose);

  bool moves() const { return frame.is_valid() || segment.is_valid(); }
  bool operator==(const Place&) const = default;
};

// A place in the current posture.
struct PlaceNow {
  SegmentId segment;  // the one that carries it; none: fixed in the world
  Transform pose;     // in the world
};
PlaceNow now(const Place& place, const Kinematics& kinematics) noexcept;

// Which of three coordinates count.
struct Axes {
  bool x = true, y = true, z = true;
  static constexpr Axes xyz() { return {true, true, true}; }
  static constexpr Axes xy() { return {true, true, false}; }
  int count() const { return int{x} + int{y} + int{z}; }
  bool operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  bool operator==(const Axes&) const = default;
};

// A frame's origin at a point, on a line (two axes) or in a plane (one axis):
//
//   x = R_C^T (P - o_C),   error = target - x,   J = R_C^T (J_T(P on its segment) - J_T(P on C's segment))
struct Reach {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Axes axes = {};
};

// A frame's orientation; fewer axes: only the turns about those axes of `in` count.
//
//   error = e = log(target (R_C^T R)^T),   |e| <= pi,   in the axes of C
//   J = L(-e)^-1 R_C^T (J_R(frame's segment) - J_R(C's segment))
//
// L^-1 leaves e unchanged, so a step with J dq = e turns straight to the target from anywhere. At a half turn
// both directions are equally short: log_rotation always chooses the same one.
struct Orient {
  Place frame;
  Quat target = Quat::Identity();  // in the axes of `in`
  Place in = {};
  Axes axes = {};
};

// A frame facing a point. With the target T seen from the frame, turned so that the gaze is +z (rotation G):
//
//   p = G R^T (T - P),   u = p/|p|,   theta = angle of u from z
//   error = -theta (u_x, u_y)/hypot(u_x, u_y)   [rad] which way and how far to turn
//
// With the target straight behind, all turns are equally short: the one the joints can do best is taken. A
// target at the eye itself asks for nothing: rows and error are zero.
struct LookAt {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Vec3 gaze = Vec3::UnitZ();  // unit, in the frame
};

// Two places of the figure at one point, or `offset` apart in the second's axes: closes a loop, holds hands.
// Rows as Reach, with C = second.
struct RelativePosition {
  Place first, second;
  Vec3 offset = Vec3::Zero();  // [m]
  Axes axes = {};
};

// Two places of the figure turned the same way, or by `target` as seen from the second. Rows as Orient.
struct RelativeOrientation {
  Place first, second;
  Quat target = Quat::Identity();
  Axes axes = {};
};

// The centre of mass G of the whole figure:
//
//   x = R_C^T (G - o_C),   error = target - x,   J = R_C^T (J_G - J_T(G on C's segment))
struct CenterOfMass {
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Axes axes = Axes::xy();
};

// A point on, inside or outside an ellipsoid that may move with the figure (the scapula on the thorax). With
// the point p seen from the centre, radii a, rho = |p/a| (1 on the surface), h = p/a^2:
//
//   v = (rho - 1) rho/|h|    [m] positive outside; the distance for a sphere, to first order for all
//   on:       J dq  = -v,    inside:  J dq <= -v,    outside:  -J dq <= v,    J = dv/dq
//
// At the very centre, "on" and "outside" push along the shortest axis; "inside" asks for nothing.
struct OnEllipsoid {
  Place frame;
  Place center;               // its axes are the ellipsoid's
  Vec3 radii = Vec3::Ones();  // [m] > 0
  enum class Side : std::uint8_t { on, inside, outside } side = Side::on;
};

// One coordinate of a joint: error = target - coordinate; the twist of a ball joint by the shorter turn.
struct JointValue {
  JointId joint;
  int coordinate = 0;   // of a ball joint: 0, 1 swing s_x, s_y, 2 twist (figure/joint_coordinate.h)
  double target = 0.0;  // [rad] or [m]
};

namespace region {
struct InsideBox {
  Vec3 half_size = Vec3::Ones();  // [m] > 0
};
struct InsideSphere {
  double radius = 1.0;  // [m] > 0
};
struct InsideHalfSpace {
  Vec3 normal = Vec3::UnitZ();  // unit, outwards
  double offset = 0.0;          // [m]
};
}  // namespace region

// A point kept inside a region: inequalities, inactive while it is inside. With p the point seen from `in`:
//
//   box          p_k <= h_k,  -p_k <= h_k      six rows
//   sphere       |p| <= r                      one row
//   half-space   normal . p <= offset          one row
struct Region {
  using InsideBox = region::InsideBox;
  using InsideSphere = region::InsideSphere;
  using InsideHalfSpace = region::InsideHalfSpace;
  Place frame;
  std::variant<InsideBox, InsideSphere, InsideHalfSpace> inside;
  Place in = {};
};

// A picked point follows the pointer: usually of the lowest priority, and removed on release.
struct Drag {
  SegmentId segment;
  Vec3 point = Vec3::Zero();   // [m] in the segment's frame
  Vec3 target = Vec3::Zero();  // [m] world
};

// ---- weight and forces: these read the supports and forces of their list (TaskList::loads) -------------

// The posture keeps the balance: each support carries its share in the middle of its patch, sideways forces
// are found inside the friction cones, and what is left of the moment about two level axes is the error, by
// the load:
//
//   error = t/load [m],   t = (G - O) x W + sum (P - O) x F + T + sum (E - O) x f
//
// If the supports cannot give the forces for any centre of mass, what is missing is a part of the error that
// no posture changes.
struct Equilibrium {};

// The centre of mass above the middle of the supports, each counted by its share: error = sum s_i E_i - G,
// level.
struct CenterOverSupports {};

// The centre of mass inside the region in which forces inside the friction cones balance the figure, by a
// margin:
//   margin <= depth of the centre of mass in the region    an inequality; nothing is asked while it is inside
//
// If the region is empty, what the supports cannot give is an error that no posture changes; the margin is
// then that in the region of the load they can carry.
struct Balance {
  double margin = 0.02;  // [m] how far the centre of mass can still move, the worst way
};

// How wide the mass is spread about an axis through the centre of mass: r = sqrt(a . T a/m), error = radius -
// r.
struct Inertia {
  Vec3 axis = Vec3::UnitZ();  // unit, world
  double radius = 0.0;        // [m] of gyration wanted
};

// The part of the load a support carries; its share must be free. error = share - carried/load.
struct SupportShare {
  std::string support;  // its name
  double share = 0.5;   // wanted
};

// A joint not loaded beyond its strength: -most <= torque/strength <= most; of a ball or swing
// |moment|/strength <= most.
struct JointStrength {
  JointId joint;
  int coordinate = 0;
  double most = 1.0;  // > 0, part of the strength
};

// What a task may read, all of it up to date.
struct TaskContext {
  const Kinematics& kinematics;
  const MassDistribution& masses;
  const Posture& posture;
  RowMatrix& scratch;          // at least 12 x dof_count; any task may overwrite it
  LoadState* loads = nullptr;  // what supports and joints bear; none: tasks that need it ask for nothing
  const Figure& figure() const;
};

// What a task fills in.
struct TaskRows {
  RowMatrixRef jacobian;   // row_count x dof_count, zero on entry
  Eigen::Ref<VecX> error;  // row_count
};

enum class TaskUnit : std::uint8_t { metre, radian, none };
enum class RowKind : std::uint8_t { equality, at_most };  // one kind for all rows of a task

// Anything else: a function that fills the rows. A step stays free of allocations and exceptions only if this
// function is.
struct Custom {
  int rows = 0;
  std::function<void(const TaskContext&, TaskRows&)> evaluate;
  TaskUnit unit = TaskUnit::none;
  RowKind kind = RowKind::equality;
};

using Task = std::variant<Reach, Orient, LookAt, RelativePosition, RelativeOrientation, CenterOfMass,
                          OnEllipsoid, JointValue, Region, Drag, Custom, Equilibrium, CenterOverSupports,
                          Balance, Inertia, SupportShare, JointStrength>;

int row_count(const Task& task);
TaskUnit unit(const Task& task, const Figure& figure);
RowKind row_kind(const Task& task);
void evaluate(const Task& task, const TaskContext& context, TaskRows& rows) noexcept;

// How far off a task is, in its unit: the length of its error; for inequalities, only of the excess.
double error_length(RowKind kind, const Eigen::Ref<const VecX>& error) noexcept;

// "reach", "look-at", ...: the word used in scene files.
std::string_view type_name(const Task& task);

// Throws std::invalid_argument when the task does not fit the figure (no such frame, no axis, a coordinate
// the joint does not have, a number that is not finite).
void check(const Task& task, const Figure& figure);
// The same when it does not fit the forces and supports (no support, none of that name).
void check(const Task& task, const Loads& loads);

// True if it looks at the LoadState of its context.
bool reads_loads(const Task& task) noexcept;

}  // namespace limber
