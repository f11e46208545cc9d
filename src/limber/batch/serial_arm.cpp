// Walks from the root to the frame, turns every joint's frame so that z is its axis, and splits the rotation
// between neighbouring axes.

#include "limber/batch/serial_arm.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/joint_chain.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

// A rotation that turns z into `axis`.
Mat3 with_z_along(const Vec3& axis) {
  return Quat::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix();
}

Mat3 about_z(double angle) {
  return axis_rotation(Vec3::UnitZ(), angle);
}

// rotation = Rz(first) Rx(turn) Rz(last)
struct ZXZ {
  double first, cos_turn, sin_turn, last;
};
ZXZ split(const Mat3& r) {
  ZXZ angles{};
  angles.first = portable::atan2(r(0, 2), -r(1, 2));
  const double turn = portable::atan2(portable::hypot(r(0, 2), r(1, 2)), r(2, 2));
  angles.cos_turn = portable::cos(turn);
  angles.sin_turn = portable::sin(turn);
  const Mat3 rest = axis_rotation(Vec3::UnitX(), -turn) * about_z(-angles.first) * r;
  angles.last = portable::atan2(rest(1, 0), rest(0, 0));
  return angles;
}

bool is_coupled(const Figure& figure, JointId joint) {
  return std::any_of(figure.couplings().begin(), figure.couplings().end(), [&](const Coupling& coupling) {
    return std::any_of(coupling.terms.begin(), coupling.terms.end(),
                       [&](const Coupling::Term& term) { return term.joint == joint; });
  });
}

// The joint axis at the end of `placement`, seen from the frame of the joint before it.
void add_link(SerialArm& arm, const Transform& placement, const Joint& joint, int value) {
  const ZXZ angles = split(placement.rotation);
  SerialArm::Link link{};
  link.cos_turn = angles.cos_turn;
  link.sin_turn = angles.sin_turn;
  link.is_slide = joint.type == JointType::prismatic;
  link.angle = angles.last;
  link.range = joint.ranges[0];
  link.low = link.range.min;
  link.high = link.range.max;
  link.value = value;
  if (arm.links.empty()) {
    arm.base = {about_z(angles.first), placement.translation};
  } else {
    arm.links.back().angle += angles.first;
    link.offset = about_z(-angles.first) * placement.translation;
  }
  arm.links.push_back(link);
}

// Divides all lengths by the length of the chain.
void choose_unit(SerialArm& arm) {
  double length = arm.tip_offset.norm();
  for (const SerialArm::Link& link : arm.links) {
    length += link.offset.norm();
    if (link.is_slide && link.high - link.low < unlimited) length += link.high - link.low;
  }
  if (!(length > 0.0)) return;
  arm.unit = length;
  arm.base.translation /= length;
  arm.tip_offset /= length;
  for (SerialArm::Link& link : arm.links) {
    link.offset /= length;
    if (!link.is_slide) continue;
    link.low /= length;
    link.high /= length;
  }
}

}  // namespace

std::optional<SerialArm> serial_arm(const Figure& figure, FrameId frame) {
  if (!figure.ties().empty()) return std::nullopt;
  SerialArm arm;
  const Frame& end = figure.frame(frame);
  Transform placement;  // from the frame of the last joint taken
  std::vector<JointId> chain{figure.joint_of(root_segment)};
  for (const JointChain::Step& step : chain_between(figure, root_segment, end.segment).steps) {
    chain.push_back(step.joint);
  }
  for (const JointId j : chain) {
    const Joint& joint = figure.joint(j);
    placement = placement * figure.before(j);
    const bool moves = joint.type == JointType::revolute || joint.type == JointType::prismatic;
    if (!moves && joint.type != JointType::fixed) return std::nullopt;
    if (moves) {
      if (is_coupled(figure, j) || arm.links.size() == SerialArm::most_links) return std::nullopt;
      const Transform turned{with_z_along(joint.inverted ? Vec3(-joint.axis) : joint.axis), Vec3::Zero()};
      add_link(arm, placement * turned, joint, figure.first_value(j));
      placement = turned.inverse();
    }
    placement = placement * figure.after(j);
  }
  if (arm.links.empty()) return std::nullopt;
  const Transform tip = placement * end.pose;
  arm.tip_offset = tip.translation;
  arm.tip_rotation = tip.rotation;
  choose_unit(arm);
  return arm;
}

}  // namespace limber
