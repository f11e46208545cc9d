// Writes a figure as MJCF, MuJoCo's format. A segment is a body of its name, a frame a site, a coupling a
// joint equality, the rest posture a keyframe. A joint with an `after` moves a body of its own, which holds
// the segment's. What MJCF has no word for is said in the notes.

#include <Eigen/Eigenvalues>

#include <algorithm>

#include "limber/base/overloaded.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"
#include "limber/files/hinges.h"
#include "limber/files/segment_poses.h"
#include "limber/files/xml_output.h"

namespace limber {

namespace {

constexpr double no_limit_in_mjcf = 1e9;     // [rad, m]
constexpr double least_moving_mass = 1e-12;  // [kg], [kg m^2] MuJoCo refuses to move a body without mass
constexpr int deepest_in_mujoco = 90;        // bodies in each other: its XML reader stops at 100 elements
constexpr double slender = 1e-12;            // rounding that an inertia may miss the triangle inequality by

// Principal moments A <= B <= C of a real body have A + B >= C.
bool is_real_inertia(const Mat3& inertia) {
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  return moments[0] > 0.0 && moments[0] + moments[1] >= moments[2] * (1.0 + slender);
}

class MjcfWriter {
 public:
  explicit MjcfWriter(const Figure& figure)
      : figure_(figure), rest_(segment_poses(figure, figure.rest_posture())) {
    for (const SegmentId s : figure.segments()) body_names_.insert(figure.segment_name(s));
  }

  Written write() {
    written_.notes = notes_on_joints(figure_);
    xml_.open("mujoco").set("model", figure_.name().empty() ? "figure" : figure_.name());
    write_compiler();
    write_meshes();
    xml_.open("worldbody");
    for (const SegmentId s : figure_.segments()) {
      while (!open_.empty() && open_.back().segment != figure_.parent(s)) close_body();
      open_segment(s);
    }
    while (!open_.empty()) close_body();
    xml_.close();
    write_couplings();
    write_rest();
    xml_.close();
    if (shapes_left_out_ > 0) {
      written_.notes.push_back("planes, rectangles and meshes in files of their own are not written: " +
                               std::to_string(shapes_left_out_) + " shapes");
    }
    if (deepest_ > deepest_in_mujoco) {
      written_.notes.push_back("bodies are nested " + std::to_string(deepest_) +
                               " deep, and MuJoCo's reader stops at 100");
    }
    written_.text = std::move(xml_).text();
    return std::move(written_);
  }

 private:
  struct Open {
    SegmentId segment;
    int bodies;  // how many elements it opened
  };

  static bool is_identity(const Transform& place) { return place == Transform(); }

  XmlOutput& place(const Transform& pose) {
    if (pose.translation != Vec3(Vec3::Zero())) xml_.set("pos", pose.translation);
    if (pose.rotation != Mat3(Mat3::Identity())) xml_.set("quat", quaternion(pose.rotation));
    return xml_;
  }

  static std::vector<double> quaternion(const Mat3& rotation) {
    const Quat q = Quat(rotation).normalized();
    return {q.w(), q.x(), q.y(), q.z()};
  }

  void write_compiler() {
    bool bound = false, balance = false;
    for (const SegmentId s : figure_.segments()) {
      const MassProperties& body = figure_.mass(s);
      const JointType type = figure_.joint(figure_.joint_of(s)).type;
      const bool has_two_bodies = !is_identity(figure_.after(figure_.joint_of(s)));
      if (type != JointType::fixed && (body.mass <= 0.0 || has_two_bodies)) bound = true;
      if (body.mass > 0.0 && !is_real_inertia(body.inertia)) bound = balance = true;
    }
    xml_.open("compiler").set("angle", "radian").set("inertiafromgeom", "false");
    if (bound) xml_.set("boundmass", least_moving_mass).set("boundinertia", least_moving_mass);
    if (balance) {
      xml_.set("balanceinertia", "true");
      written_.notes.push_back("MuJoCo replaces the inertias that no real body can have");
    }
    xml_.close();
  }

  void write_meshes() {
    bool has_any = false;
    for (const SegmentId s : figure_.segments()) {
      for (const BodyShape& body : figure_.shapes(s)) {
        const auto* mesh = std::get_if<ConvexMesh>(&body.shape);
        if (mesh == nullptr) continue;
        if (!has_any) xml_.open("asset");
        has_any = true;
        std::vector<double> vertices;
        for (const Vec3& v : mesh->hull->vertices) vertices.insert(vertices.end(), v.data(), v.data() + 3);
        xml_.open("mesh").set("name", "convex " + std::to_string(++meshes_)).set("vertex", vertices).close();
      }
    }
    meshes_ = 0;
    if (has_any) xml_.close();
  }

  void open_segment(SegmentId s) {
    const JointId j = figure_.joint_of(s);
    const std::string& name = figure_.segment_name(s);
    const bool is_free_root = s == root_segment && figure_.joint(j).type == JointType::free;
    const bool has_two =
        !is_identity(figure_.after(j)) && figure_.joint(j).type != JointType::fixed && !is_free_root;
    Transform outer = figure_.before(j);
    if (is_free_root) outer = at(rest_, s).segment;  // MuJoCo counts it from the world
    if (!has_two && !is_free_root) outer = outer * figure_.after(j);
    xml_.open("body").set("name", has_two ? free_name(name + ".joint", body_names_) : name);
    place(outer);
    write_joints(s);
    if (has_two) {
      xml_.open("body").set("name", name);
      place(figure_.after(j));
    }
    open_.push_back({s, has_two ? 2 : 1});
    depth_ += open_.back().bodies;
    deepest_ = std::max(deepest_, depth_);
    write_inertial(figure_.mass(s));
    for (const BodyShape& body : figure_.shapes(s)) write_shape(body);
    for (const Frame& frame : figure_.frames()) {
      if (frame.segment != s) continue;
      xml_.open("site").set("name", frame.name);
      place(frame.pose).close();
    }
  }

  void close_body() {
    for (int k = 0; k < open_.back().bodies; ++k) xml_.close();
    depth_ -= open_.back().bodies;
    open_.pop_back();
  }

  void write_joints(SegmentId s) {
    const Joint& joint = figure_.joint(figure_.joint_of(s));
    const std::vector<double> values = to_list(figure_.joint_of(s));
    for (const Hinge& hinge : hinges_of(figure_, figure_.joint_of(s))) {
      if (hinge.type == JointType::free && s != root_segment) {
        write_floating(hinge.name, joint, values);
        continue;
      }
      if (hinge.type == JointType::free) {
        xml_.open("freejoint").set("name", hinge.name).close();
        append_pose(at(rest_, s).segment);
        continue;
      }
      xml_.open("joint").set("name", hinge.name);
      if (hinge.type == JointType::ball) {
        xml_.set("type", "ball").close();
        append_turn(joint_motion(joint, values).rotation);
        continue;
      }
      xml_.set("type", hinge.type == JointType::revolute ? "hinge" : "slide").set("axis", hinge.axis);
      if (hinge.range.is_limited()) {
        const std::vector<double> range = {std::max(hinge.range.min, -no_limit_in_mjcf),
                                           std::min(hinge.range.max, no_limit_in_mjcf)};
        xml_.set("limited", "true").set("range", range);
      }
      xml_.close();
      rest_values_.push_back(values[static_cast<std::size_t>(hinge.coordinate)]);
    }
  }

  // Only the root may be free in MuJoCo: three slides and a ball do the same.
  void write_floating(const std::string& name, const Joint& joint, const std::vector<double>& values) {
    const Transform motion = joint_motion(joint, values);
    const char* const endings[] = {".x", ".y", ".z"};
    for (int k = 0; k < 3; ++k) {
      xml_.open("joint").set("name", name + endings[k]).set("type", "slide");
      xml_.set("axis", Vec3(Vec3::Unit(k))).close();
      rest_values_.push_back(motion.translation[k]);
    }
    xml_.open("joint").set("name", name).set("type", "ball").close();
    append_turn(motion.rotation);
  }

  std::vector<double> to_list(JointId j) const {
    const Posture rest = figure_.rest_posture();
    const std::span<const double> values = values_of(figure_, rest, j);
    return {values.begin(), values.end()};
  }

  void append_turn(const Mat3& rotation) {
    const std::vector<double> turn = quaternion(rotation);
    rest_values_.insert(rest_values_.end(), turn.begin(), turn.end());
  }
  void append_pose(const Transform& pose) {
    rest_values_.insert(rest_values_.end(), pose.translation.data(), pose.translation.data() + 3);
    append_turn(pose.rotation);
  }

  void write_inertial(const MassProperties& body) {
    if (body.mass <= 0.0) return;
    const Mat3& t = body.inertia;
    const std::vector<double> full = {t(0, 0), t(1, 1), t(2, 2), t(0, 1), t(0, 2), t(1, 2)};
    xml_.open("inertial").set("pos", body.center).set("mass", body.mass);
    if (t.isZero(0.0)) {
      xml_.set("diaginertia", Vec3(Vec3::Zero()));
    } else {
      xml_.set("fullinertia", full);
    }
    xml_.close();
  }

  void write_shape(const BodyShape& body) {
    const auto open = [&](const char* type) -> XmlOutput& {
      xml_.open("geom").set("type", type);
      if (body.color) {
        const Color& c = *body.color;
        xml_.set("rgba", std::vector<double>{c[0], c[1], c[2], 1.0});
      }
      return xml_;
    };
    const auto along = [&](const char* type, const Vec3& a, const Vec3& b, double radius) {
      if (a == b) {
        open("sphere").set("size", radius).set("pos", a).close();
        return;
      }
      const std::vector<double> ends = {a.x(), a.y(), a.z(), b.x(), b.y(), b.z()};
      open(type).set("size", radius).set("fromto", ends).close();
    };
    std::visit(
        overloaded{
            [&](const Sphere& s) { open("sphere").set("size", s.radius).set("pos", s.center).close(); },
            [&](const Ellipsoid& e) {
              open("ellipsoid").set("size", e.radii);
              place({e.rotation, e.center}).close();
            },
            [&](const Capsule& c) { along("capsule", c.a, c.b, c.radius); },
            [&](const Cylinder& c) { along("cylinder", c.a, c.b, c.radius); },
            [&](const Box& b) {
              open("box").set("size", Vec3(b.size / 2));
              place({b.rotation, b.center}).close();
            },
            [&](const ConvexMesh& m) {
              open("mesh").set("mesh", "convex " + std::to_string(++meshes_));
              place(m.place).close();
            },
            [&](const auto&) { ++shapes_left_out_; },
        },
        body.shape);
  }

  void write_couplings() {
    const std::vector<HingeCoupling> couplings = hinge_couplings(figure_, written_.notes);
    if (couplings.empty()) return;
    xml_.open("equality");
    for (const HingeCoupling& coupling : couplings) {
      xml_.open("joint").set("joint1", coupling.first);
      if (!coupling.second.empty()) xml_.set("joint2", coupling.second);
      xml_.set("polycoef", std::vector<double>{coupling.offset, coupling.factor, 0, 0, 0}).close();
    }
    xml_.close();
  }

  void write_rest() {
    if (rest_values_.empty()) return;
    xml_.open("keyframe").open("key").set("name", "rest").set("qpos", rest_values_).close().close();
  }

  const Figure& figure_;
  const std::vector<SegmentPose> rest_;
  Written written_;
  XmlOutput xml_;
  std::set<std::string> body_names_;
  std::vector<Open> open_;
  std::vector<double> rest_values_;  // qpos, in the order in which the joints are written
  int depth_ = 0, deepest_ = 0, meshes_ = 0, shapes_left_out_ = 0;
};

}  // namespace

Written write_mjcf(const Figure& figure) {
  return MjcfWriter(figure).write();
}

}  // namespace limber
