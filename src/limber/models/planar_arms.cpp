// Arms that move in a plane. All of them lie in the x-y plane, z being the joint axis: the documents draw
// x and y, and gravity, along -z, then does no work, as they assume.

#include "limber/base/ids.h"
#include "limber/models/catalog.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace {

constexpr Color base_color = {0.25, 0.27, 0.30};
constexpr Color even_color = {0.24, 0.45, 0.66};
constexpr Color odd_color = {0.86, 0.56, 0.26};

struct PlanarArm {
  int links;
  double link_length;  // [m]
  double radius;       // [m] of the bar that is drawn
  Range range;         // of every joint
};

// Segments "link.1" ... driven by joints "joint.1" ...; frames "tip" and, where each joint sits, "joint.k".
FigureDescription planar_arm(const std::string& name, const PlanarArm& arm) {
  FigureDescription figure;
  figure.name = name;
  figure.segments.push_back(segment(
      "base", "", {}, {},
      {colored(Cylinder{.a = {0, 0, -2.2 * arm.radius}, .b = {0, 0, -arm.radius}, .radius = 2.5 * arm.radius},
               base_color)}));
  for (int k = 1; k <= arm.links; ++k) {
    const std::string number = std::to_string(k);
    const Transform start = Transform::at({k == 1 ? 0.0 : arm.link_length, 0, 0});
    SegmentDescription link =
        segment("link." + number, k == 1 ? "base" : "link." + std::to_string(k - 1), start,
                named("joint." + number, revolute(Vec3::UnitZ(), arm.range)),
                {colored(Capsule{.a = Vec3::Zero(), .b = {arm.link_length, 0, 0}, .radius = arm.radius},
                         k % 2 == 0 ? even_color : odd_color)});
    figure.segments.push_back(std::move(link));
    figure.frames.push_back({"joint." + number, "link." + number, {}});
  }
  figure.frames.push_back(
      {"tip", "link." + std::to_string(arm.links), Transform::at({arm.link_length, 0, 0})});
  return figure;
}

void set_rest(FigureDescription& figure, const std::vector<double>& degrees_of_joints) {
  for (std::size_t k = 0; k < degrees_of_joints.size(); ++k) {
    figure.segments[k + 1].joint.rest = {degrees(degrees_of_joints[k])};
  }
}

}  // namespace

// T. Tsuji, S. Nakayama, K. Ito, "Trajectory generation for redundant manipulators using virtual arms",
// 1990, table 1: five equal links of 0.4 m and 0.5 kg, centre of mass at 0.2 m, moment of inertia
// 0.0067 kg m^2. The start is not printed; ours is (120, -30, -30, -30, -30) degrees.
FigureDescription tsuji_arm(const Parameters&) {
  constexpr int links = 5;
  constexpr double length = 0.4, mass = 0.5, center = 0.2, inertia = 0.0067;
  constexpr double radius = 0.02;
  FigureDescription figure = planar_arm("tsuji-arm", {links, length, radius, {}});
  // Table 1 gives the moment about the joint's axis only; a slender rod has the same about y and, about its
  // own length, that of a bar as thick as it is drawn.
  const Vec3 moments(0.5 * mass * radius * radius, inertia, inertia);
  for (int k = 1; k <= links; ++k) {
    at(figure.segments, k).mass = MassProperties{mass, Vec3(center, 0, 0), moments.asDiagonal()};
    // The end-points of the virtual arms: the middle of every link and every joint but the first.
    figure.frames.push_back(
        {"middle." + std::to_string(k), "link." + std::to_string(k), Transform::at({length / 2, 0, 0})});
  }
  set_rest(figure, {120, -30, -30, -30, -30});
  return figure;
}

// G. Tevatia, S. Schaal, "Inverse kinematics for humanoid robots", 2000, section 3.2: 10 revolute joints,
// links of 0.1 m. The optimal posture of its criterion is all zeros (straight), so ours rests curved. No
// masses are printed: it has none.
FigureDescription tevatia_planar(const Parameters&) {
  FigureDescription figure = planar_arm("tevatia-planar", {10, 0.1, 0.012, {}});
  set_rest(figure, {70, -14, -14, -14, -14, -14, -14, -14, -14, -14});
  return figure;
}

// The 2D arm of the COMP 477 lab on obstacle avoidance: bars between round joints, drawn in pixels. The
// slides print no sizes; ours are four links of 100 and joints of radius 10, at 1 mm a pixel.
FigureDescription lab_arm(const Parameters&) {
  constexpr double length = 0.1, joint_radius = 0.01, bar_radius = 0.005;
  FigureDescription figure = planar_arm("lab-arm", {4, length, bar_radius, {}});
  for (std::size_t k = 1; k < figure.segments.size(); ++k) {
    figure.segments[k].shapes.push_back(
        colored(Sphere{.center = Vec3::Zero(), .radius = joint_radius}, base_color));
  }
  set_rest(figure, {60, -25, -25, -25});
  return figure;
}

}  // namespace limber::models
