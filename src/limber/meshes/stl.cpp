// Binary STL: 80 bytes, a count, 50 bytes for each triangle (normal, three points, two bytes of anything).
// Text: "solid ... facet normal ... vertex x y z (three times) ... endsolid". Many binary files begin with
// "solid" as well, so the size decides first.

#include "limber/meshes/stl.h"

#include <bit>
#include <charconv>
#include <cstring>

#include "limber/base/names.h"

namespace limber {

namespace {

constexpr std::size_t stl_header = 84, stl_triangle = 50;  // [bytes]
static_assert(std::endian::native == std::endian::little, "binary STL is little-endian");

std::uint32_t claimed_triangles(std::string_view bytes) {
  std::uint32_t count = 0;
  if (bytes.size() >= stl_header) std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

void add_stl_triangle(Mesh& mesh, const std::array<std::array<float, 3>, 3>& corners) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

Error too_many(std::size_t count, const MeshLimits& limits) {
  return Error{"the STL has " + std::to_string(count) + " triangles; expected at most " +
               std::to_string(limits.triangles)};
}

Expected<Mesh> parse_binary(std::string_view bytes, const MeshLimits& limits) {
  const std::size_t count = claimed_triangles(bytes);
  if (bytes.size() < stl_header) return Error{"the STL is cut off within its first 84 bytes"};
  if ((bytes.size() - stl_header) / stl_triangle < count) {
    return Error{"the STL claims " + std::to_string(count) + " triangles and has bytes for " +
                 std::to_string((bytes.size() - stl_header) / stl_triangle) + ": it is cut off or damaged"};
  }
  if (count > limits.triangles) return too_many(count, limits);
  Mesh mesh;
  mesh.points.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::array<float, 3>, 3> corners;
    std::memcpy(corners.data(), bytes.data() + stl_header + i * stl_triangle + 12, sizeof corners);
    add_stl_triangle(mesh, corners);
  }
  return mesh;
}

// Words between blanks, one after the other.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = rest_.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    rest_.remove_prefix(begin);
    const std::size_t end = std::min(rest_.find_first_of(blanks), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

 private:
  std::string_view rest_;
};

bool read_float(std::string_view word, float& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return false;
  value = static_cast<float>(error == std::errc::result_out_of_range ? 0.0 : number);
  return true;
}

Expected<Mesh> parse_text(std::string_view bytes, const MeshLimits& limits) {
  Mesh mesh;
  Words words(bytes);
  std::array<std::array<float, 3>, 3> corners;
  std::size_t filled = 0;
  bool is_ended = false;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    is_ended = is_ended || word == "endsolid" || word == "end";
    if (word == "facet") {
      if (filled != 0) return Error{"a facet of the STL has no three vertices"};
      is_ended = false;
    }
    if (word != "vertex") continue;
    for (float& x : corners[filled]) {
      const std::string_view number = words.next();
      if (number.empty()) return Error{"the STL is cut off within a vertex"};
      if (!read_float(number, x)) {
        return Error{"a vertex of the STL has " + limber::quoted(number) + "; expected a number"};
      }
    }
    if (++filled < 3) continue;
    filled = 0;
    if (mesh.triangles.size() == limits.triangles) return too_many(mesh.triangles.size() + 1, limits);
    add_stl_triangle(mesh, corners);
  }
  if (!is_ended || filled != 0) return Error{"the STL is cut off: there is no endsolid"};
  return mesh;
}

}  // namespace

Expected<Mesh> parse_stl(std::string_view bytes, const MeshLimits& limits) {
  const std::uint64_t exact = stl_header + stl_triangle * std::uint64_t{claimed_triangles(bytes)};
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  const bool says_solid = first != std::string_view::npos && bytes.substr(first).starts_with("solid");
  const bool is_text = says_solid && bytes.size() != exact &&
                       (bytes.find("facet") != std::string_view::npos || bytes.size() < stl_header);
  return is_text ? parse_text(bytes, limits) : parse_binary(bytes, limits);
}

}  // namespace limber
