#pragma once
// Joints and their limits in the figure format.

#include "limber/figure/joint.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

Joint read_joint(const Value& object);
Output write_joint(const Joint& joint);

// What a joint can do by angle and direction: a list of {angle, positive, negative}.
std::vector<Strength::Entry> read_strength_table(const Value& list);
Output write_strength_table(const std::vector<Strength::Entry>& table);

// [min, max], with null for no limit. Limits too large to be read again are written as null.
Range read_range(const Value& value);
Output write_range(const Range& range);

// A joint's parameters: a number for one, a list for several.
std::vector<double> read_parameters(const Value& value, JointType type);
Output write_parameters(const std::vector<double>& parameters);

}  // namespace limber::json
