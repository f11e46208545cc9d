#pragma once
// Places of nodes in their parents, as characters' files have them: with scales and mirrors.
//
//   x_outer = translation + scale * rotation * mirror(x_inner),      mirror(x) = (-x_0, x_1, x_2) or x
//
// is closed under products: uniform scales and mirrors of any node pass down to where they are used.

#include "limber/math/transform.h"

namespace limber::character {

using Affine = Eigen::Matrix<double, 3, 4>;

Affine times(const Affine& outer, const Affine& inner);
Affine as_affine(const Transform& place);
Affine inverse(const Affine& a);

struct Similarity {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
  double scale = 1.0;  // > 0
  bool is_mirrored = false;

  Similarity operator*(const Similarity& inner) const;
  Transform rigid() const { return {rotation, translation}; }
  Mat3 linear() const;  // scale * rotation * mirror
  Affine affine() const;
};

// Where a node is in its parent, as the file writes it.
struct NodePlace {
  Vec3 translation = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Mat3 shape = Mat3::Identity();  // what is left: scale, or what a matrix has beside translation

  Affine affine() const;
  bool is_similarity() const;
  Similarity similarity() const;  // the nearest, if it is none
};

}  // namespace limber::character
