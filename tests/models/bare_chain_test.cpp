#include "limber/models/bare_chain.h"

#include <gtest/gtest.h>

#include "limber/kinematics/kinematics.h"

namespace limber {
namespace {

TEST(BareChain, HasThreeHingesALinkOrOneAndItsLength) {
  for (const bool planar : {false, true}) {
    const Figure figure = models::bare_chain({.links = 30, .length = 15.0, .planar = planar, .limit = 0.1});
    EXPECT_EQ(figure.dof_count(), planar ? 30 : 90);
    Kinematics kinematics(figure);
    kinematics.update(figure.rest_posture());
    EXPECT_LT((kinematics.frame_position(figure.frame("trunk.tip")) - Vec3(15, 0, 0)).norm(), 1e-12);
    for (const JointId joint : figure.joints()) {
      if (joint == root_joint) continue;
      EXPECT_EQ(figure.joint(joint).ranges[0].max, 0.1);
    }
  }
}

}  // namespace
}  // namespace limber
