// Meshes by their hashes, and as bytes for a page.

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

void MeshShelf::put(const std::shared_ptr<const Mesh>& mesh) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(meshes_, [](const auto& entry) { return entry.second.expired(); });
  meshes_[mesh->hash] = mesh;
}

std::shared_ptr<const Mesh> MeshShelf::find(std::uint64_t hash) const {
  const std::scoped_lock lock(mutex_);
  const auto found = meshes_.find(hash);
  return found == meshes_.end() ? nullptr : found->second.lock();
}

MeshShelf& mesh_shelf() {
  static MeshShelf shelf;
  return shelf;
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
  return 16 + 24 * (mesh.points.size() + mesh.influences.size()) + 12 * mesh.triangles.size() +
         16 * mesh.parts.size();
}

std::string mesh_bytes(const Mesh& mesh) {
  std::string bytes;
  bytes.reserve(mesh_byte_count(mesh));
  for (const std::size_t count :
       {mesh.points.size(), mesh.triangles.size(), mesh.parts.size(), mesh.influences.size()}) {
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
  }
  static_assert(sizeof(Mesh::Influence) == 24);
  put_bytes(bytes, mesh.influences.data(), mesh.influences.size());
  return bytes;
}

}  // namespace limber
