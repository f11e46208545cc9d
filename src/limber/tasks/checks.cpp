// Checks of task fields, each with a sentence for what is wrong.

#include "limber/tasks/checks.h"

#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/checks.h"
#include "limber/figure/joint_coordinate.h"

namespace limber::tasks {

namespace {

constexpr double unit_tolerance = 1e-6;  // how far from 1 the length of a unit vector or quaternion may be

[[noreturn]] void refuse(const std::string& sentence) {
  throw std::invalid_argument(sentence);
}

// "there is no frame number 7 in figure "human", which has 5, counted from 0".
void check_index(int index, int count, const Figure& figure, const std::string& field,
                 const std::string& what) {
  if (index >= 0 && index < count) return;
  refuse(field + ": there is no " + what + " number " + std::to_string(index) + " in figure " +
         quoted(figure.name()) + ", which has " + std::to_string(count) + ", counted from 0");
}

}  // namespace

void check_place(const Place& place, const Figure& figure, const std::string& field) {
  if (place.frame >= 0) {
    check_index(place.frame, static_cast<int>(figure.frames().size()), figure, field, "frame");
    return;
  }
  if (place.segment >= 0) check_index(place.segment, figure.segment_count(), figure, field, "segment");
  if (const Complaint complaint = check_placement(place.pose)) refuse(field + ": " + *complaint);
}

void check_moving_place(const Place& place, const Figure& figure, const std::string& field) {
  check_place(place, figure, field);
  if (!place.moves()) {
    refuse(field + " is fixed in the world and cannot be moved; name a frame or a segment of the figure");
  }
}

void check_number(double number, const std::string& field) {
  if (!is_usable(number)) refuse(field + " is not a number, or too large");
}

void check_point(const Vec3& point, const std::string& field) {
  if (!is_usable(point)) refuse(field + " is not a point: a coordinate is not a number, or too large");
}

void check_direction(const Vec3& direction, const std::string& field) {
  if (!(std::abs(direction.norm() - 1.0) <= unit_tolerance)) refuse(field + " must be a vector of length 1");
}

void check_rotation(const Quat& rotation, const std::string& field) {
  if (!(std::abs(rotation.norm() - 1.0) <= unit_tolerance)) refuse(field + " must be a unit quaternion");
}

void check_axes(const Axes& axes) {
  if (axes.count() == 0) refuse("axes: at least one of x, y and z must count");
}

void check_joint_coordinate(const Figure& figure, JointId joint, int coordinate) {
  check_index(joint, figure.segment_count(), figure, "joint", "joint");
  const JointType type = figure.joint(joint).type;
  const int count = coordinate_count(type);
  if (coordinate >= 0 && coordinate < count) return;
  const std::string has = count == 0   ? "and has no coordinates"
                          : count == 1 ? "and has one coordinate, number 0"
                                       : "and has " + std::to_string(count) + " coordinates, counted from 0";
  refuse("coordinate: joint " + quoted(figure.joint_name(joint)) + " is " +
         std::string(joint_type_name(type)) + " " + has + "; there is no number " +
         std::to_string(coordinate));
}

}  // namespace limber::tasks
