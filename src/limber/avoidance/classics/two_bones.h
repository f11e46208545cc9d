#pragma once
// A limb of two bones in closed form: a hinge (elbow, knee) and above it a ball joint (shoulder, hip), or a
// hinge whose axis is parallel. With the joint above at S and the point p led by the hinge at angle theta,
//
//   |p(theta) - S|^2 = a + b cos(theta) + c sin(theta) = |t - S|^2        two angles; the nearer is taken
//   then the joint above turns p to t the shortest way.
//
// Exact in one go, and the elbow swings as little as it can. Only these two joints move: of a longer chain
// the two next to the point, the wrist held. A goal too far or too near: as near as the limb gets. A chain
// without such a pair (a trunk of hinges, most robots) stands still.

#include "limber/avoidance/classics/point_technique.h"

namespace limber::classics {

class TwoBones : public PointTechnique {
 public:
  using PointTechnique::PointTechnique;

 protected:
  bool lead(const AvoidanceQuestion& question, const Goal& goal) noexcept override;

 private:
  struct Limb {
    JointId upper, hinge;
    bool is_found = false;
  };
  Limb find_limb(const Kinematics& kinematics, const Vec3& point) const noexcept;
};

// The two turns of a hinge after which `point` is `distance` away from `center`, or as near to that as it can
// be.
struct HingeTurns {
  double turns[2] = {0.0, 0.0};  // the smaller first
};
HingeTurns hinge_turns(const Vec3& axis, const Vec3& hinge, const Vec3& center, const Vec3& point,
                       double distance) noexcept;

}  // namespace limber::classics
