// Pieces contain the mesh, and lie no more than they say: both measured a second way, by distances to the
// boxes that the test's meshes are made of.

#include "mesh_support.h"

#include "limber/meshes/tight_hull.h"
#include "limber/shapes/hull_point.h"

namespace limber {
namespace {

using namespace test;

struct Boxes {
  std::vector<std::pair<Vec3, Vec3>> list;

  Triangles mesh() const {
    Triangles triangles;
    for (const auto& [low, high] : list) add_box(triangles, low, high);
    return triangles;
  }
  double distance(const Vec3& p) const {
    double least = 1e9;
    for (const auto& [low, high] : list) least = std::min(least, (p - p.cwiseMax(low).cwiseMin(high)).norm());
    return least;
  }
};

bool is_in_a_piece(const ConvexPieces& pieces, const Vec3& p, double slack) {
  return std::any_of(pieces.hulls.begin(), pieces.hulls.end(), [&](const auto& hull) {
    return std::all_of(hull->faces.begin(), hull->faces.end(),
                       [&](const ConvexHull::Face& f) { return f.normal.dot(p) <= f.offset + slack; });
  });
}

// Of points all over the pieces, the farthest from the boxes.
double lie_by_sampling(const ConvexPieces& pieces, const Boxes& boxes) {
  Random random(3);
  double worst = 0.0;
  for (const auto& hull : pieces.hulls) {
    for (int i = 0; i < 4000; ++i) {
      Vec3 p = Vec3::Zero();
      double sum = 0.0;
      for (const Vec3& v : hull->vertices) {
        const double u = random.uniform(), weight = u * u * u * u * u * u;
        p += weight * v, sum += weight;
      }
      worst = std::max(worst, boxes.distance(p / sum));
    }
  }
  return worst;
}

const Boxes u_shape{{{Vec3(0, 0, 0), Vec3(1, 0.2, 0.2)},
                     {Vec3(0, 0, 0.2), Vec3(0.2, 0.2, 1)},
                     {Vec3(0.8, 0, 0.2), Vec3(1, 0.2, 1)}}};

TEST(ConvexPieces, ABoxIsOnePieceAndTrue) {
  const Boxes box{{{Vec3(-1, -2, -3), Vec3(1, 2, 3)}}};
  const ConvexPieces pieces = convex_pieces(box.mesh(), {.tolerance = 0.2});
  ASSERT_EQ(pieces.hulls.size(), 1u);
  EXPECT_EQ(pieces.hulls[0]->vertices.size(), 8u);
  EXPECT_LT(lie_by_sampling(pieces, box), 1e-9);
}

TEST(ConvexPieces, AUIsCutAndItsHollowStaysFree) {
  const double tolerance = 0.06;
  const ConvexPieces pieces = convex_pieces(u_shape.mesh(), {.tolerance = tolerance});
  EXPECT_GE(pieces.hulls.size(), 3u);
  EXPECT_LE(pieces.hulls.size(), 6u);
  EXPECT_FALSE(is_in_a_piece(pieces, Vec3(0.5, 0.1, 0.6), 0.0)) << "the middle of the hollow";
  EXPECT_LE(pieces.lie, tolerance + 1.0 / 48) << "to one cell of the grid";
  EXPECT_LE(lie_by_sampling(pieces, u_shape), pieces.lie + 1.0 / 48) << "to one cell of the grid";
}

TEST(ConvexPieces, OneHullOfAUSaysHowMuchItLies) {
  const ConvexPieces pieces = convex_pieces(u_shape.mesh(), {.tolerance = 0.06, .most_pieces = 1});
  ASSERT_EQ(pieces.hulls.size(), 1u);
  EXPECT_NEAR(pieces.lie, 0.3, 0.03) << "half the width of the hollow";
}

TEST(ConvexPieces, AfterTheDeadlineNothingIsCut) {
  for (const bool is_exact : {false, true}) {
    const ConvexPieces pieces =
        convex_pieces(u_shape.mesh(), {.tolerance = 0.06, .is_exact = is_exact, .deadline = Deadline(0.0)});
    ASSERT_EQ(pieces.hulls.size(), 1u);
    EXPECT_GT(pieces.lie, 0.06) << "and it is said how much that lies";
  }
}

TEST(ConvexPieces, EveryPointOfTheSurfaceIsInAPiece) {
  Random random(5);
  for (int trial = 0; trial < 10; ++trial) {
    Boxes boxes;
    for (int k = 0; k < 4; ++k) {
      const Vec3 low(random.uniform(), random.uniform(), random.uniform());
      boxes.list.push_back(
          {low, low + 0.6 * Vec3(0.1 + random.uniform(), 0.1 + random.uniform(), 0.1 + random.uniform())});
    }
    const Triangles mesh = boxes.mesh();
    const ConvexPieces pieces = convex_pieces(mesh, {.tolerance = 0.05});
    EXPECT_LE(lie_by_sampling(pieces, boxes), pieces.lie + 0.06);
    for (const auto& t : mesh.triangles) {
      for (int i = 0; i < 20; ++i) {
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3 &a = mesh.points[t[0]], &b = mesh.points[t[1]], &c = mesh.points[t[2]];
        EXPECT_TRUE(is_in_a_piece(pieces, a + u * (b - a) + v * (c - a), 1e-9));
      }
    }
  }
}

TEST(ConvexPieces, ASheetAndASingleTriangleGetAThickness) {
  Triangles sheet;
  sheet.points = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  sheet.triangles = {{0, 1, 2}};
  const ConvexPieces pieces = convex_pieces(sheet, {.tolerance = 0.05});
  ASSERT_EQ(pieces.hulls.size(), 1u);
  EXPECT_TRUE(is_in_a_piece(pieces, Vec3(0.3, 0.3, 0), 1e-9));
}

TEST(TightHull, HasFewVerticesAndContainsAllPoints) {
  Random random(11);
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i) {
    Vec3 p(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
    points.push_back(p.normalized().cwiseProduct(Vec3(1, 0.5, 0.25)));
  }
  const ConvexHull hull = tight_hull(points, {.tolerance = 0.01}).value();
  EXPECT_LE(hull.vertices.size(), 48u);
  for (const Vec3& p : points) EXPECT_LE(nearest_on_hull(hull, p).distance, 1e-9);
  for (const Vec3& v : hull.vertices) {
    EXPECT_LE(Vec3(v.x(), v.y() / 0.5, v.z() / 0.25).norm(), 1.15) << "grown by little";
  }
}

TEST(TightHull, IsTheSameAfterItWasWrittenAndRead) {
  Random random(12);
  std::vector<Vec3> points;
  for (int i = 0; i < 300; ++i) points.emplace_back(random.uniform(), random.uniform(), random.uniform());
  const ConvexHull hull = tight_hull(points, {.tolerance = 0.01}).value();
  const ConvexHull again = convex_hull(hull.vertices).value();
  EXPECT_EQ(again.vertices, hull.vertices);
  EXPECT_EQ(again.faces.size(), hull.faces.size());
  for (std::size_t i = 0; i < hull.faces.size(); ++i)
    EXPECT_EQ(again.faces[i].vertices, hull.faces[i].vertices);
}

TEST(CapsuleAround, ContainsTheHullAndIsExactForARod) {
  std::vector<Vec3> rod;
  for (int i = 0; i < 64; ++i) {
    for (const double z : {0.0, 1.0}) {
      const double angle = 2.0 * 3.14159265358979 * i / 64;
      rod.emplace_back(0.1 * std::cos(angle), 0.1 * std::sin(angle), z);
    }
  }
  const ConvexHull hull = convex_hull(rod).value();
  const Capsule capsule = capsule_around(hull);
  EXPECT_NEAR(capsule.radius, 0.1, 0.02);
  for (const Vec3& v : hull.vertices) {
    const Vec3 along = capsule.b - capsule.a;
    const double t = std::clamp(along.dot(v - capsule.a) / along.squaredNorm(), 0.0, 1.0);
    EXPECT_LE((v - capsule.a - t * along).norm(), capsule.radius + 1e-9);
  }
}

}  // namespace
}  // namespace limber
