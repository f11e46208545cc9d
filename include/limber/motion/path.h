#pragma once
// A target in time: x(t), with its velocity and acceleration in closed form.
//
//   circle     x = c + r (u cos a + v sin a),   a = 2 pi t/T + phase;   u, v, normal: a right-handed frame
//   sines      x = c + sum_k A_k sin(2 pi t/T_k + phase_k)
//   keys       the natural cubic spline through keys; with a period, the periodic one
//   samples    cubic between samples, with the slopes of their neighbours: a CSV file, a recorded drag
//
// A point path is x(t) itself, in metres. A path of turns is R = exp(x(t)), x its rotation vector; through
// keys it is the spline of orientations of math/spline.h, through samples a steady turn from one to the next.
// A path of one number (a joint) is the first coordinate of x.
//
// Before its first key and after its last a path stands still, unless it has a period: then it loops.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/math/types.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct CircleCurve {
  Vec3 center = Vec3::Zero();
  double radius = 0.1;          // [m] >= 0
  double period = 1.0;          // [s] > 0
  Vec3 normal = Vec3::UnitZ();  // unit; it turns counter-clockwise about it
  double phase = 0.0;           // [rad] at time 0. Phase 0 lies towards x; if the normal does, towards y
  bool operator==(const CircleCurve&) const = default;
};

struct SineCurve {
  struct Term {
    Vec3 amplitude = Vec3::Zero();
    double period = 1.0;  // [s] > 0
    double phase = 0.0;   // [rad] at time 0
    bool operator==(const Term&) const = default;
  };
  Vec3 center = Vec3::Zero();
  std::vector<Term> terms;
  bool operator==(const SineCurve&) const = default;
};

struct KeyCurve {
  std::vector<double> times;  // [s] each later than the one before
  std::vector<Vec3> points;
  double period = 0.0;  // [s] 0: it does not loop; else longer than from the first key to the last
  bool operator==(const KeyCurve&) const = default;
};

struct SampledCurve {
  std::vector<double> times;  // as KeyCurve
  std::vector<Vec3> points;
  double period = 0.0;
  std::string file = {};  // the CSV file it was read from, as the scene names it; empty: none
  bool operator==(const SampledCurve&) const = default;
};

using Curve = std::variant<CircleCurve, SineCurve, KeyCurve, SampledCurve>;

struct PathPoint {
  Vec3 value = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();      // [1/s]
  Vec3 acceleration = Vec3::Zero();  // [1/s^2]
};

// Of a path of turns; velocity and acceleration in the axes that turn.
struct PathTurn {
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();      // [rad/s]
  Vec3 acceleration = Vec3::Zero();  // [rad/s^2]
};

class TargetPath {
 public:
  // Throws std::invalid_argument, in one sentence, for numbers that are not finite, a period that is not
  // above 0 or too short for its keys, keys that are not in order, or none.
  explicit TargetPath(Curve curve);

  const Curve& curve() const;
  PathPoint point(double time) const;
  PathTurn turn(double time) const;
  // [s] After which it repeats; 0: it does not. Of sines, what their periods have in common, within an hour.
  double period() const;
  // [s] When it ends; 0: it goes on for ever.
  double end() const;
  bool operator==(const TargetPath& other) const { return curve() == other.curve(); }

  static constexpr std::size_t most_samples = 1'000'000;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;  // never changed: copies share it
};

// Who follows which path.
struct Paths {
  struct OfTask {
    TaskId<> task;
    TargetPath path;
    bool operator==(const OfTask&) const = default;
  };
  struct OfObstacle {
    std::string obstacle;  // its name
    TargetPath path;       // it is displaced by x(t) - x(0)
    bool operator==(const OfObstacle&) const = default;
  };
  std::vector<OfTask> tasks;
  std::vector<OfObstacle> obstacles;
  bool operator==(const Paths&) const = default;

  bool empty() const { return tasks.empty() && obstacles.empty(); }
  const TargetPath* of(TaskId<> task) const;
  const TargetPath* of(std::string_view obstacle) const;
  void set(TaskId<> task, std::optional<TargetPath> path);  // nothing: it stands still
  void set(const std::string& obstacle, std::optional<TargetPath> path);
};

// Reach, orient, look-at, centre of mass and joint tasks have a target that may move.
bool may_follow_path(const Task& task);
// The target at a time. Tasks that may not follow a path stay as they are.
void set_target(Task& task, const TargetPath& path, double time);
void set_targets(TaskList& tasks, const Paths& paths, double time);

}  // namespace limber
