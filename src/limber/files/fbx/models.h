#pragma once
// The models of an FBX file as nodes of a character. Node 0 is the file itself: its axes and its unit.
//
//   model in its parent =  T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1
//
//   T R S          translation, rotation (in the model's order of axes), scaling: what is animated
//   Rpre Rpost     turns of the joint's axes, x first
//   Rp Sp          the points about which it turns and is scaled; Roff Soff: moves them
//
// Scales are those of nodes (character/places.h): the same along all axes above a joint.

#include <string>
#include <vector>

#include "limber/files/character/nodes.h"
#include "limber/files/fbx/objects.h"

namespace limber::fbx {

// Degrees, turned in one of the six orders that FBX numbers: 0 is x first, then y, then z.
Quat turned(const Vec3& degrees, int order);

struct Model {
  int object = -1;
  Vec3 translation = Vec3::Zero(), rotation = Vec3::Zero(), scaling = Vec3::Ones();  // [unit], [degrees]
  Vec3 rotation_pivot = Vec3::Zero(), rotation_offset = Vec3::Zero();
  Vec3 scaling_pivot = Vec3::Zero(), scaling_offset = Vec3::Zero();
  Quat before = Quat::Identity(), after = Quat::Identity();  // Rpre, Rpost
  int order = 0;
  Vec3 unscaled = Vec3::Ones();  // its parent's scaling, where the model does not take it over
  bool is_limb = false;

  // With other translation, rotation and scaling in place of its own.
  character::NodePlace place(const Vec3& t, const Vec3& r, const Vec3& s) const;
  character::NodePlace place() const { return place(translation, rotation, scaling); }
};

struct Models {
  character::Nodes nodes;
  std::vector<Model> list;   // by node; that of node 0 is empty
  std::vector<int> node_of;  // by object; -1: no model
};

// Throws FileProblem, or character::Refused: a model is inside itself.
Models read_models(const Objects& objects, std::vector<std::string>& notes);

// From the mesh of a model to the model: "geometric" translation, rotation and scaling.
character::Affine geometric_place(const Objects& objects, int object);

}  // namespace limber::fbx
