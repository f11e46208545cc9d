// glTF characters in: joints, motion and skin against products of 4x4 matrices; what is refused; and our own
// figures written and read back.

#include <gtest/gtest.h>

#include "files_support.h"
#include "gltf_support.h"
#include "limber/files/files.h"
#include "limber/files/gltf/read_gltf.h"
#include "limber/files/segment_poses.h"
#include "limber/picture/picture.h"
#include "limber/shapes/skinning.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;
using Json = nlohmann::json;

std::vector<double> list(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
std::vector<double> list(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

// A random tree of nodes with a skin and an animation of 5 frames; some nodes are scaled, mirrored, or
// written as a matrix. Node 0 is above the skeleton and no joint.
struct RandomCharacter {
  GltfMaker maker;
  std::vector<int> parents;
  std::vector<std::vector<float>> turns, places;  // of joints that are animated: by node; 5 rows each
  std::vector<float> binds, points;               // binds: by joint, 16 each
  std::vector<std::uint16_t> bones;
  std::vector<float> weights;
  int joints = 0;

  explicit RandomCharacter(Random& random, int count = 12)
      : turns(size(count)), places(size(count)), joints(count - 1) {
    Json& nodes = maker.document["nodes"];
    for (int k = 0; k < count; ++k) {
      parents.push_back(k == 0 ? -1 : k == 1 ? 0 : uniform_int(random, 1, k - 1));
      Json node = {{"name", "joint " + std::to_string(k)}};
      const Quat turn(random_rotation(random));
      const double scale = uniform(random, 0.5, 2.0);
      if (k % 5 == 4) {
        Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
        m.topLeftCorner<3, 3>() = scale * turn.toRotationMatrix();
        m.topRightCorner<3, 1>() = random_vector(random, 0.3);
        node["matrix"] = std::vector<double>(m.data(), m.data() + 16);
      } else {
        node["translation"] = list(random_vector(random, 0.3));
        node["rotation"] = list(turn);
        const Vec3 signs(k % 3 == 0 ? -1 : 1, k % 4 == 2 ? -1 : 1, 1);
        if (k % 2 == 0) node["scale"] = list(Vec3(scale * signs));
      }
      nodes.push_back(node);
      if (k > 0) nodes[size(parents.back())]["children"].push_back(k);
    }
    nodes.push_back({{"mesh", 0}, {"skin", 0}});
    maker.document["scenes"] = {{{"nodes", {0, count}}}};
    add_skin(random);
    add_animation(random, count);
  }

  static std::size_t size(int k) { return static_cast<std::size_t>(k); }

  void add_skin(Random& random) {
    Json& skin = maker.document["skins"][0];
    for (int j = 0; j < joints; ++j) {
      skin["joints"].push_back(j + 1);
      Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
      bind.topRows<3>() =
          Eigen::Matrix<double, 3, 4>::NullaryExpr([&] { return uniform(random, -1, 1); }).cast<float>();
      bind.topLeftCorner<3, 3>() += 2.0f * Eigen::Matrix3f::Identity();
      binds.insert(binds.end(), bind.data(), bind.data() + 16);
    }
    skin["inverseBindMatrices"] = maker.floats(binds, "MAT4", 16);
    for (int k = 0; k < 60; ++k) {
      for (const double x : list(random_vector(random, 1.0))) points.push_back(static_cast<float>(x));
      const double first = uniform(random, 0.5, 1.0);
      for (const double w : {first, 1.0 - first, 0.0, 0.0}) weights.push_back(static_cast<float>(w));
      for (int i = 0; i < 4; ++i)
        bones.push_back(static_cast<std::uint16_t>(uniform_int(random, 0, joints - 1)));
    }
    const int position = maker.floats(points, "VEC3", 3), joint = maker.shorts(bones, "VEC4", 4),
              weight = maker.floats(weights, "VEC4", 4);
    maker.document["meshes"] = {
        {{"primitives",
          {{{"attributes", {{"POSITION", position}, {"JOINTS_0", joint}, {"WEIGHTS_0", weight}}}}}}}};
  }

  void add_animation(Random& random, int count) {
    const int times = maker.floats({0.0f, 0.25f, 0.5f, 1.0f, 1.5f}, "SCALAR", 1);
    Json& animation = maker.document["animations"][0];
    const auto add = [&](int node, const char* path, int values) {
      animation["samplers"].push_back({{"input", times}, {"output", values}});
      animation["channels"].push_back(
          {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    };
    for (int k = 0; k < count; k += k % 5 == 3 ? 2 : 1) {  // a matrix cannot be animated
      for (int frame = 0; frame < 5; ++frame) {
        for (const double x : list(Quat(random_rotation(random))))
          turns[size(k)].push_back(static_cast<float>(x));
        for (const double x : list(random_vector(random, 0.3)))
          places[size(k)].push_back(static_cast<float>(x));
      }
      add(k, "rotation", maker.floats(turns[size(k)], "VEC4", 4));
      if (k % 3 == 1)
        add(k, "translation", maker.floats(places[size(k)], "VEC3", 3));
      else
        places[size(k)].clear();
    }
  }

  // Of all nodes in the world of the file; frame -1: as they are written.
  std::vector<Eigen::Matrix4d> world(int frame) const {
    std::vector<Eigen::Matrix4d> all;
    for (int k = 0; k <= joints; ++k) {
      std::vector<double> turn, place;
      if (frame >= 0 && !turns[size(k)].empty())
        turn.assign(&turns[size(k)][size(4 * frame)], &turns[size(k)][size(4 * frame)] + 4);
      if (frame >= 0 && !places[size(k)].empty())
        place.assign(&places[size(k)][size(3 * frame)], &places[size(k)][size(3 * frame)] + 3);
      const Eigen::Matrix4d own = matrix_of(maker.document["nodes"][size(k)], turn.empty() ? nullptr : &turn,
                                            place.empty() ? nullptr : &place);
      all.push_back(k == 0 ? own : Eigen::Matrix4d(all[size(parents[size(k)])] * own));
    }
    return all;
  }
};

TEST(Gltf, JointsMoveAsProductsOfMatricesDo) {
  Random random(1);
  for (int trial = 0; trial < scaled(50); ++trial) {
    RandomCharacter character(random);
    const Expected<MovingFigure> read = read_gltf(character.maker.glb(), "a.glb", {});
    ASSERT_TRUE(read) << read.error().message;
    const Figure& figure = read->figure;
    ASSERT_EQ(figure.segment_count(), character.joints);
    ASSERT_EQ(read->motion.postures.size(), 5u);
    EXPECT_EQ(figure.joint(figure.joint_of(root_segment)).type, JointType::free);
    for (int frame = -1; frame < 5; ++frame) {
      const std::vector<Eigen::Matrix4d> expected = character.world(frame);
      const Posture& posture =
          frame < 0 ? figure.rest_posture() : read->motion.postures[static_cast<std::size_t>(frame)];
      const std::vector<SegmentPose> poses = segment_poses(figure, posture);
      for (int k = 1; k <= character.joints; ++k) {
        const SegmentId s = figure.segment("joint " + std::to_string(k));
        const Eigen::Matrix4d& world = expected[static_cast<std::size_t>(k)];
        EXPECT_LT((at(poses, s).segment.translation - in_figure(world.topRightCorner<3, 1>())).norm(), 1e-9);
        // y and z are never mirrored: the node's own axes, made to length 1.
        for (const int axis : {1, 2}) {
          const Vec3 direction = in_figure(Vec3(world.block<3, 1>(0, axis).normalized()));
          EXPECT_LT((at(poses, s).segment.rotation.col(axis) - direction).norm(), 1e-9);
        }
      }
    }
  }
}

TEST(Gltf, TheSkinFollowsAsTheFormatSays) {
  Random random(2);
  for (int trial = 0; trial < scaled(20); ++trial) {
    RandomCharacter character(random);
    const MovingFigure read = read_gltf(character.maker.glb(), "a.glb", {}).value();
    ASSERT_NE(read.figure.skin(), nullptr);
    const Skin& skin = *read.figure.skin();
    EXPECT_FALSE(skin.is_rigid);  // these binds shear
    ASSERT_EQ(skin.mesh->points.size(), 60u);
    for (int frame = -1; frame < 5; ++frame) {
      const Posture& posture =
          frame < 0 ? read.figure.rest_posture() : read.motion.postures[static_cast<std::size_t>(frame)];
      const std::vector<SegmentPose> poses = segment_poses(read.figure, posture);
      std::vector<Transform> of_bones;
      for (const SegmentId s : read.figure.skin_segments()) of_bones.push_back(at(poses, s).segment);
      const Mesh mesh = posed(skin, of_bones, SkinBlending::linear);
      const std::vector<Eigen::Matrix4d> world = character.world(frame);
      for (std::size_t k = 0; k < 60; ++k) {
        Eigen::Vector4d p(0, 0, 0, 1), sum = Eigen::Vector4d::Zero();
        for (std::size_t i = 0; i < 3; ++i)
          p[static_cast<int>(i)] = static_cast<double>(character.points[3 * k + i]);
        for (std::size_t i = 0; i < 2; ++i) {
          const std::size_t joint = character.bones[4 * k + i];
          const Eigen::Matrix4d bind =
              Eigen::Map<const Eigen::Matrix4f>(&character.binds[16 * joint]).cast<double>();
          sum += static_cast<double>(character.weights[4 * k + i]) * (world[joint + 1] * (bind * p));
        }
        const Vec3 expected = in_figure(Vec3(sum.head<3>()));
        const auto& got = mesh.points[k];
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(static_cast<double>(got[static_cast<std::size_t>(i)]), expected[i],
                      2e-4 * (1.0 + expected.norm()));
        }
      }
    }
  }
}

// The image lies in the file behind a buffer view, as exporters of characters write it.
TEST(GltfSkin, HasTheImageOfItsMaterial) {
  Random random(5);
  RandomCharacter character(random);
  const std::string png = png_bytes({2, 1, {255, 0, 0, 0, 0, 255}});
  GltfMaker& maker = character.maker;
  std::vector<float> uvs;
  for (int k = 0; k < 60; ++k) uvs.insert(uvs.end(), {0.25f + 0.01f * static_cast<float>(k), 0.5f});
  const int places = maker.floats(uvs, "VEC2", 2);
  Json& document = maker.document;
  document["bufferViews"].push_back(
      {{"buffer", 0}, {"byteOffset", maker.binary.size()}, {"byteLength", png.size()}});
  maker.binary += png;
  document["images"] = {{{"bufferView", document["bufferViews"].size() - 1}, {"mimeType", "image/png"}}};
  document["textures"] = {{{"source", 0}}};
  document["materials"] = {
      {{"pbrMetallicRoughness",
        {{"baseColorTexture", {{"index", 0}, {"texCoord", 1}}}, {"baseColorFactor", {1, 0, 1, 1}}}}}};
  Json& primitive = document["meshes"][0]["primitives"][0];
  primitive["material"] = 0;
  primitive["attributes"]["TEXCOORD_1"] = places;
  const auto skin_of = [&](const MovingFigure& made) { return made.figure.description().skin.skin->mesh; };
  const MovingFigure made = read_gltf(maker.glb(), "c.glb", {}).value();
  const std::shared_ptr<const Mesh> mesh = skin_of(made);
  ASSERT_EQ(mesh->textures.size(), 1u);
  EXPECT_EQ(mesh->textures[0]->rgb, (std::vector<std::uint8_t>{255, 0, 0, 0, 0, 255}));
  ASSERT_EQ(mesh->uvs.size(), 60u);
  EXPECT_FLOAT_EQ(mesh->uvs[10][0], 0.35f);
  EXPECT_EQ(mesh->parts[0].texture, 0);
  EXPECT_EQ(mesh->parts[0].color, (Color{1, 0, 1}));

  // The same image damaged: a skin without it, and a sentence.
  document["images"][0] = {{"uri", "data:image/png;base64,iVBORw0KGgo="}};
  const MovingFigure damaged = read_gltf(maker.glb(), "c.glb", {}).value();
  EXPECT_TRUE(skin_of(damaged)->uvs.empty());
  EXPECT_EQ(skin_of(damaged)->parts[0].texture, -1);
  document["images"][0] = {{"uri", "../secret.png"}};
  EXPECT_TRUE(skin_of(read_gltf(maker.glb(), "c.glb", {}).value())->textures.empty());
  document["textures"][0]["source"] = 7;
  EXPECT_NE(
      read_gltf(maker.glb(), "c.glb", {}).error().message.find("there is no number 7 among the 1 images"),
      std::string::npos);
}

TEST(Gltf, InterpolatesAsEachSamplerSays) {
  GltfMaker maker;
  maker.document["nodes"] = {{{"name", "a"}, {"children", {1}}}, {{"name", "b"}, {"translation", {0, 1, 0}}}};
  const float h = 0.70710678f;
  const int times = maker.floats({0.0f, 1.0f}, "SCALAR", 1);
  const int turns = maker.floats({0, 0, 0, 1, 0, 0, h, h}, "VEC4", 4);
  // Slopes 0, so the way is 3u^2 - 2u^3.
  const int cubic = maker.floats({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0}, "VEC3", 3);
  maker.document["animations"] = {
      {{"samplers",
        {{{"input", times}, {"output", turns}, {"interpolation", "STEP"}},
         {{"input", times}, {"output", cubic}, {"interpolation", "CUBICSPLINE"}}}},
       {"channels",
        {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}},
         {{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}}}}}};
  const MovingFigure read = read_gltf(maker.glb(), "a.glb", {}).value();
  ASSERT_EQ(read.motion.times.size(), 31u);
  for (std::size_t k = 0; k < read.motion.times.size(); ++k) {
    const double u = read.motion.times[k];
    const std::vector<SegmentPose> poses = segment_poses(read.figure, read.motion.postures[k]);
    EXPECT_NEAR(poses[0].segment.translation.y(), 2 * (3 * u * u - 2 * u * u * u), 1e-6)
        << u;  // x of the file
    const Mat3 rest = segment_poses(read.figure, read.figure.rest_posture())[1].segment.rotation;
    const double turned = Eigen::AngleAxisd(rest.transpose() * poses[1].segment.rotation).angle();
    EXPECT_NEAR(turned, u < 1.0 ? 0.0 : 1.57079633, 1e-6) << u;
  }
}

// What our own writer makes of a figure, read again. JSON keeps every digit of the rest posture; animations
// are 32-bit numbers.
void expect_round_trip(const char* model) {
  const Figure figure = load_figure(source_folder / "models" / model).value();
  Random random(3);
  Motion motion;
  for (int k = 0; k < 4; ++k) {
    motion.times.push_back(0.1 * k);
    motion.postures.push_back(k == 0 ? figure.rest_posture() : random_posture(random, figure));
  }
  const Expected<MovingFigure> read = read_gltf(write_glb(figure, motion).text, "back.glb", {});
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->figure.segment_count(), figure.segment_count());
  ASSERT_EQ(read->motion.postures.size(), 4u);
  for (std::size_t k = 0; k < 5; ++k) {
    const std::vector<SegmentPose> was =
        segment_poses(figure, k < 4 ? motion.postures[k] : figure.rest_posture());
    const std::vector<SegmentPose> is =
        segment_poses(read->figure, k < 4 ? read->motion.postures[k] : read->figure.rest_posture());
    for (const SegmentId s : figure.segments()) {
      const SegmentId same = read->figure.segment(figure.segment_name(s));
      EXPECT_LT((at(was, s).segment.translation - at(is, same).segment.translation).norm(),
                k < 4 ? 1e-5 : 1e-9);
      EXPECT_LT((at(was, s).segment.rotation - at(is, same).segment.rotation).norm(), k < 4 ? 1e-4 : 1e-9);
    }
  }
  ASSERT_NE(read->figure.skin(), nullptr);
  EXPECT_TRUE(read->figure.skin()->is_rigid);
}

TEST(Gltf, OurHumanComesBack) {
  expect_round_trip("human.json");
}
TEST(Gltf, OurElephantComesBack) {
  expect_round_trip("elephant.json");
}

// At rest both ways of blending leave the skin where it is; turned as a whole they agree; twisted by half a
// turn the linear one collapses onto the axis and the other does not.
TEST(Skinning, DualQuaternionsKeepWhatMatricesShrink) {
  auto mesh = std::make_shared<Mesh>();
  mesh->points = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh->normals = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh->triangles = {{0, 1, 2}};
  mesh->parts = {{0, 1, {}}};
  mesh->influences.assign(3, {{0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}});
  Skin skin;
  skin.bones.assign(2, {"", Eigen::Matrix<double, 3, 4>::Identity()});
  skin.mesh = mesh;
  const auto point = [](const Mesh& m, std::size_t k) {
    return Vec3(static_cast<double>(m.points[k][0]), static_cast<double>(m.points[k][1]),
                static_cast<double>(m.points[k][2]));
  };
  Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const Transform whole = random_placement(random, 2.0);
    const std::vector<Transform> poses = {whole, whole};
    for (const SkinBlending way : {SkinBlending::linear, SkinBlending::dual_quaternion}) {
      const Mesh moved = posed(skin, poses, way);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_LT((point(moved, k) - whole * point(*mesh, k)).norm(), 1e-6);
    }
  }
  const double angle = 3.0;  // about x
  const Transform twisted{Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix(), Vec3(0.5, 0, 0)};
  const std::vector<Transform> poses = {{}, twisted};
  EXPECT_LT(point(posed(skin, poses, SkinBlending::linear), 1).tail<2>().norm(), 0.08);
  const Vec3 kept = point(posed(skin, poses, SkinBlending::dual_quaternion), 1);
  EXPECT_NEAR(kept.tail<2>().norm(), 1.0, 1e-6);
  EXPECT_NEAR(kept.x(), 0.25, 1e-6);  // half the way, half the turn
  EXPECT_NEAR(kept.y(), std::cos(angle / 2), 1e-6);
}

// ---- what is refused ----------------------------------------------------------------------------------

std::string complaint(const std::string& bytes, const ReadBeside& beside = {}) {
  const Expected<MovingFigure> read = read_gltf(bytes, "a.glb", beside);
  if (read) return "it was read";
  expect_one_sentence(read.error().message, "a.glb");
  return read.error().message;
}

// A character that is right, changed by `change`.
template <class Change>
std::string complaint_after(const Change& change) {
  Random random(5);
  RandomCharacter character(random);
  change(character.maker);
  return complaint(character.maker.glb());
}

TEST(GltfRefused, EachInOneSentence) {
  const auto says = [](const std::string& sentence, const char* words) {
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
  };
  says(complaint_after([](GltfMaker& m) { m.document["nodes"][3]["children"] = {1}; }), "two parents");
  says(complaint_after([](GltfMaker& m) {
         m.document["nodes"] = {{{"children", {1}}}, {{"children", {0}}}};
         m.document.erase("skins"), m.document.erase("animations"), m.document.erase("meshes");
       }),
       "inside itself");
  says(complaint_after([](GltfMaker& m) { m.document["nodes"][1]["scale"] = {1, 2, 1}; }), "is stretched");
  says(complaint_after([](GltfMaker& m) { m.document["nodes"][1]["scale"] = {0, 0, 0}; }), "is stretched");
  says(complaint_after([](GltfMaker& m) { m.document["accessors"][1]["count"] = 1000000; }),
       "outside its buffer view");
  says(complaint_after([](GltfMaker& m) { m.document["bufferViews"][1]["byteOffset"] = 100000000; }),
       "of a buffer of");
  says(complaint_after([](GltfMaker& m) { m.document["bufferViews"][1]["byteStride"] = 1; }), "overlap");
  says(complaint_after([](GltfMaker& m) { m.document["skins"][0]["joints"][2] = 99; }), "no number 99");
  says(complaint_after([](GltfMaker& m) {
         m.document["meshes"][0]["primitives"][0]["indices"] = m.shorts({0, 1, 77}, "SCALAR", 1);
       }),
       "triangle has the point");
  says(complaint_after([](GltfMaker& m) { m.document["accessors"][2]["sparse"] = Json::object(); }),
       "sparse");
  says(complaint_after(
           [](GltfMaker& m) { m.document["extensionsRequired"] = {"KHR_draco_mesh_compression"}; }),
       "draco");
  says(complaint_after([](GltfMaker& m) {
         const float nan = std::numeric_limits<float>::quiet_NaN();
         std::memcpy(m.binary.data() + m.document["bufferViews"][1]["byteOffset"].get<int>(), &nan, 4);
       }),
       "not a number");
  says(complaint_after([](GltfMaker& m) { m.document["animations"][0]["channels"][0]["sampler"] = 77; }),
       "sampler");
  says(
      complaint_after([](GltfMaker& m) { m.document["animations"][0]["channels"][0]["target"]["node"] = 4; }),
      "is a matrix");
  says(complaint_after([](GltfMaker& m) {
         m.document.erase("skins"), m.document.erase("animations");
         m.document["nodes"].erase(12);
       }),
       "no skeleton");
  Random random(6);
  RandomCharacter whole(random);
  const std::string bytes = whole.maker.glb();
  says(complaint(bytes.substr(0, 15)), "cut off");
  says(complaint(bytes.substr(0, bytes.size() - 100)), "cut off");
  says(complaint("glTF\1" + bytes.substr(5)), "version 1");
}

TEST(GltfRefused, FilesElsewhere) {
  const TemporaryFolder folder;
  const auto text = [](const std::string& uri) {
    Json document = {{"asset", {{"version", "2.0"}}}, {"nodes", {{{"name", "a"}}}}};
    document["buffers"] = {{{"byteLength", 4}, {"uri", uri}}};
    return document.dump();
  };
  for (const char* uri : {"../secret.bin", "/etc/passwd", "missing.bin"}) {
    const std::filesystem::path file = folder.file("a.gltf");
    ASSERT_TRUE(save_text(file, text(uri)));
    const Expected<Figure> read = load_figure(file);
    ASSERT_FALSE(read);
    expect_one_sentence(read.error().message, file.string());
    EXPECT_NE(read.error().message.find("refers to"), std::string::npos) << read.error().message;
  }
  EXPECT_NE(complaint(text("a.bin")).find("did not come with it"), std::string::npos);
  EXPECT_NE(complaint(text("data:x;base64,!!!!")).find("base64"), std::string::npos);
  EXPECT_NE(complaint(text("data:x;base64,AAAAAA==")).find("neither a skin"), std::string::npos);
}

// The skin stays with the figure in a file, is found beside it, and survives a renamed segment.
TEST(GltfSkin, IsNamedInTheFigureAndFoundBesideIt) {
  Random random(7);
  RandomCharacter character(random);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_text(folder.file("hero.glb"), character.maker.glb()));
  const Loaded loaded = load_file(folder.file("hero.glb")).value();
  EXPECT_EQ(loaded.kind, FileKind::gltf);
  EXPECT_EQ(loaded.scene.keys.size(), 5u);
  ASSERT_TRUE(save_text(folder.file("hero.json"), write_figure(loaded.scene.figure)));
  const Figure again = load_figure(folder.file("hero.json")).value();
  ASSERT_NE(again.skin(), nullptr);
  EXPECT_EQ(again.skin()->mesh->hash, loaded.scene.figure.skin()->mesh->hash);
  std::filesystem::remove(folder.file("hero.glb"));
  const Figure bare = load_figure(folder.file("hero.json")).value();
  EXPECT_EQ(bare.skin(), nullptr);
  EXPECT_EQ(bare.description().skin.file, "hero.glb");
}

}  // namespace
}  // namespace limber
