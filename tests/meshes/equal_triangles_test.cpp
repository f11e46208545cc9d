// Triangles that are in a file several times.

#include "mesh_support.h"

namespace limber {
namespace {

using namespace test;

Triangles one_triangle(int times) {
  Triangles mesh;
  mesh.points = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 2, 0)};
  for (int k = 0; k < times; ++k) {
    const auto a = static_cast<std::uint32_t>(k % 3);
    mesh.triangles.push_back({a, (a + 1) % 3, (a + 2) % 3});  // whichever corner it begins with
  }
  return mesh;
}

TEST(EqualTriangles, AreKeptOnce) {
  const Mesh many = parsed(binary_stl(one_triangle(100'000)), "x.stl").value();
  EXPECT_EQ(many.triangles.size(), 1u);
  EXPECT_EQ(many.points.size(), 3u);
  EXPECT_EQ(many.hash, parsed(binary_stl(one_triangle(1)), "x.stl").value().hash);
}

TEST(EqualTriangles, SeenFromTheOtherSideAreOthers) {
  Triangles mesh = one_triangle(5);
  mesh.triangles.push_back({0, 2, 1});
  EXPECT_EQ(parsed(binary_stl(mesh), "x.stl").value().triangles.size(), 2u);
}

TEST(EqualTriangles, OfTwoColoursTheLastIsSeen) {
  const std::string obj =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nmtllib x.mtl\nusemtl red\nf 1 2 3\nf 1 2 4\nusemtl "
      "blue\nf 2 3 1\n";
  const Mesh mesh = parse_mesh(obj, "x.obj", [](const std::string&) -> Expected<std::string> {
                      return std::string("newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n");
                    }).value();
  ASSERT_EQ(mesh.triangles.size(), 2u);
  ASSERT_EQ(mesh.parts.size(), 2u);
  for (const Mesh::Part& part : mesh.parts) EXPECT_EQ(part.count, 1u);
}

TEST(EqualTriangles, OfRandomMeshesNoneIsLost) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    Triangles mesh;
    for (int k = 0; k < 30; ++k) mesh.points.push_back(Vec3(k % 5, k / 5, random.uniform()));
    std::vector<std::array<std::uint32_t, 3>> different;
    for (int k = 0; k < 40; ++k) {
      const auto corner = [&] { return static_cast<std::uint32_t>(30.0 * random.uniform()); };
      std::array<std::uint32_t, 3> t = {corner(), corner(), corner()};
      if (t[0] == t[1] || t[1] == t[2] || t[0] == t[2]) continue;
      mesh.triangles.push_back(t);
      mesh.triangles.push_back({t[1], t[2], t[0]});
      std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
      if (std::find(different.begin(), different.end(), t) == different.end()) different.push_back(t);
    }
    EXPECT_EQ(parsed(binary_stl(mesh), "x.stl").value().triangles.size(), different.size());
  }
}

}  // namespace
}  // namespace limber
