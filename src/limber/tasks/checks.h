#pragma once
// Checks of the fields of tasks and criteria. Each throws std::invalid_argument with a sentence that begins
// with the name of the field.

#include <string>

#include "limber/tasks/task.h"

namespace limber {
class Figure;
}

namespace limber::tasks {

void check_place(const Place& place, const Figure& figure, const std::string& field);
// The same, and the place is carried by the figure.
void check_moving_place(const Place& place, const Figure& figure, const std::string& field);
void check_number(double number, const std::string& field);
void check_point(const Vec3& point, const std::string& field);
void check_direction(const Vec3& direction, const std::string& field);  // a unit vector
void check_rotation(const Quat& rotation, const std::string& field);    // a unit quaternion
void check_axes(const Axes& axes);                                      // at least one counts
void check_joint_coordinate(const Figure& figure, JointId joint, int coordinate);

}  // namespace limber::tasks
