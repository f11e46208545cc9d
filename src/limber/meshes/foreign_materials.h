#pragma once
// Colours and textures of what Assimp has read, each image decoded once.

#include <assimp/scene.h>

#include <map>
#include <string>
#include <vector>

#include "limber/meshes/foreign_formats.h"

namespace limber {

struct ForeignLook {
  std::optional<Color> color;
  int texture = -1;         // of ForeignMaterials::textures
  unsigned uv_channel = 0;  // of the aiMesh
};

// In the process that reads (foreign_formats.cpp): images are decoded right here.
class ForeignMaterials {
 public:
  ForeignMaterials(const aiScene& scene, const std::string& ending, const ReadBeside& beside, Looks looks);

  ForeignLook look_of(unsigned material);

  std::vector<std::shared_ptr<const Texture>> textures;
  std::vector<std::string> notes;  // a texture that is not drawn is a sentence

 private:
  std::optional<Color> color_of(const aiMaterial& material) const;
  int texture_named(const std::string& written);
  Expected<Texture> decoded(const std::string& written) const;

  const aiScene& scene_;
  const std::string& ending_;
  const ReadBeside& beside_;
  Looks which_;
  std::map<std::string, int> by_name_;
  std::map<unsigned, ForeignLook> looks_;
  std::size_t bytes_ = 0;
};

// [bytes] of all textures of one file, as pixels
constexpr std::size_t most_texture_bytes = std::size_t{128} << 20;

}  // namespace limber
