// The human with fingers. Each hand gets four fingers of three joints (knuckle: swing; middle and end:
// revolute) and a thumb of three (swing, revolute, revolute): 20 degrees of freedom more per hand, 90 in all.
//
// The end joint of a finger follows the middle one, theta_distal = 2/3 theta_middle (Baerlocher 2001, section
// 3.8.1). Ranges by AAOS: knuckles 90 (back 20 of 45), middle joints 100, end joints 2/3 of it; thumb 50
// and 80. Bones are in proportion to the hand, wrist to middle fingertip (models/anthropometry.h). The mass
// of a hand is published with its fingers: they are massless.

#include "limber/math/portable.h"
#include "limber/models/anthropometry.h"
#include "limber/models/catalog.h"
#include "limber/models/human_parts.h"
#include "limber/models/mirror.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace {

struct Finger {
  const char* name;
  Vec3 knuckle;  // [m] in the hand's frame: x to the thumb, y out of the palm (left hand), z to the fingers
  double bones[3];  // [m]
  double radius;    // [m] of the first bone
  double spread;    // [rad] outward at zero
};

BodyShape bone(double length, double radius) {
  return colored(Capsule{.a = Vec3::Zero(), .b = {0, 0, length}, .radius = radius}, human_shapes::skin);
}

void add_finger(FigureDescription& figure, const Finger& finger) {
  const std::string name = finger.name;
  const std::string first = name + ".1.l", second = name + ".2.l", third = name + ".3.l";
  const Mat3 outward =
      axes_with_z({portable::sin(finger.spread), 0, portable::cos(finger.spread)}, Vec3::UnitX());
  const Range wide = degrees(-20, 20);
  // Bending to the palm is a turn about -x; at rest the fingers are a little bent.
  Joint knuckle = swing(degrees(-90, 20), wide);
  knuckle.rest = {degrees(-10), 0};
  const double bend = degrees(15);
  figure.segments.push_back(
      segment(first, "hand.l", {outward, finger.knuckle}, knuckle, {bone(finger.bones[0], finger.radius)}));
  figure.segments.push_back(segment(second, first, Transform::at({0, 0, finger.bones[0]}),
                                    revolute(-Vec3::UnitX(), degrees(0, 100), bend),
                                    {bone(finger.bones[1], 0.93 * finger.radius)}));
  const double end = finger.bones[2] - 0.87 * finger.radius;  // the fingertip is round
  figure.segments.push_back(segment(third, second, Transform::at({0, 0, finger.bones[1]}),
                                    revolute(-Vec3::UnitX(), degrees(0, 70), bend * 2.0 / 3.0),
                                    {bone(end, 0.87 * finger.radius)}));
  figure.couplings.push_back({name + ".l", {{third, 0, 1.0}, {second, 0, -2.0 / 3.0}}, {0.0, 0.0}});
  figure.frames.push_back({name + ".tip.l", third, Transform::at({0, 0, finger.bones[2]})});
}

void add_thumb(FigureDescription& figure) {
  // It points forward of the palm and bends across it.
  const Vec3 along = Vec3(0.60, 0.30, 0.74).normalized(), across(-0.55, 0.75, 0.35);
  const Mat3 axes = axes_with_z(along, across.cross(along));
  constexpr double bones[] = {0.044, 0.032, 0.027};
  constexpr double radius = 0.0115;
  figure.segments.push_back(segment("thumb.1.l", "hand.l", {axes, Vec3(0.020, 0.008, 0.022)},
                                    swing(degrees(-45, 20), degrees(-35, 35)), {bone(bones[0], radius)}));
  figure.segments.push_back(segment("thumb.2.l", "thumb.1.l", Transform::at({0, 0, bones[0]}),
                                    revolute(-Vec3::UnitX(), degrees(0, 50), degrees(8)),
                                    {bone(bones[1], 0.93 * radius)}));
  figure.segments.push_back(segment("thumb.3.l", "thumb.2.l", Transform::at({0, 0, bones[1]}),
                                    revolute(-Vec3::UnitX(), degrees(0, 80), degrees(8)),
                                    {bone(bones[2] - 0.87 * radius, 0.87 * radius)}));
  figure.frames.push_back({"thumb.tip.l", "thumb.3.l", Transform::at({0, 0, bones[2]})});
}

}  // namespace

void add_fingers(FigureDescription& left_half) {
  const double knuckles = lengths::hand - 0.102;  // the middle finger, the longest, reaches the hand's length
  add_thumb(left_half);
  add_finger(left_half, {"index", {0.027, 0, knuckles - 0.002}, {0.043, 0.027, 0.024}, 0.0092, degrees(3)});
  add_finger(left_half, {"middle", {0.0085, 0, knuckles}, {0.046, 0.030, 0.026}, 0.0096, 0});
  add_finger(left_half, {"ring", {-0.010, 0, knuckles - 0.003}, {0.043, 0.028, 0.025}, 0.0090, degrees(-3)});
  add_finger(left_half,
             {"little", {-0.0265, 0, knuckles - 0.010}, {0.034, 0.020, 0.022}, 0.0080, degrees(-7)});
}

FigureDescription human_with_fingers(const Parameters&) {
  FigureDescription figure = left_half_of_human();
  figure.name = "human-with-fingers";
  add_fingers(figure);
  add_other_side(figure);
  return figure;
}

}  // namespace limber::models
