#pragma once
// What a description must satisfy before it can be compiled. Each check returns nothing if all is well;
// otherwise what is wrong and what would be right, as the end of a sentence that begins with the name of the
// thing checked.

#include <optional>
#include <string>

#include "limber/figure/description.h"

namespace limber {

using Complaint = std::optional<std::string>;

// Largest number accepted anywhere in a figure: squares of larger lengths lose all precision.
inline constexpr double largest_number = 1e9;

// Limit on the segments that chains expand to: a short file must not fill the memory.
inline constexpr int largest_chain_segment_count = 200'000;

bool is_usable(double number);  // finite and at most largest_number
bool is_usable(const Vec3& vector);

Complaint check_placement(const Transform& placement);
Complaint check_shape(const Shape& shape);
Complaint check_mass(const MassProperties& mass);
// Also normalises axes and polygon vertices.
// The sentence begins with the name of the field: "torque: ...".
Complaint check_strength(const Strength& strength, JointType type);
Complaint check_joint(Joint& joint);
Complaint check_chain(const ChainDescription& chain);

}  // namespace limber
