#pragma once
// What a description must satisfy before it can be compiled. Each check answers nothing, or what is wrong and
// what would be right, as the end of a sentence that begins with the name of the thing checked.

#include <optional>
#include <string>

#include "limber/figure/description.h"

namespace limber {

using Complaint = std::optional<std::string>;

// Largest number accepted anywhere in a figure: beyond it lengths square to nonsense.
inline constexpr double largest_number = 1e9;

// Segments that chains may make: a short text must not make a figure that fills the memory.
inline constexpr int largest_chain_segment_count = 200'000;

bool is_usable(double number);  // finite and at most largest_number
bool is_usable(const Vec3& vector);

Complaint check_placement(const Transform& placement);
Complaint check_shape(const Shape& shape);
Complaint check_mass(const MassProperties& mass);
// Also brings axes and polygon vertices to unit length.
Complaint check_joint(Joint& joint);
Complaint check_chain(const ChainDescription& chain);

}  // namespace limber
