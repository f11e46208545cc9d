// Lists, each behind its count.

#include "limber/meshes/packed_mesh.h"

#include <algorithm>
#include <cstring>

#include "limber/meshes/images.h"

namespace limber {

namespace {

constexpr std::size_t most_notes = 100, longest_note = 1000;

template <class List>
void put_list(std::string& bytes, const List& list) {
  const std::uint64_t count = list.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
}

struct PlainPart {
  std::uint32_t first, count;
  std::array<double, 3> color;  // negative: none
  std::int64_t texture;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}
  template <class List>
  bool take(List& list) {
    using Value = typename List::value_type;
    std::uint64_t count = 0;
    if (rest_.size() < sizeof count) return false;
    std::memcpy(&count, rest_.data(), sizeof count);
    rest_.remove_prefix(sizeof count);
    if (count > rest_.size() / sizeof(Value)) return false;
    list.resize(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(list.data(), rest_.data(), list.size() * sizeof(Value));
    rest_.remove_prefix(list.size() * sizeof(Value));
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

bool take_textures(Unpacker& from, std::size_t count, Mesh& mesh) {
  if (count > from.left()) return false;
  for (std::size_t k = 0; k < count; ++k) {
    Texture texture;
    std::vector<std::uint32_t> sides;
    if (!from.take(sides) || sides.size() != 2 || !from.take(texture.rgb) || texture.rgb.empty()) {
      return false;
    }
    texture.width = sides[0], texture.height = sides[1];
    const std::uint64_t pixels = std::uint64_t{texture.width} * texture.height;
    if (texture.rgb.size() % 3 != 0 || pixels != texture.rgb.size() / 3) return false;
    finish_texture(texture);
    mesh.textures.push_back(std::make_shared<const Texture>(std::move(texture)));
  }
  return mesh.textures.empty() ? mesh.uvs.empty() : mesh.uvs.size() == mesh.points.size();
}

bool take_parts(const std::vector<PlainPart>& parts, Mesh& mesh) {
  std::uint64_t next = 0;
  for (const PlainPart& part : parts) {
    if (part.first != next) return false;
    next += part.count;
    if (part.texture < -1 || part.texture >= static_cast<std::int64_t>(mesh.textures.size())) return false;
    const bool has_color =
        std::all_of(part.color.begin(), part.color.end(), [](double x) { return x >= 0.0 && x <= 1.0; });
    mesh.parts.push_back({part.first, part.count, has_color ? std::optional<Color>(part.color) : std::nullopt,
                          static_cast<int>(part.texture)});
  }
  return next == mesh.triangles.size();
}

}  // namespace

std::string packed(const Mesh& mesh, const std::vector<std::string>& notes) {
  std::string bytes;
  put_list(bytes, mesh.points);
  put_list(bytes, mesh.normals);
  put_list(bytes, mesh.triangles);
  put_list(bytes, mesh.uvs);
  std::vector<PlainPart> parts;
  for (const Mesh::Part& part : mesh.parts) {
    parts.push_back({part.first, part.count, part.color.value_or(Color{-1.0, -1.0, -1.0}), part.texture});
  }
  put_list(bytes, parts);
  put_list(bytes, std::vector<std::uint64_t>{mesh.textures.size(), std::min(notes.size(), most_notes)});
  for (const std::shared_ptr<const Texture>& texture : mesh.textures) {
    put_list(bytes, std::vector<std::uint32_t>{texture->width, texture->height});
    put_list(bytes, texture->rgb);
  }
  for (std::size_t k = 0; k < std::min(notes.size(), most_notes); ++k) {
    put_list(bytes, notes[k].substr(0, longest_note));
  }
  return bytes;
}

std::optional<Mesh> unpacked(std::string_view bytes, std::vector<std::string>& notes) {
  Mesh mesh;
  std::vector<PlainPart> parts;
  std::vector<std::uint64_t> counts;
  Unpacker from(bytes);
  if (!from.take(mesh.points) || !from.take(mesh.normals) || !from.take(mesh.triangles) ||
      !from.take(mesh.uvs) || !from.take(parts) || !from.take(counts) || counts.size() != 2) {
    return std::nullopt;
  }
  if (!take_textures(from, counts[0], mesh) || !take_parts(parts, mesh)) return std::nullopt;
  for (std::size_t k = 0; k < std::min<std::uint64_t>(counts[1], most_notes); ++k) {
    std::string note;
    if (!from.take(note)) return std::nullopt;
    notes.push_back(std::move(note));
  }
  return mesh;
}

}  // namespace limber
