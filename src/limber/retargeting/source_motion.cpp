// The paths of all joints first; everything else follows from them.

#include "limber/retargeting/source_motion.h"

#include <algorithm>
#include <string_view>

#include "limber/retargeting/support.h"

namespace limber {

namespace {

// A foot stands while it is slower than this, by the length of a leg and second: at a walk the swinging foot
// has about 3, the standing one below 0.1 with the noise of a capture.
constexpr double standing_speed = 0.35;
constexpr double standing_height = 0.12;  // and lower than this above its lowest, by the length of a leg
constexpr double ground_radius = 0.08;    // by the length of a leg: the ground around ankle and toes
constexpr double mass_to_judge = 0.8;     // of a body: with fewer parts its centre is not known

class Seeing {
 public:
  Seeing(const Motion& motion, const std::vector<RolePlayer>& players, double leg)
      : motion_(motion), players_(players), leg_(leg), frames_(motion.postures.size()) {}

  SourceSeen see(Kinematics& source) {
    seen_.paths.assign(players_.size(), {});
    for (const Posture& posture : motion_.postures) {
      source.update(posture);
      for (std::size_t k = 0; k < players_.size(); ++k) {
        seen_.paths[k].push_back(source.segment_pose(players_[k].source).translation);
      }
    }
    find_standing();
    find_contacts();
    find_balance();
    return std::move(seen_);
  }

 private:
  void find_standing() {
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (!is_foot(players_[k])) continue;
      for (const Vec3& place : seen_.paths[k]) {
        seen_.lowest_foot = seen_.has_feet ? std::min(seen_.lowest_foot, place.z()) : place.z();
        seen_.has_feet = true;
      }
    }
    seen_.stands.assign(players_.size(), std::vector<bool>(frames_, false));
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (!is_foot(players_[k])) continue;
      const Path& path = seen_.paths[k];
      for (std::size_t f = 0; f < frames_; ++f) {
        const std::size_t before = f > 0 ? f - 1 : f, after = std::min(f + 1, frames_ - 1);
        const double time = motion_.times[after] - motion_.times[before];
        const double speed = time > 0.0 ? (path[after] - path[before]).norm() / time : 0.0;
        seen_.stands[k][f] =
            speed < standing_speed * leg_ && path[f].z() - seen_.lowest_foot < standing_height * leg_;
      }
    }
  }

  // Bones of other limbs than the arm of this hand. The line to a shoulder or a hip is inside the trunk.
  void find_contacts() {
    seen_.touches.assign(players_.size(), {});
    seen_.rests.assign(players_.size(), {});
    seen_.bones.assign(players_.size(), {});
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (!is_hand(players_[k])) continue;
      std::vector<BonePath> bones;
      for (std::size_t q = 0; q < players_.size(); ++q) {
        const RolePlayer& other = players_[q];
        if (other.parent < 0 || is_carried(other.role.part)) continue;
        if (is_of_arm(other.role.part) && other.role.side == players_[k].role.side) continue;
        bones.push_back({&at(seen_.paths, other.parent), &seen_.paths[q]});
        seen_.bones[k].push_back(q);
      }
      seen_.touches[k] = touches_of(seen_.paths[k], bones, motion_.times, leg_);
      seen_.rests[k] = rests_of(seen_.paths[k], motion_.times, leg_);
    }
  }

  const Path* path_of(BodyPart part, char side) const {
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (players_[k].role == Role{part, side}) return &seen_.paths[k];
    }
    return nullptr;
  }

  void find_balance() {
    seen_.is_balanced.assign(frames_, false);
    struct Bone {
      const Path *from, *to;
      double share;
    };
    std::vector<Bone> bones;
    double known = 0.0;
    for (const MassOnBone& mass : masses_on_bones()) {
      for (const char side : std::string_view(mass.is_paired ? "lr" : " ")) {
        const Path *from = path_of(mass.from, side), *to = path_of(mass.to, side);
        if (from == nullptr || to == nullptr) continue;
        bones.push_back({from, to, mass.share});
        known += mass.share;
      }
    }
    if (known < mass_to_judge) return;
    for (std::size_t f = 0; f < frames_; ++f) {
      Vec3 center = Vec3::Zero();
      for (const Bone& bone : bones) center += 0.5 * bone.share / known * ((*bone.from)[f] + (*bone.to)[f]);
      std::vector<Vec2> ground;
      for (std::size_t k = 0; k < players_.size(); ++k) {
        if (!seen_.stands[k][f]) continue;
        ground.push_back(seen_.paths[k][f].head<2>());
        const Path* toes = path_of(BodyPart::toes, players_[k].role.side);
        if (toes != nullptr) ground.push_back((*toes)[f].head<2>());
      }
      seen_.is_balanced[f] =
          !ground.empty() && polygon_around(ground, -ground_radius * leg_).room(center.head<2>()) >= 0.0;
    }
  }

  const Motion& motion_;
  const std::vector<RolePlayer>& players_;
  double leg_;
  std::size_t frames_;
  SourceSeen seen_;
};

}  // namespace

SourceSeen see_source(Kinematics& source, const Motion& motion, const std::vector<RolePlayer>& players,
                      double leg) {
  return Seeing(motion, players, leg).see(source);
}

}  // namespace limber
