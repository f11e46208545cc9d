#pragma once
// A joint: how a segment may move relative to its parent. J(q) is the motion of the segment in the joint's
// base frame; "values" are what a posture stores, "DOF" are the coordinates of a step (the tangent).
//
//   type       DOF  values            J(q)
//   fixed       0   0                 identity
//   revolute    1   1 angle [rad]     rotation about `axis`
//   prismatic   1   1 length [m]      translation along `axis`
//   elbow       2   2 angles [rad]    R_axis(t1) R_twist_axis(t2): flexion, then twist of the forearm
//   swing       2   2 angles [rad]    exp(s_x, s_y, 0): the limb (z) points anywhere, without twist
//   ball        3   4 quaternion      steps are rotation vectors w in the base frame: q <- exp(w) q
//   free        6   3 + 4             translation t then quaternion; steps (dt, w), both in the base frame
//
// Files and people write orientations as rotation vectors (axis times angle): a ball joint has 3 such
// parameters, a free joint 6.
//
// How far it may go is below: ranges, swing ellipses and polygons, twist ranges and tables.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/math/types.h"

namespace limber {

// How far a joint may go.
//
// A revolute, prismatic or elbow coordinate has a Range. The orientation of a swing or ball joint is limited
// through its swing (where the limb points) and its twist (how far it turns about itself), see
// math/swing_twist.h:
//
//   swing ellipse   (s_x/r_x)^2 + (s_y/r_y)^2 <= 1
//   swing polygon   d inside great-circle edges V_0 V_1 ..., interior on the left seen from
//                   outside the sphere; concave ones and ones larger than a hemisphere are fine,
//                   and so are several: d is inside all of them
//   twist           tau_min(s) <= tau <= tau_max(s), constants or a table over the swing
//
// Every limit answers: is this inside, what is the nearest allowed value, and (for the solver) how fast does
// a displacement approach it. The boundary counts as inside and is on_the_limit thick, so that a value moved
// onto a limit is inside and rounding never moves it again.

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

// [rad] An orientation that one turn of this size would bring inside counts as inside.
inline constexpr double on_the_limit = 1e-12;

struct Range {
  double min = -unlimited;
  double max = unlimited;
  bool is_limited() const { return min > -unlimited || max < unlimited; }
  double clamp(double value) const { return value < min ? min : value > max ? max : value; }
  bool operator==(const Range&) const = default;
};

struct SwingEllipse {
  Vec2 radii = Vec2::Zero();  // (r_x, r_y) [rad], each in (0, pi)
  bool operator==(const SwingEllipse&) const = default;

  // (s_x/r_x)^2 + (s_y/r_y)^2 - 1: negative inside. Its gradient with respect to (s_x, s_y).
  double value(const Vec2& swing) const;
  Vec2 gradient(const Vec2& swing) const;
  bool contains(const Vec2& swing) const { return value(swing) <= 0.0; }  // exactly: no thickness here

  // Nearest point of the ellipse in the (s_x, s_y) plane, as most programs compute it: cheap, but not the
  // nearest direction.
  Vec2 nearest_on_boundary_in_plane(const Vec2& swing) const;
  // The boundary swing whose limb direction is nearest to that of `swing`, by angle on the sphere.
  Vec2 nearest_on_boundary(const Vec2& swing) const;
};

struct SwingPolygon {
  std::vector<Vec3> vertices;  // unit directions of the limb, at least 3, in order; edges are great arcs < pi
  // Several outlines that do not cross: inside is what is inside all of them, so one that runs clockwise is a
  // hole (Baerlocher 2001, 3.6.1). Where each outline but the first starts in `vertices`; empty: there is
  // one.
  std::vector<int> starts = {};
  bool operator==(const SwingPolygon&) const = default;

  struct Nearest {
    Vec3 point;        // unit direction on the boundary
    int edge;          // the edge it lies on: from vertices[edge] to the next
    bool is_vertex;    // it is an end of that edge
    bool inside;       // the direction asked about is inside the polygon, or at most on_the_limit outside
    Vec3 edge_normal;  // unit(a x b) of that edge: the inner side
  };
  // Edges without length are skipped; if none has a length everything is inside (edge -1).
  Nearest nearest_on_boundary(const Vec3& direction) const;
  // The half-spaces normal . x >= 0 that hold the allowed directions around `direction`, nearest first: those
  // of the two nearest edges, since a corner has two. At a notch, the half-space through its corner
  // that faces `direction`: it excludes some allowed directions but admits no forbidden one. Edges seen from
  // behind, such as those beyond a thin wall, do not count. Allocates nothing.
  struct Walls {
    std::array<Vec3, 2> normals;  // unit
    int count = 0;
  };
  Walls walls_near(const Vec3& direction) const noexcept;
  bool contains(const Vec3& direction) const { return nearest_on_boundary(direction).inside; }
  int next(int vertex) const;  // of the same outline
  int previous(int vertex) const;
  bool is_convex() const;  // it turns left at every vertex: without notches
};

// Twist range as a function of the swing: bilinear in azimuth alpha = atan2(s_y, s_x) (periodic) and
// deviation |s|.
struct TwistTable {
  int azimuths = 0;                // columns, at alpha = 2 pi k/azimuths, at least 3
  int deviations = 0;              // rows, at |s| = largest_deviation * r/(deviations - 1), at least 2
  double largest_deviation = 0.0;  // [rad]; beyond it the last row holds
  // Row by row: ranges[r * azimuths + k]. Row 0 (no swing) must repeat one range.
  std::vector<Range> ranges;
  bool operator==(const TwistTable&) const = default;

  Range at(const Vec2& swing) const;
  // d tau_min/ds and d tau_max/ds: one-sided at the grid lines, zero at |s| = 0 and where a bound is
  // unlimited. Beyond the last row only the part along the azimuth is left.
  struct Gradient {
    Vec2 min, max;
  };
  Gradient gradient(const Vec2& swing) const;
};

using SwingLimit = std::variant<std::monostate, SwingEllipse, SwingPolygon>;
using TwistLimit = std::variant<std::monostate, Range, TwistTable>;

// A swing beyond |s| = pi is outside every ellipse, even if the limb points inside.
bool is_inside(const SwingLimit& limit, const Vec2& swing);
// The swing itself when inside, else the allowed swing whose direction is nearest.
Vec2 nearest_allowed(const SwingLimit& limit, const Vec2& swing);
// From an allowed swing to a proposed one, for limits that may be concave: walks from one limb direction to
// the other in pieces of 0.05 rad, each along the great arc, or along the edge it would cross, and stops when
// it has walked the distance between them. So a step slides along a limit and round its corners, but never
// jumps across a notch, however narrow. For limits without notches this is nearest_allowed. Allocates
// nothing.
Vec2 nearest_allowed_on_the_way(const SwingLimit& limit, const Vec2& from, const Vec2& to);
// Twists are angles on a circle: a range may reach beyond +-pi (2.5 to 4 includes the twist -3), one as wide
// as 2 pi allows everything, and an unlimited end means the end of (-pi, pi].
Range twist_range(const TwistLimit& limit, const Vec2& swing);

// Brings an orientation inside its limits with the smallest turn: the limb direction moves to the nearest
// allowed one by the direct rotation (which may change the twist), then the twist is clamped. An
// orientation that is inside is returned unchanged.
Quat nearest_allowed(const SwingLimit& swing, const TwistLimit& twist, const Quat& orientation);
// `tolerance` [rad]: how far outside, by angle of the limb direction and by turn of the limb, still counts as
// inside; never less than on_the_limit.
bool is_inside(const SwingLimit& swing, const TwistLimit& twist, const Quat& orientation,
               double tolerance = 0.0);

enum class JointType : std::uint8_t { fixed, revolute, prismatic, elbow, swing, ball, free };

int dof_count(JointType type);
int value_count(JointType type);
std::string_view joint_type_name(JointType type);  // "revolute", ...

// The largest torque of a joint: one number, or by angle and direction for each of its axes. Scenes may give
// others (statics/loads.h).
struct Strength {
  struct Entry {
    double angle = 0.0;     // [rad] of the joint's coordinate; [m] of a prismatic one
    double positive = 0.0;  // [N m] > 0 towards larger angles; [N] of a prismatic joint
    double negative = 0.0;  // > 0, towards smaller ones
    bool operator==(const Entry&) const = default;
  };
  using Table = std::vector<Entry>;  // by rising angle, straight lines between

  // [N m] > 0, in either direction; of a ball or swing: of the whole moment. 0: not known.
  double torque = 0.0;
  Table table = {};  // replaces `torque`; revolute and prismatic joints
  // One table per coordinate, of joints with several; replaces `torque`. An elbow: flexion, twist. A swing:
  // of the moment about the joint's x and y axes, as the swing carries them, by s_x and s_y. A ball: those
  // two, then the moment about the limb by its twist.
  std::vector<Table> axes = {};
  bool is_known() const { return torque > 0.0 || !table.empty() || !axes.empty(); }
  bool operator==(const Strength&) const = default;
};

inline constexpr double largest_strength = 1e9;  // [N m], [N]: more is a slip of the pen

struct Joint {
  std::string name;  // empty: the name of its segment
  JointType type = JointType::fixed;
  Vec3 axis = Vec3::UnitZ();         // unit; revolute, prismatic, and the flexion axis of an elbow
  Vec3 twist_axis = Vec3::UnitX();   // unit; second axis of an elbow, not parallel to `axis`
  std::array<Range, 2> ranges = {};  // revolute, prismatic: [0]; elbow, swing: [0] and [1]
  SwingLimit swing_limit;            // swing and ball joints only
  TwistLimit twist_limit;            // ball joints only
  std::vector<double> rest;  // parameters in the rest posture (ball, free: rotation vector); empty: zeros
  bool inverted = false;     // traversed from its outer side: J(q)^-1; re-rooting sets it
  // Of moving it, against other joints; above 0, finite. Dear joints move when cheap ones do not suffice.
  double cost = 1.0;
  Strength strength = {};
  bool operator==(const Joint&) const = default;
};

}  // namespace limber
