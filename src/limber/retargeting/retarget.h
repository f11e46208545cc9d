#pragma once
// A motion of one skeleton carried out by another figure.
//
// Per frame, with positions x of the source's joints and lengths of the target's bones:
//
//   pelvis      x_pelvis scaled by the length of the legs, turned as the source's has turned since its rest
//   elbow ...   goal(part) = goal(parent) + (length in the target) * direction of the same bone in the source
//   feet        while the source's foot stands, the place where the target's came to stand
//   hands       while the source's hand lies on a part of its body (contacts.h), the same place beside the
//               target's bone; while it rests in the world, the place where the target's came to rest
//   balance     while the source stands over its feet (support.h), the target's centre of mass over its own
//
// and the solver finds the posture nearest to the last one: 1 standing feet, 2 hands that touch, and balance,
// 3 the pelvis, 4 all other goals. Limits always hold. What could not be kept is in the report, with the
// reason.

#include <string>
#include <vector>

#include "limber/figure/motion.h"
#include "limber/retargeting/roles.h"

namespace limber {

struct RetargetOptions {
  std::vector<RolePair> table = {};  // empty: match_names
  bool lock_feet = true;             // standing feet do not slide
  bool keep_hands = true;            // hands stay on what they touch
  bool keep_balance = true;          // over the feet where the source is; needs masses
  double tolerance = 0.02;           // [m] a goal that is missed by more is reported
};

struct MissedGoal {
  std::string role;    // "hand.l"
  double error = 0.0;  // [m] or [rad]
  bool is_angle = false;
  std::string reason;  // "elbow.l is at its limit"
};

struct RetargetedFrame {
  double time = 0.0;
  std::vector<MissedGoal> missed;
  std::vector<std::string> standing;  // roles of the feet that are held
  std::vector<std::string> touching;  // "hand.l on thigh.l", "hand.r rests"
  bool is_balanced = false;           // balance was asked for
};

struct Retargeted {
  Figure figure;  // the target, its root free
  Motion motion;
  std::vector<RetargetedFrame> frames;
  double scale = 1.0;                  // of the way the pelvis goes
  std::vector<std::string> unmatched;  // roles of the source that nothing in the target plays: "hand.l"
};

// An error if the table has no pelvis, nothing beside it, or neither a foot nor a hand where the source has
// them.
Expected<Retargeted> retarget(const Figure& source, const Motion& motion, const Figure& target,
                              const RetargetOptions& options = {});

}  // namespace limber
