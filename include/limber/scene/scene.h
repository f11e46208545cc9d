#pragma once
// A scene: a figure in a posture, the world around it and what is asked of it. One value, one file
// (docs/json.md).

#include <optional>
#include <string>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/figure/figure.h"
#include "limber/solver/options.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/world.h"

namespace limber {

struct ForceDescription {
  std::string frame;
  Vec3 force = Vec3::Zero();  // [N] world
  bool operator==(const ForceDescription&) const = default;
};

struct Camera {  // the viewpoint of a picture
  Vec3 eye = Vec3(3, -4, 2);
  Vec3 target = Vec3(0, 0, 0.8);
  double field_of_view = 0.6;  // [rad] vertical
  bool operator==(const Camera&) const = default;
};

// A posture at a time; between keyframes the figure moves smoothly (a natural cubic spline).
struct Keyframe {
  int number = 0;     // stays the same while the keyframe exists; files number keyframes in order of time
  double time = 0.0;  // [s], not negative
  Posture posture = {};
  bool operator==(const Keyframe&) const = default;
};

inline constexpr double shortest_key_step = 0.001;  // [s] no two keys are closer together

struct Scene {
  Figure figure;  // already re-rooted at `root`
  Posture posture = {};
  std::string figure_file = {};  // as written in the scene file; empty: the figure is part of the scene
  std::string root = {};         // empty: as in the figure file
  World world = {};
  TaskList tasks = {};
  CriterionList criteria = {};
  std::vector<ForceDescription> forces = {};
  SolverOptions solver = {};
  std::vector<JointCost> recruitment = {};  // as written; `solver` has the costs of every joint
  AvoidanceOptions avoidance = {};
  std::optional<Camera> camera = {};
  std::vector<Keyframe> keys = {};  // in order of time
};

}  // namespace limber
