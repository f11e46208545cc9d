#pragma once
// So that nothing is jumped over, no part of the figure moves farther in one step than it has room, or than
// it is thick: to pass through even a sheet without thickness it would have to move twice its own radius.

#include <span>
#include <vector>

#include "limber/solver/step/segment_twists.h"
#include "limber/world/proximity.h"

namespace limber {

class SafeMotion {
 public:
  SafeMotion(const Figure& figure, const Body& body);  // allocates; nothing below does

  // A step starts from here. What is not among the contacts is at least `farthest` away; `self`: parts of the
  // figure may come towards each other, too. `least_room`: [m] that every part has.
  struct Start {
    std::span<const Contact> contacts;
    double farthest;
    double least_room;
    bool self;
  };
  void start(const Body& body, const Start& start) noexcept;

  // The largest part of a displacement, 0..1, that moves no part farther than it may, to first order.
  double fraction(const Kinematics& kinematics, const VecX& displacement) noexcept;
  // Has some part moved clearly too far since start()?
  bool went_too_far(const Body& body) const noexcept;

  int part_number(SegmentId segment, int shape) const noexcept { return at(first_part_, segment) + shape; }

 private:
  struct Part {
    double reach = 0.0;      // [m] of the farthest point of its core, from the centre
    double thickness = 0.0;  // [m] of the largest ball inside, across
    Vec3 center = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
    double room = 0.0;  // [m] it may move in this step
  };
  std::vector<Part> parts_;      // where the step started
  std::vector<int> first_part_;  // of a segment
  SegmentTwists twists_;
};

}  // namespace limber
