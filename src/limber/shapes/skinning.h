#pragma once
// Where the points of a skin are when its segments have moved.
//
//   linear          x = (sum w_b M_b) p,                 M_b = X_segment(q) from_mesh
//   dual quaternion x = the rigid motion  sum w_b d_b / |sum w_b d_b|  of p,    d_b = r_b + eps t_b r_b / 2
//
// (Kavan, Collins, Zara and O'Sullivan 2007). Blended matrices shrink what is twisted; blended motions do
// not.

#include <span>
#include <vector>

#include "limber/math/transform.h"
#include "limber/shapes/shape.h"

namespace limber {

enum class SkinBlending { linear, dual_quaternion };

// `poses`: of the segment of each bone. A skin that is not rigid is blended linearly. Normals turn with the
// points; triangles, parts and influences are those of the skin.
Mesh posed(const Skin& skin, std::span<const Transform> poses, SkinBlending blending);

}  // namespace limber
