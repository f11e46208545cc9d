#include "limber/session/virtual_arm_ends.h"

#include "limber/avoidance/virtual_arms_chain.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

constexpr std::size_t most_ends = 400;  // shown

struct Tip {
  int segment;
  Vec3 local;
};

// The point the technique leads: that of the first task which brings one somewhere (avoidance/technique.h).
std::optional<Tip> led_point(const TaskList& tasks, const Kinematics& kinematics) {
  for (const TaskList::Entry& entry : tasks) {
    if (!entry.settings.enabled) continue;
    if (const auto* reach = std::get_if<Reach>(&entry.task)) {
      const PlaceNow place = now(reach->frame, kinematics);
      if (place.segment < 0 || reach->in.moves()) continue;
      return Tip{place.segment, kinematics.segment_pose(place.segment).inverse() * place.pose.translation};
    }
    if (const auto* drag = std::get_if<Drag>(&entry.task)) return Tip{drag->segment, drag->point};
  }
  return std::nullopt;
}

}  // namespace

std::vector<VirtualArmEnd> virtual_arm_ends(const SessionParts& parts) {
  const Scene& scene = parts.now.scene;
  std::vector<VirtualArmEnd> ends;
  if (scene.avoidance.technique != Technique::virtual_arms) return ends;
  const std::optional<Tip> tip = led_point(parts.tasks, parts.kinematics);
  if (!tip) return ends;
  ArmChain chain(scene.figure, scene.avoidance.end_points_per_link);
  chain.lay(parts.kinematics, tip->segment, tip->local, ArmSpace::automatic);
  chain.place_evenly(scene.avoidance.end_points_per_link);
  for (const EndPoint& point : chain.points()) {
    if (ends.size() >= most_ends) break;
    ends.push_back({point.segment, chain.position(parts.kinematics, point), scene.avoidance.search_radius});
  }
  return ends;
}

}  // namespace limber
