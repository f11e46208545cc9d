#pragma once
// A character as a figure that moves: joints, skin and motion together; and what collides: a capsule along
// each bone, as thick as half the points of the skin that follow it most.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "limber/files/character/skin.h"
#include "limber/files/files.h"

namespace limber::character {

struct Parts {
  const Nodes& nodes;
  const Skeleton& skeleton;
  const std::optional<Animation>& animation;
  std::shared_ptr<const Skin> skin;  // may be null
  std::vector<std::string> notes;    // what the file has that is not used, one sentence each
};

// `name`: of the file, as in messages. Throws Refused.
MovingFigure moving_figure(Parts parts, const std::string& name);

}  // namespace limber::character
