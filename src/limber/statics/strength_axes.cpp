#include "limber/statics/strength_axes.h"

#include "limber/figure/compiled.h"

namespace limber::statics {

StrengthAxes strength_axes(const Figure& figure, const Kinematics& kinematics, JointId joint) noexcept {
  const FigureData& data = data_of(figure);
  const SegmentId segment = figure.segment_of(joint), parent = at(data.parent, segment);
  // Inner and outer side of the joint in the tree; an inverted joint is walked through backwards.
  const Mat3 before = at(data.before, joint).rotation;
  const Mat3 inner = parent.is_valid() ? Mat3(kinematics.segment_pose(parent).rotation * before) : before;
  const Mat3 outer = kinematics.segment_pose(segment).rotation * at(data.after, joint).rotation.transpose();
  const bool inverted = at(data.joints, joint).inverted;
  const Mat3& base = inverted ? outer : inner;
  const Mat3& moving = inverted ? inner : outer;
  const SwingTwist parts = swing_twist(Quat(Mat3(base.transpose() * moving)));
  StrengthAxes result;
  result.axes = base * compose({parts.swing, 0.0}).toRotationMatrix();
  result.angles = Vec3(parts.swing.x(), parts.swing.y(), parts.twist);
  result.angle_rates = swing_twist_rates(parts) * base.transpose();
  result.base = inverted ? segment : parent;
  result.limb = inverted ? parent : segment;
  result.sign = inverted ? -1.0 : 1.0;
  return result;
}

}  // namespace limber::statics
