#pragma once
// Placements, rotations, colours and shapes in the figure and scene formats.

#include <optional>

#include "limber/figure/description.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

// A rotation is written as its rotation vector, with 14 decimals or as an exact multiple of 15 degrees.
// log(exp(k)) differs from k in the last bits, and files must not drift when they are read and written again
// and again.
Mat3 read_rotation(const Value& value);
void write_rotation(const Mat3& rotation, Output& object);  // left out if it is the identity

// The rotation vector that does not change when it is written and read again. `round_trip` converts a vector
// to a rotation and back. One round usually suffices; at half a turn, k and -k may alternate, and always the
// same one is chosen.
template <class RoundTrip>
Vec3 settled_rotation_vector(const Vec3& start, const RoundTrip& round_trip);

// "position" and "rotation" of the object; a missing one is zero.
Transform read_position_and_rotation(const Value& object);
void write_position_and_rotation(const Transform& placement, Output& object);
// The same as an object under `key`; left out if it is the identity.
Transform read_placement(const Value& object, std::string_view key);
void write_placement(const Transform& placement, std::string_view key, Output& object);

// "#rrggbb", or [r, g, b] with numbers from 0 to 1 where that is not precise enough.
std::optional<Color> read_color(const Value& object);
void write_color(const std::optional<Color>& color, Output& object);

enum class ShapePlace { segment, world };  // only worlds have planes, and names for shapes
Shape read_shape(const Value& object, ShapePlace place);
void write_shape(const Shape& shape, Output& object);

Vec3 rounded_for_writing(const Vec3& rotation_vector);

Vec3 read_lengths(const Value& value);  // three numbers above 0

template <class RoundTrip>
Vec3 settled_rotation_vector(const Vec3& start, const RoundTrip& round_trip) {
  constexpr int most_rounds = 64;
  std::vector<Vec3> seen;
  Vec3 current = rounded_for_writing(start);
  while (static_cast<int>(seen.size()) < most_rounds) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != current) continue;
      Vec3 chosen = current;
      for (; i < seen.size(); ++i) {
        if (std::lexicographical_compare(seen[i].begin(), seen[i].end(), chosen.begin(), chosen.end()))
          chosen = seen[i];
      }
      return chosen;
    }
    seen.push_back(current);
    current = rounded_for_writing(round_trip(current));
  }
  return current;
}

}  // namespace limber::json
