#pragma once
// The figure's surroundings: named obstacles in world coordinates.
//
//   World world;
//   world.add("pole", Capsule{.a = {0.4, 0, 0}, .b = {0.4, 0, 2}, .radius = 0.03});

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"
#include "limber/shapes/shape.h"
#include "limber/world/l_system.h"

namespace limber {

struct Obstacle {
  std::string name;
  Shape shape;
  std::optional<Color> color = {};
  Vec3 velocity = Vec3::Zero();  // [m/s] at which it moves through the world, see advance()
  bool is_solid = true;          // false: drawn but not avoided, e.g. a ball to grasp
  bool operator==(const Obstacle&) const = default;
};

struct World {
  std::vector<Obstacle> obstacles;  // names are unique
  // How groups of obstacles were grown: "oak" for "oak.1", "oak.2", ... A file keeps the grammar instead of
  // the branches where they are as it grows them.
  std::map<std::string, LSystem> trees = {};
  bool operator==(const World&) const = default;

  // Throws std::invalid_argument when the name is empty or taken.
  ObstacleId add(std::string name, Shape shape, std::optional<Color> color = std::nullopt);

  // Grows a tree as the obstacles "<name>.1", "<name>.2", ..., keeps its grammar, and returns how many there
  // are.
  Expected<int> add_tree(const std::string& name, const LSystem& system,
                         std::optional<Color> color = std::nullopt);

  // By name; the first throws std::invalid_argument naming near matches.
  ObstacleId obstacle(std::string_view name) const;
  std::optional<ObstacleId> find_obstacle(std::string_view name) const;

  // Every obstacle moves on by velocity * seconds. Allocates nothing.
  void advance(double seconds) noexcept;
};

// The group an obstacle belongs to by its name: "tree" for "tree.12"; empty for "pole".
std::string_view group_of(std::string_view obstacle);
// The name of an obstacle in a sentence: its group if that is one thing (a tree of capsules, a table of a box
// and cylinders), else its own name (numbered discs are separate things).
std::string_view spoken_name(const World& world, ObstacleId obstacle);

// Where a figure comes near an obstacle or itself, and how its joints change that. With n the unit normal
// from the other solid to the figure's, x and y the nearest points on the two,
//
//   clearance d = n . (x - y),      d' = n . (J_x q' - J_y q')
//
// where J_x moves x with its segment and J_y moves y with its solid: another segment, or an obstacle with a
// velocity of its own. The nearest points slide along the surfaces as the figure moves, but that
// motion is orthogonal to n. With the screws (w, u) of kinematics.h,  n . (u + w x P) = n . u + (P x n) . w,
// which is the same for every point P on the line through x along n.

class Kinematics;

struct Contact {
  SegmentId segment;  // of the figure
  int shape = 0;      // which shape of the segment
  // The other solid: an obstacle of the world, or another segment of the figure and one of its shapes.
  ObstacleId obstacle;
  SegmentId other_segment;
  int other_shape = 0;
  Vec3 point;              // [m] x, in the world
  Vec3 local;              // [m] x, in the segment's frame
  Vec3 other_point;        // [m] y, in the world
  Vec3 normal;             // unit, from y's solid to x's: moving along it increases the clearance
  double clearance = 0.0;  // [m] surface to surface; negative: how deep they overlap
  Vec3 velocity;           // [m/s] of the obstacle
};

// d clearance / dq: dof_count() entries.
void clearance_row(const Kinematics& kinematics, const Contact& contact,
                   Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

// How fast the obstacle's own motion reduces the clearance [m/s]; negative: it moves away.
inline double closing_speed(const Contact& contact) {
  return contact.normal.dot(contact.velocity);
}

}  // namespace limber
