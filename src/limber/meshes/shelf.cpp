// Meshes and textures by their hashes, and as bytes for a page.

#include "limber/meshes/shelf.h"

#include <charconv>
#include <cstring>

namespace limber {

namespace {

constexpr int hash_digits = 16;

template <class Value>
void put_bytes(std::string& bytes, const Value* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(Value));
}

}  // namespace

Shelf<Mesh>& mesh_shelf() {
  static Shelf<Mesh> shelf;
  return shelf;
}

Shelf<Texture>& texture_shelf() {
  static Shelf<Texture> shelf;
  return shelf;
}

void put_on_shelves(const std::shared_ptr<const Mesh>& mesh) {
  mesh_shelf().put(mesh);
  for (const std::shared_ptr<const Texture>& texture : mesh->textures) texture_shelf().put(texture);
}

std::string mesh_address(std::uint64_t hash) {
  std::string digits(hash_digits, '0');
  for (int i = hash_digits - 1; i >= 0; --i, hash >>= 4) {
    digits[static_cast<std::size_t>(i)] = "0123456789abcdef"[hash & 15];
  }
  return digits;
}

std::optional<std::uint64_t> hash_in_address(std::string_view digits) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  const bool is_whole = digits.size() == hash_digits && end == digits.data() + digits.size();
  return is_whole && error == std::errc() ? std::optional(hash) : std::nullopt;
}

std::size_t mesh_byte_count(const Mesh& mesh) {
  return 24 + 24 * (mesh.points.size() + mesh.influences.size()) + 12 * mesh.triangles.size() +
         20 * mesh.parts.size() + 8 * mesh.uvs.size() + 16 * mesh.textures.size();
}

std::string mesh_bytes(const Mesh& mesh) {
  std::string bytes;
  bytes.reserve(mesh_byte_count(mesh));
  for (const std::size_t count : {mesh.points.size(), mesh.triangles.size(), mesh.parts.size(),
                                  mesh.influences.size(), mesh.uvs.size(), mesh.textures.size()}) {
    const auto number = static_cast<std::uint32_t>(count);
    put_bytes(bytes, &number, 1);
  }
  put_bytes(bytes, mesh.points.data(), mesh.points.size());
  put_bytes(bytes, mesh.normals.data(), mesh.normals.size());
  put_bytes(bytes, mesh.triangles.data(), mesh.triangles.size());
  for (const Mesh::Part& part : mesh.parts) {
    put_bytes(bytes, &part.count, 1);
    for (const double x : part.color.value_or(Color{-1.0, -1.0, -1.0})) {
      const auto light = static_cast<float>(x);
      put_bytes(bytes, &light, 1);
    }
    const std::int32_t texture = part.texture;
    put_bytes(bytes, &texture, 1);
  }
  static_assert(sizeof(Mesh::Influence) == 24);
  put_bytes(bytes, mesh.influences.data(), mesh.influences.size());
  put_bytes(bytes, mesh.uvs.data(), mesh.uvs.size());
  for (const std::shared_ptr<const Texture>& texture : mesh.textures) {
    const std::uint32_t words[] = {static_cast<std::uint32_t>(texture->hash),
                                   static_cast<std::uint32_t>(texture->hash >> 32), texture->width,
                                   texture->height};
    put_bytes(bytes, words, 4);
  }
  return bytes;
}

std::string texture_bytes(const Texture& texture) {
  return {texture.rgb.begin(), texture.rgb.end()};
}

}  // namespace limber
