#pragma once
// A place something is asked of, or measured in: a frame of the figure, any spot on a segment, or the world.

#include <string_view>

#include "limber/kinematics/kinematics.h"

namespace limber {

struct Place {
  FrameId frame;      // if valid: this frame of the figure; the two fields below do not count then
  SegmentId segment;  // if valid: carried by this segment; none: fixed in the world
  Transform pose;     // in the segment's frame or in the world

  Place() = default;  // the world's origin and axes
  // Not explicit: Reach{.frame = figure.frame("hand.r")} is how people write it.
  Place(FrameId frame_number) : frame(frame_number) {}
  static Place on_segment(SegmentId segment_number, const Transform& pose);
  static Place on_segment(SegmentId segment_number, const Vec3& point);
  static Place in_world(const Transform& pose);

  bool moves() const { return frame.is_valid() || segment.is_valid(); }
  bool operator==(const Place&) const = default;
};

// Where the place is now, and which segment carries it (none for the world).
struct PlaceNow {
  SegmentId segment;
  Transform pose;  // world
};
PlaceNow now(const Place& place, const Kinematics& kinematics) noexcept;

// Which of three coordinates count.
struct Axes {
  bool x = true, y = true, z = true;
  static constexpr Axes xyz() { return {true, true, true}; }
  static constexpr Axes xy() { return {true, true, false}; }
  int count() const { return int{x} + int{y} + int{z}; }
  bool operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  bool operator==(const Axes&) const = default;
};

}  // namespace limber
