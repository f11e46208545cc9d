// Every format gives the same box; whatever else the bytes are, one sentence.

#include "mesh_support.h"

#include <filesystem>
#include <fstream>

#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;

Triangles a_box() {
  Triangles box;
  add_box(box, Vec3(0, 0, 0), Vec3(1, 2, 3));
  return box;
}

const std::string box_as_obj = R"(mtllib box.mtl
v 0 0 0
v 1 0 0
v 0 2 0
v 1 2 0
v 0 0 3
v 1 0 3
v 0 2 3
v 1 2 3
usemtl red
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
)";

// One triangle, 0.01 units a metre, y up, moved by its node.
const std::string triangle_as_dae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter="0.01" name="centimeter"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g" name="g"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 200 0</float_array>
      <technique_common><accessor source="#pa" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s">
    <node id="n"><translate>0 0 300</translate><instance_geometry url="#g"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

std::string triangle_as_gltf(const std::string& uri) {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0, "scale": [-1, 1, 1]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
    "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.2158605, 0, 1]}}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": ")" +
         uri + R"("}]})";
}

std::string triangle_bytes() {
  const float numbers[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
  return {reinterpret_cast<const char*>(numbers), sizeof numbers};
}

TEST(ReadMesh, BinaryStlIsReadAndItsCornersAreJoined) {
  const Mesh mesh = parsed(binary_stl(a_box()), "box.stl").value();
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_EQ(mesh.points.size(), 24u);  // three normals at each corner
  EXPECT_EQ(mesh.normals.size(), 24u);
  EXPECT_EQ(size_of(mesh), Vec3(1, 2, 3));
}

TEST(ReadMesh, TextStlGivesTheSameMesh) {
  std::string text = "solid box\n";
  const Triangles box = a_box();
  for (const auto& t : box.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t c : t) {
      const Vec3& p = box.points[c];
      text += "vertex " + std::to_string(p.x()) + " +" + std::to_string(p.y()) + " " + std::to_string(p.z()) +
              "\n";
    }
    text += "endloop\nendfacet\n";
  }
  EXPECT_EQ(parsed(text + "endsolid box\n", "box.STL")->hash, parsed(binary_stl(box), "box.stl")->hash);
  EXPECT_NE(refusal_of(text, "box.stl").find("cut off"), std::string::npos);
}

TEST(ReadMesh, BinaryStlMayBeginWithTheWordSolid) {
  std::string bytes = binary_stl(a_box());
  bytes.replace(0, 5, "solid");
  EXPECT_EQ(parsed(bytes, "box.stl")->triangles.size(), 12u);
}

TEST(ReadMesh, StlThatClaimsFourBillionTrianglesGetsOneSentence) {
  std::string bytes = binary_stl(a_box());
  bytes.replace(80, 4, "\xff\xff\xff\xff");
  const std::string sentence = refusal_of(bytes, "huge.stl");
  EXPECT_NE(sentence.find("claims 4294967295 triangles and has bytes for 12"), std::string::npos) << sentence;
}

TEST(ReadMesh, EveryTruncationOfAnStlIsRefused) {
  const std::string whole = binary_stl(a_box());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(refusal_of(whole.substr(0, length), "cut.stl").empty()) << length;
  }
}

TEST(ReadMesh, ObjIsReadWithTheColorsBesideIt) {
  const Mesh mesh = parse_mesh(box_as_obj, "box.obj", [](const std::string& path) -> Expected<std::string> {
                      if (path != "box.mtl") return Error{"it refers to another file"};
                      return std::string("newmtl red\nKd 1 0.5 0\n");
                    }).value();
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_EQ(size_of(mesh), Vec3(1, 2, 3));
  ASSERT_EQ(mesh.parts.size(), 1u);
  EXPECT_EQ(mesh.parts[0].color, (Color{1.0, 0.5, 0.0}));
  EXPECT_TRUE(parsed(box_as_obj, "box.obj")) << "colours that are missing do no harm";
}

TEST(ReadMesh, ObjWithNanGetsOneSentence) {
  std::string text = box_as_obj;
  text.replace(text.find("1 2 3"), 5, "1 nan 3");
  EXPECT_NE(refusal_of(text, "nan.obj").find("not a number"), std::string::npos)
      << refusal_of(text, "nan.obj");
}

TEST(ReadMesh, ColladaUnitsAndNodesCountAndItsUpAxisDoesNot) {
  const Mesh mesh = parsed(triangle_as_dae, "triangle.dae").value();
  ASSERT_EQ(mesh.triangles.size(), 1u);
  EXPECT_LT((size_of(mesh) - Vec3(1, 2, 0)).norm(), 1e-6);
  EXPECT_NEAR(static_cast<double>(mesh.points[0][2]), 3.0, 1e-6);
}

TEST(ReadMesh, CutOffColladaGetsOneSentence) {
  for (std::size_t length = 200; length < triangle_as_dae.size() - 20; length += 97) {
    EXPECT_FALSE(refusal_of(triangle_as_dae.substr(0, length), "cut.dae").empty()) << length;
  }
}

TEST(ReadMesh, GltfReadsWhatIsBesideItAndMirrorsByItsScale) {
  // Called in the reader's own process: what it sees there, it can only refuse.
  const Mesh mesh = parse_mesh(triangle_as_gltf("points.bin"), "t.gltf",
                               [](const std::string& path) -> Expected<std::string> {
                                 if (path != "points.bin") return Error{"it refers to another file"};
                                 return triangle_bytes();
                               })
                        .value();
  ASSERT_EQ(mesh.triangles.size(), 1u);
  EXPECT_GT(mesh.normals[0][2], 0.99f) << "mirrored points are gone round the other way";
  ASSERT_TRUE(mesh.parts[0].color);
  EXPECT_NEAR((*mesh.parts[0].color)[1], 0.502, 1e-3) << "linear light as sRGB";
}

TEST(ReadMesh, GltfThatPointsOutsideIsRefused) {
  const test::TemporaryFolder folder;
  const std::filesystem::path home = folder.path() / "robot";
  std::filesystem::create_directories(home);
  std::ofstream(folder.path() / "secret.bin", std::ios::binary) << triangle_bytes();
  std::ofstream(home / "t.gltf") << triangle_as_gltf("../secret.bin");
  const Expected<Mesh> mesh = read_mesh(home / "t.gltf", home);
  ASSERT_FALSE(mesh);
  EXPECT_NE(mesh.error().message.find("outside the folder of the robot"), std::string::npos)
      << mesh.error().message;
  EXPECT_TRUE(read_mesh(home / "t.gltf", folder.path())) << "its package may be larger";
}

TEST(ReadMesh, FilesOverTheLimitAreNotRead) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "box.stl", std::ios::binary) << binary_stl(a_box());
  MeshLimits limits;
  limits.bytes = 100;
  EXPECT_NE(read_mesh(folder.path() / "box.stl", folder.path(), limits).error().message.find("MB large"),
            std::string::npos);
  limits = {};
  limits.triangles = 11;
  EXPECT_NE(read_mesh(folder.path() / "box.stl", folder.path(), limits).error().message.find("at most 11"),
            std::string::npos);
}

TEST(ReadMesh, RandomDamageGivesAMeshOrOneSentence) {
  Random random(7);
  const std::pair<std::string, std::string> files[] = {{binary_stl(a_box()), "a.stl"},
                                                       {box_as_obj, "a.obj"},
                                                       {triangle_as_dae, "a.dae"},
                                                       {triangle_as_gltf("data:,"), "a.gltf"},
                                                       {"glTF" + std::string(40, '\2'), "a.glb"}};
  for (int i = 0; i < 60; ++i) {
    const auto& [bytes, name] = files[i % 5];
    std::string damaged = bytes;
    for (int k = 0; k < 4; ++k) {
      damaged[static_cast<std::size_t>(random.uniform() * static_cast<double>(damaged.size()))] =
          static_cast<char>(random.uniform() * 256);
    }
    const Expected<Mesh> mesh = parsed(damaged, name);
    if (mesh) {
      EXPECT_FALSE(mesh->triangles.empty());
    } else {
      EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos) << mesh.error().message;
    }
  }
}

}  // namespace
}  // namespace limber
