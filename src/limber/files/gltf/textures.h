#pragma once
// The images that materials lay over a surface: each decoded once, and only if a material has it.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "limber/files/gltf/gltf_file.h"

namespace limber::gltf {

class Textures {
 public:
  Textures(const GltfFile& file, std::vector<std::string>& notes) : file_(file), notes_(notes) {}

  struct Laid {
    int number = -1;              // of `list`; -1: none
    std::size_t coordinates = 0;  // n of TEXCOORD_n
  };
  // Of a material's "pbrMetallicRoughness". What cannot be drawn is a note.
  Laid base_color(const json::Value& look);

  std::vector<std::shared_ptr<const Texture>> list;

 private:
  int decoded(int image);

  const GltfFile& file_;
  std::vector<std::string>& notes_;
  std::map<int, int> by_image_;
  std::size_t bytes_ = 0;
};

}  // namespace limber::gltf
