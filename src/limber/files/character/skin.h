#pragma once
// The surface of a character: all its triangles as one skin that the segments carry. A mesh with a skin
// follows the joints of that; a mesh without one the segment that its node hangs from.
//
//   point in the segment of a joint = scale * mirror * inverse bind * p        (of the joint's node)
//
// Points are kept where the first joint of their skin has them at rest, in the axes of figures; so the
// matrices of the others only turn and move, unless the file stretches its bones differently.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limber/files/character/skeleton.h"

namespace limber::character {

using Triangle = std::array<std::uint32_t, 3>;
using ByteColor = std::array<std::uint8_t, 3>;  // sRGB

ByteColor as_bytes(const Vec3& shown);  // 0..1, clamped

// What a mesh is attached to: `place` takes its points to where they are kept.
struct Carriers {
  Affine place;
  std::vector<std::uint16_t> bones;  // by number of the joint in its skin; one for a mesh without a skin

  Mat3 linear() const { return place.leftCols<3>(); }
  bool is_mirrored() const;
};

class SkinMaker {
 public:
  SkinMaker(const Nodes& nodes, const Skeleton& skeleton) : nodes_(nodes), skeleton_(skeleton) {}

  // Of joints (nodes) with their inverse bind matrices, not none. Throws Refused: the first has no inverse.
  Carriers carriers_of_joints(const std::vector<std::pair<int, Affine>>& joints);
  // Of a node that hangs from a segment; nothing: from none. `inside`: from the mesh to the node.
  std::optional<Carriers> carriers_of_node(int node, const Affine& inside);

  std::size_t point_count() const { return mesh_.points.size(); }
  std::size_t triangle_count() const { return mesh_.triangles.size(); }

  // In the frame of the mesh. `normal`: of any length; zero: it is found later. Throws Refused: too many.
  void add_point(const Vec3& point, const Vec3& normal, const Carriers& carriers);
  // Of the next point: weight and number of the joint in its skin, at most four of which are kept; none: all
  // of the first.
  void add_influence(std::vector<std::pair<double, std::size_t>> all, const Carriers& carriers);
  void set_uv(std::size_t point, double u, double v);
  // Corners by number of all points, in the order of the file. `texture`: -1, none.
  void add_triangle(Triangle corners, bool turned, int texture, const ByteColor& color);

  // Null: there are no triangles. Throws Refused: a point is too far away.
  std::shared_ptr<const Skin> finish(std::vector<std::shared_ptr<const Texture>> textures,
                                     std::vector<std::string>& notes);

 private:
  using TriangleLook = std::pair<int, ByteColor>;  // its texture, -1: none

  std::uint16_t add_bone(int bone, const Affine& from_mesh);
  void gather_parts();

  const Nodes& nodes_;
  const Skeleton& skeleton_;
  Skin skin_;
  Mesh mesh_;
  std::vector<TriangleLook> triangle_looks_;
  bool has_more_ = false;
};

}  // namespace limber::character
