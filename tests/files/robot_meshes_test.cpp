// Robots with meshes: what collides, what is drawn, and what is said.

#include <gtest/gtest.h>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/picture/picture.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

// A text STL of boxes.
std::string stl_of(const std::vector<std::pair<Vec3, Vec3>>& boxes) {
  std::string text = "solid s\n";
  for (const auto& [low, high] : boxes) {
    Vec3 corner[8];
    for (int i = 0; i < 8; ++i) {
      corner[i] = {i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z()};
    }
    const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                              {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (const auto& face : faces) {
      text += "facet normal 0 0 0 outer loop\n";
      for (const int c : face) {
        text += "vertex " + std::to_string(corner[c].x()) + " " + std::to_string(corner[c].y()) + " " +
                std::to_string(corner[c].z()) + "\n";
      }
      text += "endloop endfacet\n";
    }
  }
  return text + "endsolid s\n";
}

const std::string robot_with_meshes = R"(<robot name="r">
  <link name="base"><collision><geometry><mesh filename="package://r/u.stl" scale="0.001 0.001 0.001"/></geometry></collision>
    <visual><origin xyz="0 0 0.5"/><geometry><mesh filename="package://r/u.stl" scale="0.001 0.001 0.001"/></geometry>
      <material name="m"><color rgba="1 0 0 1"/></material></visual></link>
  <link name="arm"><visual><geometry><mesh filename="gone.stl"/></geometry></visual></link>
  <joint name="j" type="continuous"><origin xyz="0 0 1"/><axis xyz="0 0 1"/><parent link="base"/><child link="arm"/></joint>
</robot>)";

TEST(RobotMeshes, CollisionMeshesArePiecesAndVisualMeshesAreDrawn) {
  const test::TemporaryFolder folder;
  folder.write("r/u.stl", stl_of({{Vec3(0, 0, 0), Vec3(1000, 200, 200)},
                                  {Vec3(0, 0, 200), Vec3(200, 200, 1000)},
                                  {Vec3(800, 0, 200), Vec3(1000, 200, 1000)}}));
  const auto file = folder.write("r/r.urdf", robot_with_meshes);
  const Loaded loaded = load_file(file).value();
  const Figure& figure = loaded.scene.figure;
  const SegmentId base = figure.segment("base"), arm = figure.segment("arm");
  EXPECT_GE(figure.shapes(base).size(), 3u) << "a U is no box";
  for (const BodyShape& body : figure.shapes(base)) {
    ASSERT_TRUE(std::holds_alternative<ConvexMesh>(body.shape));
    EXPECT_EQ(body.color, (Color{1, 0, 0}));
    EXPECT_LE(bounds(body.shape)->max.z(), 1.001);
  }
  EXPECT_TRUE(figure.is_drawn_by_meshes(base));
  EXPECT_EQ(figure.visuals(base)[0].place.translation, Vec3(0, 0, 0.5));
  EXPECT_EQ(figure.visuals(base)[0].mesh->triangles.size(), 36u);
  EXPECT_FALSE(figure.is_drawn_by_meshes(arm));
  EXPECT_TRUE(std::holds_alternative<MeshReference>(figure.shapes(arm)[0].shape)) << "a stand-in";
  EXPECT_NE(loaded.meshes.find("1 mesh read"), std::string::npos) << loaded.meshes;

  const Figure capsules = load_figure(file, {.solids = MeshOptions::Solids::capsules}).value();
  EXPECT_TRUE(std::holds_alternative<Capsule>(capsules.shapes(base)[0].shape));
  const Figure plain = load_figure(file, {.visuals = false}).value();
  EXPECT_FALSE(plain.is_drawn_by_meshes(base));
}

TEST(RobotMeshes, WhatWasWrittenHasTheSamePiecesAndFindsItsMeshesAgain) {
  const test::TemporaryFolder folder;
  folder.write("r/u.stl", stl_of({{Vec3(0, 0, 0), Vec3(100, 20, 20)}, {Vec3(0, 0, 0), Vec3(20, 20, 100)}}));
  const Figure figure = load_figure(folder.write("r/r.urdf", robot_with_meshes)).value();
  const auto json = folder.write("r/r.json", write_figure(figure));
  const Figure again = load_figure(json).value();
  EXPECT_EQ(write_figure(again), write_figure(figure));
  EXPECT_TRUE(again.is_drawn_by_meshes(again.segment("base")));
  const auto& one = std::get<ConvexMesh>(figure.shapes(root_segment)[0].shape);
  const auto& other = std::get<ConvexMesh>(again.shapes(root_segment)[0].shape);
  EXPECT_EQ(one.hull->vertices, other.hull->vertices);
  EXPECT_EQ(one.hull->faces.size(), other.hull->faces.size());
}

TEST(RobotMeshes, KinematicsIsThatOfTheRobotWithoutItsMeshes) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("r/r.urdf", robot_with_meshes);
  const Figure without = load_figure(file).value();
  folder.write("r/u.stl", stl_of({{Vec3(0, 0, 0), Vec3(100, 20, 20)}}));
  const Figure with = load_figure(file).value();
  ASSERT_EQ(with.dof_count(), without.dof_count());
  Kinematics one(with), other(without);
  Posture posture = with.rest_posture();
  posture.values[0] = 0.7;
  one.update(posture), other.update(posture);
  for (const SegmentId s : with.segments()) EXPECT_EQ(one.segment_pose(s), other.segment_pose(s));
}

TEST(RobotMeshes, DamagedFilesAreSaidOnceAndStoodInFor) {
  const test::TemporaryFolder folder;
  folder.write("r/u.stl", std::string(84, '\xff'));
  const Loaded loaded = load_file(folder.write("r/r.urdf", robot_with_meshes)).value();
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_NE(loaded.warnings[0].find("u.stl: the STL claims 4294967295 triangles"), std::string::npos);
  EXPECT_TRUE(std::holds_alternative<MeshReference>(loaded.scene.figure.shapes(root_segment)[0].shape));
}

TEST(RobotMeshes, LinksShareTheImageTheyHaveInCommonAndAMissingOneIsSaid) {
  const test::TemporaryFolder folder;
  const std::string square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n";
  folder.write("r/skin.png", png_bytes({2, 1, {255, 0, 0, 0, 0, 255}}));
  folder.write("r/u.mtl", "newmtl m\nmap_Kd skin.png\n");
  folder.write("r/w.mtl", "newmtl m\nmap_Kd gone.png\n");
  folder.write("r/u.obj", "mtllib u.mtl\n" + square);
  folder.write("r/v.obj", "mtllib u.mtl\nv 3 3 3\n" + square);
  folder.write("r/w.obj", "mtllib w.mtl\n" + square);
  const auto link = [](const std::string& name) {
    return "<link name='" + name + "'><visual><geometry><mesh filename='" + name +
           ".obj'/></geometry></visual></link>";
  };
  const auto joint = [](const std::string& child) {
    return "<joint name='" + child + "' type='fixed'><parent link='u'/><child link='" + child + "'/></joint>";
  };
  const Loaded loaded =
      load_file(folder.write("r/r.urdf", "<robot name='r'>" + link("u") + link("v") + link("w") + joint("v") +
                                             joint("w") + "</robot>"))
          .value();
  const Figure& figure = loaded.scene.figure;
  const auto mesh = [&](const char* name) { return figure.visuals(figure.segment(name))[0].mesh; };
  EXPECT_NE(mesh("u"), mesh("v"));
  EXPECT_EQ(mesh("u")->textures.at(0), mesh("v")->textures.at(0));
  EXPECT_TRUE(mesh("w")->textures.empty());
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings[0],
            "the mesh w.obj: it refers to gone.png: there is no such file; it is drawn without this texture");
}

TEST(RobotMeshes, TextWithoutAFolderReadsNone) {
  EXPECT_TRUE(std::holds_alternative<MeshReference>(
      parse_urdf(robot_with_meshes, "r.urdf")->shapes(root_segment)[0].shape));
}

}  // namespace
}  // namespace limber
