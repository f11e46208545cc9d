#include "limber/files/urdf/figure.h"

#include <cmath>
#include <set>

#include "limber/files/urdf/shapes.h"

namespace limber::urdf_import {

namespace {

class Describer {
 public:
  Describer(const Source& source, const Model& model) : source_(source), model_(model) {
    parent_joint_.assign(source.links.size(), -1);
    child_joints_.resize(source.links.size());
    rest_.resize(source.joints.size());
    for (int j = 0; j < static_cast<int>(source.joints.size()); ++j) {
      parent_joint_[index(joint(j).child)] = j;
      child_joints_[index(joint(j).parent)].push_back(j);
    }
    for (const LinkSource& link : source.links) segment_names_.insert(link.name);
    for (const JointSource& joint : source.joints) joint_names_.insert(joint.name);
  }

  FigureDescription describe(const UrdfOptions& options) {
    figure_.name = source_.robot;
    for (int link = 0; link < static_cast<int>(source_.links.size()); ++link) {
      if (link == source_.root) {
        add_root(link, options);
      } else {
        add_segment(link);
      }
      add_frame(link);
    }
    for (int j = 0; j < static_cast<int>(source_.joints.size()); ++j) add_mimic(j);
    return std::move(figure_);
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  const LinkSource& link(int number) const { return source_.links[index(number)]; }
  const JointSource& joint(int number) const { return source_.joints[index(number)]; }

  void add_root(int number, const UrdfOptions& options) {
    SegmentDescription segment = body(number);
    segment.joint.type = options.floating_base ? JointType::free : JointType::fixed;
    // The joint takes the name of its segment, unless a joint of the file has it.
    if (joint_names_.contains(link(number).name)) {
      segment.joint.name = free_name(link(number).name + ".root", joint_names_);
    }
    figure_.segments.push_back(std::move(segment));
  }

  void add_segment(int number) {
    const int j = parent_joint_[index(number)];
    const urdf::Joint& read = model_.joint(j);
    SegmentDescription segment = body(number);
    segment.parent = link(joint(j).parent).name;
    segment.before = transform_of(read.parent_to_joint_origin_transform);
    segment.joint.name = joint(j).name;
    switch (read.type) {
      case urdf::Joint::FLOATING:
        segment.joint.type = joint(j).type == "ball" ? JointType::ball : JointType::free;
        break;
      case urdf::Joint::PLANAR:
        add_slides(j, segment);
        [[fallthrough]];
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS:
      case urdf::Joint::PRISMATIC:
        segment.joint.type = read.type == urdf::Joint::PRISMATIC ? JointType::prismatic : JointType::revolute;
        segment.joint.axis = vector_of(read.axis).normalized();
        segment.joint.ranges[0] = range_of(read);
        if (read.mimic) segment.joint.rest = {rest_of(j)};
        break;
      default:
        segment.joint.type = JointType::fixed;
    }
    figure_.segments.push_back(std::move(segment));
  }

  // A planar joint is two slides in the plane and a turn about its normal, the turn keeping the joint's name.
  void add_slides(int j, SegmentDescription& segment) {
    const Vec3 normal = vector_of(model_.joint(j).axis).normalized();
    int largest;
    normal.cwiseAbs().maxCoeff(&largest);
    const Vec3 next = Vec3::Unit((largest + 1) % 3);  // a normal along z gives slides along x and y
    const Vec3 x = (next - normal * normal.dot(next)).normalized();
    const Vec3 axes[] = {x, normal.cross(x)};
    const char* const endings[] = {".x", ".y"};
    for (int k = 0; k < 2; ++k) {
      SegmentDescription slide;
      slide.name = free_name(joint(j).name + endings[k], segment_names_);
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

  static Range range_of(const urdf::Joint& read) {
    if (read.type != urdf::Joint::REVOLUTE && read.type != urdf::Joint::PRISMATIC) return {};
    const auto end = [](double value) {
      return std::abs(value) > 1e299 ? std::copysign(unlimited, value) : value;
    };
    return {end(read.limits->lower), end(read.limits->upper)};
  }

  // The value nearest to zero that its limits allow, or where the joint it mimics puts it at rest.
  double rest_of(int j) {
    std::vector<int> chain;  // from j to the joint that is mimicked in the end, or one already known
    for (int next = j; next >= 0 && !rest_[index(next)]; next = joint(next).mimicked) chain.push_back(next);
    for (; !chain.empty(); chain.pop_back()) {
      const urdf::Joint& read = model_.joint(chain.back());
      double rest = 0.0;
      if (read.mimic) {
        rest = read.mimic->multiplier * *rest_[index(joint(chain.back()).mimicked)] + read.mimic->offset;
      }
      rest_[index(chain.back())] = range_of(read).clamp(rest);
    }
    return *rest_[index(j)];
  }

  // Everything of a segment but its joint.
  SegmentDescription body(int number) const {
    const urdf::Link& read = model_.link(number);
    SegmentDescription segment;
    segment.name = link(number).name;
    segment.mass = mass_of_link(read);
    std::vector<Vec3> joints;
    for (int j : child_joints_[index(number)]) {
      joints.push_back(vector_of(model_.joint(j).parent_to_joint_origin_transform.position));
    }
    const int j = parent_joint_[index(number)];
    const Vec3 step =
        j < 0 ? Vec3(0, 0, 0) : vector_of(model_.joint(j).parent_to_joint_origin_transform.position);
    segment.shapes = shapes_of(read, link(number), stand_in_box(joints, step));
    return segment;
  }

  static std::optional<MassProperties> mass_of_link(const urdf::Link& read) {
    if (!read.inertial) return {};
    const urdf::Inertial& given = *read.inertial;
    Mat3 inertia;
    inertia << given.ixx, given.ixy, given.ixz, given.ixy, given.iyy, given.iyz, given.ixz, given.iyz,
        given.izz;
    const MassProperties in_own_axes{given.mass, Vec3::Zero(), inertia};
    return transformed(transform_of(given.origin), in_own_axes);
  }

  // Places to aim with: what is fixed to another link (how URDF marks a tool or a sensor) and what ends a
  // branch.
  void add_frame(int number) {
    const int j = parent_joint_[index(number)];
    if (j < 0 && !child_joints_[index(number)].empty()) return;
    if (child_joints_[index(number)].empty() || joint(j).type == "fixed") {
      figure_.frames.push_back({link(number).name, link(number).name, {}});
    }
  }

  // q = multiplier * q_other + offset
  void add_mimic(int j) {
    const JointSource& source = joint(j);
    if (source.mimicked < 0) return;
    const urdf::JointMimic& mimic = *model_.joint(j).mimic;
    CouplingDescription coupling;
    coupling.name = source.name + " mimics " + joint(source.mimicked).name;
    coupling.terms.push_back({source.name, 0, 1.0});
    if (mimic.multiplier != 0.0 && joint(source.mimicked).type != "fixed") {
      coupling.terms.push_back({joint(source.mimicked).name, 0, -mimic.multiplier});
    }
    coupling.range = {mimic.offset, mimic.offset};
    figure_.couplings.push_back(std::move(coupling));
  }

  static std::string free_name(std::string name, std::set<std::string>& taken) {
    while (!taken.insert(name).second) name += "'";
    return name;
  }

  const Source& source_;
  const Model& model_;
  std::vector<int> parent_joint_;               // of every link; -1 for the root
  std::vector<std::vector<int>> child_joints_;  // of every link
  std::vector<std::optional<double>> rest_;     // of every joint, as far as it was asked for
  std::set<std::string> segment_names_, joint_names_;
  FigureDescription figure_;
};

}  // namespace

FigureDescription describe(const Source& source, const Model& model, const UrdfOptions& options) {
  return Describer(source, model).describe(options);
}

}  // namespace limber::urdf_import
