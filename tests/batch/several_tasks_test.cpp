// Several frames at once, weights and strict priorities; the same bits in every lane; the GPU's program
// compiles.

#include <gtest/gtest.h>

#include <cstring>

#include "batch_figures.h"
#include "limber/batch/gpu/compile.h"
#include "limber/batch/gpu/driver.h"
#include "limber/batch/model_text.h"
#include "limber/batch/on_gpu.h"
#include "limber/batch/on_processor.h"
#include "limber/math/rotation.h"
#include "limber/solver/solver.h"

namespace limber::test {

namespace {

const std::vector<std::string> limbs{"hand.l", "hand.r", "foot.l", "foot.r"};

std::vector<FrameTask> limb_tasks(const Figure& figure) {
  std::vector<FrameTask> tasks;
  for (const std::string& name : limbs) tasks.push_back({.frame = figure.frame(name)});
  return tasks;
}

// Where the frames are in postures that use a share of the ranges around their middle.
std::vector<PoseGoal> goals_of(const Figure& figure, const std::vector<FrameTask>& tasks, int count,
                               double share) {
  Random random(11);
  Kinematics kinematics(figure);
  std::vector<PoseGoal> goals;
  for (int i = 0; i < count; ++i) {
    Posture posture = random_posture(figure, random);
    for (const JointId j : figure.joints()) {
      if (figure.joint(j).type != JointType::revolute) continue;
      const Range& range = figure.joint(j).ranges[0];
      const double middle = 0.5 * (range.min + range.max);
      double& value = posture.values[figure.first_value(j)];
      value = middle + share * (value - middle);
    }
    kinematics.update(posture);
    for (const FrameTask& task : tasks) {
      const Transform pose = kinematics.frame_pose(task.frame);
      goals.push_back({pose.translation, Quat(pose.rotation)});
    }
  }
  return goals;
}

struct Off {
  double position, orientation;
};
Off off(const Figure& figure, FrameId frame, const Posture& posture, const PoseGoal& goal) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform pose = kinematics.frame_pose(frame);
  return {(pose.translation - goal.position).norm(),
          log_rotation(Quat(pose.rotation).conjugate() * *goal.orientation).norm()};
}

// Goals as the batch solver takes them.
std::vector<double> numbers_of(const std::vector<PoseGoal>& goals) {
  std::vector<double> numbers;
  for (const PoseGoal& goal : goals) {
    for (int k = 0; k < 3; ++k) numbers.push_back(goal.position[k]);
    for (int k = 0; k < 4; ++k) numbers.push_back(goal.orientation->coeffs()[(k + 3) % 4]);
  }
  return numbers;
}

struct Answers {
  std::vector<int> attempts;
  std::vector<double> states;
};
Answers answers_in(const batch::Problem& problem, const std::vector<double>& goals, int lanes,
                   bool backwards) {
  const std::size_t width = static_cast<std::size_t>(problem.model->goal_size), count = goals.size() / width;
  const std::size_t states = static_cast<std::size_t>(problem.model->states);
  Answers answers{std::vector<int>(count), std::vector<double>(count * states)};
  std::size_t next = 0;
  batch::solve_on_processor(
      problem, lanes,
      [&]() -> std::optional<batch::Job> {
        if (next == count) return std::nullopt;
        const std::size_t i = backwards ? count - 1 - next : next;
        ++next;
        return batch::Job{i, goals.data() + i * width};
      },
      [&](std::size_t i, const batch::Answer& answer, const double* state) {
        answers.attempts[i] = answer.attempt;
        std::copy_n(state, states, answers.states.begin() + static_cast<long>(i * states));
      });
  return answers;
}

}  // namespace

TEST(SolveMany, ReachesFourPosesOfAHumanoidAtOnce) {
  const Figure figure = model("tevatia-humanoid");
  const std::vector<FrameTask> tasks = limb_tasks(figure);
  const auto goals = goals_of(figure, tasks, scaled(300), 0.3);
  const ManyReport report =
      solve_many(figure, tasks, goals, {.position_tolerance = 1e-5, .orientation_tolerance = 1e-5});
  EXPECT_EQ(report.satisfied_count(), report.goals.size());
  for (std::size_t p = 0; p < report.goals.size(); ++p) {
    EXPECT_EQ(largest_limit_excess(figure, report.posture(p)).amount, 0.0);
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      const Off miss = off(figure, tasks[t].frame, report.posture(p), goals[p * tasks.size() + t]);
      EXPECT_LE(miss.position, 1e-5);
      EXPECT_LE(miss.orientation, 1e-5);
    }
  }
}

// The feet stand where they are told, whatever the hands ask for.
TEST(SolveMany, ALowerPriorityNeverTakesFromAHigherOne) {
  const Figure figure = model("tevatia-humanoid");
  std::vector<FrameTask> tasks = limb_tasks(figure);
  for (FrameTask& task : tasks) task.orientation = false;
  tasks[0].priority = 2;  // hand.l
  tasks[1].priority = 1;  // hand.r
  tasks.resize(2);
  auto goals = goals_of(figure, tasks, scaled(60), 0.5);
  for (std::size_t i = 0; i < goals.size(); i += 2) goals[i].position += Vec3(0.6, 0.9, 0.7);  // out of reach
  const ManyReport report = solve_many(figure, tasks, goals, {.restarts = 3});
  // Alone, the hand of lower priority would pull the body along: what strictness is worth.
  std::vector<FrameTask> equal = tasks;
  equal[0].priority = 1;
  equal[0].weight = 10.0;
  const ManyReport together = solve_many(figure, equal, goals, {.restarts = 0});
  double worst_together = 0.0;
  for (std::size_t p = 0; p < report.goals.size(); ++p) {
    EXPECT_EQ(report.goals[p].priorities, 1) << "problem " << p;
    EXPECT_FALSE(report.goals[p].satisfied);
    EXPECT_LE(off(figure, tasks[1].frame, report.posture(p), goals[2 * p + 1]).position, 1e-4);
    EXPECT_EQ(largest_limit_excess(figure, report.posture(p)).amount, 0.0);
    worst_together =
        std::max(worst_together, off(figure, tasks[1].frame, together.posture(p), goals[2 * p + 1]).position);
  }
  EXPECT_GT(worst_together, 0.01);
}

// What a lower priority is left with is used: no worse than the Solver with the same priorities, but for a
// little.
TEST(SolveMany, ALowerPriorityComesAsNearAsTheSolverBringsIt) {
  const Figure figure = model("tevatia-humanoid");
  std::vector<FrameTask> tasks{{.frame = figure.frame("hand.r"), .orientation = false, .priority = 1},
                               {.frame = figure.frame("hand.l"), .orientation = false, .priority = 2}};
  auto goals = goals_of(figure, tasks, scaled(40), 0.5);
  for (std::size_t i = 1; i < goals.size(); i += 2) goals[i].position += Vec3(0.3, 0.5, 0.4);
  const ManyReport batch = solve_many(figure, tasks, goals, {.restarts = 0});
  SolverOptions any;
  double sum_batch = 0.0, sum_solver = 0.0;
  for (std::size_t p = 0; p < batch.goals.size(); ++p) {
    TaskList list;
    for (std::size_t t = 0; t < 2; ++t) {
      list.add(std::to_string(t), Reach{.frame = tasks[t].frame, .target = goals[2 * p + t].position},
               {.priority = tasks[t].priority});
    }
    Posture posture = figure.rest_posture();
    for (const JointId j : figure.joints()) {
      const Range& range = figure.joint(j).ranges[0];
      if (figure.joint(j).type == JointType::revolute && range.max - range.min < unlimited) {
        posture.values[figure.first_value(j)] = 0.5 * (range.min + range.max);
      }
    }
    Solver(figure, any).solve(list, posture, {.restarts = 0});
    sum_batch += off(figure, tasks[1].frame, batch.posture(p), goals[2 * p + 1]).position;
    sum_solver += off(figure, tasks[1].frame, posture, goals[2 * p + 1]).position;
  }
  EXPECT_LE(sum_batch, 1.05 * sum_solver);
}

TEST(BatchSolver, GivesTheSameBitsForAnyNumberOfLanesAndAnyOrder) {
  struct Figured {
    std::string name;
    std::vector<std::string> frames;
  };
  for (const Figured& what :
       {Figured{"panda-like", {"flange"}}, Figured{"snake", {"body.tip"}},
        Figured{"elephant", {"trunk.tip", "hand.l"}}, Figured{"tevatia-humanoid", limbs},
        Figured{"human", {"hand.l", "hand.r", "eyes"}}}) {
    const Figure figure = model(what.name);
    std::vector<FrameTask> tasks;
    for (const std::string& name : what.frames) tasks.push_back({.frame = figure.frame(name)});
    const auto problem = batch::gather_problem(figure, tasks, figure.rest_posture(), {.restarts = 20});
    ASSERT_TRUE(problem.has_value()) << what.name << ": " << problem.error().message;
    const std::vector<double> goals = numbers_of(goals_of(figure, tasks, scaled(200), 0.5));
    const Answers two = answers_in(*problem, goals, 2, false);
    for (int lanes = 2; lanes <= batch::lanes_here(); lanes *= 2) {
      const Answers other = answers_in(*problem, goals, lanes, true);
      EXPECT_EQ(two.attempts, other.attempts) << what.name << ", " << lanes << " lanes";
      EXPECT_EQ(two.states, other.states) << what.name << ", " << lanes << " lanes";
    }
  }
}

TEST(BatchSolver, ItsProgramForAGpuCompilesWhereTheCompilerIs) {
  if (!batch::gpu::compiler()) GTEST_SKIP() << batch::gpu::compiler().error().message;
  // A thread per problem, a warp per problem, and a warp with limits, a gaze and a goal that moves.
  const Figure arm = model("panda-like"), humanoid = model("tevatia-humanoid"), human = model("human");
  const std::vector<FrameTask> of_human{{.frame = human.frame("hand.l")},
                                        {.frame = human.frame("hand.r"), .in = human.frame("hand.l")},
                                        {.frame = human.frame("eyes"), .gaze = Vec3::UnitZ()}};
  const std::vector<std::pair<const Figure*, std::vector<FrameTask>>> cases{
      {&arm, {{.frame = arm.frame("flange")}}}, {&humanoid, limb_tasks(humanoid)}, {&human, of_human}};
  for (const auto& [figure, tasks] : cases) {
    const auto problem = batch::gather_problem(*figure, tasks, figure->rest_posture(), {});
    ASSERT_TRUE(problem.has_value());
    const auto compiled = batch::gpu::compile(batch::program_text(*problem), "sm_90");
    ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
    EXPECT_GT(compiled->code.size(), 1000u);
  }
}

}  // namespace limber::test
