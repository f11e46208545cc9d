// What every shipped figure promises.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "limber/kinematics/kinematics.h"
#include "models/model_support.h"

namespace limber::test {
namespace {

TEST(Models, HaveTheDegreesOfFreedomOfTheirDocuments) {
  const std::map<std::string, int> expected = {{"elephant", 2 + 3 + 1 + 4 + 6 + 10 + 10 + 16 + 90},
                                               {"human", 50},
                                               {"human-free", 6 + 50},
                                               {"human-with-fingers", 90},
                                               {"shoulder", 3 + 3 + 3 + 2 + 2},
                                               {"planar-chain", 10},
                                               {"tsuji-arm", 5},
                                               {"tevatia-planar", 10},
                                               {"tevatia-humanoid", 30},
                                               {"lab-arm", 4},
                                               {"panda-like", 7},
                                               {"snake", 6 + 80}};
  std::set<std::string> names;
  for (const models::Model& model : models::all()) {
    names.insert(model.name);
    ASSERT_TRUE(expected.contains(model.name)) << model.name;
    EXPECT_EQ(built(model.name).dof_count(), expected.at(model.name)) << model.name;
  }
  EXPECT_EQ(names.size(), expected.size());
}

TEST(Models, WeighWhatIsPublished) {
  const std::map<std::string, double> expected = {
      {"elephant", 4800.0},   {"human", 75.0},         {"human-free", 75.0}, {"human-with-fingers", 75.0},
      {"tsuji-arm", 5 * 0.5}, {"tevatia-planar", 0.0}, {"panda-like", 18.0}};
  for (const auto& [name, mass] : expected) {
    EXPECT_NEAR(built(name).total_mass(), mass, 1e-9 * (1.0 + mass)) << name;
  }
}

TEST(Models, HaveTheNameTheyAreFoundBy) {
  for (const models::Model& model : models::all()) {
    EXPECT_EQ(built(model.name).name(), model.name);
    EXPECT_EQ(models::find(model.name)->summary, model.summary);
    EXPECT_FALSE(model.summary.empty());
  }
  EXPECT_EQ(models::find("unicorn"), nullptr);
}

TEST(Models, RestInsideTheirLimitsAndCouplings) {
  for (const models::Model& model : models::all()) {
    const Figure figure = built(model.name);
    const Posture rest = figure.rest_posture();
    EXPECT_EQ(largest_limit_excess(figure, rest).amount, 0.0) << model.name;
    for (const Coupling& coupling : figure.couplings()) {
      double sum = 0.0;
      for (const Coupling::Term& term : coupling.terms) {
        const std::vector<double> values = joint_parameters(figure, rest, term.joint);
        // At rest no ball joint of a coupling is turned, so that its rotation vector is its swing.
        if (figure.joint(term.joint).type == JointType::ball) {
          ASSERT_EQ(values, std::vector<double>(3, 0.0));
        }
        sum += term.coefficient * at(values, term.coordinate);
      }
      EXPECT_GE(sum, coupling.range.min - 1e-12) << model.name << " " << coupling.name;
      EXPECT_LE(sum, coupling.range.max + 1e-12) << model.name << " " << coupling.name;
    }
  }
}

TEST(Models, HaveFramesToReachWith) {
  const std::map<std::string, std::vector<std::string>> expected = {
      {"elephant",
       {"trunk.tip", "tail.tip", "eyes", "mouth", "tusk.l", "tusk.r", "hand.l", "hand.r", "foot.l",
        "foot.r"}},
      {"human",
       {"hand.l", "hand.r", "foot.l", "foot.r", "toe.l", "toe.r", "heel.l", "heel.r", "eyes", "head_top",
        "elbow.l", "elbow.r", "knee.l", "knee.r", "pelvis", "chest"}},
      {"human-free", {"hand.l", "hand.r", "foot.l", "foot.r", "toe.l", "toe.r", "eyes", "pelvis", "chest"}},
      {"human-with-fingers",
       {"hand.l", "thumb.tip.l", "index.tip.l", "middle.tip.r", "ring.tip.r", "little.tip.l"}},
      {"planar-chain", {"link.tip"}},
      {"tsuji-arm", {"tip", "middle.1", "middle.5", "joint.2", "joint.5"}},
      {"tevatia-planar", {"tip"}},
      {"tevatia-humanoid", {"hand.l", "hand.r", "eye.l", "eye.r", "head"}},
      {"lab-arm", {"tip", "joint.1", "joint.4"}},
      {"shoulder", {"hand.r", "elbow.r", "thorax", "blade_root.r", "blade_tip.r"}},
      {"panda-like", {"flange"}},
      {"snake", {"nose", "body.tip"}}};
  for (const models::Model& model : models::all()) {
    const Figure figure = built(model.name);
    for (const std::string& frame : expected.at(model.name)) {
      EXPECT_TRUE(figure.find_frame(frame)) << model.name << " " << frame;
    }
  }
}

TEST(Models, TakeAnyNumberOfLinksFromTwoToAThousand) {
  const std::map<std::string, std::array<int, 3>> per_model = {
      // joints per link, other freedoms, links by default
      {"planar-chain", {1, 0, 10}},
      {"snake", {2, 6, 40}},
      {"elephant", {3, 52, 30}}};
  for (const models::Model& model : models::all()) {
    if (!model.takes_links) continue;
    const auto [per_link, others, own] = per_model.at(model.name);
    for (int links : {0, 2, 3, 10, 31, 100, 1000}) {
      const Figure figure = built(model.name, links);
      EXPECT_EQ(figure.dof_count(), others + per_link * (links == 0 ? own : links))
          << model.name << " " << links;
      EXPECT_EQ(largest_limit_excess(figure, figure.rest_posture()).amount, 0.0)
          << model.name << " " << links;
    }
    for (int links : {1, -3, 100001}) {
      EXPECT_THROW(model.make({.links = links}), std::invalid_argument) << model.name << " " << links;
    }
  }
}

TEST(Models, KeepLengthAndMassForAnyNumberOfLinks) {
  const Figure chain = built("planar-chain", 7);
  Kinematics kinematics(chain);
  kinematics.update(chain.rest_posture());
  EXPECT_NEAR((kinematics.frame_position(chain.frame("link.tip")) - Vec3(1, 0, 0)).norm(), 0.0, 1e-12);
  for (int links : {2, 30, 200}) EXPECT_NEAR(built("elephant", links).total_mass(), 4800.0, 1e-6) << links;
}

}  // namespace
}  // namespace limber::test
