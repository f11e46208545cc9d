#pragma once
// The images that materials of a glTF file lay over a surface.

#include <string>
#include <vector>

#include "limber/files/character/images.h"
#include "limber/files/gltf/gltf_file.h"

namespace limber::gltf {

class Textures {
 public:
  Textures(const GltfFile& file, std::vector<std::string>& notes)
      : images(notes), file_(file), notes_(notes) {}

  struct Laid {
    int number = -1;              // of `images.list`; -1: none
    std::size_t coordinates = 0;  // n of TEXCOORD_n
  };
  // Of a material's "pbrMetallicRoughness". What cannot be drawn is a note.
  Laid base_color(const json::Value& look);

  character::Images images;

 private:
  const GltfFile& file_;
  std::vector<std::string>& notes_;
  bool has_other_kind_ = false;
};

}  // namespace limber::gltf
