#pragma once
// One instant of a session, evaluated once: what the snapshot message, the status message and the questions
// read. It describes the posture shown, whether the solver made it or it is played back.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "limber/figure/posture.h"
#include "limber/session/messages/virtual_arm_ends.h"
#include "limber/solver/report.h"
#include "limber/statics/report.h"
#include "limber/world/world.h"

namespace limber {

// How a task stands.
struct TaskValue {
  TaskId<> number;
  bool enabled = true;
  bool satisfied = false;
  double error = 0.0;  // [its unit]
  TaskUnit unit = TaskUnit::metre;
  Vec3 effector = Vec3::Zero();  // world
  Vec3 goal = Vec3::Zero();      // world; the effector where the task has no such point
};

// How well one priority level was solved in the last step.
struct LevelValue {
  int priority = 0;
  double error = 0.0, residual = 0.0;  // [m]
  int rank = 0;
  double lambda = 0.0;
};

struct Snapshot {
  std::uint32_t figure_revision = 0;
  bool moving = false, recording = false, playing = false, dragging = false, paused = false;

  Posture posture;
  std::vector<Transform> segments;  // in the world
  Vec3 center_of_mass = Vec3::Zero();

  std::vector<TaskValue> tasks;  // of the scene, in its order
  Light light = Light::green;
  std::string broken;              // the coupling or tie that is farthest off, in a sentence; empty: all hold
  VecX singular_values;            // of all enabled tasks' rows together, largest first
  std::vector<LevelValue> levels;  // of the last step; none during playback

  std::vector<Contact> contacts;  // nearest first
  double clearance() const;       // [m] of the nearest; infinity: nothing is near

  struct Watched {
    Vec3 position;
    Mat3 spread;  // J J^T: how far unit joint velocities move it in each direction
  };
  std::optional<Watched> watched;

  struct MovedObstacle {
    ObstacleId number;
    Vec3 anchor;  // the point it is moved by: web/src/state/shape_numbers.ts
  };
  std::vector<MovedObstacle> moved_obstacles;
  std::vector<VirtualArmEnd> arm_ends;

  // What holds the figure up; none: no window shows it.
  struct Statics {
    StaticsReport report;
    Mat3 gyration = Mat3::Zero();  // [m^2] inertia about the centre of mass by mass: of an axis a, a . G a
  };
  std::optional<Statics> statics;
};

}  // namespace limber
