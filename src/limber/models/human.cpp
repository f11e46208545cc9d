// A man, 1.75 m tall and 75 kg, with 50 degrees of freedom: what Baerlocher's thesis (2001, chapter 3) calls
// a typical human figure without fingers. Sizes and masses: models/anthropometry.h; ranges of motion:
// models/human_limits.cpp.
//
//   spine.1-4, neck, head   ball      3 x 6   z up the spine; s_y > 0 bends forward
//   clavicle                swing     2 x 2   s_x > 0 lifts the left one, s_y > 0 brings it forward
//   shoulder                ball      3 x 2   zero points forward and outward, so that the singular
//                                             direction -z lies behind the back
//   elbow                   elbow     2 x 2   flexion, then turning the forearm
//   wrist                   swing     2 x 2   s_x < 0 bends the left hand to the palm, s_y > 0 to the thumb
//   hip                     ball      3 x 2   zero is standing; s_y > 0 brings the thigh forward
//   knee                    revolute  1 x 2   flexion
//   ankle                   swing     2 x 2   s_y > 0 lifts the toes, s_x < 0 turns the left sole inward
//   toe                     revolute  1 x 2   lifts the toes
//
// The pelvis is fixed in the world. A scene in which the man stands on a foot sets "root": "foot.l";
// re-rooting keeps the root fixed, so the foot then holds, as in Baerlocher's examples. human_free() is the
// same man with a pelvis that nothing holds, for motions in which both feet leave the ground.
//
// Published masses stop at the head (with the neck), the upper trunk (with the shoulder girdle) and the foot
// (with the toes): neck, clavicles and toes are massless here.

#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/models/anthropometry.h"
#include "limber/models/catalog.h"
#include "limber/models/human_parts.h"
#include "limber/models/mirror.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace human_places {

// The spine runs behind the middle of the trunk; its joints sit where the published slices meet.
Vec3 spine(int joint) {
  using namespace lengths;
  constexpr double waist = hip_height + lower_trunk, chest = waist + middle_trunk;
  switch (joint) {
    case 1:
      return {-0.045, 0, waist};
    case 2:
      return {-0.040, 0, waist + middle_trunk / 2};
    case 3:
      return {-0.048, 0, chest};
    case 4:
      return {-0.058, 0, chest + upper_trunk / 2};
    case 5:
      return {-0.048, 0, of_stature(0.845)};
    default:
      return {-0.010, 0, of_stature(0.918)};
  }
}
Vec3 sternum() {
  return {0.045, 0.024, of_stature(0.812)};
}
Vec3 shoulder() {
  return {-0.012, 0.176, of_stature(0.800)};
}
Vec3 toe_joint() {
  return {0.130, 0, lengths::ankle_height - 0.020};
}

}  // namespace human_places

namespace {

constexpr double hip_half_width = 0.0875;     // [m] mid-hip to hip joint, 0.05 H
constexpr double arm_abduction = degrees(9);  // [rad] of the hanging arm, so that the hand clears the thigh
constexpr double elbow_at_rest = degrees(14);

void add_human_trunk(FigureDescription& figure) {
  using namespace lengths;
  const Vec3 mid_hip(0, 0, hip_height);
  SegmentDescription pelvis =
      segment("pelvis", "", Transform::at(mid_hip), named("root", {}), human_shapes::pelvis());
  pelvis.mass = inertia_along_z(de_leva::lower_trunk, lower_trunk,
                                {0, 0, lower_trunk * (1.0 - de_leva::lower_trunk.center)});
  figure.segments.push_back(std::move(pelvis));

  // Centres of the middle and upper trunk in the standing body, on the line above mid-hip.
  const Vec3 middle(0, 0, hip_height + lower_trunk + middle_trunk * (1.0 - de_leva::middle_trunk.center));
  const Vec3 upper(
      0, 0, hip_height + lower_trunk + middle_trunk + upper_trunk * (1.0 - de_leva::upper_trunk.center));
  Vec3 parent_place = mid_hip;
  std::string parent = "pelvis";
  for (int k = 1; k <= 4; ++k) {
    const Vec3 place = human_places::spine(k);
    const auto [swing_limit, twist_limit] = human_limits::spine(k);
    const std::string name = "spine." + std::to_string(k);
    SegmentDescription part = segment(name, parent, Transform::at(place - parent_place),
                                      ball(swing_limit, twist_limit), human_shapes::spine(k));
    const int side = k % 2 == 1 ? -1 : 1;
    part.mass = k <= 2 ? half_along_z(de_leva::middle_trunk, middle_trunk, middle - place, side)
                       : half_along_z(de_leva::upper_trunk, upper_trunk, upper - place, side);
    figure.segments.push_back(std::move(part));
    parent = name;
    parent_place = place;
  }
}

// AAOS: the neck bends 45 forward, backward and sideways and turns 60 to 80; half in each joint.
void add_human_head(FigureDescription& figure) {
  const Vec3 neck = human_places::spine(5), head = human_places::spine(6);
  figure.segments.push_back(segment("neck", "spine.4", Transform::at(neck - human_places::spine(4)),
                                    ball(SwingEllipse{{degrees(23), degrees(25)}}, degrees(-35, 35)),
                                    human_shapes::neck()));
  SegmentDescription skull =
      segment("head", "neck", Transform::at(head - neck),
              ball(SwingEllipse{{degrees(20), degrees(25)}}, degrees(-40, 40)), human_shapes::head());
  const double center_height = stature - de_leva::head.center * lengths::head;
  skull.mass = inertia_along_z(de_leva::head, lengths::head, Vec3(0.005, 0, center_height) - head);
  figure.segments.push_back(std::move(skull));
}

void add_human_arm(FigureDescription& figure) {
  using namespace lengths;
  const Vec3 sternum = human_places::sternum(), shoulder = human_places::shoulder();
  const Vec3 along = shoulder - sternum;
  const Mat3 clavicle_axes = axes_with_z(along, Vec3::UnitX());
  figure.segments.push_back(
      segment("clavicle.l", "spine.4", {clavicle_axes, sternum - human_places::spine(4)},
              swing(degrees(-10, 30), degrees(-20, 25)), human_shapes::clavicle(along.norm())));

  // Zero is the middle of the cone of directions; hanging is one pure swing from it, so that the twist of the
  // hanging arm is zero.
  const Mat3 hanging_axes = axis_rotation(Vec3::UnitX(), arm_abduction) * hanging();
  const Vec3 middle = Vec3(portable::cos(degrees(45)), portable::sin(degrees(45)), -0.12).normalized();
  const Mat3 base = direct_rotation(hanging_axes.col(2), middle) * hanging_axes;
  SegmentDescription arm =
      segment("upper_arm.l", "clavicle.l", {clavicle_axes.transpose() * base, Vec3(0, 0, along.norm())},
              named("shoulder.l", ball(human_limits::shoulder(base), human_limits::shoulder_twist(base),
                                       log_rotation(Mat3(base.transpose() * hanging_axes)))),
              human_shapes::upper_arm());
  arm.mass = inertia_along_z(de_leva::upper_arm, upper_arm, {0, 0, de_leva::upper_arm.center * upper_arm});
  figure.segments.push_back(std::move(arm));

  // AAOS: elbow 0 to 145, forearm turning 80 each way from the thumb forward.
  SegmentDescription lower = segment(
      "forearm.l", "upper_arm.l", Transform::at({0, 0, upper_arm}),
      named("elbow.l", elbow(Vec3::UnitY(), Vec3::UnitZ(), degrees(0, 145), degrees(-80, 80), elbow_at_rest)),
      human_shapes::forearm());
  lower.mass = inertia_along_z(de_leva::forearm, forearm, {0, 0, de_leva::forearm.center * forearm});
  figure.segments.push_back(std::move(lower));

  // AAOS: wrist flexion 80, extension 70, to the thumb 20, to the little finger 30.
  SegmentDescription palm =
      segment("hand.l", "forearm.l", Transform::at({0, 0, forearm}),
              named("wrist.l", swing(degrees(-80, 70), degrees(-30, 20))), human_shapes::palm());
  palm.mass = inertia_along_z(de_leva::hand, hand, {0, 0, de_leva::hand.center * hand});
  figure.segments.push_back(std::move(palm));
}

void add_human_leg(FigureDescription& figure) {
  using namespace lengths;
  SegmentDescription upper =
      segment("thigh.l", "pelvis", {hanging(), Vec3(0, hip_half_width, 0)},
              named("hip.l", ball(human_limits::hip(), degrees(-45, 45))), human_shapes::thigh());
  upper.mass = inertia_along_z(de_leva::thigh, thigh, {0, 0, de_leva::thigh.center * thigh});
  figure.segments.push_back(std::move(upper));

  SegmentDescription lower =
      segment("shank.l", "thigh.l", Transform::at({0, 0, thigh}),
              named("knee.l", revolute(-Vec3::UnitY(), degrees(0, 135))), human_shapes::shank());
  lower.mass = inertia_along_z(de_leva::shank, shank, {0, 0, de_leva::shank.center * shank});
  figure.segments.push_back(std::move(lower));

  // AAOS: toes up 20, down 50, sole inward 35, outward 15.
  constexpr double heel = -0.23 * foot;  // [m] in front of the ankle
  SegmentDescription sole =
      segment("foot.l", "shank.l", Transform::at({0, 0, shank}),
              named("ankle.l", swing(degrees(-35, 15), degrees(-50, 20))), human_shapes::foot());
  sole.mass = inertia_along_x(de_leva::foot, foot, {heel + de_leva::foot.center * foot, 0, ankle_height / 2});
  figure.segments.push_back(std::move(sole));
  figure.segments.push_back(segment("toes.l", "foot.l", Transform::at(human_places::toe_joint()),
                                    named("toe.l", revolute(Vec3::UnitY(), degrees(-40, 70))),
                                    human_shapes::toes()));

  // Bending the hip with a straight knee stops at 70 degrees: the muscles behind the thigh are too short.
  // With theta_hip = -s_y (flexion negative) this is theta_hip + theta_knee >= -70 degrees.
  figure.couplings.push_back(
      {"hip-knee.l", {{"hip.l", 1, -1.0}, {"knee.l", 0, 1.0}}, {degrees(-70), unlimited}});
}

void add_human_frames(FigureDescription& figure) {
  using namespace lengths;
  const auto place = [&](const char* name, const char* part, const Vec3& at,
                         const Mat3& axes = Mat3::Identity()) {
    figure.frames.push_back({name, part, {axes, at}});
  };
  const Mat3 upright = hanging();  // from a hanging limb's axes back to z up, y left
  Mat3 gaze;                       // z looks forward, y is up
  gaze << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const Vec3 head = human_places::spine(6);
  place("eyes", "head", Vec3(0.098, 0, of_stature(0.936)) - head, gaze);
  place("head_top", "head", Vec3(-0.010, 0, stature) - head);
  place("chest", "spine.3", {0.15, 0, 0.04});
  place("pelvis", "pelvis", Vec3::Zero());
  place("shoulder.l", "upper_arm.l", Vec3::Zero());
  place("elbow.l", "forearm.l", Vec3::Zero());
  place("wrist.l", "hand.l", Vec3::Zero());
  place("hand.l", "hand.l", {0, 0.010, 0.080});
  place("fingertips.l", "hand.l", {0, 0, hand});
  place("hip.l", "thigh.l", Vec3::Zero());
  place("knee.l", "shank.l", Vec3::Zero());
  place("ankle.l", "foot.l", Vec3::Zero());
  place("foot.l", "foot.l", {0.05, 0, ankle_height}, upright);  // on the sole, z up
  place("heel.l", "foot.l", {-0.04, 0, ankle_height}, upright);
  place("ball.l", "foot.l", {human_places::toe_joint().x(), 0, ankle_height}, upright);
  const double tip = 0.77 * foot - human_places::toe_joint().x();
  place("toe.l", "toes.l", {tip, 0, ankle_height - human_places::toe_joint().z()}, upright);
}

// A hand is led by the arm; then the legs lend a hand, then head and collar bones, and the back comes last
// (Baerlocher 2001, 8.3). Legs are not as dear as the back, or the arms would be flung about to keep the
// balance. How the numbers were found: docs/models.md.
void set_human_costs(FigureDescription& figure) {
  for (const char* joints : {"hip.*", "knee.*", "ankle.*", "toe.*"}) set_cost(figure, joints, 10.0);
  for (const char* joints : {"neck", "head"}) set_cost(figure, joints, 30.0);
  set_cost(figure, "clavicle.*", 100.0);
  for (const char* joints : {"spine.*", "root"}) set_cost(figure, joints, 3000.0);
}

// [N m] What a fit man can hold for a few seconds: round numbers of ours, of the magnitude that isometric
// measurements give (knees extended at about 60 degrees some 230 N m, hips and back about 200, shoulders 75,
// elbows 60, wrists 14). One number stands for all directions of a ball, swing or elbow joint, though people
// are not as strong each way: scenes may say more. Knees have a table: flexion is positive, so `negative`
// extends.
void set_human_strengths(FigureDescription& figure) {
  struct Part {
    const char* joints;
    double torque;
  };
  for (const Part& part : {Part{"spine.1", 220},
                           {"spine.2", 200},
                           {"spine.3", 180},
                           {"spine.4", 160},
                           {"neck", 40},
                           {"head", 25},
                           {"clavicle.*", 110},
                           {"shoulder.*", 75},
                           {"elbow.*", 60},
                           {"wrist.*", 14},
                           {"hip.*", 190},
                           {"ankle.*", 130},
                           {"toe.*", 20}}) {
    set_strength(figure, part.joints, {.torque = part.torque});
  }
  set_strength(figure, "knee.*",
               {.table = {{degrees(0), 90, 110},
                          {degrees(30), 105, 170},
                          {degrees(60), 95, 230},
                          {degrees(90), 80, 200},
                          {degrees(135), 50, 110}}});
}

}  // namespace

FigureDescription left_half_of_human() {
  FigureDescription figure;
  add_human_trunk(figure);
  add_human_head(figure);
  add_human_arm(figure);
  add_human_leg(figure);
  add_human_frames(figure);
  set_human_costs(figure);
  set_human_strengths(figure);
  return figure;
}

FigureDescription human(const Parameters&) {
  FigureDescription figure = left_half_of_human();
  figure.name = "human";
  for (SegmentDescription& part : figure.segments) {
    if (part.name != "hand.l") continue;
    for (BodyShape& finger : human_shapes::joined_fingers()) part.shapes.push_back(std::move(finger));
  }
  add_other_side(figure);
  return figure;
}

FigureDescription human_free(const Parameters& parameters) {
  FigureDescription figure = human(parameters);
  figure.name = "human-free";
  figure.segments.front().joint.type = JointType::free;
  set_cost(figure, "root", 10.0);  // as the legs, which move it
  return figure;
}

}  // namespace limber::models
