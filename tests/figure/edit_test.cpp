#include "limber/figure/edit.h"

#include <gtest/gtest.h>

#include <map>

#include "limber/figure/joint_chain.h"
#include "limber/kinematics/mass_distribution.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

using Poses = std::map<std::string, Transform>;

Poses poses_by_name(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Poses poses;
  for (const SegmentId s : figure.segments()) poses[figure.segment_name(s)] = kinematics.segment_pose(s);
  return poses;
}

double largest_difference(const Poses& a, const Poses& b) {
  double largest = a.size() == b.size() ? 0.0 : 1e9;
  for (const auto& [name, pose] : a) {
    const Transform& other = b.at(name);
    largest = std::max(
        {largest, (pose.translation - other.translation).norm(), (pose.rotation - other.rotation).norm()});
  }
  return largest;
}

// Joint torques that hold the figure under forces on its bodies: for each degree of freedom, the work of all
// forces beyond the joint per unit of motion, w . (sum P x F) + u . (sum F).
std::map<std::string, VecX> torques(const Figure& figure, const Posture& posture,
                                    const std::map<std::string, Vec3>& force_on) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  std::map<std::string, VecX> result;
  for (const JointId j : figure.joints()) {
    const int count = dof_count(figure.joint(j).type);
    VecX torque = VecX::Zero(count);
    for (const SegmentId s : figure.branch(figure.segment_of(j))) {
      const Vec3 f = force_on.at(figure.segment_name(s));
      const Vec3 p = kinematics.segment_pose(s).translation;
      for (int k = 0; k < count; ++k) {
        const auto screw = kinematics.screws().col(figure.first_dof(j) + k);
        torque[k] += screw.head<3>().dot(p.cross(f)) + screw.tail<3>().dot(f);
      }
    }
    result[figure.joint_name(j)] = torque;
  }
  return result;
}

TEST(ReRoot, NothingMoves) {
  Random random(21);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 10, .free_root = trial % 2 == 0});
    const Posture posture = test::random_posture(random, figure);
    const SegmentId root = test::random_segment(random, figure);
    const Edited edited = re_root(figure, posture, figure.segment_name(root)).value();
    EXPECT_EQ(edited.figure.segment_name(root_segment), figure.segment_name(root));
    EXPECT_EQ(edited.figure.dof_count(), figure.dof_count());
    EXPECT_LT(
        largest_difference(poses_by_name(figure, posture), poses_by_name(edited.figure, edited.posture)),
        1e-12);
    Kinematics before(figure), after(edited.figure);
    before.update(posture);
    after.update(edited.posture);
    MassDistribution masses_before(figure), masses_after(edited.figure);
    masses_before.update(before);
    masses_after.update(after);
    EXPECT_NEAR(masses_before.total_mass(), masses_after.total_mass(), 1e-12);
    if (figure.total_mass() > 0) {
      EXPECT_LT((masses_before.center() - masses_after.center()).norm(), 1e-12);
    }
    EXPECT_LT((masses_before.inertia() - masses_after.inertia()).norm(),
              1e-12 * (1 + masses_after.inertia().norm()));
  }
}

TEST(ReRoot, JointTorquesInEquilibriumAreUnchanged) {
  Random random(22);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 9});
    const Posture posture = test::random_posture(random, figure);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    // Random forces at the segments' origins, and on the last three the ones that balance force and moment.
    const int n = figure.segment_count();
    std::vector<Vec3> forces;
    Vec3 total = Vec3::Zero(), moment = Vec3::Zero();
    for (int s = 0; s < n; ++s) {
      const Vec3 f = s < n - 3 ? test::random_vector(random, 10) : Vec3(Vec3::Zero());
      forces.push_back(f);
      total += f;
      moment += kinematics.segment_pose(SegmentId{s}).translation.cross(f);
    }
    Eigen::Matrix<double, 6, 9> balance;
    for (int k = 0; k < 3; ++k) {
      balance.block<3, 3>(0, 3 * k).setIdentity();
      balance.block<3, 3>(3, 3 * k) = cross_matrix(kinematics.segment_pose(SegmentId{n - 3 + k}).translation);
    }
    Eigen::Matrix<double, 6, 1> wanted;
    wanted << -total, -moment;
    const VecX supports = balance.completeOrthogonalDecomposition().solve(wanted);
    if ((balance * supports - wanted).norm() > 1e-9 || supports.norm() > 1e3)
      continue;  // segments in one line
    std::map<std::string, Vec3> force_on;
    for (int s = 0; s < n; ++s) {
      force_on[figure.segment_name(SegmentId{s})] =
          forces[static_cast<std::size_t>(s)] +
          (s < n - 3 ? Vec3(Vec3::Zero()) : Vec3(supports.segment<3>(3 * (s - n + 3))));
    }
    const SegmentId root{test::uniform_int(random, 1, n - 1)};
    const Edited edited = re_root(figure, posture, figure.segment_name(root)).value();
    const auto before = torques(figure, posture, force_on),
               after = torques(edited.figure, edited.posture, force_on);
    for (const auto& [joint, torque] : before) {
      if (torque.size() > 0) {
        EXPECT_LT((torque - after.at(joint)).norm(), 1e-12 * (1 + supports.norm()) * 10) << joint;
      }
    }
  }
}

TEST(ReRoot, ThereAndBackRestoresTheFigure) {
  Random random(23);
  for (int trial = 0; trial < scaled(500); ++trial) {
    const Figure figure =
        test::random_figure(random, {.segments = 8, .free_root = trial % 2 == 0, .limits = true});
    const Posture posture = test::random_posture(random, figure);
    const SegmentId root{test::uniform_int(random, 1, figure.segment_count() - 1)};
    const Edited there = re_root(figure, posture, figure.segment_name(root)).value();
    const Edited back = re_root(there.figure, there.posture, figure.segment_name(root_segment)).value();
    EXPECT_LT(difference(figure, posture, back.posture).norm(), 1e-12);
    for (const SegmentId s : figure.segments()) {
      const JointId joint = figure.joint_of(s);
      const JointId other = back.figure.joint_of(back.figure.segment(figure.segment_name(s)));
      EXPECT_EQ(figure.joint(joint), back.figure.joint(other));
      EXPECT_LT((figure.before(joint).translation - back.figure.before(other).translation).norm(), 1e-12);
      EXPECT_LT((figure.after(joint).rotation - back.figure.after(other).rotation).norm(), 1e-12);
    }
  }
}

TEST(ReRoot, InvertedJointsKeepTheirValuesEvenOutsideLimits) {
  Random random(24);
  const Figure figure = test::random_figure(random, {.segments = 12, .limits = true});
  const Posture posture = test::random_posture(random, figure);
  const Edited edited = re_root(figure, posture, "s11").value();
  for (const JointId j : figure.joints()) {
    if (j == root_joint) continue;
    const JointId other = edited.figure.joint(figure.joint_name(j));
    EXPECT_EQ(joint_parameters(figure, posture, j), joint_parameters(edited.figure, edited.posture, other));
  }
}

TEST(JointChain, PassesTheCommonAncestorAndNoJointTwice) {
  Random random(25);
  for (int trial = 0; trial < scaled(500); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 15, .chain = 0.3});
    const SegmentId a = test::random_segment(random, figure), b = test::random_segment(random, figure);
    const JointChain chain = chain_between(figure, a, b);
    SegmentId here = a;
    for (const JointChain::Step& step : chain.steps) {
      const SegmentId segment = figure.segment_of(step.joint);
      if (step.towards_root) {
        EXPECT_EQ(here, segment);
        here = figure.parent(segment);
      } else {
        EXPECT_EQ(here, figure.parent(segment));
        here = segment;
      }
    }
    EXPECT_EQ(here, b);
    EXPECT_TRUE(is_ancestor_or_same(figure, chain.common_ancestor, a));
    EXPECT_TRUE(is_ancestor_or_same(figure, chain.common_ancestor, b));
    std::map<int, int> seen;
    for (const JointChain::Step& step : chain.steps) EXPECT_EQ(seen[step.joint]++, 0);
  }
}

Figure trunk(int links) {
  FigureDescription d;
  d.name = "trunk";
  d.segments = {{.name = "head"}, {.name = "flower", .parent = "trunk.end"}};
  ChainDescription chain;
  chain.name = "trunk";
  chain.parent = "head";
  chain.links = links;
  chain.length = 2.0;
  chain.first_radius = 0.2;
  chain.last_radius = 0.1;
  chain.mass = 130;
  chain.joints = {{.type = JointType::revolute, .axis = Vec3::UnitY()},
                  {.type = JointType::revolute, .axis = Vec3::UnitZ()},
                  {.type = JointType::revolute, .axis = Vec3::UnitX()}};
  d.chains = {chain};
  return Figure::build(d).value();
}

TEST(ChainLinks, APlanarCurveKeepsItsShapeForAnyNumberOfLinks) {
  const Figure figure = trunk(30);
  Posture posture = figure.rest_posture();
  for (int link = 1; link <= 30; ++link) {
    const double bend[] = {0.04};
    set_joint_parameters(figure, posture, figure.joint("trunk." + std::to_string(link) + ".1"), bend);
  }
  Kinematics before(figure);
  before.update(posture);
  const Vec3 tip = before.frame_position(figure.frame("trunk.tip"));
  for (int links : {2, 7, 15, 31, 60, 300}) {
    const Edited edited = set_chain_links(figure, posture, "trunk", links).value();
    EXPECT_EQ(edited.figure.dof_count(), 3 * links);
    EXPECT_NEAR(edited.figure.total_mass(), 130, 1e-9);
    Kinematics after(edited.figure);
    after.update(edited.posture);
    double bend = 0;
    for (Eigen::Index i = 0; i < edited.posture.values.size(); i += 3) bend += edited.posture.values[i];
    EXPECT_NEAR(bend, 30 * 0.04, 1e-12);
    // The curve is the same; the links cut its corners differently.
    EXPECT_LT((after.frame_position(edited.figure.frame("trunk.tip")) - tip).norm(), 1.0 / links + 1.0 / 30);
    EXPECT_EQ(edited.figure.segment_name(edited.figure.parent(edited.figure.segment("flower"))),
              "trunk." + std::to_string(links));
  }
}

TEST(ChainLinks, BackToTheSameCountGivesTheSameFigure) {
  const Figure figure = trunk(12);
  const Edited doubled = set_chain_links(figure, figure.rest_posture(), "trunk", 24).value();
  const Edited back = set_chain_links(doubled.figure, doubled.posture, "trunk", 12).value();
  EXPECT_EQ(back.figure.description(), figure.description());
}

TEST(ChainLinks, UnknownChainSaysSo) {
  const Figure figure = trunk(3);
  const Expected<Edited> edited = set_chain_links(figure, figure.rest_posture(), "trnk", 5);
  ASSERT_FALSE(edited);
  EXPECT_EQ(edited.error().message, "figure \"trunk\" has no chain \"trnk\" (did you mean \"trunk\"?)");
}

TEST(CarriedPosture, HandlesChainsAndMovedRootsLikeTheEditItself) {
  const Figure figure = trunk(30);
  Random random(31);
  const Posture kept = test::random_posture(random, figure);
  const Edited fewer = set_chain_links(figure, figure.rest_posture(), "trunk", 7).value();
  EXPECT_EQ(carried_posture(figure, kept, fewer.figure),
            set_chain_links(figure, kept, "trunk", 7).value().posture);
  for (int round = 0; round < test::scaled(200); ++round) {
    test::RandomFigureOptions options;
    options.free_root = true;
    const Figure tree = test::random_figure(random, options);
    const Posture now = test::random_posture(random, tree), then = test::random_posture(random, tree);
    const SegmentId chosen{test::uniform_int(random, 0, tree.segment_count() - 1)};
    const std::string root = tree.segment_name(chosen);
    const Edited moved = re_root(tree, now, root).value();
    const Posture carried = carried_posture(tree, then, moved.figure);
    EXPECT_EQ(carried, re_root(tree, then, root).value().posture);
  }
}

TEST(Edit, AddedBranchHangsWhereAskedAndDeletingItRestores) {
  const Figure figure = trunk(4);
  const Posture posture = figure.rest_posture();
  std::vector<SegmentDescription> ear = {
      {.name = "ear", .joint = {.type = JointType::ball}},
      {.name = "ear ring", .parent = "ear", .joint = {.type = JointType::swing}}};
  const Edited added = add_branch(figure, posture, "head", ear).value();
  EXPECT_EQ(added.figure.dof_count(), figure.dof_count() + 5);
  const Edited removed = delete_branch(added.figure, added.posture, "ear").value();
  EXPECT_EQ(removed.figure.description(), figure.description());
  EXPECT_EQ(removed.posture, posture);
}

TEST(Edit, DeletingABranchRemovesItsChainsFramesAndCouplings) {
  FigureDescription d = trunk(4).description();
  d.segments.push_back({.name = "tail", .parent = "head", .joint = {.type = JointType::revolute}});
  d.frames.push_back({"flower.top", "flower", {}});
  d.couplings.push_back({"wag", {{"tail", 0, 1.0}, {"trunk.2", 0, 1.0}}, {0, 0}});
  const Figure figure = Figure::build(d).value();
  const Edited edited = delete_branch(figure, figure.rest_posture(), "trunk.1.1").value();
  EXPECT_EQ(edited.figure.segment_count(), 2);
  EXPECT_TRUE(edited.figure.frames().empty());
  EXPECT_TRUE(edited.figure.couplings().empty());
}

TEST(Edit, CuttingAChainInTheMiddleKeepsTheRest) {
  const Figure figure = trunk(6);
  const Edited edited = delete_branch(figure, figure.rest_posture(), "trunk.4.1").value();
  EXPECT_EQ(edited.figure.dof_count(), 9);
  EXPECT_FALSE(edited.figure.find_segment("flower"));
}

TEST(Edit, ChangedJointTypeKeepsTheOrientationItCanHold) {
  Random random(26);
  for (int trial = 0; trial < scaled(500); ++trial) {
    FigureDescription d;
    d.segments = {
        {.name = "base"},
        {.name = "arm", .parent = "base", .joint = {.type = JointType::revolute, .axis = Vec3::UnitX()}}};
    const Figure figure = Figure::build(d).value();
    const Posture posture = test::random_posture(random, figure);
    const Poses before = poses_by_name(figure, posture);
    for (JointType type : {JointType::ball, JointType::free, JointType::elbow, JointType::swing}) {
      Joint joint{.type = type, .axis = Vec3::UnitX(), .twist_axis = Vec3::UnitY()};
      const Edited edited = set_joint(figure, posture, "arm", joint).value();
      EXPECT_LT(largest_difference(before, poses_by_name(edited.figure, edited.posture)), 1e-12);
      const Edited back = set_joint(edited.figure, edited.posture, "arm", figure.joint(JointId{1})).value();
      EXPECT_LT(largest_difference(before, poses_by_name(back.figure, back.posture)), 1e-12);
    }
  }
}

TEST(Edit, NarrowedLimitsBringThePostureInside) {
  FigureDescription d;
  d.segments = {{.name = "base"}, {.name = "arm", .parent = "base", .joint = {.type = JointType::revolute}}};
  const Figure figure = Figure::build(d).value();
  Posture posture = figure.rest_posture();
  posture.values[0] = 1.0;
  Joint joint = figure.joint(JointId{1});
  joint.ranges[0] = {-0.5, 0.5};
  const Edited edited = set_joint(figure, posture, "arm", joint).value();
  EXPECT_EQ(edited.posture.values[0], 0.5);
}

TEST(Edit, ReparentKeepsThePlaceInTheWorld) {
  Random random(27);
  for (int trial = 0; trial < scaled(500); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 10});
    const Posture posture = test::random_posture(random, figure);
    const SegmentId s{test::uniform_int(random, 1, 9)}, p{test::uniform_int(random, 0, 9)};
    const Expected<Edited> edited = reparent(figure, posture, figure.segment_name(s), figure.segment_name(p));
    ASSERT_EQ(edited.has_value(), !is_ancestor_or_same(figure, s, p));
    if (!edited) continue;
    EXPECT_LT(
        largest_difference(poses_by_name(figure, posture), poses_by_name(edited->figure, edited->posture)),
        1e-11);
  }
}

TEST(Edit, TheRootCannotBeDeletedOrReparented) {
  const Figure figure = trunk(3);
  EXPECT_EQ(delete_branch(figure, figure.rest_posture(), "head").error().message,
            "\"head\" is the root; deleting it would leave nothing");
  EXPECT_FALSE(reparent(figure, figure.rest_posture(), "head", "trunk.2"));
}

TEST(Edit, ChangingALinkExpandsItsChain) {
  const Figure figure = trunk(5);
  Joint stiff = figure.joint(figure.joint("trunk.3"));
  stiff.ranges[0] = {-0.1, 0.1};
  const Edited edited = set_joint(figure, figure.rest_posture(), "trunk.3", stiff).value();
  EXPECT_TRUE(edited.figure.description().chains.empty());
  EXPECT_EQ(edited.figure.dof_count(), figure.dof_count());
  EXPECT_EQ(edited.figure.joint(edited.figure.joint("trunk.3")).ranges[0].max, 0.1);
}

}  // namespace
}  // namespace limber
