// Every number of a motion's report, computed again from its frames.

#include <gtest/gtest.h>

#include <bit>

#include "limber/figure/joint_motion.h"
#include "limber/motion/track.h"
#include "recomputed.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::uniform;
using test::uniform_int;

constexpr double rounding = 1e-9;

// A planar arm as often as any tree of joints; a frame on every segment.
Figure figure_to_track(Random& random) {
  if (uniform_int(random, 0, 1) == 0)
    return test::random_figure(random, {.segments = uniform_int(random, 3, 6),
                                        .free_root = uniform_int(random, 0, 3) == 0,
                                        .limits = uniform_int(random, 0, 1) == 0});
  FigureDescription arm;
  arm.name = "arm";
  const int links = uniform_int(random, 2, 8);
  arm.segments.push_back({.name = "base"});
  for (int i = 0; i < links; ++i) {
    const std::string parent = i == 0 ? "base" : "l" + std::to_string(i - 1);
    SegmentDescription link{.name = "l" + std::to_string(i), .parent = parent};
    if (i > 0) link.before = Transform::at({1.0 / links, 0, 0});
    link.joint.type = JointType::revolute;
    if (uniform_int(random, 0, 3) == 0) link.joint.ranges[0] = {-1.5, 1.0};
    arm.segments.push_back(link);
  }
  arm.frames.push_back({"tip", "l" + std::to_string(links - 1), Transform::at({1.0 / links, 0, 0})});
  return Figure::build(arm).value();
}

double any_period(Random& random) {
  constexpr double written[] = {0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3, 2.0};
  return uniform_int(random, 0, 2) > 0 ? written[uniform_int(random, 0, 9)] : uniform(random, 0.2, 2.0);
}

TargetPath path_near(Random& random, const Vec3& center, double size, bool turns) {
  switch (uniform_int(random, 0, turns ? 1 : 3)) {
    case 0:
      return TargetPath(CircleCurve{.center = center,
                                    .radius = uniform(random, 0.0, size),
                                    .period = any_period(random),
                                    .normal = test::random_direction(random),
                                    .phase = uniform(random, -4, 4)});
    case 1: {
      SineCurve sines{.center = center};
      const int terms = uniform_int(random, 1, 4);
      for (int i = 0; i < terms; ++i)
        sines.terms.push_back(
            {test::random_vector(random, size), any_period(random), uniform(random, -4, 4)});
      return TargetPath(sines);
    }
    default: {
      std::vector<double> times = {uniform(random, -0.3, 0.3)};
      std::vector<Vec3> points = {center};
      const int more = uniform_int(random, 1, 5);
      for (int i = 0; i < more; ++i) {
        times.push_back(times.back() + uniform(random, 0.1, 0.5));
        points.push_back(center + test::random_vector(random, size));
      }
      if (uniform_int(random, 0, 1) == 0) return TargetPath(SampledCurve{times, points});
      const bool loops = uniform_int(random, 0, 1) == 0;
      return TargetPath(KeyCurve{times, points, loops ? times.back() - times.front() + 0.25 : 0.0});
    }
  }
}

void add_tasks(Random& random, TrackProblem& problem) {
  const Figure& figure = problem.figure;
  const int count = uniform_int(random, 1, 3), frames = static_cast<int>(figure.frames().size());
  for (int i = 0; i < count; ++i) {
    const FrameId frame{uniform_int(random, 0, frames - 1)};
    const Frame& of = figure.frame(frame);
    const recomputed::Pose now = recomputed::segment_pose(figure, problem.start, of.segment);
    const Vec3 center = now * of.pose.translation;
    TaskSettings settings{.priority = uniform_int(random, 1, 2)};
    if (uniform_int(random, 0, 2) == 0) settings.tolerance = uniform(random, 1e-4, 0.05);
    const std::string name = "task " + std::to_string(i);
    TaskId<> task;
    bool turns = false;
    const int kind = uniform_int(random, 0, 3);
    const JointId joint{uniform_int(random, 0, figure.segment_count() - 1)};
    if (kind == 0 && figure.joint(joint).type == JointType::revolute) {
      task = problem.tasks.add(name, JointValue{.joint = joint, .target = 0.3}, settings);
    } else if (kind == 1) {
      turns = true;
      task = problem.tasks.add(name, Orient{.frame = frame, .target = Quat(test::random_rotation(random))},
                               settings);
    } else {
      const bool flat = uniform_int(random, 0, 1) == 0;
      task = problem.tasks.add(
          name, Reach{.frame = frame, .target = center, .axes = flat ? Axes::xy() : Axes::xyz()}, settings);
    }
    // Most of what is asked can be done; some of it is far away.
    const Vec3 off = test::random_vector(random, uniform_int(random, 0, 4) == 0 ? 2.0 : 0.1);
    if (uniform_int(random, 0, 4) > 0)
      problem.paths.set(task, path_near(random, turns ? off : Vec3(center + off), turns ? 0.5 : 0.15, turns));
  }
}

TrackProblem problem_to_track(Random& random) {
  TrackProblem problem{.figure = figure_to_track(random)};
  problem.start = inside_limits(problem.figure, test::random_posture(random, problem.figure));
  add_tasks(random, problem);
  const int n = problem.figure.dof_count();
  RedundancyOptions& redundancy = problem.motion.redundancy;
  redundancy.method = static_cast<RedundancyMethod>(uniform_int(random, 0, 6));
  if (redundancy.method == RedundancyMethod::klein_first && n > 8)
    redundancy.method = RedundancyMethod::klein_second;
  redundancy.gain = uniform(random, 1.0, 15.0);
  if (uniform_int(random, 0, 3) == 0)
    problem.motion.speeds.assign(static_cast<std::size_t>(n), uniform(random, 0.3, 3.0));
  if (uniform_int(random, 0, 3) == 0)
    problem.motion.accelerations.assign(static_cast<std::size_t>(n), uniform(random, 3.0, 30.0));
  if (uniform_int(random, 0, 1) == 0)
    problem.criteria = {{"rest", ReferencePosture{}, uniform(random, 0.1, 2.0)}};
  return problem;
}

struct Recomputed {
  const TrackProblem& problem;
  const TrackOptions& options;
  const TrackReport& report;

  const std::vector<Posture>& postures() const { return report.motion.postures; }
  Eigen::VectorXd moved(std::size_t k) const {
    return recomputed::step_between(problem.figure, postures()[k - 1], postures()[k]);
  }

  void expect_times() const {
    ASSERT_EQ(postures().size(), static_cast<std::size_t>(std::lround(options.seconds / options.dt)) + 1);
    for (std::size_t k = 0; k < postures().size(); ++k)
      ASSERT_EQ(report.motion.times[k], static_cast<double>(k) * options.dt);
  }

  void expect_errors() const {
    std::size_t next = 0;
    for (const TaskList::Entry& entry : problem.tasks) {
      const TaskTrack& task = report.tasks.at(next++);
      ASSERT_EQ(int{task.task}, int{entry.number});
      double largest = 0.0, squares = 0.0, last = 0.0;
      for (std::size_t k = 0; k < postures().size(); ++k) {
        last = recomputed::error_of(entry.task, problem.paths.of(entry.number), report.motion.times[k],
                                    problem.figure, postures()[k]);
        ASSERT_NEAR(task.errors.at(k), last, rounding)
            << entry.name << " at " << report.motion.times[k] << " s";
        largest = std::max(largest, last);
        squares += last * last;
      }
      EXPECT_NEAR(task.largest_error, largest, rounding);
      EXPECT_NEAR(task.rms_error, std::sqrt(squares / static_cast<double>(postures().size())), rounding);
      EXPECT_NEAR(task.last_error, last, rounding);
      expect_lags(entry, task);
    }
    EXPECT_EQ(next, report.tasks.size());
  }

  // Behind exactly where an error is above the tolerance (those nearer to it than rounding are left alone).
  void expect_lags(const TaskList::Entry& entry, const TaskTrack& task) const {
    for (std::size_t k = 0; k < task.errors.size(); ++k) {
      const double time = report.motion.times[k],
                   error = recomputed::error_of(entry.task, problem.paths.of(entry.number), time,
                                                problem.figure, postures()[k]);
      if (std::abs(error - entry.settings.tolerance) < rounding) continue;
      const Lag* during = nullptr;
      for (const Lag& lag : report.lags) {
        if (int{lag.task} == int{entry.number} && lag.from <= time && time <= lag.to) during = &lag;
      }
      ASSERT_EQ(during != nullptr, error > entry.settings.tolerance) << entry.name << " at " << time << " s";
      if (!during) continue;
      ASSERT_GE(during->largest_error, error - rounding);
      ASSERT_NE(during->reason, LagReason::none);
    }
    for (const Lag& lag : report.lags) {
      if (int{lag.task} != int{entry.number}) continue;
      bool attained = false;
      for (std::size_t k = 0; k < task.errors.size(); ++k)
        attained = attained || (lag.from <= report.motion.times[k] && report.motion.times[k] <= lag.to &&
                                task.errors[k] == lag.largest_error);
      EXPECT_TRUE(attained) << entry.name;
    }
  }

  // The motion before the first frame; nothing: not known.
  std::optional<Eigen::VectorXd> before() const {
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(problem.figure.dof_count());
    const bool ring = report.smoothing && report.smoothing->cyclic,
               smooth = report.smoothing && report.smoothing->found;
    if (smooth && ring) return moved(static_cast<std::size_t>(std::lround(report.period / options.dt)));
    if (options.lead_in > 0 || ring) return std::nullopt;
    if (smooth && problem.motion.accelerations.empty()) return std::nullopt;
    return still;
  }

  void expect_speeds() const {
    double speed = 0.0, acceleration = 0.0, fastest = 0.0, hardest = 0.0, over_speed = 0.0, over_change = 0.0;
    std::optional<Eigen::VectorXd> last = before();
    const MotionOptions& limits = problem.motion;
    for (std::size_t k = 1; k < postures().size(); ++k) {
      const Eigen::VectorXd now = moved(k), change = last ? Eigen::VectorXd(now - *last) : 0.0 * now;
      for (Eigen::Index i = 0; i < now.size(); ++i) {
        const double v = std::abs(now[i]) / options.dt, a = std::abs(change[i]) / (options.dt * options.dt);
        speed = std::max(speed, v);
        acceleration = std::max(acceleration, a);
        if (report.fastest.is_valid() && i == int{report.fastest}) fastest = std::max(fastest, v);
        if (report.hardest.is_valid() && i == int{report.hardest}) hardest = std::max(hardest, a);
        if (!limits.speeds.empty()) over_speed = std::max(over_speed, v - limits.speeds[0]);
        if (!limits.accelerations.empty()) over_change = std::max(over_change, a - limits.accelerations[0]);
      }
      last = now;
    }
    // Rounding of angles, twice divided by the time step.
    const double slack = rounding + 1e-13 / (options.dt * options.dt);
    EXPECT_NEAR(report.largest_speed, speed, slack);
    EXPECT_NEAR(report.largest_acceleration, acceleration, slack);
    EXPECT_NEAR(fastest, speed, slack);
    EXPECT_NEAR(hardest, acceleration, slack);
    EXPECT_NEAR(report.speed_excess, over_speed, slack);
    EXPECT_NEAR(report.acceleration_excess, over_change, slack);
  }

  // All targets are where they were a period before; where they are not to repeat, no few rounds bring them there.
  void expect_period() const {
    const auto comes_back = [&](double period) {
      double worst = 0.0;
      for (const Paths::OfTask& moving : problem.paths.tasks) {
        for (int i = 0; i < 40; ++i) {
          const double time = 2.0 + 0.173 * i;
          worst = std::max(worst, (recomputed::point_of(moving.path, time + period) -
                                   recomputed::point_of(moving.path, time))
                                      .norm());
        }
      }
      return worst < 1e-7;
    };
    if (report.period > 0.0) {
      EXPECT_TRUE(comes_back(report.period)) << report.period;
    }
    double longest = 0.0;
    bool all_repeat = !problem.paths.tasks.empty();
    for (const Paths::OfTask& moving : problem.paths.tasks) {
      double own = 0.0;
      if (const auto* sines = std::get_if<SineCurve>(&moving.path.curve())) {
        for (const SineCurve::Term& term : sines->terms) own = std::max(own, term.period);
      } else if (const auto* circle = std::get_if<CircleCurve>(&moving.path.curve())) {
        own = circle->period;
      } else if (const auto* keys = std::get_if<KeyCurve>(&moving.path.curve())) {
        own = keys->period;
      }
      all_repeat = all_repeat && own > 0.0;
      longest = std::max(longest, own);
    }
    if (!all_repeat) {
      EXPECT_EQ(report.period, 0.0);
    }
    for (int rounds = 1;
         all_repeat && rounds * longest < (report.period > 0.0 ? 0.999 * report.period : 200.0); ++rounds)
      EXPECT_FALSE(comes_back(rounds * longest)) << rounds * longest;
  }

  void expect_closures() const {
    const double frames = report.period / options.dt;
    const bool whole = report.period > 0.0 && std::abs(frames - std::round(frames)) < 1e-6;
    const auto step = static_cast<std::size_t>(whole ? std::lround(frames) : 0);
    std::size_t next = 0;
    for (std::size_t k = step; whole && k < postures().size(); k += step) {
      const CycleClosure& closure = report.closures.at(next++);
      EXPECT_NEAR(closure.time, static_cast<double>(k) * options.dt, 1e-12);
      EXPECT_NEAR(closure.offset,
                  recomputed::step_between(problem.figure, postures()[k - step], postures()[k]).norm(),
                  rounding);
    }
    EXPECT_EQ(next, report.closures.size());
  }

  void expect_hash() const {
    std::uint64_t hash = 14695981039346656037ull;
    for (const Posture& posture : postures()) {
      for (const double value : posture.values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int byte = 0; byte < 8; ++byte) hash = (hash ^ ((bits >> (8 * byte)) & 255)) * 1099511628211ull;
      }
    }
    EXPECT_EQ(report.hash, hash);
  }

  // Before smoothing it is what tracking alone reports, and no frame is farther off by more than its tolerance.
  void expect_smoothing() const {
    TrackOptions plain = options;
    plain.smooth = 0.0;
    if (report.smoothing->cyclic) plain.lead_in = std::max(2, plain.lead_in);
    const TrackReport tracked = track(problem, plain);
    EXPECT_EQ(report.smoothing->largest_speed_before, tracked.largest_speed);
    EXPECT_EQ(report.smoothing->largest_acceleration_before, tracked.largest_acceleration);
    std::size_t next = 0;
    for (const TaskList::Entry& entry : problem.tasks) {
      const TaskTrack& task = tracked.tasks.at(next);
      EXPECT_EQ(report.smoothing->largest_errors_before.at(next), task.largest_error);
      for (std::size_t k = 0; k < task.errors.size(); ++k)
        ASSERT_LE(report.tasks[next].errors[k], task.errors[k] + entry.settings.tolerance + rounding);
      ++next;
    }
    if (!report.smoothing->found) {
      EXPECT_EQ(report.hash, tracked.hash);
    }
  }
};

TEST(TrackReport, EveryNumberIsThatOfTheFramesAtTheirTimes) {
  int smoothed = 0, rings = 0, behind = 0, closed = 0;
  for (int trial = 0; trial < test::scaled(500); ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    Random random(static_cast<std::uint64_t>(trial) + 1);
    const TrackProblem problem = problem_to_track(random);
    TrackOptions options{.dt = uniform_int(random, 0, 1) == 0 ? 0.02 : 0.0125};
    int steps = uniform_int(random, 20, 110);
    options.settle = uniform_int(random, 0, 3) > 0;
    if (uniform_int(random, 0, 1) == 0) options.smooth = uniform(random, 0.02, 0.3);
    const double period = track(problem, {.seconds = options.dt, .dt = options.dt, .settle = false}).period;
    if (period > 0.0 && period < 3.0) {
      options.lead_in = uniform_int(random, 0, 2);
      if (uniform_int(random, 0, 2) > 0) {  // whole cycles, and a part of one
        const int frames = std::max(9, static_cast<int>(std::lround(period / 0.02)));
        options.dt = period / frames;
        steps = frames + uniform_int(random, 0, frames + 20);
      }
    }
    options.seconds = options.dt * steps;
    const TrackReport report = track(problem, options);
    const Recomputed again{problem, options, report};
    again.expect_times();
    again.expect_errors();
    again.expect_speeds();
    again.expect_period();
    again.expect_closures();
    again.expect_hash();
    if (report.smoothing) again.expect_smoothing();
    smoothed += report.smoothing && report.smoothing->found ? 1 : 0;
    rings += report.smoothing && report.smoothing->found && report.smoothing->cyclic ? 1 : 0;
    behind += report.lags.empty() ? 0 : 1;
    closed += report.closures.empty() ? 0 : 1;
    if (testing::Test::HasFailure()) break;
  }
  std::printf("%d smooth, %d of them rings, %d behind, %d with whole cycles\n", smoothed, rings, behind,
              closed);
  EXPECT_GT(smoothed, test::scaled(500) / 10);
  EXPECT_GE(rings, test::scaled(500) / 50);
  EXPECT_GT(behind, test::scaled(500) / 10);
}

}  // namespace
}  // namespace limber
