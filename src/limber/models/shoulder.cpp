// The right shoulder of a man, bone by bone, as in figure 7.3 of P. Baerlocher's thesis (EPFL 2001) after
// W. Maurel, D. Thalmann, "Human upper limb modeling including scapulo-thoracic constraint and joint sinus
// cones", Computers & Graphics 24 (2000): the collar bone turns at the breastbone, the shoulder blade at the
// collar bone, and the blade glides on the thorax, an ellipsoid. Two points of the blade do, the root of its
// spine and its lower angle: with one alone it would stand off like a wing.
//
// The thesis prints neither sizes nor ranges. Both are our own: places for a man of 1.75 m, ranges wide
// enough to raise the arm overhead.

#include <cmath>

#include "limber/math/rotation.h"
#include "limber/models/catalog.h"
#include "limber/models/mirror.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace bones {
namespace {

constexpr Color bone = {0.86, 0.81, 0.70};
constexpr Color dark_bone = {0.72, 0.66, 0.55};
constexpr Color cage = {0.36, 0.41, 0.48};

// Body axes, the origin on the ground, all on the left [m].
const Vec3 thorax(0.0, 0.0, 1.25);
const Vec3 gliding_radii(0.115, 0.160, 0.215);  // of the ellipsoid the blade glides on
constexpr double muscle = 0.022;                // [m] between it and the ribs
const Vec3 breastbone(0.070, 0.022, 1.405);     // inner end of the collar bone
const Vec3 acromion(-0.012, 0.158, 1.425);      // its outer end: the blade hangs here
const Vec3 socket(0.008, 0.178, 1.388);         // of the upper arm
constexpr double upper_arm = 0.30, forearm = 0.26, hand = 0.08;

// The point of the ellipsoid behind the body at a distance to the left and a height above its centre.
Vec3 on_the_back(double left, double above) {
  const double y = left / gliding_radii.y(), z = above / gliding_radii.z();
  return thorax + Vec3(-gliding_radii.x() * std::sqrt(1.0 - y * y - z * z), left, above);
}

BodyShape stick(const Vec3& a, const Vec3& b, double radius, const Color& color = bone) {
  return colored(Capsule{.a = a, .b = b, .radius = radius}, color);
}

void add_blade(FigureDescription& figure, const Mat3& collar_axes, double collar) {
  const Vec3 root = on_the_back(0.072, 0.115), lower = on_the_back(0.085, -0.015);
  const Vec3 middle = (lower - acromion).normalized();
  const Mat3 axes = axes_with_z(middle, Vec3::UnitX());
  const auto seen = [&](const Vec3& place) { return Vec3(axes.transpose() * (place - acromion)); };
  SegmentDescription blade =
      segment("scapula.l", "clavicle.l", {collar_axes.transpose() * axes, Vec3(0, 0, collar)},
              ball(SwingEllipse{{degrees(45), degrees(35)}}, degrees(-40, 40)),
              {stick(seen(root), seen(lower), 0.006), stick(seen(lower), seen(socket), 0.006),
               stick(seen(root), Vec3::Zero(), 0.007, dark_bone), stick(seen(socket), Vec3::Zero(), 0.008),
               colored(Sphere{.center = seen(socket), .radius = 0.016}, dark_bone)});
  blade.joint.cost = 2.0;
  figure.segments.push_back(std::move(blade));
  figure.frames.push_back({"blade_root.l", "scapula.l", Transform::at(seen(root))});
  figure.frames.push_back({"blade_tip.l", "scapula.l", Transform::at(seen(lower))});
  figure.frames.push_back({"socket.l", "scapula.l", {axes.transpose(), seen(socket)}});
  for (const char* point : {"blade_root.l", "blade_tip.l"}) {
    figure.ties.push_back({.name = point,
                           .kind = TieDescription::Kind::on_ellipsoid,
                           .frame = point,
                           .to = "thorax",
                           .radii = gliding_radii});
  }
  // Hanging arm at rest; the cone of the upper arm opens outward, forward and down, 105 degrees from hanging.
  const Mat3 hanging_axes = axis_rotation(Vec3::UnitX(), degrees(8)) * hanging();
  const Vec3 outward = Vec3(0.45, 0.78, -0.62).normalized();
  const Mat3 base = direct_rotation(hanging_axes.col(2), outward) * hanging_axes;
  SegmentDescription arm =
      segment("upper_arm.l", "scapula.l", {axes.transpose() * base, seen(socket)},
              named("shoulder.l", ball(SwingEllipse{{degrees(62), degrees(62)}}, degrees(-70, 70),
                                       log_rotation(Mat3(base.transpose() * hanging_axes)))),
              {stick({0, 0, 0.01}, {0, 0, upper_arm}, 0.012),
               colored(Sphere{.center = {0, 0, 0}, .radius = 0.022}, bone)});
  figure.segments.push_back(std::move(arm));
}

void add_forearm(FigureDescription& figure) {
  figure.segments.push_back(segment(
      "forearm.l", "upper_arm.l", Transform::at({0, 0, upper_arm}),
      named("elbow.l", elbow(Vec3::UnitY(), Vec3::UnitZ(), degrees(0, 145), degrees(-80, 80), degrees(15))),
      {stick({0.010, 0, 0.012}, {0.012, 0, forearm}, 0.007),
       stick({-0.010, 0, 0}, {-0.010, 0, forearm}, 0.008, dark_bone)}));
  figure.segments.push_back(
      segment("hand.l", "forearm.l", Transform::at({0, 0, forearm}),
              named("wrist.l", swing(degrees(-80, 70), degrees(-30, 20))),
              {stick({0.018, 0, 0.01}, {0.026, 0, 0.14}, 0.007), stick({0, 0, 0.01}, {0, 0, 0.16}, 0.007),
               stick({-0.018, 0, 0.01}, {-0.024, 0, 0.14}, 0.007)}));
  figure.frames.push_back({"elbow.l", "forearm.l", {}});
  figure.frames.push_back({"wrist.l", "hand.l", {}});
  figure.frames.push_back({"hand.l", "hand.l", Transform::at({0, 0, hand})});
}

}  // namespace
}  // namespace bones

FigureDescription human_shoulder(const Parameters&) {
  using namespace bones;
  FigureDescription figure;
  figure.name = "shoulder";
  const Vec3 ribs = gliding_radii - Vec3::Constant(muscle);
  figure.segments.push_back(segment("thorax", "", {}, {},
                                    {colored(Ellipsoid{.center = thorax, .radii = ribs}, cage),
                                     stick({0.080, 0, 1.385}, {ribs.x() + 0.004, 0, 1.25}, 0.010, dark_bone),
                                     stick({-0.075, 0, 1.08}, {-0.03, 0, 1.50}, 0.014, dark_bone)}));
  figure.frames.push_back({"thorax", "thorax", Transform::at(thorax)});

  const Vec3 along = acromion - breastbone;
  const Mat3 axes = axes_with_z(along.normalized(), Vec3::UnitX());
  SegmentDescription collar =
      segment("clavicle.l", "thorax", {axes, breastbone},
              ball(swing_region(degrees(-12, 40), degrees(-30, 30)), degrees(-50, 50)),
              {stick(Vec3::Zero(), Vec3(0, 0, along.norm()), 0.007)});
  collar.joint.cost = 2.0;
  figure.segments.push_back(std::move(collar));
  figure.frames.push_back({"acromion.l", "clavicle.l", Transform::at({0, 0, along.norm()})});
  add_blade(figure, axes, along.norm());
  add_forearm(figure);

  // The thesis shows a right arm.
  add_other_side(figure);
  const auto is_left = [](const auto& part) { return part.name.ends_with(".l"); };
  std::erase_if(figure.segments, is_left);
  std::erase_if(figure.frames, is_left);
  std::erase_if(figure.ties, is_left);
  return figure;
}

}  // namespace limber::models
