// What draws a figure after a backup was restored.

#include <gtest/gtest.h>

#include <filesystem>

#include "limber/session/library.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

class ScenesOnDisk final : public Library {
 public:
  explicit ScenesOnDisk(const TemporaryFolder& folder) : folder_(folder) {}
  Expected<std::string> read(const std::string& file, Where) const override {
    return contents_of(folder_.file(file));
  }
  Expected<std::string> write(const std::string& file, std::string_view, bool) override { return file; }
  std::filesystem::path folder(Where where) const override {
    return where == Where::folder ? folder_.path() : std::filesystem::path();
  }
  std::string files_message() const override { return R"({"type": "files"})"; }

 private:
  const TemporaryFolder& folder_;
};

constexpr const char* a_triangle =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "endsolid s\n";

constexpr const char* a_drawn_arm = R"({"limber": 1, "name": "arm", "segments": [{"name": "one",
  "shapes": [{"shape": "sphere", "radius": 0.1}], "visuals": [{"file": "meshes/one.stl"}]}]})";

Session with_opened(Library& library, const std::string& file) {
  Session session(small_scene(), "crane", &library);
  EXPECT_EQ(tell(session, {{"do", "open"}, {"file", file}, {"where", "folder"}}), "");
  EXPECT_TRUE(session.scene().figure.is_drawn_by_meshes(root_segment));
  return session;
}

TEST(RestoredMeshes, AreReadAgainFromTheFolderOfScenes) {
  const TemporaryFolder folder;
  ScenesOnDisk library(folder);
  folder.write("meshes/one.stl", a_triangle);
  folder.write("arm.json", a_drawn_arm);
  const std::string backup = with_opened(library, "arm.json").backup();
  Session restored = Session::from_backup(backup, &library).value();
  const Figure& figure = restored.scene().figure;
  ASSERT_TRUE(figure.is_drawn_by_meshes(root_segment));
  EXPECT_EQ(figure.visuals(root_segment)[0].mesh->triangles.size(), 1u);
  EXPECT_EQ(notices(restored), std::vector<std::string>{});
  EXPECT_EQ(restored.backup(), backup);
}

TEST(RestoredMeshes, AreLookedForBesideTheFigureOfAScene) {
  const TemporaryFolder folder;
  ScenesOnDisk library(folder);
  folder.write("robots/meshes/one.stl", a_triangle);
  folder.write("robots/arm.json", a_drawn_arm);
  folder.write("scene.json", R"({"limber": 1, "figure": "robots/arm.json"})");
  const std::string backup = with_opened(library, "scene.json").backup();
  Session restored = Session::from_backup(backup, &library).value();
  EXPECT_TRUE(restored.scene().figure.is_drawn_by_meshes(root_segment));
}

TEST(RestoredMeshes, ThatAreNotThereAreSaid) {
  const TemporaryFolder folder;
  ScenesOnDisk library(folder);
  const std::filesystem::path mesh = folder.write("meshes/one.stl", a_triangle);
  folder.write("arm.json", a_drawn_arm);
  const std::string backup = with_opened(library, "arm.json").backup();
  std::filesystem::remove(mesh);
  Session restored = Session::from_backup(backup, &library).value();
  EXPECT_FALSE(restored.scene().figure.is_drawn_by_meshes(root_segment));
  EXPECT_EQ(notices(restored), std::vector<std::string>{
                                   "1 mesh of the restored figure cannot be read again; its shapes are drawn "
                                   "instead. Drop or open the robot again to see it whole."});
}

TEST(RestoredMeshes, OutsideTheFoldersOfScenesAreNotRead) {
  const TemporaryFolder folder;
  const std::filesystem::path outside = folder.write("secret.stl", a_triangle);
  std::string text = a_drawn_arm;
  text.replace(text.find("meshes/one.stl"), 14, outside.string());
  const Scene scene = parse_scene(text, "arm.json", folder.path()).value();
  ASSERT_TRUE(scene.figure.is_drawn_by_meshes(root_segment));
  const std::string backup = Session(scene, "arm").backup();
  const TemporaryFolder scenes;
  ScenesOnDisk library(scenes);
  const Session restored = Session::from_backup(backup, &library).value();
  EXPECT_FALSE(restored.scene().figure.is_drawn_by_meshes(root_segment));
}

}  // namespace
}  // namespace limber::test
