#pragma once
// A scene: a figure in a posture, the world around it and what is asked of it. One value, one file
// (docs/json.md).

#include <optional>
#include <string>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/figure/figure.h"
#include "limber/motion/options.h"
#include "limber/motion/path.h"
#include "limber/solver/options.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/world.h"

namespace limber {

struct Camera {  // the viewpoint of a picture
  Vec3 eye = Vec3(3, -4, 2);
  Vec3 target = Vec3(0, 0, 0.8);
  double field_of_view = 0.6;  // [rad] vertical
  double roll = 0.0;           // [rad] how far what is up in the picture leans to its right
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

// Joint torques move the figure instead of the solver: PD control of what the tasks ask for (Tsuji, Nakayama
// and Ito 1990), in the studio.
struct DynamicsOptions {
  enum class VirtualArms : std::uint8_t {
    off,
    stay,
    to_base,
    to_goal
  };  // what virtual end-points are asked for
  bool on = false;
  Vec3 gravity = Vec3::Zero();  // [m/s^2]
  double stiffness = 20.0;      // [N m/rad] K > 0
  double friction = 15.0;       // [N m s/rad] B >= 0
  VirtualArms virtual_arms = VirtualArms::off;
  double pull = 0.0;  // [N/m] of a drag; 0: 20 N/m for each kilogram of the figure
  bool operator==(const DynamicsOptions&) const = default;
};

struct Scene {
  Figure figure;  // already re-rooted at `root`
  Posture posture = {};
  std::string figure_file = {};  // as written in the scene file; empty: the figure is part of the scene
  std::string root = {};         // empty: as in the figure file
  World world = {};
  TaskList tasks = {};  // with the forces, supports and strengths
  CriterionList criteria = {};
  SolverOptions solver = {};
  std::vector<JointCost> recruitment = {};  // as written; `solver` has the costs of every joint
  AvoidanceOptions avoidance = {};
  DynamicsOptions dynamics = {};
  std::optional<Camera> camera = {};
  std::vector<Keyframe> keys = {};  // in order of time
  Paths paths = {};                 // of targets and obstacles that move; tasks and world have them at time 0
  MotionOptions motion = {};
  std::vector<JointCost> speeds = {}, accelerations = {};  // as written; `motion` has those of every joint

  // What is kept clear of by all that does not move the figure by its technique: tracking, "what if", reach.
  // They use the Solver's own clearance, of the figure itself as well. nullptr: nothing is avoided.
  const World* kept_clear_of() const { return avoidance.technique == Technique::off ? nullptr : &world; }
};

}  // namespace limber
