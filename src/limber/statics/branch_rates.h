#pragma once
// How a number changes with the posture, gathered segment by segment.
//
// A number that depends on the posture through points P and directions carried by segments changes with
//
//   d number = sum over segments of  move . u + turn . w
//
// where (w, u) is the screw of the segment's motion (kinematics/kinematics.h): a coefficient c of dP adds c
// to `move` and P x c to `turn`. One sweep from the tips to the root gives the derivative by every degree of
// freedom.

#include <vector>

#include "limber/kinematics/kinematics.h"

namespace limber::statics {

class BranchRates {
 public:
  explicit BranchRates(int segments) : rates_(static_cast<std::size_t>(segments)) {}

  void clear() noexcept {
    for (Rate& rate : rates_) rate = {};
  }
  void add_point(SegmentId segment, const Vec3& point, const Vec3& coefficient) noexcept {
    Rate& rate = at(rates_, segment);
    rate.move += coefficient;
    rate.turn += point.cross(coefficient);
  }
  void add_turn(SegmentId segment, const Vec3& coefficient) noexcept {
    at(rates_, segment).turn += coefficient;
  }

  // row += factor * d number/dq; what was gathered is lost.
  void sweep(const Kinematics& kinematics, double factor, Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

 private:
  struct Rate {
    Vec3 move = Vec3::Zero(), turn = Vec3::Zero();
  };
  std::vector<Rate> rates_;
};

}  // namespace limber::statics
