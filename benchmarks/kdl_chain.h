#pragma once
// A chain of a Limber figure as KDL's solvers take it.

#include <kdl/chain.hpp>

#include "hinges.h"
#include "limber/figure/joint_chain.h"

namespace limber {

// The joints from the root to a frame; ball, swing and elbow joints as hinges one after the other.
inline KDL::Chain kdl_chain(const Figure& figure, int frame) {
  const auto kdl = [](const Transform& t) {
    const Mat3& r = t.rotation;
    return KDL::Frame(
        KDL::Rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
        KDL::Vector(t.translation.x(), t.translation.y(), t.translation.z()));
  };
  const Frame& end = figure.frames()[static_cast<std::size_t>(frame)];
  KDL::Chain chain;
  for (const JointChain::Step& step : chain_between(figure, 0, end.segment).steps) {
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), kdl(figure.before(step.joint))));
    for (const Vec3& a : hinges(figure.joint(step.joint))) {
      const KDL::Vector axis(a.x(), a.y(), a.z());
      chain.addSegment(
          KDL::Segment(KDL::Joint(KDL::Vector::Zero(), axis, KDL::Joint::RotAxis), KDL::Frame()));
    }
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), kdl(figure.after(step.joint))));
  }
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), kdl(end.pose)));
  return chain;
}

}  // namespace limber
