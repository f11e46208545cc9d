#pragma once
// The meshes and textures that are being looked at, by the hash of their contents: a message names meshes,
// meshes name textures, and whoever draws them asks for each once. They are on a shelf as long as a figure
// holds them.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "limber/shapes/shape.h"

namespace limber {

template <class Thing>  // with a `hash`
class Shelf {
 public:
  void put(const std::shared_ptr<const Thing>& thing) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(things_, [](const auto& entry) { return entry.second.expired(); });
    things_[thing->hash] = thing;
  }
  std::shared_ptr<const Thing> find(std::uint64_t hash) const {  // null: nobody holds it any more
    const std::scoped_lock lock(mutex_);
    const auto found = things_.find(hash);
    return found == things_.end() ? nullptr : found->second.lock();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::weak_ptr<const Thing>> things_;
};

// Of this process: sessions put, the studio's server finds. From any thread.
Shelf<Mesh>& mesh_shelf();
Shelf<Texture>& texture_shelf();

void put_on_shelves(const std::shared_ptr<const Mesh>& mesh);  // with its textures

std::string mesh_address(std::uint64_t hash);                           // 16 digits
std::optional<std::uint64_t> hash_in_address(std::string_view digits);  // nothing if it is not exactly that

// Little-endian: six counts (points, triangles, parts, influences, uvs, textures; uint32); points and normals
// (3 float each); triangles (3 uint32 each); parts: count of triangles (uint32), red, green, blue (float,
// sRGB; -1: none), texture (int32; -1: none); influences, none or one for each point: four bones (uint16),
// four weights (float); uvs, none or one for each point (2 float each); textures: low and high half of the
// hash, width, height (uint32 each).
std::string mesh_bytes(const Mesh& mesh);

// Three bytes for each pixel, row by row from the top: sizes are with the meshes.
std::string texture_bytes(const Texture& texture);

std::size_t mesh_byte_count(const Mesh& mesh);

}  // namespace limber
