#include "limber/tasks/place.h"

namespace limber {

Place Place::on_segment(int segment_number, const Transform& pose) {
  Place place;
  place.segment = segment_number;
  place.pose = pose;
  return place;
}

Place Place::on_segment(int segment_number, const Vec3& point) {
  return on_segment(segment_number, Transform::at(point));
}

Place Place::in_world(const Transform& pose) {
  Place place;
  place.pose = pose;
  return place;
}

PlaceNow now(const Place& place, const Kinematics& kinematics) noexcept {
  if (place.frame >= 0) {
    const Frame& frame = kinematics.figure().frames()[static_cast<std::size_t>(place.frame)];
    return {frame.segment, kinematics.segment_pose(frame.segment) * frame.pose};
  }
  if (place.segment >= 0) return {place.segment, kinematics.segment_pose(place.segment) * place.pose};
  return {-1, place.pose};
}

}  // namespace limber
