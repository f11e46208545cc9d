#include "limber/retargeting/role_player.h"

namespace limber {

std::optional<Role> parent_of(const Role& role) {
  switch (role.part) {
    case BodyPart::pelvis:
      return std::nullopt;
    case BodyPart::chest:
    case BodyPart::thigh:
      return Role{BodyPart::pelvis, ' '};
    case BodyPart::neck:
    case BodyPart::clavicle:
    case BodyPart::upper_arm:
      return Role{BodyPart::chest, ' '};
    case BodyPart::head:
      return Role{BodyPart::neck, ' '};
    case BodyPart::forearm:
      return Role{BodyPart::upper_arm, role.side};
    case BodyPart::hand:
      return Role{BodyPart::forearm, role.side};
    case BodyPart::shank:
      return Role{BodyPart::thigh, role.side};
    case BodyPart::foot:
      return Role{BodyPart::shank, role.side};
    case BodyPart::toes:
      return Role{BodyPart::foot, role.side};
  }
  return std::nullopt;
}

bool is_carried(BodyPart part) {
  return part == BodyPart::thigh || part == BodyPart::upper_arm || part == BodyPart::clavicle;
}

bool is_of_arm(BodyPart part) {
  return part == BodyPart::clavicle || part == BodyPart::upper_arm || part == BodyPart::forearm ||
         part == BodyPart::hand;
}

}  // namespace limber
