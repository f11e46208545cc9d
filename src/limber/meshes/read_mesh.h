#pragma once
// Triangles from STL, OBJ, DAE (Collada), glTF and GLB files, in the units and axes of the file, nodes put in
// their places. Collada's <unit> is applied and its <up_axis> is not: that is how ROS draws them.
//
// Whatever the bytes are, the answer is a mesh of finite numbers or one sentence, within the limits below.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/shapes/shape.h"

namespace limber {

struct MeshLimits {
  std::size_t bytes = std::size_t{256} << 20;  // of a file, and of all that it refers to
  std::size_t triangles = 8'000'000;           // of a file
  double seconds = 30.0;                       // of reading one
  std::size_t memory = std::size_t{2} << 30;   // [bytes] of a reader that is not ours
  double largest = 1e6;                        // coordinates beyond it are no robot's
};

// The bytes of a file that a mesh refers to by a relative path: materials of an OBJ, buffers of a glTF,
// images.
using ReadBeside = std::function<Expected<std::string>(const std::string& path)>;

// An image over a whole mesh; null: none.
using TextureCover = std::shared_ptr<const Texture>;

// By the ending of `name`: "hand.stl". `name` stands for the file in messages. `notes`, if there is one,
// gets a sentence for each texture that is missing or damaged; the mesh is drawn without it.
// `cover`, if there is one, is laid over it in place of its own colours and textures; a file that does not
// say how an image lies on it is a note.
Expected<Mesh> parse_mesh(std::string_view bytes, const std::string& name, const ReadBeside& beside,
                          const MeshLimits& limits = {}, std::vector<std::string>* notes = nullptr,
                          const TextureCover& cover = nullptr);

// What the file refers to must lie inside `home`, links followed.
Expected<Mesh> read_mesh(const std::filesystem::path& file, const std::filesystem::path& home,
                         const MeshLimits& limits = {}, std::vector<std::string>* notes = nullptr,
                         const TextureCover& cover = nullptr);

// Reads files by paths relative to `folder`; they must lie inside `home`, links followed, and have together
// at most `left` bytes.
ReadBeside files_beside(const std::filesystem::path& folder, const std::filesystem::path& home,
                        std::size_t left);

// ".stl", ".obj", ".dae", ".gltf", ".glb", in any case.
bool is_mesh_file(std::string_view name);

}  // namespace limber
