// Random reachable poses of the seven-joint arm, all six coordinates to 1e-5, from the middle of the joint
// ranges, 5 ms each: the set-up of the TRAC-IK paper (Beeson and Ames 2015). Every answer is checked by
// forward kinematics, whoever claims it.

#include <functional>

#include "limber/batch/solve_many.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "plain_arm.h"
#include "table.h"

#if LIMBER_HAVE_KDL
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

#include "../kdl_chain.h"
#endif

namespace limber::peers {

namespace {

constexpr double tolerance = 1e-5;  // [m] and [rad]
constexpr double budget = 5000.0;   // [us] of the processor
constexpr double most_late = 1.1;   // times the budget: an attempt that has begun is ended

struct Arm {
  Figure figure = Figure::build(models::find("panda-like")->make({})).value();
  FrameId frame = figure.frame("flange");
  PlainArm plain{figure, frame};
  std::vector<Transform> goals;

  explicit Arm(int poses) {
    std::mt19937_64 random(2015);
    Kinematics kinematics(figure);
    for (int i = 0; i < poses; ++i) {
      const PlainArm::Values q = plain.anywhere(random);
      kinematics.update({q});
      goals.push_back(kinematics.frame_pose(frame));
      if (i < 100)
        require_same("forward kinematics of the plain arm",
                     (plain.pose(q).translation - goals.back().translation).norm());
    }
  }
  bool is_reached(const Transform& goal, const PlainArm::Values& q) const {
    const Transform pose = plain.pose(q);
    return (pose.translation - goal.translation).norm() <= 1.001 * tolerance &&
           PlainArm::turn_between(pose.rotation, goal.rotation).norm() <= 1.001 * tolerance &&
           ((q - plain.low).array() >= -1e-9).all() && ((plain.high - q).array() >= -1e-9).all();
  }
};

constexpr int most_restarts = 1000;  // far more than there is time for

using Find = std::function<void(const Transform&, PlainArm::Values&)>;
struct Result {
  std::string name;
  Who who;
  double share, median, mean;
};

Result run(const Arm& arm, Who who, const std::string& name, const Find& find) {
  Samples times;
  int found = 0;
  for (const Transform& goal : arm.goals) {
    PlainArm::Values q = arm.plain.middle();
    const double begin = now_us();
    find(goal, q);
    const double time = now_us() - begin;
    times.add(time);
    found += arm.is_reached(goal, q) && time <= most_late * budget;
  }
  return {name, who, 100.0 * found / static_cast<double>(arm.goals.size()), times.median(), times.mean()};
}

Result run_limber(const Arm& arm) {
  Solver solver(arm.figure);
  TaskList tasks;
  const auto reach = tasks.add("position", Reach{.frame = arm.frame}, {.tolerance = tolerance});
  const auto orient = tasks.add("orientation", Orient{.frame = arm.frame}, {.tolerance = tolerance});
  Posture posture;
  return run(arm, Who::limber, "Limber, Solver::solve with restarts",
             [&](const Transform& goal, PlainArm::Values& q) {
               tasks[reach].target = goal.translation;
               tasks[orient].target = Quat(goal.rotation);
               posture.values = q;
               // SolveOptions::most_seconds is by the clock on the wall, and others use this machine, too.
               solver.solve(tasks, posture, {.most_steps = 100, .restarts = most_restarts});
               q = posture.values;
             });
}

#if LIMBER_HAVE_KDL
KDL::Frame kdl_pose(const Transform& t) {
  const Mat3& r = t.rotation;
  return {KDL::Rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
          KDL::Vector(t.translation.x(), t.translation.y(), t.translation.z())};
}

void run_kdl(const Arm& arm, std::vector<Result>& results) {
  const KDL::Chain chain = kdl_chain(arm.figure, arm.frame);
  KDL::JntArray from(PlainArm::n), to(PlainArm::n), low(PlainArm::n), high(PlainArm::n);
  low.data = arm.plain.low;
  high.data = arm.plain.high;
  std::mt19937_64 random(7);
  // Another random start until one answer is inside the limits; LMA knows none, so whole turns are taken off.
  const auto search = [&](auto& solver, bool wraps) {
    return [&, wraps](const Transform& goal, PlainArm::Values& q) {
      const double begin = now_us();
      const KDL::Frame pose = kdl_pose(goal);
      from.data = q;
      while (true) {
        const bool ok = solver.CartToJnt(from, pose, to) >= 0;
        q = to.data;
        for (int i = 0; wraps && i < PlainArm::n; ++i) {
          q[i] -= 2 * M_PI * std::round((q[i] - arm.plain.middle()[i]) / (2 * M_PI));
        }
        const bool inside =
            ((q - arm.plain.low).array() >= 0).all() && ((arm.plain.high - q).array() >= 0).all();
        if ((ok && inside) || now_us() - begin > budget) return;
        from.data = arm.plain.anywhere(random);
      }
    };
  };
  KDL::ChainIkSolverPos_LMA lma(chain, Eigen::Matrix<double, 6, 1>::Ones(), tolerance, 60, 1e-15);
  results.push_back(run(arm, Who::peer, "KDL LMA, restarts", search(lma, true)));
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainIkSolverVel_pinv velocity(chain);
  KDL::ChainIkSolverPos_NR_JL newton(chain, low, high, position, velocity, 60, tolerance / std::sqrt(3.0));
  results.push_back(run(arm, Who::peer, "KDL NR_JL, restarts", search(newton, false)));
}
#endif

double poses_per_second(const Arm& arm) {
  std::vector<PoseGoal> goals;
  for (const Transform& goal : arm.goals) goals.push_back({goal.translation, Quat(goal.rotation)});
  SolveManyOptions options;
  options.position_tolerance = options.orientation_tolerance = tolerance;
  options.threads = 1;
  Samples rates;
  for (int round = 0; round < 5; ++round) {
    timespec begin{}, end{};  // the work is done by another thread
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    const ManyReport report = solve_many(arm.figure, arm.frame, goals, options);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    if (report.satisfied_count() != goals.size())
      std::fprintf(stderr, "solve_many: %zu of %zu\n", report.satisfied_count(), goals.size());
    rates.add(static_cast<double>(goals.size()) / (static_cast<double>(end.tv_sec - begin.tv_sec) +
                                                   1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec)));
  }
  return rates.quantile(0.9);
}

}  // namespace

void measure_arm(Table& table, int poses) {
  Arm arm(poses);
  std::vector<Result> results{run_limber(arm)};
  results.push_back(
      run(arm, Who::plain, "plain loop, restarts",
          [&](const Transform& goal, PlainArm::Values& q) { arm.plain.solve(goal, tolerance, budget, q); }));
#if LIMBER_HAVE_KDL
  run_kdl(arm, results);
#else
  table.note("KDL is not installed: no peer for the arm.");
#endif
  table.problem("arm, 6-D pose to 1e-5: median [us]", 7);
  for (const Result& r : results) table.add(r.who, r.name, r.median);
  table.problem("arm, 6-D pose to 1e-5: mean [us]", 14);
  for (const Result& r : results) table.add(r.who, r.name, r.mean);
  table.problem("arm: not found in 5 ms [%]");
  for (const Result& r : results) table.add(r.who, r.name, 100.0 - r.share);
  table.problem("arm, many goals: us per pose and core", 2.5);
  table.add(Who::limber, "Limber, solve_many", 1e6 / poses_per_second(arm));
  table.add(Who::plain, results[1].name, results[1].mean);
}

}  // namespace limber::peers
