// Reading the meshes of a robot ends in time, whatever the files are.

#include <gtest/gtest.h>

#include <chrono>

#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

constexpr const char* triangle_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
constexpr const char* tetrahedron_stl =
    "solid s\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\n"
    "facet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "endsolid s\n";

// A row of links, each drawn by a mesh of its own: "0.obj", "1.obj"; `solid` collides as well.
std::string robot_of(int links, const std::string& solid = "") {
  std::string text = "<robot name='r'>";
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i);
    text += "<link name='l" + number + "'><visual><geometry><mesh filename='" + number +
            ".obj'/></geometry></visual>";
    if (!solid.empty())
      text += "<collision><geometry><mesh filename='" + solid + "'/></geometry></collision>";
    text += "</link>";
    if (i == 0) continue;
    text += "<joint name='j" + number + "' type='fixed'><parent link='l" + std::to_string(i - 1) +
            "'/><child link='l" + number + "'/></joint>";
  }
  return text + "</robot>";
}

int drawn_links(const Figure& figure) {
  int count = 0;
  for (const SegmentId segment : figure.segments()) count += figure.is_drawn_by_meshes(segment);
  return count;
}

constexpr const char* too_late =
    "the meshes of this robot take too long to read; those that were not read in time are left out";

TEST(MeshTime, MeshesThatAreNotReadInTimeAreLeftOutWithOneWarning) {
  const test::TemporaryFolder folder;
  constexpr int links = 2000;  // each is read by a process of its own, which takes a millisecond and more
  for (int i = 0; i < links; ++i) folder.write(std::to_string(i) + ".obj", triangle_obj);
  const auto file = folder.write("r.urdf", robot_of(links));
  const auto begin = std::chrono::steady_clock::now();
  const Loaded loaded = load_file(file, {.seconds = 0.1}).value();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(drawn_links(loaded.scene.figure), links);
  EXPECT_EQ(loaded.warnings, std::vector<std::string>{too_late});
  EXPECT_LT(taken.count(), 30.0) << "it is meant to be far less; the machine may be busy";
}

TEST(MeshTime, WithoutTimeNothingIsReadAndStandInsCollide) {
  const test::TemporaryFolder folder;
  folder.write("0.obj", triangle_obj);
  folder.write("s.stl", tetrahedron_stl);
  const auto file = folder.write("r.urdf", robot_of(1, "s.stl"));
  const Loaded loaded = load_file(file, {.seconds = 0.0}).value();
  EXPECT_EQ(drawn_links(loaded.scene.figure), 0);
  EXPECT_TRUE(std::holds_alternative<MeshReference>(loaded.scene.figure.shapes(root_segment)[0].shape));
  EXPECT_EQ(loaded.warnings, std::vector<std::string>{too_late});
  EXPECT_EQ(drawn_links(load_file(file).value().scene.figure), 1) << "in time it is";
}

TEST(MeshTime, ADroppedRobotHasATimeLimitToo) {
  const DroppedFiles files = {{"r/r.urdf", robot_of(1)}, {"r/0.obj", triangle_obj}};
  EXPECT_EQ(drawn_links(parse_dropped("r/r.urdf", files).value().scene.figure), 1);
  const Loaded late = parse_dropped("r/r.urdf", files, {.seconds = 0.0}).value();
  EXPECT_EQ(drawn_links(late.scene.figure), 0);
  EXPECT_EQ(late.warnings, std::vector<std::string>{too_late});
}

TEST(MeshTime, ASceneAndTheFigureItNamesShareOneWarning) {
  const test::TemporaryFolder folder;
  folder.write("0.obj", triangle_obj);
  folder.write("r.urdf", robot_of(1));
  const std::string scene = R"({"limber": 1, "figure": "r.urdf"})";
  const Loaded late = parse_file_of_stranger(scene, "s.json", folder.path(), {.seconds = 0.0}).value();
  EXPECT_EQ(late.warnings, std::vector<std::string>{too_late});
  const Loaded whole = parse_file_of_stranger(scene, "s.json", folder.path()).value();
  EXPECT_EQ(drawn_links(whole.scene.figure), 1);
}

TEST(MeshTime, ASceneIsLookedAtBeforeItsMeshesAreRead) {
  const DroppedFiles files = {{"r/r.urdf", robot_of(1)}, {"r/0.obj", triangle_obj}};
  int looked = 0;
  const auto look = [&](const Scene& scene) {
    ++looked;
    EXPECT_EQ(drawn_links(scene.figure), 0);
  };
  const Loaded loaded = parse_dropped("r/r.urdf", files, {.before_meshes = look}).value();
  EXPECT_EQ(looked, 1);
  EXPECT_EQ(drawn_links(loaded.scene.figure), 1);
}

}  // namespace
}  // namespace limber
