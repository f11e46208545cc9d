#pragma once
// The first animation of an FBX file that moves a model: the base layer of its first stack.

#include <optional>
#include <string>
#include <vector>

#include "limber/files/character/animation.h"
#include "limber/files/fbx/models.h"

namespace limber::fbx {

struct FbxAnimation {
  character::Animation animation;
  std::vector<bool> turns;  // by node: its rotation is not always that of rest
};

// None: nothing moves. Angles are between keys what FBX makes of them, not a straight turn: where keys are
// more than 1/20 s apart, postures are taken at least every 1/30 s between them. The first is at 0 s.
std::optional<FbxAnimation> read_animation(const Objects& objects, const Models& models,
                                           std::vector<std::string>& notes);

}  // namespace limber::fbx
