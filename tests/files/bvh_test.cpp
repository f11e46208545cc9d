// BVH in and out: against arithmetic of our own, and back again.

#include <gtest/gtest.h>

#include "files_support.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"
#include "limber/files/segment_poses.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

constexpr double degree_in_radians = 3.14159265358979323846 / 180.0;

const char* const small_bvh = R"(HIERARCHY
ROOT Hips
{
	OFFSET 1 2 3
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Left Leg {
		OFFSET 10 -5 0
		CHANNELS 3 Xrotation Yrotation Zrotation
		JOINT Knee
		{
			OFFSET 0 -40 0
			CHANNELS 1 Xrotation
			JOINT Foot
			{
				OFFSET 0 -42 3
				CHANNELS 2 Yrotation Zrotation
				End Site
				{
					OFFSET 0 0 15
				}
			}
		}
	}
	JOINT Slider
	{
		OFFSET 0 30 0
		CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation
		JOINT Stiff
		{
			OFFSET 0 8 0
			CHANNELS 0
			End Site
			{
				OFFSET 0 20 0
			}
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.04
5 90 -7  10 20 30  -15 25 35  45  12 -8  1 31 2  5 6 7
0 91 0  -170 80 175  15 -25 135  145  -112 98  0 30 0  0 0 0
)";

Mat3 about(char axis, double degrees) {
  const Vec3 unit = axis == 'x' ? Vec3(1, 0, 0) : axis == 'y' ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
  return turn(unit, degrees * degree_in_radians);
}

Transform turned(const Vec3& offset, const std::string& axes, const std::vector<double>& degrees) {
  Transform x = Transform::at(offset);
  for (std::size_t k = 0; k < axes.size(); ++k) x.rotation = x.rotation * about(axes[k], degrees[k]);
  return x;
}

// In centimetres and the axes of the file -> metres and ours.
Vec3 ours(const Vec3& v) {
  return Vec3(v.z(), v.x(), v.y()) / 100;
}

TEST(Bvh, EveryKindOfJointStandsWhereTextbookArithmeticPutsIt) {
  const MovingFigure read = parse_bvh(small_bvh, "small.bvh").value();
  ASSERT_EQ(read.motion.postures.size(), 2u);
  EXPECT_EQ(read.motion.times[1], 0.04);
  EXPECT_TRUE(read.warnings.empty());
  const std::vector<std::vector<double>> rows = {
      {5, 90, -7, 10, 20, 30, -15, 25, 35, 45, 12, -8, 1, 31, 2, 5, 6, 7},
      {0, 91, 0, -170, 80, 175, 15, -25, 135, 145, -112, 98, 0, 30, 0, 0, 0, 0}};
  for (std::size_t f = 0; f < 2; ++f) {
    const std::vector<double>& v = rows[f];
    const Transform hips = turned({1 + v[0], 2 + v[1], 3 + v[2]}, "zxy", {v[3], v[4], v[5]});
    const Transform leg = hips * turned({10, -5, 0}, "xyz", {v[6], v[7], v[8]});
    const Transform knee = leg * turned({0, -40, 0}, "x", {v[9]});
    const Transform foot = knee * turned({0, -42, 3}, "yz", {v[10], v[11]});
    const Transform slider = hips * turned({v[12], v[13], v[14]}, "yxz", {v[15], v[16], v[17]});
    const auto place = [&](const char* frame) {
      const Frame& found = read.figure.frame(read.figure.frame(frame));
      return pose_by_products(read.figure, read.motion.postures[f], found.segment) * found.pose.translation;
    };
    EXPECT_LE((place("Hips") - ours(hips.translation)).norm(), 1e-12);
    EXPECT_LE((place("Left Leg") - ours(leg.translation)).norm(), 1e-12);
    EXPECT_LE((place("Knee") - ours(knee.translation)).norm(), 1e-12);
    EXPECT_LE((place("Foot.end") - ours(foot * Vec3(0, 0, 15))).norm(), 1e-12);
    EXPECT_LE((place("Stiff.end") - ours(slider * Vec3(0, 28, 0))).norm(), 1e-12);
  }
  EXPECT_EQ(read.figure.joint(read.figure.joint("Knee")).type, JointType::revolute);
  EXPECT_EQ(read.figure.joint(read.figure.joint("Foot")).type, JointType::elbow);
  EXPECT_EQ(read.figure.joint(read.figure.joint("Left Leg")).type, JointType::ball);
  EXPECT_EQ(read.figure.joint(read.figure.joint("Stiff")).type, JointType::fixed);
}

TEST(Bvh, FilesAreRecognisedByTheirFirstWordAndBecomeScenesWithKeys) {
  const Loaded loaded = parse_file(small_bvh, "motion", ".").value();
  EXPECT_EQ(loaded.kind, FileKind::bvh);
  EXPECT_EQ(loaded.scene.keys.size(), 2u);
  EXPECT_EQ(loaded.motion.postures[1], loaded.scene.keys[1].posture);
}

// Joint centres, and how far every segment has turned since the rest posture.
void expect_same_motion(const Figure& figure, const Motion& motion, const std::string& what) {
  SCOPED_TRACE(what);
  const MovingFigure back = parse_bvh(write_bvh(figure, motion).text, "back.bvh", {.unit = 0.01}).value();
  ASSERT_EQ(back.figure.segment_count(), figure.segment_count());
  ASSERT_EQ(back.motion.postures.size(), motion.postures.size());
  const std::vector<SegmentPose> rest = segment_poses(figure, figure.rest_posture());
  Mat3 file_axes;  // from ours to the file's
  file_axes << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  for (std::size_t f = 0; f < motion.postures.size(); ++f) {
    EXPECT_NEAR(back.motion.times[f], motion.times[f] - motion.times[0], 1e-12);
    const std::vector<SegmentPose> before = segment_poses(figure, motion.postures[f]);
    const std::vector<SegmentPose> after = segment_poses(back.figure, back.motion.postures[f]);
    for (const SegmentId s : figure.segments()) {
      // The writer's order is depth-first, the figure's own: numbers agree.
      EXPECT_LE((at(before, s).moving.translation - at(after, s).moving.translation).norm(), 1e-9)
          << figure.segment_name(s);
      const Mat3 moved = at(before, s).segment.rotation * at(rest, s).segment.rotation.transpose();
      EXPECT_LE((at(after, s).segment.rotation * file_axes - moved).norm(), 1e-9) << figure.segment_name(s);
    }
  }
}

Motion random_motion(Random& random, const Figure& figure, int count) {
  std::vector<Posture> postures;
  for (int k = 0; k < count; ++k) postures.push_back(random_posture(random, figure));
  return evenly_spaced(postures, 1.0 / 30);
}

TEST(Bvh, WhatIsWrittenReadsBackToTheSameMotion) {
  Random random(7);
  for (const char* name : {"models/elephant.json", "models/human.json", "models/panda-like.json"}) {
    const Figure figure = load_figure(source_folder / name).value();
    expect_same_motion(figure, random_motion(random, figure, 4), name);
  }
  for (int i = 0; i < scaled(100); ++i) {
    const Figure figure = random_figure(random, {.segments = 1 + i % 30, .free_root = i % 2 == 0});
    expect_same_motion(figure, random_motion(random, figure, 2), "random " + std::to_string(i));
  }
}

TEST(Bvh, CutOffAndHostileFilesGiveOneSentence) {
  const std::string text = small_bvh;
  for (std::size_t length = 0; length < text.size(); length += 3) {
    const Expected<MovingFigure> read = parse_bvh(std::string_view(text).substr(0, length), "cut.bvh");
    if (!read) expect_one_sentence(read.error().message, "cut.bvh");
  }
  const std::string start = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n";
  const std::pair<std::string, std::string> wrong[] = {
      {"", "expected HIERARCHY"},
      {"HIERARCHY\nJOINT a {", "expected ROOT"},
      {start + "}\nROOT b { }", "second ROOT"},
      {start + "CHANNELS 0 }", "CHANNELS twice"},
      {start + "OFFSET nan 0 0 }", "expected three numbers"},
      {start + "OFFSET 1e300 0 0 }", "at most 1e8"},
      {start + "} MOTION Frames: 4000000000", "at most 1e8"},
      {start + "} MOTION Frames: 9999999 Frame Time: 0.1 0 0 0", "ends before its 9999999 frames"},
      {start + "} MOTION Frames: 2 Frame Time: 0 1 2 3 4 5 6", "expected seconds above 0"},
      {start + "} MOTION Frames: 2 Frame Time: -0.1 1 2 3 4 5 6", "expected seconds above 0"},
      {"HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 2 Xrotation Xrotation }", "twice"},
      {"HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Wrotation }", "expected Xposition to Zrotation"},
  };
  for (const auto& [file, sentence] : wrong) {
    const Expected<MovingFigure> read = parse_bvh(file, "w.bvh");
    ASSERT_FALSE(read) << file;
    expect_one_sentence(read.error().message, "w.bvh");
    EXPECT_NE(read.error().message.find(sentence), std::string::npos) << read.error().message;
  }
  std::string deep = "HIERARCHY ROOT a {";
  for (int k = 0; k < 2000; ++k) deep += " JOINT b\n{";
  EXPECT_NE(parse_bvh(deep, "d.bvh").error().message.find("1000 deep"), std::string::npos);
}

TEST(Csv, OneColumnPerParameterAndOneRowPerPosture) {
  const MovingFigure read = parse_bvh(small_bvh, "small.bvh").value();
  const std::string csv = write_csv(read.figure, read.motion);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "time,Hips x,Hips y,Hips z,Hips rx,Hips ry,Hips rz,Left Leg rx,Left Leg ry,Left Leg rz,Knee,"
            "Foot flexion,Foot twist,Slider x,Slider y,Slider z,Slider rx,Slider ry,Slider rz");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

}  // namespace
}  // namespace limber
