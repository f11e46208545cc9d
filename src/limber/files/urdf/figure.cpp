// Links become segments with the joint above them, planar joints become three, mimics become couplings.

#include "limber/files/urdf/figure.h"

#include <algorithm>
#include <set>

#include "limber/files/segment_poses.h"
#include "limber/files/urdf/shapes.h"

namespace limber::urdf_import {

namespace {

class Describer {
 public:
  explicit Describer(const Robot& robot) : robot_(robot) {
    parent_joint_.assign(robot.links.size(), -1);
    child_joints_.resize(robot.links.size());
    rest_.resize(robot.joints.size());
    for (int j = 0; j < static_cast<int>(robot.joints.size()); ++j) {
      parent_joint_[index(robot.joint(j).child)] = j;
      child_joints_[index(robot.joint(j).parent)].push_back(j);
    }
    span_ = longest_way();
    for (const RobotLink& link : robot.links) segment_names_.insert(link.name);
    for (const RobotJoint& joint : robot.joints) joint_names_.insert(joint.name);
  }

  FigureDescription describe(const UrdfOptions& options) {
    figure_.name = robot_.name;
    for (int link = 0; link < static_cast<int>(robot_.links.size()); ++link) {
      if (link == robot_.root) {
        add_root(link, options);
      } else {
        add_segment(link);
      }
      add_frame(link);
    }
    for (const RobotJoint& joint : robot_.joints) {
      if (joint.mimic) add_mimic(joint);
    }
    return std::move(figure_);
  }

 private:
  // From the root to a joint, along the links [m].
  double longest_way() const {
    std::vector<double> way(robot_.links.size(), 0.0);
    double longest = 0.0;
    std::vector<int> next = {robot_.root};
    while (!next.empty()) {
      const int link = next.back();
      next.pop_back();
      longest = std::max(longest, way[index(link)]);
      for (const int j : child_joints_[index(link)]) {
        const RobotJoint& joint = robot_.joint(j);
        way[index(joint.child)] = way[index(link)] + joint.origin.translation.norm();
        next.push_back(joint.child);
      }
    }
    return longest;
  }

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  void add_root(int number, const UrdfOptions& options) {
    SegmentDescription segment = body(number);
    segment.joint.type = options.floating_base ? JointType::free : JointType::fixed;
    segment.before = robot_.root_origin;
    // The joint takes the name of its segment, unless a joint of the file has it.
    if (joint_names_.contains(segment.name)) {
      segment.joint.name = free_name(segment.name + ".root", joint_names_);
    }
    figure_.segments.push_back(std::move(segment));
  }

  void add_segment(int number) {
    const int j = parent_joint_[index(number)];
    const RobotJoint& joint = robot_.joint(j);
    SegmentDescription segment = body(number);
    segment.parent = robot_.link(joint.parent).name;
    segment.before = joint.origin;
    segment.after = joint.after;
    segment.joint.name = joint.name;
    segment.joint.inverted = joint.is_inverted;
    switch (joint.type) {
      case RobotJointType::fixed:
        segment.joint.type = JointType::fixed;
        break;
      case RobotJointType::floating:
        segment.joint.type = JointType::free;
        break;
      case RobotJointType::ball:
        segment.joint.type = JointType::ball;
        break;
      case RobotJointType::planar:
        add_slides(joint, segment);
        [[fallthrough]];
      case RobotJointType::revolute:
      case RobotJointType::continuous:
      case RobotJointType::prismatic:
        segment.joint.type =
            joint.type == RobotJointType::prismatic ? JointType::prismatic : JointType::revolute;
        segment.joint.axis = joint.axis.normalized();
        segment.joint.ranges[0] = joint.range;
        segment.joint.strength = joint.strength;
        if (joint.mimic) segment.joint.rest = {rest_of(j)};
        break;
    }
    figure_.segments.push_back(std::move(segment));
  }

  // A planar joint is two slides in the plane and a turn about its normal, the turn keeping the joint's name.
  void add_slides(const RobotJoint& joint, SegmentDescription& segment) {
    const Vec3 normal = joint.axis.normalized();
    int largest;
    normal.cwiseAbs().maxCoeff(&largest);
    const Vec3 next = Vec3::Unit((largest + 1) % 3);  // a normal along z gives slides along x and y
    const Vec3 x = (next - normal * normal.dot(next)).normalized();
    const Vec3 axes[] = {x, normal.cross(x)};
    const char* const endings[] = {".x", ".y"};
    for (int k = 0; k < 2; ++k) {
      SegmentDescription slide;
      slide.name = free_name(joint.name + endings[k], segment_names_);
      slide.joint.name = free_name(slide.name, joint_names_);
      slide.parent = segment.parent;
      slide.before = segment.before;
      slide.joint.type = JointType::prismatic;
      slide.joint.axis = axes[k];
      segment.parent = slide.name;
      segment.before = {};
      figure_.segments.push_back(std::move(slide));
    }
  }

  // The value nearest to zero that its limits allow, or where the joint it mimics puts it at rest.
  double rest_of(int j) {
    const auto mimicked = [&](int number) {
      const std::optional<Mimic>& mimic = robot_.joint(number).mimic;
      return mimic ? mimic->joint : -1;
    };
    std::vector<int> chain;  // from j to the joint that is mimicked in the end, or one already known
    for (int next = j; next >= 0 && !rest_[index(next)]; next = mimicked(next)) chain.push_back(next);
    for (; !chain.empty(); chain.pop_back()) {
      const RobotJoint& joint = robot_.joint(chain.back());
      double rest = 0.0;
      if (joint.mimic) {
        rest = joint.mimic->multiplier * *rest_[index(joint.mimic->joint)] + joint.mimic->offset;
      }
      rest_[index(chain.back())] = joint.range.clamp(rest);
    }
    return *rest_[index(j)];
  }

  // Everything of a segment but its joint.
  SegmentDescription body(int number) const {
    const RobotLink& link = robot_.link(number);
    SegmentDescription segment;
    segment.name = link.name;
    segment.mass = link.mass;
    std::vector<Vec3> joints;
    for (int j : child_joints_[index(number)]) joints.push_back(robot_.joint(j).origin.translation);
    const int j = parent_joint_[index(number)];
    const Vec3 step = j < 0 ? Vec3(0, 0, 0) : robot_.joint(j).origin.translation;
    segment.shapes = shapes_of(link, stand_in_box(joints, step, span_));
    segment.visuals = visuals_of(link);
    return segment;
  }

  // Places to aim with: what is fixed to another link (how URDF marks a tool or a sensor) and what ends a
  // branch.
  void add_frame(int number) {
    const int j = parent_joint_[index(number)];
    const bool is_leaf = child_joints_[index(number)].empty();
    if (is_leaf || (j >= 0 && robot_.joint(j).type == RobotJointType::fixed)) {
      const std::string& name = robot_.link(number).name;
      figure_.frames.push_back({name, name, {}});
    }
  }

  void add_mimic(const RobotJoint& joint) {
    const Mimic& mimic = *joint.mimic;
    const RobotJoint& other = robot_.joint(mimic.joint);
    CouplingDescription coupling;
    coupling.name = joint.name + " mimics " + other.name;
    coupling.terms.push_back({joint.name, 0, 1.0});
    if (mimic.multiplier != 0.0 && other.type != RobotJointType::fixed) {
      coupling.terms.push_back({other.name, 0, -mimic.multiplier});
    }
    coupling.range = {mimic.offset, mimic.offset};
    figure_.couplings.push_back(std::move(coupling));
  }

  const Robot& robot_;
  double span_ = 0.0;                           // [m]
  std::vector<int> parent_joint_;               // of every link; -1 for the root
  std::vector<std::vector<int>> child_joints_;  // of every link
  std::vector<std::optional<double>> rest_;     // of every joint, as far as it was asked for
  std::set<std::string> segment_names_, joint_names_;
  FigureDescription figure_;
};

}  // namespace

FigureDescription describe(const Robot& robot, const UrdfOptions& options) {
  return Describer(robot).describe(options);
}

}  // namespace limber::urdf_import
