// The techniques of the documents on limbs of real figures: the chain between root and effector is all that
// takes part (Ge 2000, A.5.1).

#include <gtest/gtest.h>

#include <algorithm>

#include "avoidance/document_techniques.h"
#include "avoidance/limbs.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Limb;
using test::scaled;
using test::with;

// Frames of a drag: of every technique, on the figure and on the limb alone.
constexpr int frames = 2000;

class EveryTechniqueOnALimb : public testing::TestWithParam<Technique> {
 protected:
  // The same targets for the limb on its figure and for the limb cut off: the same bits.
  void expect_like_the_bare_limb(const Limb& limb) {
    AvoidanceOptions options = with(GetParam());
    options.cancel = limb.collision_test;
    const Limb bare = test::cut_off(limb);
    Posture end, bare_end;
    const Measures whole = run(limb.course, options, {}, &end);
    const Measures alone = run(bare.course, options, {}, &bare_end);
    SCOPED_TRACE(limb.name);
    EXPECT_EQ(whole.moved_outside, 0.0);
    const Figure &figure = limb.course.figure, &chain = bare.course.figure;
    for (const SegmentId segment : figure.segments()) {
      const JointId joint = figure.joint_of(segment);
      const bool is_own = std::find(limb.joints.begin(), limb.joints.end(), joint) != limb.joints.end();
      const auto found = chain.find_joint(figure.joint_name(joint));
      for (int k = 0; k < value_count(figure.joint(joint).type); ++k) {
        const int at = figure.first_value(joint) + k;
        const double expected =
            is_own ? bare_end.values[chain.first_value(*found) + k] : limb.course.start.values[at];
        EXPECT_EQ(end.values[at], expected) << figure.joint_name(joint);
      }
    }
    EXPECT_LE(whole.mean_error, alone.mean_error);
    EXPECT_LE(whole.final_error, alone.final_error);
  }
};
INSTANTIATE_TEST_SUITE_P(Documents, EveryTechniqueOnALimb, testing::ValuesIn(test::techniques_that_move()),
                         [](const auto& of) { return test::technique_name(of); });

TEST_P(EveryTechniqueOnALimb, OfTheElephantFollowsAsTheBareTrunkDoes) {
  expect_like_the_bare_limb(test::elephant_trunk(scaled(frames)));
}

TEST_P(EveryTechniqueOnALimb, OfTheHumanFollowsAsTheBareArmDoes) {
  expect_like_the_bare_limb(test::human_arm(scaled(frames)));
  expect_like_the_bare_limb(test::human_back_and_arm(scaled(frames)));
}

TEST_P(EveryTechniqueOnALimb, OfTheSnakeMovesOnlyWhatTheChainHolds) {
  expect_like_the_bare_limb(test::snake_tail(scaled(frames)));
}

TEST_P(EveryTechniqueOnALimb, OfARobotWithTwoArmsFollowsAsTheBareArmDoes) {
  expect_like_the_bare_limb(test::robot_arm(scaled(frames)));
}

}  // namespace
}  // namespace limber
