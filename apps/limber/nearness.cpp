#include "nearness.h"

#include <algorithm>
#include <limits>

#include "limber/world/proximity.h"

namespace limber::cli {

namespace {

constexpr double farthest = 1e6;  // [m] no figure is larger

// Which parts of the body count, by number.
std::vector<int> counted_parts(const Figure& figure, const Body& body) {
  std::vector<bool> moves(static_cast<std::size_t>(figure.segment_count()));
  for (int s = 0; s < figure.segment_count(); ++s) {
    const bool with_parent = s > 0 && moves[static_cast<std::size_t>(figure.parent(s))];
    moves[static_cast<std::size_t>(s)] = with_parent || dof_count(figure.joint(s).type) > 0;
  }
  std::vector<int> all, moving;
  for (int part = 0; part < body.count(); ++part) {
    all.push_back(part);
    if (moves[static_cast<std::size_t>(body.part(part).segment)]) moving.push_back(part);
  }
  return moving.empty() ? all : moving;
}

}  // namespace

const Contact* Nearness::nearest() const {
  const auto least =
      std::min_element(obstacles.begin(), obstacles.end(),
                       [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return least == obstacles.end() ? nullptr : &*least;
}

Nearness nearness(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  Body body(scene.figure);
  body.place(kinematics);
  ObstacleIndex obstacles;
  obstacles.build(scene.world);
  Nearness result;
  const std::vector<int> parts = counted_parts(scene.figure, body);
  for (int obstacle = 0; obstacle < obstacles.count() && !parts.empty(); ++obstacle) {
    if (!scene.world.obstacles[static_cast<std::size_t>(obstacle)].is_solid) continue;
    Contact best;
    best.clearance = std::numeric_limits<double>::infinity();
    for (const int part : parts) {
      const Closest found = closest(body.solid(part), obstacles.solid(obstacle));
      if (!(found.distance < best.clearance)) continue;
      best.segment = body.part(part).segment;
      best.shape = body.part(part).shape;
      best.point = found.on_a;
      best.other_point = found.on_b;
      best.normal = found.normal;
      best.clearance = found.distance;
    }
    if (best.segment < 0) continue;
    best.obstacle = obstacle;
    best.velocity = obstacles.velocity(obstacle);
    best.local = kinematics.segment_pose(best.segment).inverse() * best.point;
    result.obstacles.push_back(best);
  }
  Proximity itself(scene.figure);
  itself.prepare({});
  itself.let_touch(segments_held_together(scene.figure, scene.tasks));
  result.self = itself.nearest(kinematics, farthest);
  return result;
}

}  // namespace limber::cli
