#pragma once
// What the hands of a motion touch, told from where its joints are: a motion has bones and no skin.
//
//   a part   the hand comes near the bone of another limb, and stays for a while
//   world    the hand is slow for a while: it leans on something that does not move
//
// All lengths are compared with that of a leg, so that the unit of the motion does not matter.

#include <vector>

#include "limber/math/types.h"

namespace limber {

using Path = std::vector<Vec3>;  // of a joint, by frame

struct BonePath {
  const Path* from = nullptr;
  const Path* to = nullptr;
};

struct Touch {
  double share = 0.0;          // 1 while it touches; grows from 0 as the hand comes, and falls as it goes
  int bone = -1;               // which of those given
  double along = 0.0;          // 0 at `from`, 1 at `to`
  Vec3 offset = Vec3::Zero();  // from there to the hand, in the world
};

// By frame. `bones`: those of other limbs.
std::vector<Touch> touches_of(const Path& hand, const std::vector<BonePath>& bones,
                              const std::vector<double>& times, double leg);

// By frame: whether it rests in the world.
std::vector<bool> rests_of(const Path& hand, const std::vector<double>& times, double leg);

}  // namespace limber
