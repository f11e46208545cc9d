// FBX characters in: joints, motion and skin against products of 4x4 matrices of the whole chain of the
// format; both ways of writing; axes and units; curves.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fbx_random.h"
#include "files_support.h"
#include "limber/files/dropped.h"
#include "limber/files/fbx/polygons.h"
#include "limber/files/fbx/read_fbx.h"
#include "limber/files/files.h"
#include "limber/files/segment_poses.h"
#include "limber/picture/picture.h"
#include "limber/shapes/skinning.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;

void expect_same_fbx(const RandomFbx& character, const MovingFigure& read) {
  const Figure& figure = read.figure;
  ASSERT_EQ(figure.segment_count(), character.count() - 1);
  ASSERT_GE(read.motion.postures.size(), 40u);  // 1.5 s, at least every 1/30 s
  for (std::size_t frame = 0; frame <= read.motion.times.size(); ++frame) {
    const bool is_rest = frame == read.motion.times.size();
    const std::vector<Mat4> expected = character.world(is_rest ? -1.0 : read.motion.times[frame]);
    const std::vector<SegmentPose> poses =
        segment_poses(figure, is_rest ? figure.rest_posture() : read.motion.postures[frame]);
    for (int k = 1; k < character.count(); ++k) {
      const SegmentId s = figure.segment("joint " + std::to_string(k));
      const Mat4& world = expected[index_of(k)];
      const Vec3 place = character.in_figure(world.topRightCorner<3, 1>());
      EXPECT_LT((at(poses, s).segment.translation - place).norm(), 1e-9 * (1.0 + place.norm()));
      for (const int axis : {1, 2}) {  // x may be mirrored
        const Vec3 direction = character.axes.in_figure(Vec3(world.block<3, 1>(0, axis).normalized()));
        EXPECT_LT((at(poses, s).segment.rotation.col(axis) - direction).norm(), 1e-9);
      }
    }
  }
}

TEST(Fbx, JointsMoveAsProductsOfMatricesDo) {
  Random random(1);
  for (int trial = 0; trial < scaled(20); ++trial) {
    for (const FbxAxes& axes : {y_up_centimetres, z_up_metres, mirrored_inches}) {
      const RandomFbx character(random, axes);
      const Expected<MovingFigure> read = read_fbx(character.maker.binary(), "a.fbx", {});
      ASSERT_TRUE(read) << read.error().message;
      expect_same_fbx(character, *read);
    }
  }
}

TEST(Fbx, AllWaysOfWritingMeanTheSame) {
  Random random(2);
  const RandomFbx character(random, y_up_centimetres);
  const MovingFigure first = read_fbx(character.maker.binary(7400, false), "a.fbx", {}).value();
  expect_same_fbx(character, first);
  for (const std::string& bytes : {character.maker.binary(7100, true), character.maker.binary(7500, true),
                                   character.maker.binary(7700, false), character.maker.text()}) {
    const Expected<MovingFigure> read = read_fbx(bytes, "a.fbx", {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(write_figure(read->figure), write_figure(first.figure));
    EXPECT_EQ(read->motion, first.motion);
    EXPECT_EQ(read->figure.skin()->mesh->hash, first.figure.skin()->mesh->hash);
  }
}

TEST(Fbx, TheSkinFollowsAsTheFormatSays) {
  Random random(3);
  for (int trial = 0; trial < scaled(10); ++trial) {
    const RandomFbx character(random, trial % 2 == 0 ? z_up_metres : mirrored_inches);
    const MovingFigure read = read_fbx(character.maker.binary(), "a.fbx", {}).value();
    ASSERT_NE(read.figure.skin(), nullptr);
    const Skin& skin = *read.figure.skin();
    ASSERT_EQ(skin.mesh->points.size(), 30u);
    ASSERT_EQ(skin.mesh->triangles.size(), 10u);
    const Mat4 inside = character.geometric.matrix(character.geometric.t, character.geometric.r);
    for (const double time : {-1.0, 0.0, 0.5}) {
      Posture posture = read.figure.rest_posture();
      if (time >= 0.0) posture = posture_at(read.figure, read.motion, time);
      const std::vector<SegmentPose> poses = segment_poses(read.figure, posture);
      std::vector<Transform> of_bones;
      for (const SegmentId s : read.figure.skin_segments()) of_bones.push_back(at(poses, s).segment);
      const Mesh mesh = posed(skin, of_bones, SkinBlending::linear);
      const std::vector<Mat4> world = character.world(time);
      for (std::size_t k = 0; k < 30; ++k) {
        Eigen::Vector4d sum = Eigen::Vector4d::Zero();
        double weights = 0.0;
        for (const auto& [joint, weight] : character.influences[k]) {
          sum += weight * (world[index_of(joint)] * (character.binds[index_of(joint - 1)] *
                                                     (inside * character.points[k].homogeneous())));
          weights += weight;
        }
        const Vec3 expected = character.in_figure(sum.head<3>() / weights);
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(static_cast<double>(mesh.points[k][index_of(i)]), expected[i],
                      2e-4 * (1.0 + expected.norm()));
        }
      }
    }
  }
}

// ---- one joint whose angle about z is a curve ----------------------------------------------------------

struct CurveFile {
  FbxMaker maker;

  CurveFile(const std::vector<double>& times, const std::vector<double>& values,
            const std::vector<std::int32_t>& flags, const std::vector<float>& data) {
    const std::int64_t joint = maker.next_id(), tip = maker.next_id(), stack = maker.next_id(),
                       layer = maker.next_id(), node = maker.next_id(), curve = maker.next_id();
    maker.object("Model", joint, "joint", "LimbNode");
    maker.object("Model", tip, "tip", "LimbNode")
        .add("Properties70")
        .property("Lcl Translation", numbers({100, 0, 0}));
    maker.object("AnimationStack", stack, "swing", "");
    maker.object("AnimationLayer", layer, "", "");
    maker.object("AnimationCurveNode", node, "", "");
    FbxElement& made = maker.object("AnimationCurve", curve, "", "");
    std::vector<std::int64_t> at;
    for (const double t : times) at.push_back(std::llround(t * ticks));
    made.add("KeyTime", {at});
    made.add("KeyValueFloat", {values});
    made.add("KeyAttrFlags", {flags});
    made.add("KeyAttrDataFloat", {FbxFloats{data}});
    made.add("KeyAttrRefCount", {std::vector<std::int32_t>(flags.size(), 1)});
    maker.connect(joint, 0), maker.connect(tip, joint), maker.connect(layer, stack);
    maker.connect(node, layer), maker.connect(node, joint, "Lcl Rotation");
    maker.connect(curve, node, "d|Z");
  }
};

// [degrees] of the joint at a time.
double angle_at(const MovingFigure& read, double time) {
  const std::vector<SegmentPose> poses =
      segment_poses(read.figure, posture_at(read.figure, read.motion, time));
  const Vec3 x = at(poses, read.figure.segment("joint")).segment.rotation.col(0);
  return std::atan2(x.z(), x.y()) * 180.0 / std::numbers::pi;  // x and y of the file are y and z
}

constexpr std::int32_t constant_key = 0x2, constant_next_key = 0x102, straight_key = 0x4, user_key = 0x408,
                       automatic_key = 0x6108, weighted_key = 0x3000408;

TEST(FbxCurves, AreWhatTheFormatSays) {
  for (const bool as_text : {false, true}) {
    const CurveFile file({1, 2, 3, 4, 5}, {0, 10, 30, 20, 0},
                         {constant_key, constant_next_key, straight_key, user_key, user_key},
                         {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, -6, 0, 0, 0, 0, 0, 0});
    const Expected<MovingFigure> read =
        read_fbx(as_text ? file.maker.text() : file.maker.binary(), "a.fbx", {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->motion.name, "swing");
    EXPECT_EQ(read->figure.segment_count(), 1);  // the tip is its end
    EXPECT_EQ(read->motion.times.front(), 0.0);
    EXPECT_NEAR(read->motion.duration(), 4.0, 1e-9);
    EXPECT_NEAR(angle_at(*read, 0.0), 0.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 0.9), 0.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 1.0), 10.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 1.5), 30.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 2.0), 30.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 2.3), 27.0, 1e-6);
    // Hermite with 12 and -6 degrees a second at the ends, in the middle of the second.
    EXPECT_NEAR(angle_at(*read, 3.5), 0.5 * 20.0 + 0.125 * 12.0 + 0.125 * 6.0, 1e-6);
    EXPECT_NEAR(angle_at(*read, 4.0), 0.0, 1e-6);
  }
}

TEST(FbxCurves, AutomaticSlopesDoNotOvershoot) {
  const CurveFile file({0, 1, 2, 3}, {0, 10, 10, 40},
                       {automatic_key, automatic_key, automatic_key, automatic_key},
                       std::vector<float>(16, 0.0f));
  const MovingFigure read = read_fbx(file.maker.binary(), "a.fbx", {}).value();
  // All four slopes are zero: the ends, and the two with a neighbour of the same value.
  EXPECT_NEAR(angle_at(read, 0.5), 5.0, 1e-6);
  for (const double t : {1.1, 1.5, 1.8}) EXPECT_NEAR(angle_at(read, t), 10.0, 1e-6);
  EXPECT_NEAR(angle_at(read, 2.5), 25.0, 1e-6);
}

TEST(FbxCurves, WeightsMoveTheBend) {
  const std::uint32_t packed = 6000u | 2000u << 16;  // 0.6 at the first key, 0.2 at the second
  float bits;
  std::memcpy(&bits, &packed, 4);
  for (const bool as_text : {false, true}) {
    const CurveFile file({0, 1}, {0, 50}, {weighted_key, weighted_key}, {0, 0, bits, 0, 0, 0, bits, 0});
    const MovingFigure read =
        read_fbx(as_text ? file.maker.text() : file.maker.binary(), "a.fbx", {}).value();
    // Bezier: time 3 u v^2 0.6 + 3 u^2 v 0.8 + u^3, angle 50 (3 u^2 v + u^3). A time that a posture has.
    const double time = 0.5;
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 60; ++k) {
      const double u = 0.5 * (low + high), v = 1.0 - u;
      (3 * u * v * v * 0.6 + 3 * u * u * v * 0.8 + u * u * u < time ? low : high) = u;
    }
    EXPECT_NEAR(angle_at(read, time), 50.0 * (3 * low * low * (1 - low) + low * low * low), 1e-6);
  }
}

// A file of a few bytes must not ask for millions of postures.
TEST(FbxCurves, KeysADayApartGetPosturesNowAndThen) {
  const double day = 86400.0;
  const CurveFile file({0, day}, {0, 50}, {straight_key, straight_key}, std::vector<float>(8, 0.0f));
  const MovingFigure read = read_fbx(file.maker.binary(), "a.fbx", {}).value();
  EXPECT_LE(read.motion.times.size(), 100'002u);
  EXPECT_GE(read.motion.times.size(), 90'000u);
  EXPECT_NEAR(angle_at(read, 0.5 * day), 25.0, 1e-6);
}

TEST(Fbx, SkeletonsWithoutSkinOrMotionCanBePosed) {
  FbxMaker maker;
  const std::int64_t a = maker.next_id(), b = maker.next_id();
  maker.object("Model", a, "arm", "LimbNode");
  maker.object("Model", b, "hand \"left\"", "LimbNode")
      .add("Properties70")
      .property("Lcl Translation", numbers({0, 50, 0}));
  maker.connect(a, 0), maker.connect(b, a);
  for (const std::string& bytes : {maker.text(), maker.binary()}) {
    const Expected<MovingFigure> read = read_fbx(bytes, "a.fbx", {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->figure.segment_count(), 2);
    const std::vector<SegmentPose> poses = segment_poses(read->figure, read->figure.rest_posture());
    const Vec3 hand = at(poses, read->figure.segment("hand \"left\"")).segment.translation;
    EXPECT_LT((hand - Vec3(0, 0, 0.5)).norm(), 1e-12);  // centimetres, y up
    EXPECT_TRUE(read->motion.empty());
  }
}

TEST(Fbx, MaterialsColorTheirPolygons) {
  Random random(4);
  RandomFbx character(random, y_up_centimetres);
  FbxMaker& maker = character.maker;
  const std::int64_t mesh = std::get<std::int64_t>(object_in(maker, "Model", "Mesh").values[0]);
  FbxElement& layer = object_in(maker, "Geometry").add("LayerElementMaterial", {std::int64_t{0}});
  layer.add("MappingInformationType", {std::string("ByPolygon")});
  layer.add("ReferenceInformationType", {std::string("IndexToDirect")});
  layer.add("Materials", {std::vector<std::int32_t>{0, 1, 1, 0, 0, 0, 0, 0, 0, 0}});
  for (const Vec3& color : {Vec3(1, 0, 0), Vec3(0, 0, 1)}) {
    const std::int64_t material = maker.next_id();
    maker.object("Material", material, "paint", "")
        .add("Properties70")
        .property("DiffuseColor", numbers(color));
    maker.connect(material, mesh);
  }
  const MovingFigure read = read_fbx(maker.binary(), "a.fbx", {}).value();
  const Mesh& skin = *read.figure.skin()->mesh;
  ASSERT_EQ(skin.parts.size(), 2u);
  for (const Mesh::Part& part : skin.parts) {
    ASSERT_TRUE(part.color);
    EXPECT_EQ(part.count, (*part.color)[0] > 0.5 ? 8u : 2u);
  }
}

// In the file, as exporters write it, and beside it.
TEST(Fbx, TheImageOfAMaterialIsLaidOverIt) {
  Random random(11);
  RandomFbx character(random, y_up_centimetres);
  FbxMaker& maker = character.maker;
  std::vector<double> uvs;
  std::vector<std::int32_t> indices;
  for (int k = 0; k < 30; ++k) uvs.insert(uvs.end(), {0.01 * k, 0.25}), indices.push_back(29 - k);
  FbxElement& layer = object_in(maker, "Geometry").add("LayerElementUV", {std::int64_t{0}});
  layer.add("MappingInformationType", {std::string("ByPolygonVertex")});
  layer.add("ReferenceInformationType", {std::string("IndexToDirect")});
  layer.add("UV", {uvs});
  layer.add("UVIndex", {indices});
  const std::int64_t mesh = std::get<std::int64_t>(object_in(maker, "Model", "Mesh").values[0]);
  const std::int64_t material = maker.next_id(), texture = maker.next_id(), video = maker.next_id();
  maker.object("Material", material, "paint", "");
  maker.object("Texture", texture, "stripes", "").add("RelativeFilename", {std::string("art\\stripes.png")});
  const std::string png = png_bytes({2, 1, {255, 0, 0, 0, 0, 255}});
  maker.object("Video", video, "", "Clip").add("Content", {png});
  maker.connect(material, mesh), maker.connect(texture, material, "DiffuseColor");
  const auto check = [&](const Expected<MovingFigure>& read) {
    ASSERT_TRUE(read) << read.error().message;
    const Mesh& skin = *read->figure.skin()->mesh;
    ASSERT_EQ(skin.textures.size(), 1u);
    EXPECT_EQ(skin.textures[0]->rgb, (std::vector<std::uint8_t>{255, 0, 0, 0, 0, 255}));
    ASSERT_EQ(skin.uvs.size(), 30u);
    EXPECT_FLOAT_EQ(skin.uvs[4][0], 0.25f);
    EXPECT_FLOAT_EQ(skin.uvs[4][1], 0.75f);  // from above
    EXPECT_EQ(skin.parts.at(0).texture, 0);
  };
  std::string asked;
  const ReadBeside beside = [&](const std::string& path) -> Expected<std::string> {
    return asked = path, png;
  };
  check(read_fbx(maker.binary(), "a.fbx", beside));
  EXPECT_EQ(asked, "art/stripes.png");
  maker.connect(video, texture);
  check(read_fbx(maker.binary(), "a.fbx", {}));
  // Without the image: a skin without it, and a sentence.
  maker.connections().children.pop_back();
  const MovingFigure plain = read_fbx(maker.binary(), "a.fbx", {}).value();
  EXPECT_TRUE(plain.figure.skin()->mesh->textures.empty());
  ASSERT_FALSE(plain.warnings.empty());
  EXPECT_NE(plain.warnings[0].find("did not come with it"), std::string::npos) << plain.warnings[0];
}

TEST(FbxPolygons, AreCutIntoTrianglesThatCoverThem) {
  // An L, whose first corner does not see all others.
  const std::vector<Vec3> polygon = {{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 3, 1}, {0, 3, 1}};
  for (std::size_t first = 0; first < polygon.size(); ++first) {
    std::vector<Vec3> from = polygon;
    std::rotate(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
    double area = 0.0;
    std::int64_t work = 1000;
    for (const auto& t : fbx::triangles_of(from, work)) {
      const Vec3 twice = (from[t[1]] - from[t[0]]).cross(from[t[2]] - from[t[0]]);
      EXPECT_GT(twice.z(), 0.0);  // none is turned over
      area += 0.5 * twice.z();
    }
    EXPECT_NEAR(area, 4.0, 1e-12);
  }
  std::int64_t none = 0;
  EXPECT_TRUE(fbx::triangles_of({{0, 0, 0}, {1, 0, 0}}, none).empty());
  EXPECT_EQ(fbx::triangles_of(polygon, none).size(), 4u);  // anyhow, but all of it
}

// ---- as a file among others -----------------------------------------------------------------------------

TEST(Fbx, IsAFileLikeOthers) {
  Random random(10);
  const RandomFbx character(random, y_up_centimetres);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_text(folder.file("hero.fbx"), character.maker.binary()));
  const Expected<Loaded> loaded = load_file(folder.file("hero.fbx"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->kind, FileKind::fbx);
  EXPECT_EQ(loaded->scene.figure.name(), "hero");
  EXPECT_GE(loaded->scene.keys.size(), 40u);
  ASSERT_NE(loaded->scene.figure.skin(), nullptr);
  const Expected<Loaded> dropped = parse_dropped("set/hero.fbx", {{"set/hero.fbx", character.maker.text()}});
  ASSERT_TRUE(dropped) << dropped.error().message;
  EXPECT_EQ(dropped->motion, loaded->motion);
  // Known by its content as well, and its skin is found beside a figure file.
  EXPECT_TRUE(parse_figure(character.maker.text(), "standard input"));
  EXPECT_TRUE(parse_figure(character.maker.binary(), "standard input"));
  ASSERT_TRUE(save_text(folder.file("hero.json"), write_figure(loaded->scene.figure)));
  const Figure again = load_figure(folder.file("hero.json")).value();
  ASSERT_NE(again.skin(), nullptr);
  EXPECT_EQ(again.skin()->mesh->hash, loaded->scene.figure.skin()->mesh->hash);
}

}  // namespace
}  // namespace limber
