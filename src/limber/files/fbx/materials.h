#pragma once
// Colours and textures of the materials of a model.

#include <map>
#include <string>
#include <vector>

#include "limber/files/character/images.h"
#include "limber/files/character/skin.h"
#include "limber/files/fbx/objects.h"
#include "limber/meshes/read_mesh.h"

namespace limber::fbx {

struct Look {
  character::ByteColor color = {204, 204, 204};
  int texture = -1;  // of Materials::images; -1: none
};

class Materials {
 public:
  Materials(const Objects& objects, const ReadBeside& beside, std::vector<std::string>& notes)
      : images(notes), objects_(objects), beside_(beside) {}

  const std::vector<Look>& of_model(int model);

  character::Images images;

 private:
  Look look_of(int material);
  Expected<std::string> image_bytes(int texture, int video) const;

  const Objects& objects_;
  const ReadBeside& beside_;
  std::map<int, std::vector<Look>> of_models_;
  std::map<int, Look> known_;  // by material
};

}  // namespace limber::fbx
