#pragma once
// Forward and backward reaching (FABRIK: Aristidou and Lasenby 2011). The chain is points and lengths:
//
//   p_0 .. p_m   where its joints are, those in one place taken as one, and at last the point that is led
//   backward     p_m <- t;    p_i <- p_{i+1} + l_i unit(p_i - p_{i+1})
//   forward      p_0 <- root; p_{i+1} <- p_i + l_i unit(p_{i+1} - p_i)
//
// until p_m is at the goal. Then the joints are turned, from the root on, each to bring the next point to
// where it should be (turn_joint.h).
//
// Exact for ball joints without limits. Hinges and limits are not in its picture: the joints go as near to
// the points as they can, and the next step begins there. Where that brings the point no nearer it stays, so
// it may rest far from a goal that can be reached: the trunk of the elephant, whose links bend by 20 degrees
// at most, it leads only a little way. Prismatic joints stay as they are.

#include "limber/avoidance/classics/point_technique.h"

namespace limber::classics {

class Fabrik : public PointTechnique {
 public:
  Fabrik(const Figure& figure, const AvoidanceOptions& options);

 protected:
  bool lead(const AvoidanceQuestion& question, const Goal& goal) noexcept override;

 private:
  void gather(const Kinematics& kinematics, const Goal& goal) noexcept;
  void reach(const Vec3& target) noexcept;
  Vec3 place_of(std::size_t joint, const Kinematics& kinematics, const Goal& goal) const noexcept;
  Transform place_group(std::size_t begin, std::size_t end, const Transform& moved,
                        const Kinematics& kinematics, const Goal& goal) noexcept;

  std::vector<Vec3> points_;        // p_0 .. p_m
  std::vector<double> lengths_;     // l_i = |p_{i+1} - p_i|
  std::vector<std::size_t> first_;  // per joint: which point it is at
};

}  // namespace limber::classics
