#pragma once
// Which nodes of a character's file are segments, and how they hang together.
//
// Joints are (of the skins, or what else the format says), and what lies between them; without any, all nodes
// that move. Their nearest common ancestor is the root, which is free; what is above it only places it.
//
//   y up, z forward in the file -> z up, x forward:   X_segment = C * (rotation, translation) of its node
//   segment in its parent:   before * J * after,  before = rest place * Q,  after = Q^T
//
// Q turns z to where the limb goes (to the next joint), so that swing and twist are about the limb. At rest
// J = 1; the root's J is its place in the world and how it has turned since rest.

#include <optional>
#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/motion.h"
#include "limber/files/character/animation.h"

namespace limber::character {

Mat3 figure_axes();  // C

struct Bone {
  int node = -1;     // -1: a root of our own, above several
  int parent = -1;   // in Skeleton::bones
  std::string name;  // of the segment
  JointType type = JointType::ball;
  Similarity rest;           // of its node in the world of the file
  Vec3 end = Vec3::Zero();   // [m] in the segment: where the limb goes to; zero: unknown
  bool is_limb_end = false;  // no segment beyond it
};

struct Skeleton {
  std::vector<Bone> bones;         // parents first
  std::vector<int> bone_of;        // by node; -1: none
  std::vector<Affine> rest_place;  // of every node in the world of the file
  std::vector<bool> carries;       // by node: it is a joint, or above one

  Transform rest_pose(int bone) const;  // X_segment, in the axes of figures
};

// `is_joint`: by node. Throws Refused: nothing is a joint, or one is stretched.
Skeleton find_skeleton(const Nodes& nodes, std::vector<bool> is_joint,
                       const std::optional<Animation>& animation);

FigureDescription describe(const Skeleton& skeleton, const Nodes& nodes);

// Of the figure built from the description above; it may have more shapes by now.
Motion motion_of(const Skeleton& skeleton, const Nodes& nodes, const Animation& animation,
                 const Figure& figure);

}  // namespace limber::character
