// Two rounds over the goals, each shared by threads: first the lanes (batch/arm_solver.h), where the figure
// and the goal allow it, then Solver for what is left. An answer counts once Kinematics has confirmed it.

#include "limber/batch/solve_many.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "limber/batch/arm_solver.h"
#include "limber/batch/threads.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/rotation.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

using std::invalid_argument;

// Angles of this size still leave the lanes' sines and cosines exact; nobody starts that far round.
constexpr double largest_start = 1e4;  // [rad]

Posture start_posture(const Figure& figure, const SolveManyOptions& options) {
  if (options.start) return *options.start;
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const Range& range = joint.ranges[0];
    if (range.max - range.min < unlimited)
      posture.values[figure.first_value(j)] = 0.5 * (range.min + range.max);
  }
  return posture;
}

void check(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
           const SolveManyOptions& options) {
  if (frame < 0 || frame >= static_cast<int>(figure.frames().size())) {
    throw invalid_argument("solve_many: the figure has no frame number " + std::to_string(frame));
  }
  if (!(options.position_tolerance > 0.0) || !(options.orientation_tolerance > 0.0)) {
    throw invalid_argument("solve_many: tolerances must be above 0");
  }
  if (options.restarts < 0) throw invalid_argument("solve_many: restarts must be 0 or more");
  if (options.threads < 0) throw invalid_argument("solve_many: threads must be 0 or more");
  if (options.start) {
    if (options.start->values.size() != figure.value_count() || !is_finite(*options.start)) {
      throw invalid_argument("solve_many: the start needs " + std::to_string(figure.value_count()) +
                             " finite values");
    }
  }
  constexpr double unit_slack = 1e-6;  // as read from a file
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (!goals[i].position.allFinite()) {
      throw invalid_argument("solve_many: goal " + std::to_string(i) + ": the position is not finite");
    }
    if (goals[i].orientation && !(std::abs(goals[i].orientation->norm() - 1.0) <= unit_slack)) {
      throw invalid_argument("solve_many: goal " + std::to_string(i) +
                             ": the orientation is not a unit quaternion");
    }
  }
}

// What all threads share.
class ManySolve {
 public:
  ManySolve(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
            const SolveManyOptions& options)
      : figure_(figure),
        frame_(frame),
        goals_(goals),
        options_(options),
        start_(start_posture(figure, options)) {
    report_.goals.resize(goals.size());
    report_.values.resize(static_cast<Eigen::Index>(goals.size()), figure.value_count());
    report_.values.rowwise() = start_.values.transpose();
  }

  ManyReport run() {
    if (const std::optional<ArmSolver> arm = make_arm()) solve_in_lanes(*arm);
    solve_the_rest();
    return std::move(report_);
  }

 private:
  std::optional<ArmSolver> make_arm() const {
    if (options_.world != nullptr || options_.solver.limits == LimitMethod::off) return std::nullopt;
    if (!options_.solver.ignored_limits.empty()) return std::nullopt;
    std::optional<SerialArm> arm = serial_arm(figure_, frame_);
    if (!arm) return std::nullopt;
    std::vector<double> start;
    for (const SerialArm::Link& link : arm->links) {
      start.push_back(start_.values[link.value]);
      if (!(std::abs(start.back()) < largest_start)) return std::nullopt;
    }
    const ArmOptions arm_options{.position_tolerance = options_.position_tolerance,
                                 .rotation_tolerance = options_.orientation_tolerance,
                                 .restarts = options_.restarts,
                                 .seed = options_.seed};
    return ArmSolver(std::move(*arm), start, arm_options);
  }

  void solve_in_lanes(const ArmSolver& arm) {
    std::vector<std::size_t> full;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (goals_[i].orientation) full.push_back(i);
    }
    Tickets tickets(full.size());
    share(full.size(), [&] {
      Tickets::Holder holder(tickets);
      Kinematics kinematics(figure_);
      Posture posture = start_;
      const auto next = [&]() -> std::optional<ArmSolver::Goal> {
        std::size_t ticket = 0;
        if (!holder.take(ticket)) return std::nullopt;
        const PoseGoal& goal = goals_[full[ticket]];
        return ArmSolver::Goal{full[ticket],
                               {goal.orientation->normalized().toRotationMatrix(), goal.position}};
      };
      arm.run(next, [&](const ArmSolver::Answer& answer) {
        report_.goals[answer.number].restarts = answer.restarts;
        if (!answer.is_found) return;
        for (std::size_t i = 0; i < arm.arm().links.size(); ++i) {
          posture.values[arm.arm().links[i].value] = answer.values[i];
        }
        if (keep(answer.number, posture, kinematics)) ++done_;
      });
    });
  }

  void solve_the_rest() {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (!report_.goals[i].satisfied) left.push_back(i);
    }
    Tickets tickets(left.size());
    share(left.size(), [&] {
      Tickets::Holder holder(tickets);
      Kinematics kinematics(figure_);
      Solver solver(figure_, options_.solver);
      if (options_.world != nullptr) solver.surround(*options_.world);
      std::size_t ticket = 0;
      while (holder.take(ticket)) {
        solve_one(left[ticket], solver, kinematics);
        ++done_;
      }
    });
  }

  void solve_one(std::size_t number, Solver& solver, Kinematics& kinematics) {
    const PoseGoal& goal = goals_[number];
    TaskList tasks;
    tasks.add("position", Reach{.frame = frame_, .target = goal.position},
              {.tolerance = options_.position_tolerance});
    if (goal.orientation) {
      tasks.add("orientation", Orient{.frame = frame_, .target = goal.orientation->normalized()},
                {.tolerance = options_.orientation_tolerance});
    }
    GoalReport& report = report_.goals[number];
    // The lanes have tried all starts already: what is wanted now is the best that can be done from the
    // first.
    const bool is_tried = report.restarts > 0;
    Posture posture = start_;
    const SolveReport solved =
        solver.solve(tasks, posture, {.restarts = is_tried ? 0 : options_.restarts, .seed = options_.seed});
    const bool is_within = keep(number, posture, kinematics);
    report.satisfied = is_within && solved.light == Light::green;
    report.restarts += solved.restarts;
  }

  // Writes an answer down; says whether it is within the tolerances and the limits.
  bool keep(std::size_t number, const Posture& posture, Kinematics& kinematics) {
    const PoseGoal& goal = goals_[number];
    GoalReport& report = report_.goals[number];
    kinematics.update(posture);
    const Transform pose = kinematics.frame_pose(frame_);
    report.position_error = (pose.translation - goal.position).norm();
    report.orientation_error =
        goal.orientation
            ? log_rotation(Quat(pose.rotation).conjugate() * goal.orientation->normalized()).norm()
            : 0.0;
    report.satisfied = report.position_error <= options_.position_tolerance &&
                       report.orientation_error <= options_.orientation_tolerance;
    report_.values.row(static_cast<Eigen::Index>(number)) = posture.values.transpose();
    return report.satisfied;
  }

  void share(std::size_t count, const std::function<void()>& work) {
    if (count == 0) return;
    const int most = options_.threads > 0 ? options_.threads : processor_count();
    const auto tell = [&] {
      if (options_.progress) options_.progress(done_, goals_.size());
    };
    run_on_threads(static_cast<int>(std::min<std::size_t>(count, static_cast<std::size_t>(most))), work,
                   tell);
    tell();
  }

  const Figure& figure_;
  FrameId frame_;
  std::span<const PoseGoal> goals_;
  const SolveManyOptions& options_;
  Posture start_;
  ManyReport report_;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace

Posture ManyReport::posture(std::size_t goal) const {
  return {values.row(static_cast<Eigen::Index>(goal)).transpose()};
}

std::size_t ManyReport::satisfied_count() const {
  return static_cast<std::size_t>(
      std::count_if(goals.begin(), goals.end(), [](const GoalReport& goal) { return goal.satisfied; }));
}

ManyReport solve_many(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options) {
  check(figure, frame, goals, options);
  return ManySolve(figure, frame, goals, options).run();
}

}  // namespace limber
