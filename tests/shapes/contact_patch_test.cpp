// Corners of a patch are points of both solids' surfaces, one over the other, and the least of their gaps is
// the distance of the two.

#include "limber/shapes/contact_patch.h"

#include <gtest/gtest.h>

#include "support/random_figure.h"
#include "support/scale.h"
#include "support/solids.h"

namespace limber {
namespace {

using test::Random;
using test::uniform;

TEST(ContactPatch, OfTwoFacesIsWhatTheyShare) {
  const Solid below = placed(Shape(Box{Vec3(0, 0, -1), Vec3(2, 2, 2), Mat3::Identity()}));
  const Solid above = placed(Shape(Box{Vec3(1.5, 0, 1.1), Vec3(2, 1, 2), Mat3::Identity()}));
  const ContactPatch patch = contact_patch(above, below, closest(above, below));
  ASSERT_EQ(patch.count, 4);
  Bounds all{patch.corners[0].on_a, patch.corners[0].on_a};
  for (int i = 0; i < patch.count; ++i) {
    const auto& corner = patch.corners[i];
    EXPECT_NEAR(corner.gap, 0.1, 1e-12);
    EXPECT_NEAR(corner.on_a.z(), 0.1, 1e-12);
    EXPECT_NEAR(corner.on_b.z(), 0.0, 1e-12);
    all = {all.min.cwiseMin(corner.on_a), all.max.cwiseMax(corner.on_a)};
  }
  EXPECT_TRUE(all.min.isApprox(Vec3(0.5, -0.5, 0.1), 1e-12));
  EXPECT_TRUE(all.max.isApprox(Vec3(1.0, 0.5, 0.1), 1e-12));
}

TEST(ContactPatch, OfACapsuleLyingOnABoxIsItsLine) {
  const Solid box = placed(Shape(Box{Vec3(0, 0, -1), Vec3(2, 2, 2), Mat3::Identity()}));
  const Solid capsule = placed(Shape(Capsule{Vec3(-3, 0, 0.3), Vec3(3, 0, 0.3), 0.1}));
  const ContactPatch patch = contact_patch(capsule, box, closest(capsule, box));
  ASSERT_EQ(patch.count, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(patch.corners[i].gap, 0.2, 1e-12);
    EXPECT_NEAR(std::abs(patch.corners[i].on_a.x()), 1.0, 1e-12);
    EXPECT_NEAR(patch.corners[i].on_a.z(), 0.2, 1e-12);
  }
}

TEST(ContactPatch, OfRoundOrTiltedSolidsIsNone) {
  const Solid box = placed(Shape(Box{Vec3(0, 0, -1), Vec3(2, 2, 2), Mat3::Identity()}));
  const Solid ball = placed(Shape(Sphere{Vec3(0, 0, 1), 0.5}));
  EXPECT_EQ(contact_patch(ball, box, closest(ball, box)).count, 0);
  const Mat3 tilt = Eigen::AngleAxisd(0.7, Vec3(1, 1, 0).normalized()).toRotationMatrix();
  const Solid tilted = placed(Shape(Box{Vec3(0, 0, 2), Vec3(1, 1, 1), tilt}));
  EXPECT_EQ(contact_patch(tilted, box, closest(tilted, box)).count, 0);
}

// Nearly parallel faces, overlapping anyhow: every corner is on both surfaces up to the tilt, no gap is less
// than the distance, and turning one box a little about any axis changes the distance as the corners say.
TEST(ContactPatch, PredictsTheDistanceOfTiltedBoxes) {
  Random random(3);
  int patches = 0;
  for (int i = 0; i < test::scaled(300); ++i) {
    const Box below{Vec3(0, 0, -0.5), Vec3(uniform(random, 0.5, 2), uniform(random, 0.5, 2), 1),
                    Mat3::Identity()};
    const Mat3 spin = Eigen::AngleAxisd(uniform(random, 0, 6), Vec3::UnitZ()).toRotationMatrix();
    const Vec3 axis = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 0).normalized();
    const Mat3 tilt = Eigen::AngleAxisd(uniform(random, 0.0, 1e-4), axis).toRotationMatrix();
    const Vec3 center(uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5), 0.55);
    const Box above{center, Vec3(uniform(random, 0.5, 2), uniform(random, 0.5, 2), 1), tilt * spin};
    const Solid a = placed(Shape(above)), b = placed(Shape(below));
    const Closest contact = closest(a, b);
    const ContactPatch patch = contact_patch(a, b, contact);
    if (patch.count == 0) continue;
    ++patches;
    double least = 1e9;
    for (int k = 0; k < patch.count; ++k) {
      least = std::min(least, patch.corners[k].gap);
      EXPECT_NEAR(test::outside_by(below, patch.corners[k].on_b), 0.0, 1e-3);
      EXPECT_NEAR(test::outside_by(above, patch.corners[k].on_a), 0.0, 1e-3);
    }
    EXPECT_NEAR(least, contact.distance, 1e-6) << "case " << i;
    // To first order: the least gap after the turn.
    const Vec3 turn = 1e-3 * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 0);
    Box turned = above;
    turned.rotation = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * above.rotation;
    double predicted = 1e9;
    for (int k = 0; k < patch.count; ++k) {
      const Vec3 moved = turn.cross(patch.corners[k].on_a - center);
      predicted = std::min(predicted, patch.corners[k].gap + contact.normal.dot(moved));
    }
    EXPECT_NEAR(closest(Shape(turned), Shape(below)).distance, predicted, 2e-5) << "case " << i;
  }
  EXPECT_GT(patches, test::scaled(300) / 2);
}

}  // namespace
}  // namespace limber
