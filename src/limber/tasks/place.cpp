#include "limber/tasks/task.h"

#include "limber/kinematics/kinematics.h"

namespace limber {

Place Place::on_segment(SegmentId segment, const Transform& pose) {
  Place place;
  place.segment = segment;
  place.pose = pose;
  return place;
}

Place Place::on_segment(SegmentId segment, const Vec3& point) {
  return on_segment(segment, Transform::at(point));
}

Place Place::in_world(const Transform& pose) {
  Place place;
  place.pose = pose;
  return place;
}

PlaceNow now(const Place& place, const Kinematics& kinematics) noexcept {
  if (place.frame.is_valid()) {
    const Frame& frame = kinematics.figure().frame(place.frame);
    return {frame.segment, kinematics.segment_pose(frame.segment) * frame.pose};
  }
  if (place.segment.is_valid()) return {place.segment, kinematics.segment_pose(place.segment) * place.pose};
  return {no_segment, place.pose};
}

std::string place_name(const Place& place, const Figure& figure) {
  if (place.frame.is_valid()) return figure.frame(place.frame).name;
  return place.segment.is_valid() ? figure.segment_name(place.segment) : "the world";
}

}  // namespace limber
