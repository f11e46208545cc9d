// Ranges of motion of a human. Angles in degrees from:
//   AAOS: American Academy of Orthopaedic Surgeons, "Joint Motion: Method of Measuring and Recording", 1965
//   White, Panjabi, "Clinical Biomechanics of the Spine", 1990: how the spine's levels share its motion
//   Engin, Tuemer, J. Biomech. Eng. 111 (1989): the shoulder's cone of directions reaches from behind the
//     body and across the chest to overhead
//   Wang et al., J. Biomechanics 31 (1998): the twist range of the upper arm is 104 to 160 degrees, depending
//     on where the arm points
// What these leave open (the exact outline of the shoulder's cone, how the twist range shifts with the arm,
// the shares of four spine joints) is our own, chosen inside what they report.

#include <array>
#include <cmath>

#include "limber/base/ids.h"
#include "limber/math/portable.h"
#include "limber/math/swing_twist.h"
#include "limber/models/human_parts.h"
#include "limber/models/parts.h"

namespace limber::models::human_limits {

// Thoracolumbar spine by AAOS: flexion 80, extension 20-30, sideways 35, rotation 45. Lumbar joints bend,
// thoracic ones turn.
Spine spine(int joint) {
  struct Share {
    double flexion, extension, sideways, turn;
  };
  constexpr std::array<Share, 4> shares = {{{25, 10, 8, 5}, {25, 8, 9, 5}, {18, 5, 9, 15}, {12, 5, 9, 20}}};
  const Share& s = at(shares, joint - 1);
  return {swing_region(degrees(-s.sideways, s.sideways), degrees(-s.extension, s.flexion)),
          degrees(-s.turn, s.turn)};
}

// AAOS: flexion 120, extension 20 (30 with the pelvis), abduction 45, adduction 30.
SwingPolygon hip() {
  return swing_region(degrees(-30, 45), degrees(-20, 120));
}

namespace {

// Azimuth 0 is forward and 90 to the left, elevation 90 is up.
Vec3 direction(double azimuth, double elevation) {
  const double a = degrees(azimuth), e = degrees(elevation);
  return {portable::cos(e) * portable::cos(a), portable::cos(e) * portable::sin(a), portable::sin(e)};
}

}  // namespace

SwingPolygon shoulder(const Mat3& base) {
  // Seen from in front and to the left, counter-clockwise: backward at shoulder height, behind the ear,
  // overhead, across the face, across the chest, across the belly, behind the hip, extension, and back up.
  constexpr std::array<std::array<double, 2>, 13> outline = {{{112, 0},
                                                              {122, 42},
                                                              {150, 74},
                                                              {-90, 80},
                                                              {-40, 62},
                                                              {-45, 30},
                                                              {-42, 0},
                                                              {-52, -35},
                                                              {-85, -60},
                                                              {-125, -76},
                                                              {-165, -55},
                                                              {172, -40},
                                                              {130, -25}}};
  SwingPolygon polygon;
  for (const auto& [azimuth, elevation] : outline) {
    polygon.vertices.push_back(base.transpose() * direction(azimuth, elevation));
  }
  return polygon;
}

TwistTable shoulder_twist(const Mat3& base) {
  // Outward (negative) and inward turn of the left arm hanging, level and overhead; between them in
  // proportion to the sine of the elevation.
  constexpr Range hanging = degrees(-60, 80), level = degrees(-90, 70), overhead = degrees(-64, 40);
  TwistTable table;
  table.azimuths = 12;
  table.deviations = 6;
  table.largest_deviation = degrees(125);
  for (int row = 0; row < table.deviations; ++row) {
    const double deviation = table.largest_deviation * row / (table.deviations - 1);
    for (int k = 0; k < table.azimuths; ++k) {
      const double azimuth = 2.0 * std::numbers::pi * k / table.azimuths;
      const Vec2 swing = deviation * Vec2(portable::cos(azimuth), portable::sin(azimuth));
      const double height = row == 0 ? base(2, 2) : (base * swing_direction(swing)).z();
      const Range& end = height > 0.0 ? overhead : hanging;
      const double share = std::abs(height);
      table.ranges.push_back(
          {level.min + share * (end.min - level.min), level.max + share * (end.max - level.max)});
    }
  }
  return table;
}

}  // namespace limber::models::human_limits
