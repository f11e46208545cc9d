#pragma once
// The first animation of a glTF file: where nodes are in their parents at a time.

#include <optional>
#include <string>
#include <vector>

#include "limber/files/gltf/nodes.h"

namespace limber::gltf {

struct Channel {
  enum class Path { translation, rotation };
  enum class Between { straight, step, cubic };  // cubic: rows of in-tangent, value, out-tangent
  int node = 0;
  Path path = Path::rotation;
  Between between = Between::straight;
  std::vector<double> times;  // [s] increasing, at least one
  Rows values;

  Vec3 translation_at(double time) const;
  Quat rotation_at(double time) const;
};

struct Animation {
  std::string name;
  std::vector<Channel> channels;
  std::vector<double> times;  // of all channels, each once; with cubic ones also every 1/30 s
};

// None: the file has no animation. `notes`: what is not used of it, one sentence each.
std::optional<Animation> read_animation(const GltfFile& file, std::vector<std::string>& notes);

}  // namespace limber::gltf
