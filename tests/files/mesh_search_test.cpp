// Where meshes are found, and where they are not looked for.

#include <gtest/gtest.h>

#include <cstdlib>

#include "limber/files/mesh_search.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

class Variable {  // of the environment, for one test
 public:
  Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

fs::path found(const std::string& name, const MeshPlaces& places) {
  const FoundMesh mesh = find_mesh(name, places);
  EXPECT_EQ(mesh.refused, "");
  std::error_code error;
  return mesh.file.empty() ? fs::path() : fs::canonical(mesh.file, error);
}

TEST(MeshSearch, PackagesAreFoundInTheFoldersAroundTheFile) {
  const test::TemporaryFolder folder;
  const fs::path mesh = fs::canonical(folder.write("ws/arm/meshes/a.stl", "x"));
  const fs::path urdf = folder.path() / "ws" / "arm" / "urdf";
  fs::create_directories(urdf);
  EXPECT_EQ(found("package://arm/meshes/a.stl", {urdf}), mesh) << "the package itself is above";
  EXPECT_EQ(found("package://arm/meshes/a.stl", {folder.path() / "ws"}), mesh) << "it is beside";
  EXPECT_EQ(found("package://renamed/meshes/a.stl", {urdf}), mesh) << "its folder has another name";
  EXPECT_EQ(found("model://arm/meshes/a.stl", {urdf}), mesh);
  EXPECT_EQ(found("../meshes/a.stl", {urdf}), mesh);
  EXPECT_EQ(found("file://" + mesh.string(), {urdf}), mesh);
  EXPECT_EQ(found("package://arm/meshes/b.stl", {urdf}), fs::path());
}

TEST(MeshSearch, TheOptionComesFirstThenThePathsOfRos) {
  const test::TemporaryFolder folder;
  const fs::path beside = fs::canonical(folder.write("here/arm/a.stl", "1"));
  const fs::path ros = fs::canonical(folder.write("ros/arm/a.stl", "2"));
  const fs::path ros2 = fs::canonical(folder.write("install/share/arm/a.stl", "3"));
  const fs::path given = fs::canonical(folder.write("given/a.stl", "4"));
  const MeshPlaces places{folder.path() / "here"};
  EXPECT_EQ(found("package://arm/a.stl", places), beside);
  {
    const Variable path("AMENT_PREFIX_PATH", (folder.path() / "install").string());
    EXPECT_EQ(found("package://arm/a.stl", places), ros2);
  }
  const Variable path("ROS_PACKAGE_PATH", "/nowhere:" + (folder.path() / "ros").string());
  EXPECT_EQ(found("package://arm/a.stl", places), ros);
  EXPECT_EQ(found("package://arm/a.stl", {places.folder, {{"arm", folder.path() / "given"}}}), given);
}

TEST(MeshSearch, AnEmptyNameOfAPackageMeansTheNextOne) {
  const test::TemporaryFolder folder;
  folder.write("arm/a.stl", "x");
  EXPECT_EQ(find_mesh("package:///arm/a.stl", {folder.path()}).file,
            find_mesh("package://arm/a.stl", {folder.path()}).file);
  EXPECT_FALSE(find_mesh("package:///arm/a.stl", {folder.path()}).file.empty());
  EXPECT_FALSE(find_mesh("package:///", {folder.path()}).refused.empty());
  EXPECT_FALSE(find_mesh("package:////arm/a.stl", {folder.path()}).refused.empty());
}

TEST(MeshSearch, APathThatClimbsOutOfItsPackageIsRefused) {
  const test::TemporaryFolder folder;
  folder.write("secret.stl", "x");
  folder.write("arm/a.stl", "x");
  for (const char* name : {"package://arm/../secret.stl", "package://arm/meshes/../../secret.stl",
                           "package://../secret.stl", "package://arm//etc/passwd"}) {
    const FoundMesh mesh = find_mesh(name, {folder.path()});
    EXPECT_TRUE(mesh.file.empty()) << name;
    EXPECT_NE(mesh.refused.find("climbs out of its package"), std::string::npos) << name;
  }
}

TEST(MeshSearch, AStrangersMeshesLieInsideItsFolder) {
  const test::TemporaryFolder folder;
  folder.write("secret.stl", "x");
  const fs::path inside = fs::canonical(folder.write("drop/arm/a.stl", "x"));
  fs::create_symlink(folder.path() / "secret.stl", folder.path() / "drop" / "link.stl");
  const MeshPlaces places{folder.path() / "drop", {}, FigureFiles::inside_folder};
  EXPECT_EQ(found("package://arm/a.stl", places), inside);
  EXPECT_EQ(found("arm/a.stl", places), inside);
  EXPECT_EQ(found("link.stl", places), fs::path()) << "a link leads outside";
  EXPECT_NE(find_mesh("../secret.stl", places).refused, "");
  EXPECT_NE(find_mesh((folder.path() / "secret.stl").string(), places).refused, "");
}

}  // namespace
}  // namespace limber
