// Adds up what can be large: figures, worlds, tasks, keyframes, meshes. tests/session/history_test.cpp
// compares with what is really taken.
#include "limber/session/state/size.h"

#include <map>
#include <variant>

#include "limber/meshes/shelf.h"

namespace limber {

namespace {

// As measured: names and the lists that belong to one of them are in it.
constexpr double bytes_of_segment = 1500.0, bytes_of_obstacle = 420.0, bytes_of_task = 700.0;
constexpr double bytes_of_state = 2000.0;

template <class T>
double bytes_of(const std::vector<T>& list) {
  return static_cast<double>(list.size() * sizeof(T));
}

// What states may share, each with its size.
using Parts = std::map<const void*, double>;

void add(Parts& parts, const Mesh& mesh) {
  parts[&mesh] = static_cast<double>(mesh_byte_count(mesh));  // it is sent as it lies in memory
  for (const auto& texture : mesh.textures) parts[texture.get()] = bytes_of(texture->rgb);
}

void add(Parts& parts, const Shape& shape) {
  if (const auto* convex = std::get_if<ConvexMesh>(&shape))
    parts[convex->hull.get()] = bytes_of(convex->hull->vertices) + bytes_of(convex->hull->faces);
}

void add(Parts& parts, const Figure& figure) {
  for (int i = 0; i < figure.segment_count(); ++i) {
    for (const BodyShape& body : figure.shapes(SegmentId{i})) add(parts, body.shape);
    for (const VisualDescription& visual : figure.visuals(SegmentId{i})) {
      if (visual.mesh) add(parts, *visual.mesh);
    }
  }
  if (const Skin* skin = figure.skin()) add(parts, *skin->mesh);
}

Parts parts_of(const Scene& scene, bool with_figure) {
  Parts parts;
  if (with_figure) add(parts, scene.figure);
  for (const Obstacle& obstacle : scene.world.obstacles) add(parts, obstacle.shape);
  return parts;
}

}  // namespace

double bytes_besides(const State& state, const State* other) {
  const Scene& scene = state.scene;
  const bool has_own_figure = !other || !scene.figure.shares_data_with(other->scene.figure);
  const Parts shared = other ? parts_of(other->scene, has_own_figure) : Parts{};
  const double postures = 1.0 + static_cast<double>(scene.keys.size());
  double bytes = bytes_of_state + postures * 8.0 * static_cast<double>(scene.posture.values.size());
  if (has_own_figure) bytes += bytes_of_segment * scene.figure.segment_count();
  bytes += bytes_of_obstacle * static_cast<double>(scene.world.obstacles.size());
  bytes += bytes_of_task * static_cast<double>(scene.tasks.size());
  for (const auto& [part, size] : parts_of(scene, has_own_figure)) {
    if (!shared.contains(part)) bytes += size;
  }
  return bytes;
}

}  // namespace limber
