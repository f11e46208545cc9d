#pragma once
// Joints and their limits in the figure format.

#include "limber/figure/joint.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

Joint read_joint(const Value& object);
Output write_joint(const Joint& joint);

// What a joint can do by angle and direction: a list of {angle, positive, negative}. For several axes a list
// of those, with a number for one that is the same at every angle and in both directions.
Strength::Table read_strength_table(const Value& list);
Output write_strength_table(const Strength::Table& table);
std::vector<Strength::Table> read_strength_axes(const Value& list);
Output write_strength_axes(const std::vector<Strength::Table>& axes);

// [min, max], with null for no limit. Limits too large to be read again are written as null.
Range read_range(const Value& value);
Output write_range(const Range& range);

// A joint's parameters: a number for one, a list for several.
std::vector<double> read_parameters(const Value& value, JointType type);
Output write_parameters(const std::vector<double>& parameters);

}  // namespace limber::json
