// Writes a figure as URDF. A segment is a link of its name. What URDF has no word for is said in the notes:
//
//   X_link = X_parent origin J(q)        URDF
//   X_segment = X_parent before J(q) after
//
// so a joint with an `after` moves a link of its own, to which the segment's is fixed. An elbow is two
// hinges and a ball joint three, with empty links between them. A capsule is a cylinder and two spheres. A
// frame is a link without mass, fixed to its segment's.

#include <algorithm>
#include <map>
#include <optional>

#include "limber/base/number_text.h"
#include "limber/base/overloaded.h"
#include "limber/files/euler.h"
#include "limber/files/files.h"
#include "limber/files/hinges.h"
#include "limber/files/segment_poses.h"
#include "limber/files/xml_output.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

constexpr double no_limit_in_urdf = 1e9;     // [rad, m] URDF limits are numbers; readers take this for none
constexpr double no_strength_in_urdf = 1e9;  // [N m, rad/s] effort and velocity must be given

class UrdfWriter {
 public:
  explicit UrdfWriter(const Figure& figure) : figure_(figure) {
    for (const SegmentId s : figure.segments()) link_names_.insert(figure.segment_name(s));
    for (const JointId j : figure.joints()) joint_names_.insert(figure.joint_name(j));
  }

  Written write() {
    Written written;
    written.notes = notes_on_joints(figure_);
    for (const HingeCoupling& coupling : hinge_couplings(figure_, written.notes)) {
      mimics_[coupling.first] = coupling;
    }
    xml_.open("robot").set("name", figure_.name().empty() ? "figure" : figure_.name());
    for (const SegmentId s : figure_.segments()) write_segment(s);
    for (const Frame& frame : figure_.frames()) write_frame(frame);
    xml_.close();
    if (figure_.joint(root_joint).type == JointType::free) {
      written.notes.push_back("URDF fixes its root: read the file with a floating base to let it move");
    }
    int tables = 0;
    for (const JointId j : figure_.joints()) {
      const Strength& strength = figure_.joint(j).strength;
      tables += strength.table.empty() && strength.axes.empty() ? 0 : 1;
    }
    if (tables > 0) {
      written.notes.push_back("URDF has one effort per joint: of " + std::to_string(tables) +
                              " with strengths by angle the least is written");
    }
    if (shapes_left_out_ > 0) {
      written.notes.push_back("URDF has no ellipsoids, convex meshes, planes and rectangles: " +
                              std::to_string(shapes_left_out_) + " shapes are not written");
    }
    written.text = "<?xml version=\"1.0\"?>\n" + std::move(xml_).text();
    return written;
  }

 private:
  static bool is_identity(const Transform& place) { return place == Transform(); }

  void write_origin(const Transform& place) {
    if (is_identity(place)) return;
    xml_.open("origin").set("xyz", place.translation).set("rpy", roll_pitch_yaw(place.rotation)).close();
  }

  void write_joint(const std::string& name, const char* type, const std::string& parent,
                   const std::string& child, const Transform& origin) {
    xml_.open("joint").set("name", name).set("type", type);
    xml_.open("parent").set("link", parent).close();
    xml_.open("child").set("link", child).close();
    write_origin(origin);
  }

  void write_empty_link(const std::string& name) { xml_.open("link").set("name", name).close(); }

  // The joint of a segment, with as many links in between as it takes.
  void write_segment(SegmentId s) {
    const JointId j = figure_.joint_of(s);
    const std::string& name = figure_.segment_name(s);
    write_link(s);
    if (s == root_segment) {
      // Where a fixed root stands; a free one is where its reader puts it.
      const Transform place = figure_.before(j) * figure_.after(j);
      if (figure_.joint(j).type != JointType::fixed || is_identity(place)) return;
      const std::string world = free_name("world", link_names_);
      write_empty_link(world);
      write_joint(free_name("world joint", joint_names_), "fixed", world, name, place);
      xml_.close();
      return;
    }
    std::string parent = figure_.segment_name(figure_.parent(s));
    Transform origin = figure_.before(j);
    const bool has_after = !is_identity(figure_.after(j));
    std::vector<Hinge> hinges = urdf_hinges(j);
    for (std::size_t k = 0; k < hinges.size(); ++k) {
      const bool is_last = k + 1 == hinges.size() && !has_after;
      const std::string child = is_last ? name : free_name(hinges[k].name + ".link", link_names_);
      if (!is_last) write_empty_link(child);
      write_hinge(hinges[k], effort_of(figure_.joint(j).strength, k), parent, child, origin);
      parent = child;
      origin = {};
    }
    if (hinges.empty() || has_after) {
      const std::string joint =
          hinges.empty() ? figure_.joint_name(j) : free_name(name + ".after", joint_names_);
      write_joint(joint, "fixed", parent, name, origin * figure_.after(j));
      xml_.close();
    }
  }

  // A ball joint is three hinges: R = Rx Ry Rz.
  std::vector<Hinge> urdf_hinges(JointId j) const {
    std::vector<Hinge> hinges = hinges_of(figure_, j);
    if (hinges.size() != 1 || hinges[0].type != JointType::ball) return hinges;
    const std::string name = hinges[0].name;
    return {{name + ".x", JointType::revolute, Vec3::UnitX(), {}, 0},
            {name + ".y", JointType::revolute, Vec3::UnitY(), {}, 1},
            {name + ".z", JointType::revolute, Vec3::UnitZ(), {}, 2}};
  }

  // One number for a hinge, the k-th of its joint: of a table what it can do at every angle, in both
  // directions.
  static std::optional<double> effort_of(const Strength& strength, std::size_t k) {
    if (!strength.is_known()) return std::nullopt;
    const Strength::Table& table = k < strength.axes.size() ? strength.axes[k] : strength.table;
    double least = table.empty() ? strength.torque : no_strength_in_urdf;
    for (const Strength::Entry& entry : table) least = std::min({least, entry.positive, entry.negative});
    return least;
  }

  void write_hinge(const Hinge& hinge, std::optional<double> effort, const std::string& parent,
                   const std::string& child, const Transform& origin) {
    if (hinge.type == JointType::free) {
      write_joint(hinge.name, "floating", parent, child, origin);
      xml_.close();
      return;
    }
    Range range = hinge.range;
    const auto mimic = mimics_.find(hinge.name);
    const bool is_locked = mimic != mimics_.end() && mimic->second.second.empty();
    if (is_locked) range = {mimic->second.offset, mimic->second.offset};
    const bool turns = hinge.type == JointType::revolute;
    const bool is_limited = range.is_limited();
    write_joint(hinge.name,
                !turns       ? "prismatic"
                : is_limited ? "revolute"
                             : "continuous",
                parent, child, origin);
    xml_.open("axis").set("xyz", hinge.axis).close();
    if (is_limited || !turns || effort) {
      xml_.open("limit");
      if (is_limited || !turns) {
        xml_.set("lower", std::max(range.min, -no_limit_in_urdf));
        xml_.set("upper", std::min(range.max, no_limit_in_urdf));
      }
      xml_.set("effort", effort.value_or(no_strength_in_urdf)).set("velocity", no_strength_in_urdf).close();
    }
    if (mimic != mimics_.end() && !is_locked) {
      xml_.open("mimic")
          .set("joint", mimic->second.second)
          .set("multiplier", mimic->second.factor)
          .set("offset", mimic->second.offset)
          .close();
    }
    xml_.close();
  }

  void write_link(SegmentId s) {
    xml_.open("link").set("name", figure_.segment_name(s));
    const MassProperties& body = figure_.mass(s);
    if (body.mass > 0.0) {
      const Mat3& inertia = body.inertia;
      xml_.open("inertial");
      xml_.open("origin").set("xyz", body.center).set("rpy", Vec3(Vec3::Zero())).close();
      xml_.open("mass").set("value", body.mass).close();
      xml_.open("inertia").set("ixx", inertia(0, 0)).set("ixy", inertia(0, 1)).set("ixz", inertia(0, 2));
      xml_.set("iyy", inertia(1, 1)).set("iyz", inertia(1, 2)).set("izz", inertia(2, 2)).close();
      xml_.close();
    }
    kinds_ = figure_.visuals(s).empty() ? seen_and_hit : only_hit;
    for (const BodyShape& body_shape : figure_.shapes(s)) write_shape(body_shape);
    kinds_ = only_seen;
    for (const VisualDescription& visual : figure_.visuals(s)) {
      write_shape({MeshReference{visual.file, visual.scale, visual.place, {}}, visual.color});
    }
    xml_.close();
  }

  void write_shape(const BodyShape& body) {
    std::visit(overloaded{
                   [&](const Sphere& sphere) { write_sphere(sphere.center, sphere.radius, body.color); },
                   [&](const Box& box) {
                     write_geometry({box.rotation, box.center}, body.color,
                                    [&] { xml_.open("box").set("size", box.size).close(); });
                   },
                   [&](const Cylinder& cylinder) {
                     write_round(cylinder.a, cylinder.b, cylinder.radius, body.color);
                   },
                   [&](const Capsule& capsule) {
                     write_round(capsule.a, capsule.b, capsule.radius, body.color);
                     write_sphere(capsule.a, capsule.radius, body.color);
                     if (capsule.a != capsule.b) write_sphere(capsule.b, capsule.radius, body.color);
                   },
                   [&](const MeshReference& mesh) {
                     write_geometry(mesh.place, body.color, [&] {
                       xml_.open("mesh").set("filename", mesh.file);
                       if (mesh.scale != Vec3(Vec3::Ones())) xml_.set("scale", mesh.scale);
                       xml_.close();
                     });
                   },
                   [&](const auto&) { ++shapes_left_out_; },
               },
               body.shape);
  }

  void write_sphere(const Vec3& center, double radius, const std::optional<Color>& color) {
    write_geometry(Transform::at(center), color, [&] { xml_.open("sphere").set("radius", radius).close(); });
  }

  void write_round(const Vec3& a, const Vec3& b, double radius, const std::optional<Color>& color) {
    const double length = (b - a).norm();
    if (length == 0.0) return;
    write_geometry({direct_rotation(Vec3::UnitZ(), (b - a) / length), (a + b) / 2}, color,
                   [&] { xml_.open("cylinder").set("radius", radius).set("length", length).close(); });
  }

  // Once to be seen and once to be hit, where no meshes are seen in its place.
  template <class WriteSizes>
  void write_geometry(const Transform& place, const std::optional<Color>& color, const WriteSizes& sizes) {
    for (const char* kind : kinds_) {
      const bool is_visual = kind[0] == 'v';
      xml_.open(kind);
      write_origin(place);
      xml_.open("geometry");
      sizes();
      xml_.close();
      if (is_visual && color) {
        const Color& c = *color;
        const std::vector<double> rgba = {c[0], c[1], c[2], 1.0};
        std::string name = "color";
        for (const double part : c) name += " " + exact_text(part);
        xml_.open("material").set("name", name).open("color").set("rgba", rgba).close().close();
      }
      xml_.close();
    }
  }

  // A reader makes a frame of a link at the end of a branch by itself.
  void write_frame(const Frame& frame) {
    const std::string& segment = figure_.segment_name(frame.segment);
    if (frame.name == segment && is_identity(frame.pose)) return;
    const std::string name = free_name(frame.name, link_names_);
    write_empty_link(name);
    write_joint(free_name(frame.name + ".frame", joint_names_), "fixed", segment, name, frame.pose);
    xml_.close();
  }

  static constexpr const char* both_kinds[] = {"visual", "collision"};
  using Kinds = std::span<const char* const>;
  static constexpr Kinds seen_and_hit = both_kinds, only_seen = seen_and_hit.first(1),
                         only_hit = seen_and_hit.last(1);

  const Figure& figure_;
  XmlOutput xml_;
  Kinds kinds_ = seen_and_hit;  // of elements that shapes are written as
  std::set<std::string> link_names_, joint_names_;
  std::map<std::string, HingeCoupling> mimics_;
  int shapes_left_out_ = 0;
};

}  // namespace

Written write_urdf(const Figure& figure) {
  return UrdfWriter(figure).write();
}

}  // namespace limber
