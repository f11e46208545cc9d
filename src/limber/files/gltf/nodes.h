#pragma once
// The nodes of a glTF file: a forest, each node with its place in its parent. Places are turned into
//
//   x_outer = translation + scale * rotation * mirror(x_inner),      mirror(x) = (-x_0, x_1, x_2) or x
//
// which is closed under products: uniform scales and mirrors of any node pass down to where they are used.

#include <array>
#include <string>
#include <vector>

#include "limber/files/gltf/gltf_file.h"
#include "limber/math/transform.h"

namespace limber::gltf {

using Affine = Eigen::Matrix<double, 3, 4>;

inline std::size_t size(int index) {  // for lists, which count without a sign
  return static_cast<std::size_t>(index);
}

Affine times(const Affine& outer, const Affine& inner);
Affine as_affine(const Transform& place);

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

struct Node {
  std::string name;
  int parent = -1;
  std::vector<int> children;
  NodePlace place;
  int mesh = -1, skin = -1;
  bool has_matrix = false;  // such nodes cannot be animated
};

struct Nodes {
  std::vector<Node> list;
  std::vector<int> order;  // parents first
};

// Throws json::ReadError: a node with two parents, or one that is inside itself.
Nodes read_nodes(const GltfFile& file);

}  // namespace limber::gltf
