// libFuzzer: any bytes as a mesh of any format give triangles that can be drawn and collided with, or one
// sentence. The first byte chooses the format.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "limber/meshes/convex_pieces.h"
#include "limber/meshes/read_mesh.h"

namespace {

constexpr std::array<const char*, 5> names = {"fuzz.stl", "fuzz.obj", "fuzz.dae", "fuzz.gltf", "fuzz.glb"};

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string name = names[data[0] % names.size()];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const limber::ReadBeside nothing = [](const std::string&) -> limber::Expected<std::string> {
    return limber::Error{"it refers to another file"};
  };
  limber::MeshLimits limits;
  limits.seconds = 5.0;
  const limber::Expected<limber::Mesh> mesh = limber::parse_mesh(bytes, name, nothing, limits);
  if (!mesh) {
    const std::string& sentence = mesh.error().message;
    require(sentence.starts_with(name + ": ") && sentence.find('\n') == sentence.npos);
    return 0;
  }
  require(!mesh->triangles.empty() && mesh->normals.size() == mesh->points.size());
  limber::Triangles triangles;
  for (const auto& p : mesh->points) {
    for (const float x : p) require(std::isfinite(x));
    triangles.points.emplace_back(p[0], p[1], p[2]);
  }
  for (const auto& t : mesh->triangles) {
    require(*std::max_element(t.begin(), t.end()) < mesh->points.size());
  }
  triangles.triangles = mesh->triangles;
  const limber::ConvexPieces pieces = limber::convex_pieces(triangles, {.tolerance = 0.01, .resolution = 12});
  for (const auto& hull : pieces.hulls) {
    for (const limber::Vec3& v : hull->vertices) require(v.allFinite());
  }
  return 0;
}
