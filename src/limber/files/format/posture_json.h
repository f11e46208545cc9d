#pragma once
// A posture joint by joint, as people write it. For files/ and session/.

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

// The number of the joint this value names, "knee.l": one the figure has.
int read_joint_name(const Value& value, std::string_view name, const Figure& figure);

// Joints not named keep what `posture` has.
void read_posture(const Value& object, const Figure& figure, Posture& posture);

// Joints at rest are left out, but for the root when it is `always` to be said.
Output write_posture(const Figure& figure, const Posture& posture, bool always_the_root = false);

}  // namespace limber::json
