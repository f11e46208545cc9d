#include "limber/session/messages/virtual_arm_ends.h"

#include "limber/avoidance/virtual_arms_technique.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

namespace {

constexpr std::size_t most_ends = 400;  // shown

struct Tip {
  SegmentId segment;
  Vec3 local;
};

// The point the technique leads: of the first task that moves a point somewhere (avoidance/technique.h).
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

std::vector<VirtualArmEnd> virtual_arm_ends(const Scene& scene, const TaskList& tasks,
                                            const Kinematics& kinematics) {
  std::vector<VirtualArmEnd> ends;
  if (scene.avoidance.technique != Technique::virtual_arms) return ends;
  const std::optional<Tip> tip = led_point(tasks, kinematics);
  if (!tip) return ends;
  ArmChain chain(scene.figure, scene.avoidance.end_points_per_link);
  TaskChain joints(scene.figure);
  joints.follow(tasks);
  chain.lay(kinematics, tip->segment, tip->local, ArmSpace::automatic, joints.columns());
  const double radius = in_metres(virtual_arms_options(scene.avoidance), chain.length()).search_radius;
  chain.place_evenly(scene.avoidance.end_points_per_link);
  for (const EndPoint& point : chain.points()) {
    if (ends.size() >= most_ends) break;
    ends.push_back({SegmentId{point.segment}, chain.position(kinematics, point), radius});
  }
  return ends;
}

}  // namespace limber
