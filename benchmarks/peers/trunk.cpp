// The trunk of a chain of three-hinge links: one damped step of its tip, and a whole solve, against the
// number of joints.

#include <random>

#include "../trunk.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "measure.h"
#include "mujoco_model.h"
#include "plain_trunk.h"
#include "table.h"

#if LIMBER_HAVE_KDL
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>

#include "../kdl_chain.h"
#endif

namespace limber::peers {

namespace {

constexpr double length = 1.0;  // [m]
constexpr double damping = 1e-4;
[[maybe_unused]] constexpr int most_mujoco_links = 100;  // a model of 1,000 takes more than a minute to load

Figure trunk_of(int links, double limit) {
  return models::bare_chain({.links = links, .length = length, .radius = 0.4 / links, .limit = limit});
}

// Bent alike whatever the number of links.
VecX bent(int links, unsigned seed, double amount) {
  std::mt19937_64 random(seed);
  const double most = amount / std::sqrt(links);
  return VecX::NullaryExpr(3 * links,
                           [&] { return std::uniform_real_distribution<double>(-most, most)(random); });
}

const Vec3 wanted(0.01, -0.02, 0.005);  // [m] the step asked for

// Goes to and fro between two postures, so that nothing can be remembered.
struct LimberSteps {
  Figure figure;
  Solver solver;
  TaskList tasks;
  TaskId<Reach> reach;
  Posture postures[2], posture;
  Vec3 tips[2];
  int k = 0;

  LimberSteps(int links, double limit, const SolverOptions& options)
      : figure(trunk_of(links, limit)), solver(figure, options) {
    reach = tasks.add("tip", Reach{.frame = figure.frame("trunk.tip")});
    solver.prepare(tasks);
    Kinematics kinematics(figure);
    for (unsigned i : {0u, 1u}) {
      postures[i] = {bent(links, i + 1, 1.5)};
      kinematics.update(postures[i]);
      tips[i] = kinematics.frame_position(figure.frame("trunk.tip"));
    }
    posture = postures[0];
  }
  void operator()() {
    k ^= 1;
    posture.values = postures[k].values;
    tasks[reach].target = tips[k] + wanted;
    keep(solver.step(tasks, posture).step_length);
  }
};

SolverOptions bare() {
  SolverOptions options;
  options.limits = LimitMethod::off;
  options.damping = {.rule = Damping::Rule::fixed, .lambda = std::sqrt(damping)};
  options.line_search = false;
  return options;
}

void measure_step(Table& table, int links, double goal_bare, double goal_used) {
  const std::string n = std::to_string(3 * links);
  const VecX q = bent(links, 2, 1.5);
  PlainTrunk plain(links, length);
  FlatTrunk flat(links, length);
  VecX dq(3 * links), expected(3 * links);
  plain.tip(q);
  plain.step(wanted, damping, expected);
  flat.tip(q);
  flat.step(flat.square(), wanted, damping, dq);
  require_same("step of the flat trunk", (dq - expected).norm() / expected.norm());
  LimberSteps steps(links, unlimited, bare());
  steps();
  require_same("Limber's bare step of the trunk",
               (steps.solver.last_step() - expected).norm() / expected.norm());

  table.problem("trunk step, n = " + n + ", bare [us]", goal_bare);
  table.add(Who::limber, "Limber", time_of(steps));
  table.add(Who::plain, "plain, Eigen", time_of([&] {
              keep(plain.tip(q));
              plain.step(wanted, damping, dq);
            }));
  table.add(Who::plain, "plain, flat arrays", time_of([&] {
              keep(flat.tip(q));
              flat.step(flat.square(), wanted, damping, dq);
            }));
#if LIMBER_HAVE_MUJOCO
  if (links <= most_mujoco_links) {
    MujocoTrunk mujoco(links, length);
    RowMatrix jacobian(3, 3 * links);
    mujoco.tip(q, jacobian);
    PlainTrunk::damped_step(jacobian, wanted, damping, dq);
    require_same("MuJoCo's step of the trunk", (dq - expected).norm() / expected.norm());
    table.add(Who::peer, "MuJoCo + 3 x 3", time_of([&] {
                keep(mujoco.tip(q, jacobian));
                PlainTrunk::damped_step(jacobian, wanted, damping, dq);
              }));
  } else {
    table.note("MuJoCo has no step of a trunk with " + n +
               " joints: its model takes more than a minute to load.");
  }
#endif
#if LIMBER_HAVE_KDL
  if (links <= 30) {
    const KDL::Chain chain = kdl_chain(steps.figure, steps.figure.frame("trunk.tip"));  // which it refers to
    KDL::ChainIkSolverVel_wdls solver(chain);
    Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(6, 6);
    weights.topLeftCorner(3, 3).setIdentity();
    solver.setWeightTS(weights);
    solver.setLambda(0.01);
    KDL::JntArray from(static_cast<unsigned>(3 * links)), velocity(static_cast<unsigned>(3 * links));
    from.data = q;
    const KDL::Twist twist(KDL::Vector(wanted.x(), wanted.y(), wanted.z()), KDL::Vector::Zero());
    // Its damping follows a rule of its own, so the steps agree to 1e-3 only.
    table.add(Who::peer, "KDL wdls", time_of([&] { solver.CartToJnt(from, twist, velocity); }));
  }
#endif
  table.problem("trunk step, n = " + n + ", limits, line search, reasons [us]", goal_used);
  LimberSteps used(links, 1.2, {});
  table.add(Who::limber, "Limber", time_of(used));
}

// Solves for `count` goals and gives the median time; a share of goals missed is told on stderr.
template <class Solve>
double solve_time(int links, int count, const std::string& name, Solve&& solve) {
  PlainTrunk check(links, length);
  Samples times;
  int missed = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 goal = check.tip(bent(links, 5000 + static_cast<unsigned>(i), 2.5));
    VecX q = bent(links, 9000 + static_cast<unsigned>(i), 1.0);
    const double begin = now_us();
    solve(goal, q);
    times.add(now_us() - begin);
    missed += (check.tip(q) - goal).norm() > 1.001e-4 * length;
  }
  if (missed > 0)
    std::fprintf(stderr, "%s, n = %d: %d of %d goals missed\n", name.c_str(), 3 * links, missed, count);
  return times.median();
}

void measure_solve(Table& table, int links, double goal) {
  const int count = links > 100 ? 20 : 100;
  const Figure figure = trunk_of(links, unlimited);
  const FrameId tip = figure.frame("trunk.tip");
  table.problem("trunk solve to 1e-4, n = " + std::to_string(3 * links) + " [us]", goal);
  Solver solver(figure);
  TaskList tasks;
  const auto reach = tasks.add("tip", Reach{.frame = tip}, {.tolerance = 1e-4});
  Posture posture;
  table.add(Who::limber, "Limber, Solver::solve",
            solve_time(links, count, "Limber", [&](const Vec3& at, VecX& q) {
              tasks[reach].target = at;
              posture.values = q;
              solver.solve(tasks, posture);
              q = posture.values;
            }));
  FlatTrunk flat(links, length);
  VecX dq(3 * links);
  table.add(Who::plain, "plain, flat arrays", solve_time(links, count, "plain", [&](const Vec3& at, VecX& q) {
              for (int i = 0; i < 500; ++i) {
                Vec3 e = at - flat.tip(q);
                if (e.norm() < 1e-4) return;
                if (e.norm() > 0.25) e *= 0.25 / e.norm();
                const Mat3 square = flat.square();
                flat.step(square, e, 1e-3 * square.trace() / 3, dq);
                q += dq;
              }
            }));
#if LIMBER_HAVE_KDL
  Eigen::Matrix<double, 6, 1> weights;
  weights << 1, 1, 1, 0, 0, 0;
  const KDL::Chain chain = kdl_chain(figure, tip);
  KDL::ChainIkSolverPos_LMA lma(chain, weights, 1e-4, 500, 1e-15);
  KDL::JntArray from(static_cast<unsigned>(3 * links)), to(static_cast<unsigned>(3 * links));
  table.add(Who::peer, "KDL LMA", solve_time(links, count, "KDL LMA", [&](const Vec3& at, VecX& q) {
              from.data = q;
              lma.CartToJnt(from, KDL::Frame(KDL::Vector(at.x(), at.y(), at.z())), to);
              q = to.data;
            }));
#endif
}

}  // namespace

void measure_trunk(Table& table) {
  measure_step(table, 30, 1.2, 2.5);
  measure_step(table, 1000, 30, 60);
  measure_solve(table, 30, 10);
  measure_solve(table, 1000, 400);
#if !LIMBER_HAVE_KDL || !LIMBER_HAVE_MUJOCO
  table.note("KDL or MuJoCo is not installed: the trunk has fewer peers.");
#endif
}

}  // namespace limber::peers
