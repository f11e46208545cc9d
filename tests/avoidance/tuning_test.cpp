// Tuning finds what is there, and says so when nothing is.

#include "limber/avoidance/tuning.h"

#include <gtest/gtest.h>

#include <set>

#include "avoidance/chain.h"
#include "avoidance/document_techniques.h"

namespace limber {
namespace {

using test::sphere_chain;

// Ten links led past a ball that stands in their way.
Course past_a_ball() {
  const Figure figure = sphere_chain(10, 1.0);
  Course course{figure, figure.rest_posture()};
  for (int i = 0; i < 10; ++i) course.start.values[3 * i + 2] = 0.12;
  Kinematics kinematics(figure);
  kinematics.update(course.start);
  const Vec3 tip = kinematics.frame_position(figure.frame("chain.tip"));
  course.leading_task = course.tasks.add("tip", Reach{.frame = figure.frame("chain.tip")});
  course.targets = along({tip, tip + Vec3(-2, -2, 0.5)}, 0.05);
  course.settling_frames = 30;
  course.world.add("ball", Sphere{Vec3(4.5, -0.9, 0.3), 0.8});
  return course;
}

AvoidanceOptions uncancelled(Technique technique) {
  AvoidanceOptions options = test::with(technique);
  options.cancel = false;
  return options;
}

TEST(Shortfall, IsZeroExactlyWhenAllWishesComeTrue) {
  Measures m;
  m.least_clearance = 0.2;
  m.largest_bend = 0.3;
  m.reversals = 2;
  m.mean_error = 0.01;
  TuningWishes wishes{.clearance = 0.2, .bend = 0.3, .mean_error = 0.01, .reversals = 2};
  EXPECT_EQ(shortfall(m, wishes), 0.0);
  for (const auto& spoil :
       {+[](Measures& x) { x.least_clearance = 0.19; }, +[](Measures& x) { x.largest_bend = 0.31; },
        +[](Measures& x) { x.reversals = 3; }, +[](Measures& x) { x.mean_error = 0.011; }}) {
    Measures worse = m;
    spoil(worse);
    EXPECT_GT(shortfall(worse, wishes), 0.0);
  }
  m.least_clearance = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(shortfall(m, wishes) == 0.0);
  EXPECT_EQ(shortfall(Measures{}, TuningWishes{}), 0.0);
}

// Wishes that one gain fulfils, and half and twice of it do not: no decade hits it.
TEST(Tuning, FindsAGainThatIsKnownToDoIt) {
  const Course course = past_a_ball();
  AvoidanceOptions known = uncancelled(Technique::objective);
  known.objective_gain = 2e-4;
  const Measures measured = run(course, known);
  const TuningWishes wishes{.clearance = 0.93 * measured.least_clearance,
                            .bend = 1.003 * measured.largest_bend,
                            .reversals = measured.reversals + 1};
  for (const double factor : {0.5, 2.0}) {
    AvoidanceOptions other = known;
    other.objective_gain *= factor;
    ASSERT_GT(shortfall(run(course, other), wishes), 0.0) << factor;
  }
  const TuningResult result = tune(course, uncancelled(Technique::objective), wishes);
  EXPECT_TRUE(result.found) << in_words(result, wishes);
  EXPECT_GT(result.best.avoidance.objective_gain, 1e-4);
  EXPECT_LT(result.best.avoidance.objective_gain, 4e-4);
  // What it says it measured is what comes out.
  const Measures again = run(course, result.best.avoidance);
  EXPECT_EQ(again.least_clearance, result.best.measures.least_clearance);
  EXPECT_EQ(again.largest_bend, result.best.measures.largest_bend);
  EXPECT_EQ(shortfall(again, wishes), 0.0);
}

TEST(Tuning, SaysWhenNothingDoesItAndWhatCameNearest) {
  const Course course = past_a_ball();
  const TuningWishes wishes{.clearance = 50.0};
  const TuningResult result = tune(course, uncancelled(Technique::objective), wishes);
  EXPECT_FALSE(result.found);
  EXPECT_FALSE(result.cancelled);
  EXPECT_GT(result.best.shortfall, 0.0);
  EXPECT_LT(result.best.measures.least_clearance, 50.0);
  const std::string words = in_words(result, wishes);
  EXPECT_TRUE(words.starts_with("No numbers of Objective function do it; the best found was gain ")) << words;
  EXPECT_NE(words.find("asked for was a clearance of 50 m"), std::string::npos) << words;
}

TEST(Tuning, ReportsProgressAndCanBeCalledOff) {
  const Course course = past_a_ball();
  double last = 0.0;
  int calls = 0;
  TuningOptions options;
  options.progress = [&](double done, const TuningTrial& trial) {
    EXPECT_GT(done, last);
    EXPECT_LE(done, 1.0);
    EXPECT_GT(trial.measures.frames, 0);
    last = done;
    return ++calls < 3;
  };
  TuningResult result = tune(course, uncancelled(Technique::objective), {.clearance = 50.0}, options);
  EXPECT_TRUE(result.cancelled);
  EXPECT_EQ(result.trials, 3);
  options.progress = [&](double done, const TuningTrial&) {
    last = done;
    return true;
  };
  options.refinements = 1;
  result = tune(course, uncancelled(Technique::objective), {.clearance = 50.0}, options);
  EXPECT_FALSE(result.cancelled);
  EXPECT_DOUBLE_EQ(last, 1.0);
}

TEST(Tuning, GoesThroughAllNumbersATechniqueHas) {
  const Course course = past_a_ball();
  std::set<std::pair<double, double>> tried;
  TuningOptions options;
  options.refinements = 0;
  options.progress = [&](double, const TuningTrial& trial) {
    tried.insert({trial.avoidance.adaptive_gain, trial.avoidance.adaptive_decay});
    return true;
  };
  const TuningResult result =
      tune(course, uncancelled(Technique::cost_adaptive), {.clearance = 50.0}, options);
  EXPECT_EQ(result.trials, 7 * 3);
  EXPECT_EQ(tried.size(), 21u);
}

TEST(Tuning, ATechniqueWithoutNumbersIsMeasuredOnce) {
  const TuningResult result = tune(past_a_ball(), uncancelled(Technique::off), {.clearance = 50.0});
  EXPECT_EQ(result.trials, 1);
  EXPECT_FALSE(result.found);
}

}  // namespace
}  // namespace limber
