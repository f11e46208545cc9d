// What do forces cost per step on a person who stands on two flat feet and holds on with two hands?
//
//   build/bench/benchmarks/statics_per_step
//
// The human (50 degrees of freedom) walks through 2,000 postures 2 mm or 2 mrad apart, as in a drag. Thread
// time of
//
//   distribution           forces at 8 corners and 2 hands, warm-started
//   with torque task       beside it the rows of `equilibrium` and their derivatives
//   with joint torques     beside it what every joint bears
//   balance rows           the nearest edge of the region and its derivative
//   region, 32 directions  the outline that is drawn
//
// Wanted: distribution and torque task below 60 us, the region below 16 ms.

#include <cstdio>

#include "limber/models/models.h"
#include "limber/statics/load_state.h"
#include "limber/tasks/task.h"
#include "peers/measure.h"

namespace {

using namespace limber;

constexpr int steps = 2000;

Loads hold_on() {
  const std::vector<Vec2> sole = {{-0.12, -0.04}, {0.12, -0.04}, {0.12, 0.04}, {-0.12, 0.04}};
  Loads loads;
  loads.supports = {{.name = "left foot", .frame = "foot.l", .patch = sole},
                    {.name = "right foot", .frame = "foot.r", .patch = sole},
                    {.name = "left hand", .frame = "hand.l", .normal = Vec3(-1, 0, 0)},
                    {.name = "right hand", .frame = "hand.r", .normal = Vec3(-1, 0, 0)}};
  loads.forces = {{.frame = "pelvis", .force = Vec3(40, 0, 0)}};
  return loads;
}

void print(const char* name, peers::Samples& samples) {
  std::printf("%-24s p10 %8.2f us   median %8.2f us   p99 %8.2f us\n", name, samples.quantile(0.1),
              samples.median(), samples.quantile(0.99));
}

}  // namespace

int main() {
  const Figure figure = Figure::build(models::find("human")->make({})).value();
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  LoadState state(figure, hold_on());
  Posture posture = figure.rest_posture();
  RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count()), rows = RowMatrix::Zero(2, figure.dof_count());
  VecX error = VecX::Zero(2), step = VecX::Zero(figure.dof_count());
  std::vector<FeasibleRegion::Edge> edges(32);
  peers::Samples distribution, torque_task, torques, balance, region;
  int balanced = 0;
  for (int i = 0; i < steps; ++i) {
    for (int c = 6; c < step.size(); ++c) step[c] = 2e-3 * ((i / 50 + c) % 2 == 0 ? 1.0 : -1.0);
    integrate(figure, step, posture);
    kinematics.update(posture);
    masses.update(kinematics);
    const double begin = peers::now_us();
    state.statics.update(kinematics, masses);
    const double distributed = peers::now_us();
    TaskRows filled{rows, error};
    const TaskContext context{kinematics, masses, posture, scratch, &state};
    evaluate(Task(Equilibrium{}), context, filled);
    const double asked = peers::now_us();
    state.joints.update(state.statics, kinematics, posture);
    const double borne = peers::now_us();
    RowMatrix one = RowMatrix::Zero(1, figure.dof_count());
    VecX slack = VecX::Zero(1);
    TaskRows filled_one{one, slack};
    const double before_balance = peers::now_us();
    evaluate(Task(Balance{}), context, filled_one);
    const double after_balance = peers::now_us();
    distribution.add(distributed - begin);
    torque_task.add(asked - begin);
    torques.add(borne - begin);
    balance.add(after_balance - before_balance);
    balanced += state.statics.is_balanced() ? 1 : 0;
    if (i % 20 != 0) continue;
    const double before = peers::now_us();
    state.region.outline(state.statics, masses, edges);
    region.add(peers::now_us() - before);
  }
  std::printf("%d degrees of freedom, %d contacts, %d of %d postures in balance\n", figure.dof_count(),
              state.statics.contact_count(), balanced, steps);
  print("distribution", distribution);
  print("with torque task", torque_task);
  print("with joint torques", torques);
  print("balance rows", balance);
  print("region, 32 directions", region);
}
