// The figure's own parts as obstacles (`self`): of the chain itself and of the rest of the body, with every
// technique.

#include <gtest/gtest.h>

#include <algorithm>

#include "avoidance/chain.h"
#include "avoidance/document_techniques.h"
#include "avoidance/limbs.h"
#include "limber/world/proximity.h"

namespace limber {
namespace {

using test::Limb;
using test::with;

constexpr int frames_into_the_body = 150;

// The right hand of a standing human into the chest and across it, by the arm.
Limb hand_into_the_chest() {
  const Scene scene = test::shipped_scene("human-standing.json");
  const Vec3 chest = test::end_of(scene.figure, scene.posture, "chest");
  Limb limb = test::dragged_limb("arm", scene.figure, scene.posture, {}, "hand.r",
                                 {chest + Vec3(0.3, -0.3, 0), chest, chest + Vec3(0.1, 0.3, 0)},
                                 frames_into_the_body);
  test::restrict_to(limb, {"clavicle.r", "shoulder.r", "elbow.r", "wrist.r"});
  return limb;
}

// The tip of a chain of balls back into its first link.
Limb tip_into_the_chain() {
  const Figure figure = test::sphere_chain(12, 0.1);
  Posture start = figure.rest_posture();
  for (double& q : start.values) q = 0.08;
  const Vec3 tip = test::end_of(figure, start, "chain.tip");
  const Vec3 first_link(0.05, 0, 0);
  return test::dragged_limb("chain", figure, start, {}, "chain.tip",
                            {tip + Vec3(0, 0.2, 0.2), first_link + Vec3(0, 0.3, 0.1), first_link},
                            frames_into_the_body);
}

// [m] The least distance between two parts of the figure in any frame.
double least_own_clearance(const Limb& limb, const AvoidanceOptions& options) {
  constexpr double far = 0.1;
  const Figure& figure = limb.course.figure;
  Proximity proximity(figure);
  Kinematics kinematics(figure);
  double least = far;
  run(limb.course, options, [&](int, const Posture& posture, const StepReport&, const MotionMeter&) {
    kinematics.update(posture);
    if (const auto nearest = proximity.nearest(kinematics, far)) least = std::min(least, nearest->clearance);
    return true;
  });
  return least;
}

class EveryTechniqueAndTheOwnBody : public testing::TestWithParam<Technique> {};
INSTANTIATE_TEST_SUITE_P(Documents, EveryTechniqueAndTheOwnBody,
                         testing::ValuesIn(test::techniques_that_move()),
                         [](const auto& of) { return test::technique_name(of); });

TEST_P(EveryTechniqueAndTheOwnBody, NeverEndInEachOtherWithTheCollisionTest) {
  AvoidanceOptions options = with(GetParam());
  options.self = options.cancel = true;
  for (const Limb& limb : {hand_into_the_chest(), tip_into_the_chain()})
    EXPECT_GE(least_own_clearance(limb, options), 0.0) << limb.name;
}

TEST(OwnBody, IsEnteredWhereItIsNoObstacle) {
  AvoidanceOptions options = with(Technique::tracking);
  options.self = false;
  for (const Limb& limb : {hand_into_the_chest(), tip_into_the_chain()})
    EXPECT_LT(least_own_clearance(limb, options), -0.02) << limb.name;
}

// Technique and collision test are two switches: without the test the technique itself pushes away.
TEST(OwnBody, IsAvoidedByTheTechniqueAlone) {
  for (const Limb& limb : {hand_into_the_chest(), tip_into_the_chain()}) {
    AvoidanceOptions options = with(Technique::objective);
    options.cancel = false;
    const double ignored = least_own_clearance(limb, options);
    options.self = true;
    EXPECT_GT(least_own_clearance(limb, options), ignored + 0.005) << limb.name;
  }
}

}  // namespace
}  // namespace limber
