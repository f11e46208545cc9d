#pragma once
// What the URDF tests share: sample files, lookup by name, rotations by textbook formulas.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "limber/files/urdf/urdf.h"

namespace limber::test {

inline const std::filesystem::path urdf_folder =
    std::filesystem::path(LIMBER_SOURCE_DIR) / "tests" / "files" / "urdf";

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline FigureDescription describe_file(const std::string& name, const UrdfOptions& options = {}) {
  return describe_urdf(text_of(urdf_folder / name), name, options).value();
}

inline const SegmentDescription& segment_of(const FigureDescription& figure, const std::string& name) {
  for (const SegmentDescription& segment : figure.segments) {
    if (segment.name == name) return segment;
  }
  throw std::runtime_error("no segment " + name);
}

// Roll, pitch, yaw of URDF, from the textbook: R = Rz(yaw) Ry(pitch) Rx(roll).
inline Mat3 rpy_rotation(double roll, double pitch, double yaw) {
  const double cr = std::cos(roll), sr = std::sin(roll), cp = std::cos(pitch), sp = std::sin(pitch),
               cy = std::cos(yaw), sy = std::sin(yaw);
  Mat3 x, y, z;
  x << 1, 0, 0, 0, cr, -sr, 0, sr, cr;
  y << cp, 0, sp, 0, 1, 0, -sp, 0, cp;
  z << cy, -sy, 0, sy, cy, 0, 0, 0, 1;
  return z * y * x;
}

// Rodrigues' formula, for the tests' own forward kinematics.
inline Mat3 turn(const Vec3& unit, double angle) {
  Mat3 k;
  k << 0, -unit.z(), unit.y(), unit.z(), 0, -unit.x(), -unit.y(), unit.x(), 0;
  return Mat3::Identity() + std::sin(angle) * k + (1 - std::cos(angle)) * k * k;
}

inline ::testing::AssertionResult near(const Transform& a, const Transform& b, double tolerance) {
  const double off = std::max((a.rotation - b.rotation).cwiseAbs().maxCoeff(),
                              (a.translation - b.translation).cwiseAbs().maxCoeff());
  if (off <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "off by " << off << "\n"
                                       << a.rotation << "\n"
                                       << a.translation.transpose() << "\nversus\n"
                                       << b.rotation << "\n"
                                       << b.translation.transpose();
}

}  // namespace limber::test
