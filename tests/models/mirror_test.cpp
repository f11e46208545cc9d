// The elephant, the human and the humanoid are symmetric: both sides have the same shapes, masses and limits.
// The mirror image of a posture is computed here from the meaning of the joints, without the code that makes
// the figures.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "limber/kinematics/mass_distribution.h"
#include "models/model_support.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::test {
namespace {

const Mat3 flip = Vec3(1, -1, 1).asDiagonal();

std::string other(const std::string& name) {
  if (name.ends_with(".l")) return name.substr(0, name.size() - 1) + "r";
  if (name.ends_with(".r")) return name.substr(0, name.size() - 1) + "l";
  return name;
}

Posture mirror_image(const Figure& figure, const Posture& posture) {
  Posture result = posture;
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    std::vector<double> p = joint_parameters(figure, posture, j);
    const bool paired = other(figure.joint_name(j)) != figure.joint_name(j);
    switch (joint.type) {
      case JointType::ball:
        p = {-p[0], p[1], -p[2]};
        break;
      case JointType::swing:
        p[0] = -p[0];
        break;
      case JointType::revolute:  // of the midline: nodding looks the same in the mirror, turning and leaning
                                 // do not
        if (!paired && std::abs(joint.axis.y()) < 0.5) p[0] = -p[0];
        break;
      default:
        break;
    }
    set_joint_parameters(figure, result, figure.joint(other(figure.joint_name(j))), p);
  }
  return result;
}

Transform mirror_image(const Transform& pose) {
  return {flip * pose.rotation * flip, flip * pose.translation};
}

double distance(const Transform& a, const Transform& b) {
  return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}

class MirrorImage : public ::testing::TestWithParam<const char*> {
 protected:
  Figure figure = built(GetParam());
  Random random{7};
};

TEST_P(MirrorImage, HasMirroredPosesAndFramesInEveryPosture) {
  Kinematics here(figure), there(figure);
  for (int i = 0; i < scaled(200); ++i) {
    const Posture posture = i == 0 ? figure.rest_posture() : random_posture(random, figure);
    here.update(posture);
    there.update(mirror_image(figure, posture));
    for (const SegmentId s : figure.segments()) {
      const SegmentId partner = figure.segment(other(figure.segment_name(s)));
      ASSERT_LT(distance(mirror_image(here.segment_pose(s)), there.segment_pose(partner)), 1e-11)
          << figure.segment_name(s);
    }
    for (FrameId f{0}; f < static_cast<int>(figure.frames().size()); ++f) {
      const std::string& name = figure.frame(f).name;
      const FrameId partner = figure.frame(other(name));
      ASSERT_LT((flip * here.frame_position(f) - there.frame_position(partner)).norm(), 1e-11) << name;
    }
  }
}

TEST_P(MirrorImage, HasMirroredMasses) {
  Kinematics kinematics(figure);
  MassDistribution here(figure), there(figure);
  for (int i = 0; i < scaled(100); ++i) {
    const Posture posture = random_posture(random, figure);
    kinematics.update(posture);
    here.update(kinematics);
    kinematics.update(mirror_image(figure, posture));
    there.update(kinematics);
    const double scale = 1.0 + here.inertia().norm();
    ASSERT_LT((flip * here.center() - there.center()).norm(), 1e-12 * (1.0 + here.center().norm()));
    ASSERT_LT((flip * here.inertia() * flip - there.inertia()).norm(), 1e-12 * scale);
  }
}

TEST_P(MirrorImage, HasMirroredLimits) {
  int outside = 0;
  for (int i = 0; i < scaled(300); ++i) {
    const Posture posture = random_posture(random, figure);
    const Posture image = mirror_image(figure, posture);
    ASSERT_NEAR(largest_limit_excess(figure, posture).amount, largest_limit_excess(figure, image).amount,
                1e-9);
    outside += largest_limit_excess(figure, posture).amount > 0.0;
    const Posture corrected = mirror_image(figure, inside_limits(figure, posture));
    ASSERT_LT(difference(figure, inside_limits(figure, image), corrected).norm(), 1e-6);
  }
  EXPECT_GT(outside, 0);  // else limits were never exceeded
}

// Shapes as a set: type, volume and box of each, the boxes reflected and sorted.
TEST_P(MirrorImage, HasMirroredShapes) {
  struct Solid {
    std::size_t type;
    double volume;
    Vec3 min, max;
    auto key() const {
      return std::tuple(type, std::round(volume * 1e9), std::round(min.x() * 1e6), std::round(min.y() * 1e6),
                        std::round(min.z() * 1e6));
    }
  };
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  std::vector<Solid> here, there;
  for (const SegmentId s : figure.segments()) {
    for (const BodyShape& body : figure.shapes(s)) {
      const Bounds box = *bounds(transformed(kinematics.segment_pose(s), body.shape));
      here.push_back({body.shape.index(), volume(body.shape), box.min, box.max});
      Vec3 min = flip * box.min, max = flip * box.max;
      std::swap(min.y(), max.y());
      there.push_back({body.shape.index(), volume(body.shape), min, max});
    }
  }
  const auto by_key = [](const Solid& a, const Solid& b) { return a.key() < b.key(); };
  std::sort(here.begin(), here.end(), by_key);
  std::sort(there.begin(), there.end(), by_key);
  for (std::size_t i = 0; i < here.size(); ++i) {
    EXPECT_EQ(here[i].type, there[i].type);
    EXPECT_LT((here[i].min - there[i].min).norm() + (here[i].max - there[i].max).norm(), 3e-6);
  }
}

TEST_P(MirrorImage, HasMirroredCouplings) {
  for (const Coupling& coupling : figure.couplings()) {
    const auto partner = std::find_if(figure.couplings().begin(), figure.couplings().end(),
                                      [&](const Coupling& c) { return c.name == other(coupling.name); });
    ASSERT_NE(partner, figure.couplings().end()) << coupling.name;
    EXPECT_EQ(coupling.range, partner->range);
    for (std::size_t t = 0; t < coupling.terms.size(); ++t) {
      EXPECT_EQ(other(figure.joint_name(coupling.terms[t].joint)),
                figure.joint_name(partner->terms[t].joint));
      EXPECT_EQ(coupling.terms[t].coefficient, partner->terms[t].coefficient);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, MirrorImage,
                         ::testing::Values("elephant", "human", "human-with-fingers", "tevatia-humanoid"),
                         [](const auto& figure) {
                           std::string name = figure.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace limber::test
