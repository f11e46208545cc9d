// Motions through key postures: smooth, through every key, and never beyond a limit.

#include "limber/session/time/keyframes.h"

#include <gtest/gtest.h>

#include "limber/figure/edit.h"
#include "limber/models/models.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;
using test::uniform_int;

Figure planar_chain() {
  return Figure::build(models::find("planar-chain")->make({})).value();
}

std::vector<Keyframe> random_keys(Random& random, const Figure& figure, int count) {
  std::vector<Keyframe> keys;
  double time = uniform(random, 0, 1);
  for (int k = 0; k < count; ++k, time += uniform(random, 0.05, 2))
    keys.push_back({k + 1, time, inside_limits(figure, test::random_posture(random, figure))});
  return keys;
}

Figure random_limited_figure(Random& random) {
  test::RandomFigureOptions options;
  options.limits = true;
  options.free_root = uniform(random, 0, 1) < 0.5;
  return test::random_figure(random, options);
}

TEST(Keyframes, TheMotionPassesThroughEveryKey) {
  Random random(1);
  for (int round = 0; round < scaled(300); ++round) {
    const Figure figure = random_limited_figure(random);
    const std::vector<Keyframe> keys = random_keys(random, figure, uniform_int(random, 1, 8));
    const KeyframeMotion motion(figure, keys);
    for (const Keyframe& key : keys)
      EXPECT_LT(difference(figure, motion.at(key.time), key.posture).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_EQ(motion.end(), keys.back().time);
    EXPECT_EQ(motion.at(keys.back().time + 5.0), motion.at(keys.back().time));
  }
}

TEST(Keyframes, TheMotionKeepsLimits) {
  Random random(2);
  for (int round = 0; round < scaled(200); ++round) {
    const Figure figure = random_limited_figure(random);
    const std::vector<Keyframe> keys = random_keys(random, figure, uniform_int(random, 2, 6));
    const KeyframeMotion motion(figure, keys);
    for (int i = 0; i < 20; ++i) {
      const Posture posture = motion.at(uniform(random, 0, keys.back().time));
      EXPECT_LT(largest_limit_excess(figure, posture).amount, 1e-11);
    }
  }
}

TEST(Keyframes, SpeedAndAccelerationAreContinuousAwayFromLimits) {
  Random random(3);
  for (int round = 0; round < scaled(100); ++round) {
    test::RandomFigureOptions options;
    options.free_root = true;
    const Figure figure = test::random_figure(random, options);
    const std::vector<Keyframe> keys = random_keys(random, figure, 5);
    const KeyframeMotion motion(figure, keys);
    const double d = 1e-4;
    for (std::size_t k = 1; k < 4; ++k) {  // second differences on both sides of a key
      const auto speed = [&](double from) {
        return VecX(difference(figure, motion.at(from), motion.at(from + d)) / d);
      };
      const double t = keys[k].time;
      const VecX before = (speed(t - d) - speed(t - 2 * d)) / d, after = (speed(t + d) - speed(t)) / d;
      const double shortest = std::min(t - keys[k - 1].time, keys[k + 1].time - t);
      EXPECT_LT((speed(t) - speed(t - d)).norm(), 0.5 / shortest / shortest);
      EXPECT_LT((after - before).norm(), 2.0 / shortest / shortest / shortest) << round;
    }
  }
}

TEST(Keyframes, LinearEqualitiesOfValuesHoldBetweenTheKeys) {
  Random random(4);
  const Figure figure = planar_chain();
  std::vector<Keyframe> keys = random_keys(random, figure, 6);
  for (Keyframe& key : keys) key.posture.values[1] = 2.0 * key.posture.values[0] + 0.1;
  const KeyframeMotion motion(figure, keys);
  for (double t = 0; t < motion.end(); t += 0.01) {
    const Posture posture = motion.at(t);
    EXPECT_NEAR(posture.values[1], 2.0 * posture.values[0] + 0.1, 1e-12);
  }
}

TEST(Keyframes, AreAddedMovedAndRemovedInOrderOfTime) {
  const Posture posture{VecX::Zero(2)}, other{VecX::Ones(2)};
  std::vector<Keyframe> keys;
  EXPECT_EQ(add_key(keys, 1.0, posture), 1);
  EXPECT_EQ(add_key(keys, 0.5, posture), 2);
  EXPECT_EQ(add_key(keys, 2.0, posture), 3);
  EXPECT_EQ(add_key(keys, 0.5, other), 2);  // there already: the posture is replaced
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0].posture, other);
  move_key(keys, 2, 1.5);
  EXPECT_EQ(keys[0].number, 1);
  EXPECT_EQ(keys[1].number, 2);
  remove_key(keys, 1);
  EXPECT_EQ(keys.size(), 2u);
  EXPECT_EQ(add_key(keys, 0.0, posture), 4);
}

std::string sentence(const std::function<void()>& edit) {
  try {
    edit();
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
  return "";
}

TEST(Keyframes, InvalidEditsAreRefusedInOneSentence) {
  const Posture posture{VecX::Zero(2)};
  std::vector<Keyframe> keys;
  add_key(keys, 1.0, posture);
  add_key(keys, 2.0, posture);
  const std::vector<Keyframe> before = keys;
  EXPECT_EQ(sentence([&] { move_key(keys, 1, 2.0); }), "key 2 is there already");
  EXPECT_EQ(sentence([&] { move_key(keys, 9, 2.0); }), "there is no key 9");
  EXPECT_EQ(sentence([&] { remove_key(keys, 9); }), "there is no key 9");
  EXPECT_EQ(sentence([&] { add_key(keys, -1.0, posture); }), "a key must be at 0 to 3600 s");
  EXPECT_EQ(sentence([&] { add_key(keys, std::nan(""), posture); }), "a key must be at 0 to 3600 s");
  EXPECT_EQ(keys, before);
  const Figure figure = planar_chain();
  EXPECT_EQ(sentence([&] { KeyframeMotion(figure, keys); }), "key 1 is not a posture of the figure");
}

}  // namespace
}  // namespace limber
