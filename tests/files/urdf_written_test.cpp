// URDF written and read again: the same kinematics, masses and limits.

#include <gtest/gtest.h>

#include "files_support.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/euler.h"
#include "limber/files/files.h"
#include "limber/files/hinges.h"
#include "limber/files/segment_poses.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

// (a, b, c) of R = Rx(a) Ry(b) Rz(c), from the transpose: R^T = Rz(-c) Ry(-b) Rx(-a).
Vec3 turns_xyz(const Mat3& rotation) {
  return -roll_pitch_yaw(rotation.transpose());
}

// The posture of the figure that was read in which it stands as the one that was written.
Posture same_posture(const Figure& written, const Posture& posture, const Figure& read) {
  Posture same = read.rest_posture();
  for (const JointId j : written.joints()) {
    const std::span<const double> values = values_of(written, posture, j);
    const Transform motion = joint_motion(written.joint(j), values);
    for (const Hinge& hinge : hinges_of(written, j)) {
      if (hinge.type == JointType::ball) {
        const Vec3 turns = turns_xyz(motion.rotation);
        const char* const endings[] = {".x", ".y", ".z"};
        for (int k = 0; k < 3; ++k) {
          same.values[read.first_value(read.joint(hinge.name + endings[k]))] = turns[k];
        }
      } else if (hinge.type == JointType::free) {
        // A free root of the figure is fixed in the file; this one was read with a floating base.
        const JointId other = j == root_joint ? root_joint : read.joint(hinge.name);
        const Transform place =
            j == root_joint ? written.before(j) * motion * written.after(j) : Transform(motion);
        const Vec3 k = log_rotation(place.rotation);
        set_joint_parameters(read, same, other,
                             std::vector<double>{place.translation.x(), place.translation.y(),
                                                 place.translation.z(), k.x(), k.y(), k.z()});
      } else {
        same.values[read.first_value(read.joint(hinge.name))] =
            values[static_cast<std::size_t>(hinge.coordinate)];
      }
    }
  }
  return same;
}

void expect_same_limits(const Figure& written, const Figure& read) {
  for (const JointId j : written.joints()) {
    for (const Hinge& hinge : hinges_of(written, j)) {
      if (hinge.type != JointType::revolute && hinge.type != JointType::prismatic) continue;
      EXPECT_EQ(read.joint(read.joint(hinge.name)).ranges[0], hinge.range) << hinge.name;
      const Strength& strength = written.joint(j).strength;
      if (!strength.table.empty()) continue;
      EXPECT_EQ(read.joint(read.joint(hinge.name)).strength, strength) << hinge.name;
    }
  }
}

void expect_round_trip(const Figure& figure, Random& random, const std::string& what) {
  SCOPED_TRACE(what);
  const Written written = write_urdf(figure);
  const bool floats = figure.joint(root_joint).type == JointType::free;
  const Expected<Figure> read = parse_urdf(written.text, "written.urdf", {.floating_base = floats});
  ASSERT_TRUE(read) << read.error().message << written.text;
  EXPECT_NEAR(read->total_mass(), figure.total_mass(), 1e-9);
  expect_same_limits(figure, *read);
  for (int k = 0; k < 3; ++k) {
    const Posture posture = random_posture(random, figure);
    const std::vector<SegmentPose> before = segment_poses(figure, posture);
    const std::vector<SegmentPose> after = segment_poses(*read, same_posture(figure, posture, *read));
    for (const SegmentId s : figure.segments()) {
      const SegmentId other = read->segment(figure.segment_name(s));
      const Transform &one = at(before, s).segment, &two = at(after, other).segment;
      EXPECT_LE((one.rotation - two.rotation).norm() + (one.translation - two.translation).norm(), 1e-9)
          << figure.segment_name(s);
      EXPECT_LE((figure.mass(s).center - read->mass(other).center).norm(), 1e-9);
      EXPECT_LE((figure.mass(s).inertia - read->mass(other).inertia).norm(), 1e-9);
    }
    for (const Frame& frame : figure.frames()) {
      const auto found = read->find_frame(frame.name);
      if (!found) continue;  // it marks the origin of a segment
      const Vec3 one = at(before, frame.segment).segment * frame.pose.translation;
      const Frame& other = read->frame(*found);
      EXPECT_LE((one - at(after, other.segment).segment * other.pose.translation).norm(), 1e-9) << frame.name;
    }
  }
}

TEST(UrdfWritten, ReadsBackToTheSameKinematicsMassesAndLimits) {
  Random random(3);
  for (const char* name : {"models/elephant.json", "models/human.json", "models/panda-like.json",
                           "models/lab-arm.json", "models/human-with-fingers.json"}) {
    expect_round_trip(load_figure(source_folder / name).value(), random, name);
  }
  for (int i = 0; i < scaled(200); ++i) {
    const Figure figure =
        random_figure(random, {.segments = 1 + i % 25, .free_root = i % 2 == 0, .limits = i % 3 > 0});
    expect_round_trip(figure, random, "random " + std::to_string(i));
  }
}

TEST(UrdfWritten, MimicsComeBackAsTheSameCouplings) {
  const Figure figure = load_figure(source_folder / "tests/files/urdf/gripper.urdf").value();
  const Figure read = parse_urdf(write_urdf(figure).text, "written.urdf").value();
  const auto named = [&](const std::string& name) {
    return std::find_if(read.couplings().begin(), read.couplings().end(),
                        [&](const Coupling& other) { return other.name == name; });
  };
  int compared = 0;
  for (const Coupling& coupling : figure.couplings()) {
    if (coupling.terms.size() == 1) {  // a joint that mimics a fixed one: its limits lock it
      EXPECT_EQ(read.joint(read.joint(figure.joint_name(coupling.terms[0].joint))).ranges[0], coupling.range);
      continue;
    }
    const auto found = named(coupling.name);
    ASSERT_NE(found, read.couplings().end()) << coupling.name;
    EXPECT_EQ(found->range, coupling.range);
    EXPECT_EQ(found->terms[1].coefficient, coupling.terms[1].coefficient);
    ++compared;
  }
  EXPECT_GE(compared, 2);
}

TEST(UrdfWritten, WhatUrdfCannotHoldIsSaid) {
  const Written written = write_urdf(load_figure(source_folder / "models/human.json").value());
  const auto says = [&](const std::string& words) {
    return std::any_of(written.notes.begin(), written.notes.end(),
                       [&](const std::string& note) { return note.find(words) != note.npos; });
  };
  EXPECT_TRUE(says("swing joints are written as ball joints"));
  EXPECT_TRUE(says("swing and twist limits are not written"));
}

TEST(Euler, TurnsGiveTheRotationBackAlsoWhereAxesCoincide) {
  Random random(11);
  const double right = 1.5707963267948966;
  for (int i = 0; i < scaled(2000); ++i) {
    Vec3 angles = random_vector(random, 3.0);
    if (i % 3 == 0) angles.y() = i % 2 ? right : -right;
    const Mat3 r = rotation_of_roll_pitch_yaw(angles).toRotationMatrix();
    EXPECT_LE((rotation_of_roll_pitch_yaw(roll_pitch_yaw(r)).toRotationMatrix() - r).norm(), 1e-14);
    Vec3 zxy = random_vector(random, 3.0);
    if (i % 3 == 0) zxy.y() = right;
    const auto rotation = [](const Vec3& t) {
      return (turn_about(2, t[0]) * turn_about(0, t[1]) * turn_about(1, t[2])).toRotationMatrix();
    };
    const Mat3 given = rotation(zxy);
    EXPECT_LE((rotation(turns_zxy(given)) - given).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace limber
