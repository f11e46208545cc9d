#pragma once
// Brings a frame to a goal below everything else a scene asks for, from a given posture, and says whether it
// got there with all of that kept.

#include <string>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/scene/scene.h"
#include "limber/solver/solver.h"

namespace limber {

class FrameProbe {
 public:
  // `start` becomes the posture in which the scene without the goal rests. Throws std::invalid_argument for
  // tasks that do not fit.
  FrameProbe(const Scene& scene, FrameId frame, int keep_priority, double tolerance, Posture& start);

  // Moves the posture towards the goal [m]; true: it is there, and what is to be kept is. Where hardly any
  // way was made is_stuck() is true: the posture may be singular (stretched out, with the goal inside), and
  // reach_from_singular(), which takes several times as long, may leave it.
  bool reach(const Vec3& goal, Posture& posture);
  bool reach_from_singular(const Vec3& goal, Posture& posture);
  bool is_stuck() const { return is_stuck_; }
  Vec3 place(const Posture& posture);  // [m] of the frame

  const std::vector<std::string>& left_out() const { return left_out_; }
  const std::vector<std::string>& unmet() const { return unmet_; }
  long tries() const { return tries_; }
  long steps() const { return steps_; }

 private:
  struct Kept {
    TaskId<> number;
    double most_error;  // [its unit]
  };
  // How far the report is from what is asked: 0 is there.
  double shortfall(const StepReport& report) const;
  bool approach(Posture& posture);
  void settle(Posture& posture);
  void aim(const Vec3& goal);

  Solver solver_;
  Kinematics kinematics_;
  TaskList tasks_;
  CriterionList criteria_;
  bool has_criteria_ = false, is_stuck_ = false;
  FrameId frame_;
  double tolerance_;  // [m]
  TaskId<Reach> goal_;
  std::vector<Kept> kept_;
  std::vector<std::string> left_out_, unmet_;
  long tries_ = 0, steps_ = 0;
};

}  // namespace limber
