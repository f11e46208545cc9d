#pragma once
// The meshes that are being looked at, by the hash of their contents: a message names them, and whoever draws
// them asks for each once. A mesh is on the shelf as long as a figure holds it.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "limber/shapes/shape.h"

namespace limber {

class MeshShelf {
 public:
  void put(const std::shared_ptr<const Mesh>& mesh);
  std::shared_ptr<const Mesh> find(std::uint64_t hash) const;  // null: nobody holds it any more

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::weak_ptr<const Mesh>> meshes_;
};

// Of this process: sessions put, the studio's server finds. From any thread.
MeshShelf& mesh_shelf();

std::string mesh_address(std::uint64_t hash);                           // 16 digits
std::optional<std::uint64_t> hash_in_address(std::string_view digits);  // nothing if it is not exactly that

// Little-endian: four counts (points, triangles, parts, influences; uint32); points and normals (3 float
// each); triangles (3 uint32 each); parts: count of triangles (uint32), red, green, blue (float, sRGB; -1:
// none); influences, none or one for each point: four bones (uint16), four weights (float).
std::string mesh_bytes(const Mesh& mesh);
std::size_t mesh_byte_count(const Mesh& mesh);

}  // namespace limber
