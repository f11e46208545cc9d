#pragma once
// What a motion says beside the angles of its joints: which feet stand, what the hands touch, and when the
// body stands over its feet.

#include <vector>

#include "limber/figure/motion.h"
#include "limber/kinematics/kinematics.h"
#include "limber/retargeting/contacts.h"
#include "limber/retargeting/role_player.h"

namespace limber {

// Lists by player, then by frame.
struct SourceSeen {
  std::vector<Path> paths;                      // of the joints
  std::vector<std::vector<bool>> stands;        // of feet: slow, and near the lowest they ever are
  std::vector<std::vector<Touch>> touches;      // of hands; empty of others
  std::vector<std::vector<bool>> rests;         // of hands, in the world; empty of others
  std::vector<std::vector<std::size_t>> bones;  // by Touch::bone: the player at its end
  // By frame: over its feet. In the single support of a walk it is not. Judged by where a person has mass.
  std::vector<bool> is_balanced;
  double lowest_foot = 0.0;  // [m]
  bool has_feet = false;
};

// `leg`: its length [m]. The kinematics is left in the last posture of the motion.
SourceSeen see_source(Kinematics& source, const Motion& motion, const std::vector<RolePlayer>& players,
                      double leg);

}  // namespace limber
