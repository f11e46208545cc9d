// Limits, couplings and ties hold in every posture that a solver may keep, whatever the options.

#include <gtest/gtest.h>

#include <cmath>

#include "limber/figure/joint_coordinate.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/rotation.h"
#include "limber/solver/solver.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/tasks/ties.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;
using test::uniform_int;

constexpr double gate_holds_to = 1e-9;

struct Kept {
  Figure figure;
  Posture start;  // inside all limits; all couplings and ties hold
};

// A figure with couplings and ties that hold where it stands, also of swings and twists.
Kept random_kept_figure(Random& random, bool limits) {
  FigureDescription description = test::random_description(
      random,
      {.segments = uniform_int(random, 3, 8), .free_root = uniform_int(random, 0, 3) == 0, .limits = limits});
  const Figure bare = Figure::build(description).value();
  Posture start = test::random_posture(random, bare);
  HardConstraints(bare, {}).project_onto_limits(start);

  for (int i = uniform_int(random, 0, 2); i > 0; --i) {
    CouplingDescription coupling;
    coupling.name = "coupling." + std::to_string(i);
    double value = 0.0;
    for (int k = 0; k < 2; ++k) {
      const JointId joint{uniform_int(random, 0, bare.segment_count() - 1)};
      const JointType type = bare.joint(joint).type;
      const int count = type == JointType::free ? 0 : coordinate_count(type);
      if (count == 0) continue;
      const int coordinate = uniform_int(random, 0, count - 1);
      const double coefficient = uniform(random, 0.3, 2.0) * (uniform_int(random, 0, 1) == 0 ? 1.0 : -1.0);
      const std::string& name = bare.joint_name(joint);
      if (k == 1 && !coupling.terms.empty() && coupling.terms[0].joint == name &&
          coupling.terms[0].coordinate == coordinate)
        continue;
      coupling.terms.push_back({name, coordinate, coefficient});
      value += coefficient * joint_coordinate(bare, start, joint, coordinate);
    }
    if (coupling.terms.empty()) continue;
    const bool equality = uniform_int(random, 0, 1) == 0;
    coupling.range = {value - (equality ? 0.0 : uniform(random, 0.0, 0.5)),
                      value + (equality ? 0.0 : uniform(random, 0.0, 0.5))};
    description.couplings.push_back(coupling);
  }
  if (uniform_int(random, 0, 2) == 0) {
    Kinematics kinematics(bare);
    kinematics.update(start);
    const SegmentId a = test::random_segment(random, bare);
    const SegmentId b = test::random_segment(random, bare);
    if (a != b) {
      const Vec3 place = kinematics.segment_pose(a) * test::random_vector(random, 0.2);
      for (const SegmentId s : {a, b}) {
        description.frames.push_back({s == a ? "tie.a" : "tie.b", bare.segment_name(s),
                                      Transform::at(kinematics.segment_pose(s).inverse() * place)});
      }
      description.ties = {{"tie", TieDescription::Kind::same_point, "tie.a", "tie.b"}};
    }
  }
  return {Figure::build(description).value(), start};
}

// By their definitions.
double largest_excess(const Figure& figure, const Posture& posture) {
  double largest = largest_limit_excess(figure, posture).amount;
  for (const Coupling& coupling : figure.couplings()) {
    double value = 0.0;
    for (const Coupling::Term& term : coupling.terms)
      value += term.coefficient * joint_coordinate(figure, posture, term.joint, term.coordinate);
    largest = std::max({largest, coupling.range.min - value, value - coupling.range.max});
  }
  Kinematics kinematics(figure);
  kinematics.update(posture);
  for (const Tie& tie : figure.ties())
    largest =
        std::max(largest, (kinematics.frame_position(tie.frame) - kinematics.frame_position(tie.to)).norm());
  return largest;
}

constexpr LimitMethod methods[] = {LimitMethod::active_set, LimitMethod::projection, LimitMethod::clipping};
constexpr Formulation formulations[] = {Formulation::lexicographic, Formulation::projector,
                                        Formulation::chiaverini};
constexpr Damping::Rule rules[] = {Damping::Rule::automatic,
                                   Damping::Rule::none,
                                   Damping::Rule::fixed,
                                   Damping::Rule::step_bound,
                                   Damping::Rule::smallest_singular_value,
                                   Damping::Rule::numerical_filtering};

TEST(Gate, HoldsInEveryStepWhateverTheOptions) {
  Random random(3301);
  int moving = 0, coupled = 0, tied = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const Kept kept = random_kept_figure(random, i % 4 != 0);
    ASSERT_LE(largest_excess(kept.figure, kept.start), gate_holds_to) << "figure " << i;
    coupled += !kept.figure.couplings().empty();
    tied += !kept.figure.ties().empty();
    const TaskList tasks = test::random_tasks(random, kept.figure, {.levels = uniform_int(random, 1, 3)});
    for (const LimitMethod method : methods) {
      for (const Formulation formulation : formulations) {
        for (const Damping::Rule rule : rules) {
          for (const bool line_search : {true, false}) {
            Solver solver(kept.figure, {.limits = method,
                                        .formulation = formulation,
                                        .damping = {.rule = rule},
                                        .line_search = line_search});
            solver.prepare(tasks);
            Posture posture = kept.start;
            for (int step = 0; step < 4; ++step) {
              moving += solver.step(tasks, posture).step_length > 1e-3;
              ASSERT_LE(largest_excess(kept.figure, posture), gate_holds_to)
                  << "figure " << i << " step " << step << " limits " << int(method) << " formulation "
                  << int(formulation) << " damping " << int(rule) << " search " << line_search;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(moving, scaled(200) * 108);
  EXPECT_GT(coupled, scaled(200) / 3);
  EXPECT_GT(tied, scaled(200) / 10);
}

// Also what follows the steps: the last touch, pushes, other starts, the check of rest.
TEST(Gate, HoldsInEveryAnswerWhateverTheOptions) {
  Random random(3302);
  for (int i = 0; i < scaled(200); ++i) {
    const Kept kept = random_kept_figure(random, true);
    const TaskList tasks = test::random_tasks(random, kept.figure, {.levels = uniform_int(random, 1, 3)});
    for (const LimitMethod method : methods) {
      for (const Formulation formulation : formulations) {
        Solver solver(kept.figure, {.limits = method, .formulation = formulation});
        Posture posture = kept.start;
        solver.solve(tasks, posture, {.most_steps = 20, .restarts = i % 3 == 0 ? 1 : 0});
        ASSERT_LE(largest_excess(kept.figure, posture), gate_holds_to)
            << "figure " << i << " limits " << int(method) << " formulation " << int(formulation);
      }
    }
  }
}

// A hand whose ball joint is coupled to another joint, turned round and round.
TEST(Gate, ACouplingThatHoldsAtTheStartHoldsPastHalfATurn) {
  Random random(3303);
  int met = 0;
  for (int i = 0; i < scaled(300); ++i) {
    FigureDescription description;
    description.name = "turned";
    description.segments = {
        {.name = "base"},
        {.name = "arm", .parent = "base", .joint = {.type = JointType::revolute, .axis = Vec3::UnitX()}},
        {.name = "hand",
         .parent = "arm",
         .before = Transform::at({0.3, 0, 0}),
         .joint = {.type = JointType::ball}},
        {.name = "finger",
         .parent = "hand",
         .before = Transform::at({0, 0.1, 0.2}),
         .joint = {.type = JointType::revolute, .axis = Vec3::UnitZ()}}};
    const int coordinate = i % 3;
    const double ratio = uniform(random, 0.3, 2.0);
    const Figure bare = Figure::build(description).value();
    Posture start = bare.rest_posture();
    const Vec3 turn = uniform(random, 2.0, 3.1) * test::random_direction(random);
    set_joint_parameters(bare, start, bare.joint("hand"), std::vector<double>{turn.x(), turn.y(), turn.z()});
    const double value = joint_coordinate(bare, start, bare.joint("hand"), coordinate);
    description.couplings = {{"gear", {{"hand", coordinate, 1.0}, {"finger", 0, -ratio}}, {value, value}}};
    const Figure figure = Figure::build(description).value();
    TaskList tasks;
    tasks.add("turn", Orient{.frame = Place::on_segment(figure.segment("hand"), Vec3::Zero()),
                             .target = Quat(test::random_rotation(random))});
    tasks.add("point",
              Reach{.frame = Place::on_segment(figure.segment("finger"), Vec3(0.2, 0, 0)),
                    .target = test::random_vector(random, 0.6)},
              {.priority = 2});
    Solver solver(figure);
    solver.prepare(tasks);
    Posture posture = start;
    for (int step = 0; step < 60; ++step) {
      solver.step(tasks, posture);
      const double size = joint_coordinate(figure, posture, figure.joint("hand"), coordinate);
      met += std::abs(size) > 3.1;
      ASSERT_LE(largest_excess(figure, posture), gate_holds_to) << "case " << i << " step " << step;
    }
    posture = start;
    const SolveReport report = solver.solve(tasks, posture);
    ASSERT_LE(largest_excess(figure, posture), gate_holds_to) << "case " << i;
    EXPECT_EQ(report.coupling_excess, 0.0) << "case " << i;
  }
  EXPECT_GT(met, scaled(300)) << "half a turn is met often enough to tell";
}

}  // namespace
}  // namespace limber
