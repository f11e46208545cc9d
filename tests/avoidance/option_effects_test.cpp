// What is said to have no effect has none, to the last bit, with every technique.

#include "limber/avoidance/option_effects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "avoidance/chain.h"
#include "avoidance/document_techniques.h"
#include "limber/avoidance/course.h"
#include "limber/kinematics/kinematics.h"

namespace limber {
namespace {

using test::with;

// The tip of a chain with narrow limits is led past a ball, while its middle has a goal of its own.
Course with_two_goals() {
  Course course{.figure = test::sphere_chain(6, 1.0, false, 0.3), .start = {}};
  course.start = course.figure.rest_posture();
  for (double& q : course.start.values) q = 0.05;
  Kinematics kinematics(course.figure);
  kinematics.update(course.start);
  const Vec3 tip = kinematics.frame_position(course.figure.frame("chain.tip"));
  course.world.add("ball", Sphere{tip + Vec3(-0.5, 1.6, 0.4), 0.6});
  course.leading_task =
      course.tasks.add("tip", Reach{.frame = course.figure.frame("chain.tip"), .target = tip});
  const SegmentId middle{course.figure.segment_count() / 2};
  course.tasks.add("middle", Reach{.frame = Place::on_segment(middle, Vec3::Zero()),
                                   .target = kinematics.segment_pose(middle).translation + Vec3(0, 0.2, 0)});
  course.targets = along({tip, tip + Vec3(-1.0, 3.0, 0.5)}, 0.1);
  return course;
}

using Change = std::function<void(Course&)>;
const std::map<std::string_view, Change>& changes() {
  static const std::map<std::string_view, Change> all = {
      {"formulation", [](Course& c) { c.solver.formulation = Formulation::projector; }},
      {"svd", [](Course& c) { c.solver.svd = SvdMethod::golub_reinsch; }},
      {"svd_mode", [](Course& c) { c.solver.svd_mode = SvdMode::small_angles; }},
      {"damping", [](Course& c) { c.solver.damping.rule = Damping::Rule::fixed; }},
      {"lambda", [](Course& c) { c.solver.damping.lambda = 0.37; }},
      {"bound", [](Course& c) { c.solver.damping.bound = 0.05; }},
      {"largest_error", [](Course& c) { c.solver.largest_error = 0.02; }},
      {"clamp", [](Course& c) { c.solver.clamp = ErrorClamp::global; }},
      {"largest_turn", [](Course& c) { c.solver.largest_turn = 0.003; }},
      {"line_search", [](Course& c) { c.solver.line_search = false; }},
      {"recruitment",
       [](Course& c) {
         c.solver.recruitment.assign(static_cast<std::size_t>(c.figure.dof_count()), 1.0);
         c.solver.recruitment.front() = 50.0;
       }},
      {"criteria",
       [](Course& c) { c.criteria.push_back({.name = "middle", .criterion = MidRange{}, .gain = 0.5}); }},
      {"priorities", [](Course& c) { c.tasks.find("middle")->settings.priority = 2; }},
      // "works like projection"
      {"limits", [](Course& c) { c.solver.limits = LimitMethod::projection; }},
  };
  return all;
}

Posture end_posture(const Course& course, Technique technique) {
  Posture end;
  run(course, with(technique), {}, &end);
  return end;
}

class EveryTechniqueAndItsOptions : public testing::TestWithParam<Technique> {};
INSTANTIATE_TEST_SUITE_P(All, EveryTechniqueAndItsOptions, testing::ValuesIn([] {
                           std::vector<Technique> list;
                           for (const TechniqueDescription& each : techniques())
                             list.push_back(each.technique);
                           return list;
                         }()),
                         [](const auto& of) { return test::technique_name(of); });

void expect_no_effect(const Course& usual, Technique technique) {
  const Posture end = end_posture(usual, technique);
  const std::vector<WithoutEffect> list = without_effect(usual.solver, with(technique));
  EXPECT_FALSE(list.empty());
  for (const WithoutEffect& option : list) {
    Course changed = usual;
    changes().at(option.key)(changed);
    EXPECT_EQ(end_posture(changed, technique).values, end.values) << option.key;
  }
}

TEST_P(EveryTechniqueAndItsOptions, WhatIsSaidToHaveNoEffectHasNone) {
  expect_no_effect(with_two_goals(), GetParam());
}

TEST(OptionEffects, WhatIsSaidToHaveNoEffectHasNoneWithAnyRuleOfDamping) {
  using Rule = Damping::Rule;
  for (const Rule rule : {Rule::automatic, Rule::none, Rule::fixed, Rule::step_bound}) {
    SCOPED_TRACE(static_cast<int>(rule));
    Course course = with_two_goals();
    course.solver.damping.rule = rule;
    expect_no_effect(course, Technique::clearance);
  }
  for (const Rule rule : {Rule::smallest_singular_value, Rule::numerical_filtering}) {
    SCOPED_TRACE(static_cast<int>(rule));
    Course course = with_two_goals();
    course.solver.formulation = Formulation::projector;
    course.solver.svd = SvdMethod::golub_reinsch;
    course.solver.damping.rule = rule;
    expect_no_effect(course, Technique::clearance);
  }
}

// The list does not say so of everything.
TEST(OptionEffects, WhatIsNotListedHasOne) {
  const auto expect_effect = [](Technique technique, std::string_view key) {
    const Course usual = with_two_goals();
    for (const WithoutEffect& option : without_effect(usual.solver, with(technique)))
      EXPECT_NE(option.key, key);
    Course changed = usual;
    changes().at(key)(changed);
    EXPECT_NE(end_posture(changed, technique).values, end_posture(usual, technique).values) << key;
  };
  for (const std::string_view key : {"svd", "svd_mode"}) {
    expect_effect(Technique::objective, key);
    expect_effect(Technique::two_worst, key);
  }
  for (const std::string_view key :
       {"formulation", "damping", "bound", "largest_turn", "recruitment", "criteria", "priorities", "limits"})
    expect_effect(Technique::clearance, key);
}

TEST(OptionEffects, TorquesHeedNoOptionOfTheSolver) {
  const std::vector<WithoutEffect> list = without_effect({}, {}, MovedBy::torques);
  for (const auto& [key, change] : changes()) {
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const WithoutEffect& o) { return o.key == key; }))
        << key;
  }
}

}  // namespace
}  // namespace limber
