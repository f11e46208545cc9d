// Checks of joints, limits, shapes, masses and chains, each with a sentence for what is wrong.

#include "limber/figure/checks.h"

#include <cmath>
#include <numbers>

#include "limber/base/number_text.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

constexpr double rotation_tolerance = 1e-6;  // of R R^T - I: files often write six digits
constexpr double shortest_axis = 1e-9;       // below it an axis has no direction
constexpr int most_joints_per_link = 16;

bool is_usable_bound(double bound) {
  return std::isinf(bound) || is_usable(bound);
}

Complaint check_positive(double value, const char* what) {
  if (is_usable(value) && value > 0) return std::nullopt;
  return std::string(what) + " must be a positive number";
}

Complaint check_range(const Range& range, const char* what) {
  if (!is_usable_bound(range.min) || !is_usable_bound(range.max)) {
    return std::string(what) + " is not a number, or too large";
  }
  if (range.min > range.max || range.min == unlimited || range.max == -unlimited) {
    return std::string(what) + " has its minimum above its maximum; write [min, max]";
  }
  return std::nullopt;
}

Complaint normalize(Vec3& axis, const char* what) {
  if (!is_usable(axis) || axis.norm() < shortest_axis)
    return std::string(what) + " must be a non-zero direction";
  if (std::abs(axis.norm() - 1.0) > 1e-15) axis.normalize();
  return std::nullopt;
}

Complaint check_polygon(SwingPolygon& polygon) {
  const auto count = static_cast<int>(polygon.vertices.size());
  int first = 0;
  for (const int start : polygon.starts) {
    if (start - first < 3 || start >= count)
      return "every outline of a swing polygon needs at least 3 directions";
    first = start;
  }
  if (count - first < 3) return "swing polygon needs at least 3 directions";
  for (Vec3& v : polygon.vertices) {
    if (Complaint c = normalize(v, "each vertex of the swing polygon")) return c;
  }
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const Vec3& a = polygon.vertices[i];
    const Vec3& b = at(polygon.vertices, polygon.next(static_cast<int>(i)));
    if (a.cross(b).norm() < 1e-9) return "swing polygon has neighbouring vertices that are equal or opposite";
  }
  return std::nullopt;
}

Complaint check_swing(SwingLimit& limit) {
  if (const auto* ellipse = std::get_if<SwingEllipse>(&limit)) {
    const Vec2& r = ellipse->radii;
    const bool good = r.x() > 0 && r.y() > 0 && r.x() < std::numbers::pi && r.y() < std::numbers::pi;
    if (!good) return "radii of the swing ellipse must lie between 0 and pi";
  }
  if (auto* polygon = std::get_if<SwingPolygon>(&limit)) return check_polygon(*polygon);
  return std::nullopt;
}

Complaint check_twist(const TwistLimit& limit) {
  if (const auto* range = std::get_if<Range>(&limit)) return check_range(*range, "twist range");
  const auto* table = std::get_if<TwistTable>(&limit);
  if (!table) return std::nullopt;
  if (table->azimuths < 3 || table->deviations < 2) {
    return "twist table needs at least 3 azimuths and 2 deviations";
  }
  const std::size_t expected =
      static_cast<std::size_t>(table->azimuths) * static_cast<std::size_t>(table->deviations);
  if (table->ranges.size() != expected) {
    return "twist table needs azimuths x deviations = " + std::to_string(expected) + " ranges, got " +
           std::to_string(table->ranges.size());
  }
  if (!(table->largest_deviation > 0 && table->largest_deviation <= std::numbers::pi)) {
    return "largest deviation of the twist table must lie between 0 and pi";
  }
  for (std::size_t i = 0; i < table->ranges.size(); ++i) {
    const Range& range = table->ranges[i];
    if (Complaint c = check_range(range, "a range of the twist table")) return c;
    if (!std::isfinite(range.min) || !std::isfinite(range.max)) return "twist table needs finite ranges";
    if (i < static_cast<std::size_t>(table->azimuths) && !(range == table->ranges[0])) {
      return "first row of the twist table (no swing) must hold the same range in all columns";
    }
  }
  return std::nullopt;
}

Complaint check_limits_fit(const Joint& joint) {
  const int ranged = joint.type == JointType::revolute || joint.type == JointType::prismatic ? 1
                     : joint.type == JointType::elbow || joint.type == JointType::swing      ? 2
                                                                                             : 0;
  for (int i = ranged; i < 2; ++i) {
    if (at(joint.ranges, i).is_limited()) {
      return "a " + std::string(joint_type_name(joint.type)) + " joint takes " + std::to_string(ranged) +
             " ranges, not " + std::to_string(i + 1);
    }
  }
  const bool swings = joint.type == JointType::swing || joint.type == JointType::ball;
  if (!swings && joint.swing_limit.index() != 0) return "a swing limit belongs to a swing or ball joint";
  if (joint.type != JointType::ball && joint.twist_limit.index() != 0) {
    return "a twist limit belongs to a ball joint";
  }
  if (joint.swing_limit.index() != 0 && (joint.ranges[0].is_limited() || joint.ranges[1].is_limited())) {
    return "a swing joint takes ranges or a swing limit, not both";
  }
  return std::nullopt;
}

Complaint check_rest(const Joint& joint) {
  if (joint.rest.empty()) return std::nullopt;
  if (static_cast<int>(joint.rest.size()) != parameter_count(joint.type)) {
    return "rest of a " + std::string(joint_type_name(joint.type)) + " joint takes " +
           std::to_string(parameter_count(joint.type)) + " numbers, got " + std::to_string(joint.rest.size());
  }
  for (double value : joint.rest) {
    if (!is_usable(value)) return "rest is not a number, or too large";
  }
  if (limit_excess(joint, values_of_parameters(joint.type, joint.rest)) > 1e-9) {
    return "rest lies outside the joint's own limits";
  }
  return std::nullopt;
}

Complaint check_ends(const Vec3& a, const Vec3& b, double radius) {
  if (!is_usable(a) || !is_usable(b)) return "ends a and b must be points";
  return check_positive(radius, "radius");
}

Complaint check_rotation(const Mat3& rotation) {
  const bool orthonormal = rotation.allFinite() &&
                           (rotation * rotation.transpose() - Mat3::Identity()).norm() < rotation_tolerance &&
                           rotation.determinant() > 0;
  if (!orthonormal) return "rotation is not an orthonormal, right-handed matrix";
  return std::nullopt;
}

Complaint check_box(const Box& box) {
  if (!is_usable(box.center)) return "box centre must be a point";
  if (!(is_usable(box.size) && box.size.minCoeff() > 0)) return "box size must be three positive numbers";
  return check_rotation(box.rotation);
}

struct ShapeCheck {
  Complaint operator()(const Sphere& s) const {
    if (!is_usable(s.center)) return "sphere centre must be a point";
    return check_positive(s.radius, "sphere radius");
  }
  Complaint operator()(const Ellipsoid& e) const {
    if (!is_usable(e.center)) return "ellipsoid centre must be a point";
    if (!(is_usable(e.radii) && e.radii.minCoeff() > 0))
      return "ellipsoid radii must be three positive numbers";
    return check_rotation(e.rotation);
  }
  Complaint operator()(const Capsule& c) const { return check_ends(c.a, c.b, c.radius); }
  Complaint operator()(const Cylinder& c) const {
    if (Complaint complaint = check_ends(c.a, c.b, c.radius)) return complaint;
    if ((c.a - c.b).norm() == 0) return "cylinder ends a and b must differ";
    return std::nullopt;
  }
  Complaint operator()(const Box& b) const { return check_box(b); }
  Complaint operator()(const Plane& p) const {
    if (!is_usable(p.point)) return "plane point must be a point";
    if (!is_usable(p.normal) || std::abs(p.normal.norm() - 1) > 1e-9)
      return "plane normal must be a unit vector";
    return std::nullopt;
  }
  Complaint operator()(const Rectangle& r) const {
    if (!is_usable(r.center)) return "rectangle centre must be a point";
    if (!(is_usable(r.size.x()) && is_usable(r.size.y()) && r.size.minCoeff() > 0))
      return "rectangle size must be two positive numbers";
    return check_rotation(r.rotation);
  }
  Complaint operator()(const ConvexMesh& m) const {
    if (!m.hull || m.hull->faces.empty()) return "convex solid needs vertices: make it with convex_hull()";
    for (const Vec3& vertex : m.hull->vertices) {
      if (!is_usable(vertex)) return "vertices of a convex solid must be points";
    }
    return check_placement(m.place);
  }
  Complaint operator()(const MeshReference& m) const {
    if (m.file.empty()) return "mesh needs a file name";
    if (!is_usable(m.scale)) return "mesh scale must be three numbers";
    if (Complaint c = check_placement(m.place)) return c;
    return check_box(m.box);
  }
};

}  // namespace

bool is_usable(double number) {
  return std::abs(number) <= largest_number;  // false for NaN
}

bool is_usable(const Vec3& vector) {
  return is_usable(vector.x()) && is_usable(vector.y()) && is_usable(vector.z());
}

Complaint check_placement(const Transform& placement) {
  if (!is_usable(placement.translation)) return "position is not a number, or too large";
  return check_rotation(placement.rotation);
}

Complaint check_shape(const Shape& shape) {
  return std::visit(ShapeCheck{}, shape);
}

Complaint check_mass(const MassProperties& mass) {
  if (!is_usable(mass.mass) || mass.mass < 0) return "mass must be zero or positive";
  if (!is_usable(mass.center)) return "centre of mass must be a point";
  const bool finite = mass.inertia.allFinite() && mass.inertia.cwiseAbs().maxCoeff() <= largest_number;
  if (!finite) return "inertia is not a number, or too large";
  if ((mass.inertia - mass.inertia.transpose()).norm() > 1e-9 * (1 + mass.inertia.norm())) {
    return "inertia must be symmetric";
  }
  return std::nullopt;
}

namespace {

Complaint check_strength_table(const Strength::Table& table, const std::string& key) {
  double last = -unlimited;
  for (const Strength::Entry& entry : table) {
    if (!(entry.angle > last) || !std::isfinite(entry.angle)) return key + ": expected rising angles";
    for (const double torque : {entry.positive, entry.negative}) {
      if (!(torque > 0.0) || torque > largest_strength)
        return key + ": expected positive torques, at most " + exact_text(largest_strength) + " N m";
    }
    last = entry.angle;
  }
  return std::nullopt;
}

}  // namespace

Complaint check_strength(const Strength& strength, JointType type) {
  const int axes = dof_count(type);
  const std::string kind = std::string(joint_type_name(type)) + " joint";
  if (axes == 0 || type == JointType::free) return "a " + kind + " has no strength";
  if (!strength.table.empty() && axes != 1)
    return "table: a " + kind + " has several axes; give \"axes\", a strength for each of them";
  if (!strength.axes.empty() && axes == 1)
    return "axes: a " + kind + " has one axis; give a number or a table";
  if (!strength.axes.empty() && static_cast<int>(strength.axes.size()) != axes) {
    return "axes: a " + kind + " has " + std::to_string(axes) + " axes, not " +
           std::to_string(strength.axes.size());
  }
  if (strength.table.empty() && strength.axes.empty() &&
      !(strength.torque > 0.0 && strength.torque <= largest_strength))
    return "torque: expected a positive number, at most " + exact_text(largest_strength) + " N m";
  if (Complaint c = check_strength_table(strength.table, "table")) return c;
  for (const Strength::Table& axis : strength.axes) {
    if (axis.empty()) return "axes: expected a strength for each";
    if (Complaint c = check_strength_table(axis, "axes")) return c;
  }
  return std::nullopt;
}

Complaint check_joint(Joint& joint) {
  if (Complaint c = normalize(joint.axis, "joint axis")) return c;
  if (Complaint c = normalize(joint.twist_axis, "joint twist axis")) return c;
  if (joint.type == JointType::elbow && joint.axis.cross(joint.twist_axis).norm() < 1e-6) {
    return "the two axes of an elbow must not be parallel";
  }
  for (const Range& range : joint.ranges) {
    if (Complaint c = check_range(range, "range")) return c;
  }
  if (Complaint c = check_limits_fit(joint)) return c;
  if (Complaint c = check_swing(joint.swing_limit)) return c;
  if (Complaint c = check_twist(joint.twist_limit)) return c;
  if (Complaint c = check_positive(joint.cost, "cost")) return c;
  if (joint.strength != Strength{}) {
    if (const Complaint c = check_strength(joint.strength, joint.type)) return "strength: " + *c;
  }
  return check_rest(joint);
}

Complaint check_chain(const ChainDescription& chain) {
  if (chain.links < 1 || chain.links > largest_chain_segment_count) {
    return "links must lie between 1 and " + std::to_string(largest_chain_segment_count);
  }
  if (chain.joints.empty()) return "a chain needs at least one joint per link";
  if (chain.joints.size() > most_joints_per_link) return "a chain takes at most 16 joints per link";
  if (Complaint c = check_positive(chain.length, "length")) return c;
  if (Complaint c = check_positive(chain.first_radius, "first radius")) return c;
  if (Complaint c = check_positive(chain.last_radius, "last radius")) return c;
  if (chain.mass && !(is_usable(*chain.mass) && *chain.mass >= 0)) return "mass must be zero or positive";
  return check_placement(chain.before);
}

}  // namespace limber
