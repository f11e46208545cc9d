#pragma once
// Which joint of a skeleton is the left knee: names matched by rules.
//
// A name is cut into words ("mixamorig:LeftUpLeg" -> left, up, leg), its side is taken out, words that say
// nothing (joint, bone, link, pitch, numbers) are dropped, and the rest must be one of the words known for a
// part of the body.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

// From the pelvis outwards; .l and .r after those that come in pairs.
enum class BodyPart {
  pelvis,
  chest,
  neck,
  head,
  clavicle,
  upper_arm,
  forearm,
  hand,
  thigh,
  shank,
  foot,
  toes
};

struct Role {
  BodyPart part = BodyPart::pelvis;
  char side = ' ';  // 'l', 'r', or ' ' in the middle
  auto operator<=>(const Role&) const = default;
};

std::string role_name(const Role& role);  // "foot.l"
std::optional<Role> role_of_name(std::string_view name);

// A joint of one figure and the segment of another that plays the same role.
struct RolePair {
  Role role;
  std::string source, target;  // names of segments
};

// What the rules find: for every role that both figures have, the first segment of it in each; of the chest
// the last, and of a robot's foot, hand and head, which have a link for each axis.
std::vector<RolePair> match_names(const Figure& source, const Figure& target);

// Roles of limbs, head and trunk that the source has and the table does not.
std::vector<Role> unmatched_roles(const Figure& source, const std::vector<RolePair>& pairs);

// "role,source,target" lines, to be edited and read again. Reading: lines whose names the figures do not
// have, or whose role is unknown, are an error.
std::string write_table(const std::vector<RolePair>& pairs);
Expected<std::vector<RolePair>> read_table(std::string_view text, const std::string& name,
                                           const Figure& source, const Figure& target);

}  // namespace limber
