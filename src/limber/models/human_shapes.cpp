// What the human looks like: rounded solids in the frames of human.cpp. Trunk parts are given by where they
// stand in the standing body; limbs in hanging axes (x forward, y right, z down).

#include "limber/models/anthropometry.h"
#include "limber/models/human_parts.h"
#include "limber/models/parts.h"

namespace limber::models::human_shapes {

namespace {

constexpr Color shirt = {0.35, 0.47, 0.58};
constexpr Color trousers = {0.22, 0.24, 0.29};
constexpr Color shoe = {0.30, 0.22, 0.17};
constexpr Color hair = {0.17, 0.12, 0.09};
constexpr Color eye = {0.16, 0.12, 0.10};
constexpr Color eye_white = {0.88, 0.86, 0.83};
constexpr Color lips = {0.66, 0.42, 0.37};

// Both sides of something on the midline part.
void add_pair(std::vector<BodyShape>& shapes, const Vec3& center, const Vec3& radii, const Color& color) {
  for (double side : {1.0, -1.0}) {
    shapes.push_back(
        colored(Ellipsoid{.center = {center.x(), side * center.y(), center.z()}, .radii = radii}, color));
  }
}

}  // namespace

std::vector<BodyShape> pelvis() {
  std::vector<BodyShape> shapes = {
      colored(Ellipsoid{.center = {-0.004, 0, 0.050}, .radii = {0.103, 0.158, 0.092}}, trousers),
      colored(Ellipsoid{.center = {0.000, 0, 0.110}, .radii = {0.099, 0.148, 0.060}}, shirt)};
  add_pair(shapes, {-0.045, 0.075, 0.005}, {0.078, 0.082, 0.090}, trousers);
  return shapes;
}

std::vector<BodyShape> spine(int segment) {
  const Vec3 joint = human_places::spine(segment);
  const auto at = [&](double x, double height) -> Vec3 { return Vec3(x, 0, height) - joint; };
  switch (segment) {
    case 1:
      return {colored(Ellipsoid{.center = at(0.000, 1.105), .radii = {0.096, 0.143, 0.080}}, shirt)};
    case 2:
      return {colored(Ellipsoid{.center = at(0.000, 1.195), .radii = {0.101, 0.148, 0.085}}, shirt)};
    case 3:
      return {colored(Ellipsoid{.center = at(0.002, 1.296), .radii = {0.114, 0.164, 0.108}}, shirt)};
    default: {
      std::vector<BodyShape> shapes = {
          colored(Ellipsoid{.center = at(-0.004, 1.368), .radii = {0.110, 0.170, 0.084}}, shirt),
          colored(Capsule{.a = at(-0.028, 1.408) + Vec3(0, 0.085, 0),
                          .b = at(-0.028, 1.408) + Vec3(0, -0.085, 0),
                          .radius = 0.052},
                  shirt)};
      for (double side : {1.0, -1.0}) {  // from the neck down to the shoulders
        shapes.push_back(colored(Capsule{.a = at(-0.040, 1.462) + Vec3(0, side * 0.030, 0),
                                         .b = at(-0.024, 1.420) + Vec3(0, side * 0.135, 0),
                                         .radius = 0.036},
                                 shirt));
      }
      return shapes;
    }
  }
}

std::vector<BodyShape> neck() {
  const Vec3 up = human_places::spine(6) - human_places::spine(5);
  return {colored(Capsule{.a = {0.006, 0, -0.035}, .b = up + Vec3(-0.008, 0, -0.01), .radius = 0.054}, skin),
          colored(Capsule{.a = {0.022, 0, -0.010}, .b = up + Vec3(0.012, 0, -0.02), .radius = 0.044}, skin)};
}

std::vector<BodyShape> head() {
  const Vec3 joint = human_places::spine(6);
  const auto at = [&](double x, double y, double height) -> Vec3 { return Vec3(x, y, height) - joint; };
  std::vector<BodyShape> shapes = {
      colored(Ellipsoid{.center = at(0.004, 0, 1.650), .radii = {0.094, 0.075, 0.093}}, skin),
      colored(Ellipsoid{.center = at(0.030, 0, 1.588), .radii = {0.066, 0.057, 0.062}}, skin),
      colored(Ellipsoid{.center = at(0.070, 0, 1.549), .radii = {0.022, 0.026, 0.021}}, skin),
      colored(Ellipsoid{.center = at(-0.005, 0, 1.671), .radii = {0.099, 0.081, 0.079}}, hair),
      colored(Capsule{.a = at(0.097, 0, 1.632), .b = at(0.108, 0, 1.603), .radius = 0.0105}, skin)};
  add_pair(shapes, at(0.085, 0.031, 1.638), {0.0085, 0.0135, 0.0080}, eye_white);
  add_pair(shapes, at(0.0905, 0.0305, 1.638), {0.0055, 0.0060, 0.0062}, eye);
  for (double side : {1.0, -1.0}) {
    shapes.push_back(colored(
        Capsule{.a = at(0.093, side * 0.018, 1.6565), .b = at(0.083, side * 0.044, 1.6575), .radius = 0.0042},
        hair));
  }
  shapes.push_back(
      colored(Ellipsoid{.center = at(0.0905, 0, 1.5765), .radii = {0.0075, 0.021, 0.0058}}, lips));
  add_pair(shapes, at(0.000, 0.077, 1.622), {0.017, 0.009, 0.030}, skin);
  return shapes;
}

std::vector<BodyShape> clavicle(double length) {
  return {colored(Capsule{.a = {-0.010, 0.002, 0.30 * length}, .b = {-0.012, 0.004, length}, .radius = 0.040},
                  shirt)};
}

std::vector<BodyShape> upper_arm() {
  const double end = lengths::upper_arm;
  return {colored(Ellipsoid{.center = {0, 0.006, 0.020}, .radii = {0.061, 0.055, 0.074}}, shirt),
          colored(Ellipsoid{.center = {0.002, 0.002, 0.085}, .radii = {0.054, 0.051, 0.100}}, shirt),
          colored(Ellipsoid{.center = {0.004, 0, 0.140}, .radii = {0.047, 0.043, 0.125}}, skin),
          colored(Capsule{.a = {0, 0, 0.10}, .b = {0, 0, end}, .radius = 0.036}, skin)};
}

std::vector<BodyShape> forearm() {
  const double end = lengths::forearm;
  return {colored(Ellipsoid{.center = {0.004, 0, 0.075}, .radii = {0.044, 0.041, 0.105}}, skin),
          colored(Capsule{.a = {0, 0, 0.02}, .b = {0, 0, end}, .radius = 0.027}, skin)};
}

std::vector<BodyShape> palm() {
  return {colored(Ellipsoid{.center = {0.000, 0.002, 0.048}, .radii = {0.041, 0.017, 0.055}}, skin),
          colored(Ellipsoid{.center = {0.022, 0.009, 0.034}, .radii = {0.022, 0.014, 0.034}}, skin),
          colored(Capsule{.a = {-0.022, 0, 0.076}, .b = {0.024, 0, 0.082}, .radius = 0.0125}, skin)};
}

std::vector<BodyShape> joined_fingers() {
  const double end = lengths::hand;
  std::vector<BodyShape> shapes;
  const double across[] = {0.027, 0.0085, -0.010, -0.0265}, shorter[] = {0.010, 0, 0.008, 0.026},
               radius[] = {0.0092, 0.0096, 0.0090, 0.0080};
  for (int k = 0; k < 4; ++k) {  // index to little finger, slightly curled towards the palm
    const Vec3 knuckle(across[k], 0, 0.082), middle(across[k] * 0.98, 0.006, 0.132 - shorter[k] / 2);
    const Vec3 tip(across[k] * 0.92, 0.020, end - radius[k] - shorter[k]);
    shapes.push_back(colored(Capsule{.a = knuckle, .b = middle, .radius = radius[k]}, skin));
    shapes.push_back(colored(Capsule{.a = middle, .b = tip, .radius = 0.93 * radius[k]}, skin));
  }
  shapes.push_back(
      colored(Capsule{.a = {0.026, 0.010, 0.030}, .b = {0.046, 0.016, 0.070}, .radius = 0.0115}, skin));
  shapes.push_back(
      colored(Capsule{.a = {0.046, 0.016, 0.070}, .b = {0.050, 0.021, 0.096}, .radius = 0.0100}, skin));
  return shapes;
}

std::vector<BodyShape> thigh() {
  const double end = lengths::thigh;
  return {colored(Ellipsoid{.center = {0.004, 0.008, 0.100}, .radii = {0.088, 0.082, 0.165}}, trousers),
          colored(Ellipsoid{.center = {0.006, 0.004, 0.210}, .radii = {0.074, 0.069, 0.210}}, trousers),
          colored(Capsule{.a = {0, 0, 0.15}, .b = {0.002, 0, end}, .radius = 0.054}, trousers)};
}

std::vector<BodyShape> shank() {
  const double end = lengths::shank;
  return {colored(Ellipsoid{.center = {-0.014, 0, 0.120}, .radii = {0.060, 0.056, 0.150}}, trousers),
          colored(Capsule{.a = {0.002, 0, 0.01}, .b = {-0.004, 0, end - 0.035}, .radius = 0.043}, trousers),
          colored(Ellipsoid{.center = {-0.004, 0, end - 0.035}, .radii = {0.050, 0.047, 0.050}}, trousers)};
}

std::vector<BodyShape> foot() {
  const double ground = lengths::ankle_height;
  constexpr double heel = -0.23 * lengths::foot;
  return {
      colored(Ellipsoid{.center = {heel + 0.046, 0, ground - 0.036}, .radii = {0.046, 0.035, 0.036}}, shoe),
      colored(Ellipsoid{.center = {0.035, 0, ground - 0.030}, .radii = {0.085, 0.037, 0.030}}, shoe),
      colored(Ellipsoid{.center = {0.040, 0.002, ground - 0.052}, .radii = {0.075, 0.032, 0.036}}, shoe),
      colored(Ellipsoid{.center = {0.105, 0, ground - 0.024}, .radii = {0.058, 0.047, 0.024}}, shoe)};
}

std::vector<BodyShape> toes() {
  const double ground = lengths::ankle_height - human_places::toe_joint().z();  // below the joint
  const double tip = 0.77 * lengths::foot - human_places::toe_joint().x();
  constexpr double half = 0.048;
  return {
      colored(Ellipsoid{.center = {tip - half, 0.003, ground - 0.021}, .radii = {half, 0.043, 0.021}}, shoe)};
}

}  // namespace limber::models::human_shapes
