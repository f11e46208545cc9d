#pragma once
// A part of the body that both figures have: a joint of the source, and the segment of the target that plays
// the same role.

#include <optional>

#include "limber/figure/figure.h"
#include "limber/retargeting/roles.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct RolePlayer {
  Role role;
  SegmentId source, target;
  Vec3 center;       // of the joint, in the target's segment
  int parent = -1;   // another player
  Vec3 bone;         // from the parent's joint to this one, target at rest, in the world
  Mat3 source_rest;  // rotation of the source at rest
  Mat3 target_rest;  // rotation of the target at rest
  TaskId<Reach> place = {};
  TaskId<Orient> turn = {};
  TaskId<Reach> keep = {};  // of feet that stand and hands that touch something
};

// What a part hangs from; the next in line where a figure does not have that.
std::optional<Role> parent_of(const Role& role);

// These move with the part they hang from: their goals follow from its pose.
bool is_carried(BodyPart part);

inline bool is_foot(const RolePlayer& player) {
  return player.role.part == BodyPart::foot;
}
inline bool is_hand(const RolePlayer& player) {
  return player.role.part == BodyPart::hand;
}
bool is_of_arm(BodyPart part);

}  // namespace limber
