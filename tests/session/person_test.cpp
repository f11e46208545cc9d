// Posing a person: the twelve drags of web/browser/person.test.ts in the gallery's Human, counted in steps
// instead of time, so that every run is the same. The arm goes first, then the trunk, then hips and knees; feet
// and balance hold.
//
// Where the bands come from: what people do, not what the solver does.
//   - What the arm reaches is reached by the arm: the trunk stays within 10 degrees of upright.
//   - Bending forwards begins in the back and goes on in the hips: of the first 30 degrees of the trunk the back
//     gives at least as much as the hips, past 60 the hips give more (the lumbopelvic rhythm; reviewed by Vazirian,
//     Van Dillen and Bazrgari, 2016).
//   - Backs flex by about 60 degrees, bend sideways and twist by 30 to 40; hips flex by 120, knees by 140 (usual
//     clinical norms). Nobody goes to the end of a range without need: the bands end at about two thirds of the
//     back's, and at the norm of the others.
//   - A lift from the floor as it is taught, and as the issue asks: by knees and hips rather than by the back.

#include <gtest/gtest.h>

#include <numbers>

#include "limber/kinematics/mass_distribution.h"
#include "limber/statics/report.h"
#include "random_session.h"

namespace limber::test {
namespace {

using nlohmann::json;

struct Band {
  double least, most;
};

struct Pull {
  const char* name;
  const char* frame;
  Vec3 target;
  Band back, hips, knees;    // [degrees] turned since the drag began
  double short_of;           // [m] at most, of the target
  Band aside = {-1.0, 1.0};  // [m] how far the centre of mass goes to the left
};

void PrintTo(const Pull& pull, std::ostream* out) {
  *out << pull.name;
}

struct Angles {
  Mat3 back, hip_l, hip_r, knee_l, knee_r;
};

// What one part does against another, and where things are.
class Body {
 public:
  explicit Body(const Session& session)
      : kinematics_(session.scene().figure), masses_(session.scene().figure) {
    kinematics_.update(session.posture());
    masses_.update(kinematics_);
  }
  Angles angles() const {
    return {turn("pelvis", "spine.4"), turn("pelvis", "thigh.l"), turn("pelvis", "thigh.r"),
            turn("thigh.l", "shank.l"), turn("thigh.r", "shank.r")};
  }
  Transform frame(const std::string& name) const {
    return kinematics_.frame_pose(kinematics_.figure().frame(name));
  }
  Mat3 arm() const { return turn("spine.4", "upper_arm.r"); }
  Vec3 center() const { return masses_.center(); }

 private:
  Mat3 turn(const char* from, const char* to) const {
    const Figure& figure = kinematics_.figure();
    return kinematics_.segment_pose(figure.segment(from)).rotation.transpose() *
           kinematics_.segment_pose(figure.segment(to)).rotation;
  }
  Kinematics kinematics_;
  MassDistribution masses_;
};

double degrees(const Mat3& before, const Mat3& after) {
  const double cosine = 0.5 * ((before.transpose() * after).trace() - 1.0);
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

// [degrees] of each part since; of two legs, the one that turned more.
struct Turns {
  double back, hips, knees;
};
Turns turned(const Body& before, const Body& after) {
  const Angles was = before.angles(), is = after.angles();
  return {degrees(was.back, is.back), std::max(degrees(was.hip_l, is.hip_l), degrees(was.hip_r, is.hip_r)),
          std::max(degrees(was.knee_l, is.knee_l), degrees(was.knee_r, is.knee_r))};
}

json as_list(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

class PosingAPersonBy : public testing::TestWithParam<Pull> {};

TEST_P(PosingAPersonBy, TurnsBackHipsAndKneesWithinTheirBands) {
  const Pull& pull = GetParam();
  Session session = shipped_session("scenes/human-person.json");
  settle(session, 200);
  const Figure figure = session.scene().figure;
  const Body before(session);
  const Frame& frame = figure.frame(figure.frame(pull.frame));
  const Vec3 start = before.frame(pull.frame).translation;
  ask(session, {{"do", "drag-begin"},
                {"segment", figure.segment_name(frame.segment)},
                {"point", as_list(frame.pose.translation)},
                {"target", as_list(start)}});
  for (int k = 1; k <= 20; ++k) {  // the pointer, and what a studio does between two of its messages
    ask(session, {{"do", "drag-move"}, {"target", as_list(start + k / 20.0 * (pull.target - start))}});
    steps(session, 4);
  }
  settle(session, 250);

  const Body after(session);
  const auto [back, hips, knees] = turned(before, after);
  const double short_of = (after.frame(pull.frame).translation - pull.target).norm(),
               aside = after.center().y() - before.center().y();
  const std::string said = "back " + std::to_string(back) + ", hips " + std::to_string(hips) + ", knees " +
                           std::to_string(knees) + ", short of the target by " + std::to_string(short_of) +
                           ", aside " + std::to_string(aside);
  RecordProperty("turned", said);
  const auto expect_inside = [&](double value, const Band& band, const char* what) {
    EXPECT_GE(value, band.least) << what << ": " << said;
    EXPECT_LE(value, band.most) << what << ": " << said;
  };
  expect_inside(back, pull.back, "back");
  expect_inside(hips, pull.hips, "hips");
  expect_inside(knees, pull.knees, "knees");
  expect_inside(aside, pull.aside, "weight");
  EXPECT_LE(short_of, pull.short_of) << said;

  for (const char* foot : {"foot.l", "foot.r"}) {
    EXPECT_LT((after.frame(foot).translation - before.frame(foot).translation).norm(), 1e-4) << foot;
    EXPECT_LT(degrees(before.frame(foot).rotation, after.frame(foot).rotation), 0.1) << foot;
  }
  const StaticsReport statics = report_on_loads(figure, session.posture(), session.scene().tasks.loads);
  EXPECT_TRUE(statics.is_balanced) << statics.verdict();
  EXPECT_GT(statics.margin, 0.029) << said;  // the task asks for 0.03
}

// The order in which a person takes its parts to help, for a hand led further and further ahead.
TEST(PosingAPerson, TheArmGoesFirstThenTheTrunkThenHipsAndKnees) {
  constexpr double helps = 5.0;  // [degrees]
  Session session = shipped_session("scenes/human-person.json");
  settle(session, 200);
  const Figure figure = session.scene().figure;
  const Body before(session);
  const Frame& frame = figure.frame(figure.frame("hand.r"));
  const Vec3 start = before.frame("hand.r").translation, end(0.95, -0.2, 1.1);
  ask(session, {{"do", "drag-begin"},
                {"segment", figure.segment_name(frame.segment)},
                {"point", as_list(frame.pose.translation)},
                {"target", as_list(start)}});
  constexpr int stretches = 24;
  int arm = stretches, back = stretches, hips = stretches, knees = stretches;
  for (int k = 1; k <= stretches; ++k) {
    ask(session, {{"do", "drag-move"},
                  {"target", as_list(start + k / static_cast<double>(stretches) * (end - start))}});
    settle(session, 60);
    const Body now(session);
    const Turns turns = turned(before, now);
    const auto first = [&](double angle, int& at) {
      if (angle > helps) at = std::min(at, k);
    };
    first(degrees(before.arm(), now.arm()), arm);
    first(turns.back, back);
    first(turns.hips, hips);
    first(turns.knees, knees);
  }
  RecordProperty("arm", arm);
  RecordProperty("back", back);
  RecordProperty("hips", hips);
  RecordProperty("knees", knees);
  EXPECT_LT(arm, back);
  EXPECT_LT(back, stretches);
  EXPECT_LE(back, hips);
  EXPECT_LE(back, knees);
}

INSTANTIATE_TEST_SUITE_P(
    TwelveDrags, PosingAPersonBy,
    testing::Values(
        Pull{"NearAheadTheArmAlone", "hand.r", {0.35, -0.2, 1.1}, {0, 10}, {0, 10}, {0, 10}, 0.01},
        Pull{"AheadTheArm", "hand.r", {0.6, -0.2, 1.2}, {0, 10}, {0, 10}, {0, 10}, 0.01},
        Pull{"FarAheadTheTrunkThenTheHips", "hand.r", {0.9, -0.2, 1.1}, {8, 30}, {4, 30}, {0, 20}, 0.03},
        Pull{"Up", "hand.r", {0.1, -0.25, 1.9}, {0, 12}, {0, 12}, {0, 15}, 0.03},
        Pull{"ToTheSide", "hand.r", {0, -0.9, 1.2}, {0, 25}, {0, 20}, {0, 30}, 0.02},
        Pull{"FarToTheSideTheWeightGoesOverThatFoot",
             "hand.r",
             {0.05, -1.25, 1.1},
             {0, 40},
             {0, 120},
             {0, 90},
             0.2,
             {-0.2, -0.07}},
        Pull{
            "ToTheFloorLegsRatherThanBack", "hand.r", {0.4, -0.15, 0.1}, {0, 40}, {60, 120}, {30, 140}, 0.03},
        Pull{"Across", "hand.r", {0.35, 0.35, 1.2}, {0, 25}, {0, 15}, {0, 15}, 0.02},
        Pull{"Back", "hand.r", {-0.4, -0.3, 1}, {0, 25}, {0, 15}, {0, 15}, 0.02},
        Pull{"TheLeftHandAhead", "hand.l", {0.6, 0.2, 1.2}, {0, 10}, {0, 10}, {0, 10}, 0.01},
        Pull{"PelvisDownASquat", "pelvis", {-0.1, 0, 0.78}, {0, 15}, {25, 80}, {40, 90}, 0.06},
        Pull{"PelvisAsideTheWeightShifts",
             "pelvis",
             {0, -0.1, 0.9},
             {0, 10},
             {0, 15},
             {0, 40},
             0.03,
             {-0.2, -0.07}}),
    [](const auto& pull) { return std::string(pull.param.name); });

}  // namespace
}  // namespace limber::test
