#pragma once
// A posture, joint by joint.

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

// The joint of this name; an error at `value` if the figure has none.
JointId read_joint_name(const Value& value, std::string_view name, const Figure& figure);

// Joints that are not named keep their values.
void read_posture(const Value& object, const Figure& figure, Posture& posture);

// Joints at rest are left out, except the root if `always_the_root`.
Output write_posture(const Figure& figure, const Posture& posture, bool always_the_root = false);

}  // namespace limber::json
