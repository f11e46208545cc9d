// DART's hierarchical inverse kinematics, set up as its tutorial does.

#if LIMBER_HAVE_DART
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/HierarchicalIK.hpp>
#include <dart/dynamics/InverseKinematics.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/SimpleFrame.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "humanoid_tree.h"

namespace limber::peers {

DartResult dart_humanoid(const HumanoidTree& tree, const std::vector<std::array<Transform, 4>>& goals,
                         double tolerance) {
  using namespace dart::dynamics;
  const SkeletonPtr skeleton = Skeleton::create("humanoid");
  BodyNode* const root = skeleton
                             ->createJointAndBodyNodePair<FreeJoint>(nullptr, FreeJoint::Properties(),
                                                                     BodyNode::AspectProperties("root"))
                             .second;
  std::vector<BodyNode*> bodies;
  for (const HumanoidTree::Hinge& hinge : tree.hinges) {
    RevoluteJoint::Properties joint;
    joint.mName = "j" + std::to_string(bodies.size());
    joint.mAxis = Vec3::Unit(hinge.axis);
    joint.mT_ParentBodyToJoint.translation() = hinge.offset;
    BodyNode* const parent = hinge.parent < 0 ? root : bodies[static_cast<std::size_t>(hinge.parent)];
    const BodyNode::AspectProperties body("b" + std::to_string(bodies.size()));
    bodies.push_back(skeleton->createJointAndBodyNodePair<RevoluteJoint>(parent, joint, body).second);
  }
  std::vector<InverseKinematicsPtr> ends;
  for (int e = 0; e < 4; ++e) {
    const InverseKinematicsPtr ik =
        bodies[static_cast<std::size_t>(tree.ends[static_cast<std::size_t>(e)])]->getIK(true);
    ik->setHierarchyLevel(static_cast<std::size_t>(e));
    ik->useWholeBody();
    const Eigen::Matrix<double, 6, 1> bound =
        Eigen::Matrix<double, 6, 1>::Constant(tolerance / std::sqrt(3.0));
    ik->getErrorMethod().setBounds(-bound, bound);
    ik->getErrorMethod().setErrorWeights(Eigen::Matrix<double, 6, 1>::Ones());
    ik->setGradientMethod<InverseKinematics::JacobianDLS>().setDampingCoefficient(0.005);
    ends.push_back(ik);
  }
  const auto whole = skeleton->getIK(true);
  whole->refreshIKHierarchy();
  whole->getSolver()->setNumMaxIterations(1000);
  whole->getSolver()->setTolerance(1e-12);
  Samples times;
  int found = 0;
  VecX solution;
  for (const auto& poses : goals) {
    for (std::size_t e = 0; e < 4; ++e) {
      Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
      pose.linear() = poses[e].rotation;
      pose.translation() = poses[e].translation;
      ends[e]->getTarget()->setTransform(pose);
    }
    skeleton->setPositions(VecX::Zero(static_cast<Eigen::Index>(skeleton->getNumDofs())));
    const double begin = now_us();
    whole->solveAndApply(solution, true);
    times.add(now_us() - begin);
    bool is_reached = true;
    for (std::size_t e = 0; e < 4; ++e) {
      const Eigen::Isometry3d at = bodies[static_cast<std::size_t>(tree.ends[e])]->getWorldTransform();
      is_reached = is_reached && (at.translation() - poses[e].translation).norm() < 1.1 * tolerance;
    }
    found += is_reached;
  }
  return {times.median(), 100.0 * found / static_cast<double>(goals.size())};
}

}  // namespace limber::peers
#endif
