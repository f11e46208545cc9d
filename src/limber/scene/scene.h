#pragma once
// A scene: a figure in a posture, the world around it and what is asked of it. One value, one file
// (docs/json.md).

#include <optional>
#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/world/world.h"

namespace limber {

// What is asked of the figure. The solver gives it meaning; here it is read, checked against the figure and
// kept.
struct TaskDescription {
  std::string name;
  std::string type;  // "reach"
  std::string frame;
  Vec3 target = Vec3::Zero();       // [m] world
  std::string axes = "xyz";         // which coordinates count
  int priority = 1;                 // 1 first
  double weight = 1.0;              // inside its priority
  double tolerance = 1e-4;          // [m]
  std::vector<std::string> joints;  // patterns ("spine*"); empty: all
  bool operator==(const TaskDescription&) const = default;
};

struct CriterionDescription {
  std::string type;  // "posture"
  double gain = 0.0;
  bool operator==(const CriterionDescription&) const = default;
};

struct ForceDescription {
  std::string frame;
  Vec3 force = Vec3::Zero();  // [N] world
  bool operator==(const ForceDescription&) const = default;
};

struct SolverDescription {  // see docs/json.md for the words allowed
  std::string limits = "active-set";
  std::string svd = "row-givens";
  std::string damping = "auto";
  std::string avoidance_method = "none";
  double avoidance_gain = 0.0;
  bool operator==(const SolverDescription&) const = default;
};

struct Camera {  // where a picture is taken from
  Vec3 eye = Vec3(3, -4, 2);
  Vec3 target = Vec3(0, 0, 0.8);
  double field_of_view = 0.6;  // [rad] vertical
  bool operator==(const Camera&) const = default;
};

struct Scene {
  Figure figure;  // already re-rooted at `root`
  Posture posture = {};
  std::string figure_file =
      {};                 // as written in the scene file; empty: the figure is written inside the scene
  std::string root = {};  // empty: as the figure file has it
  World world = {};
  std::vector<TaskDescription> tasks = {};
  std::vector<CriterionDescription> criteria = {};
  std::vector<ForceDescription> forces = {};
  std::optional<SolverDescription> solver = {};
  std::optional<Camera> camera = {};
};

}  // namespace limber
