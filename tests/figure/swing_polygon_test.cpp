#include <gtest/gtest.h>

#include <numbers>

#include "limber/figure/joint.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "support/star_polygon.h"

namespace limber {
namespace {

using test::Random;
using test::random_direction;
using test::random_star;
using test::scaled;
using test::StarPolygon;
using test::uniform;

using std::numbers::pi;

// Directions anywhere, or close to a vertex, down to 1e-11.
Vec3 random_direction_near(Random& random, const SwingPolygon& polygon) {
  const Vec3 anywhere = random_direction(random);
  if (uniform(random, 0, 1) < 0.5) return anywhere;
  const int vertex = test::uniform_int(random, 0, static_cast<int>(polygon.vertices.size()) - 1);
  return (polygon.vertices[vertex] + std::pow(10.0, uniform(random, -11, 0)) * anywhere).normalized();
}

// The angle to the nearest boundary point by brute force: samples of every edge, refined by ternary search
// around the best one of each edge.
double scanned_angle(const SwingPolygon& polygon, const Vec3& p) {
  const std::size_t count = polygon.vertices.size();
  double least = pi;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 a = polygon.vertices[i], b = polygon.vertices[(i + 1) % count];
    const Vec3 axis = a.cross(b).normalized();
    const double length = angle_between(a, b);
    const auto at = [&](double part) { return angle_between(p, exp_rotation(part * length * axis) * a); };
    const int samples = 60;
    int best = 0;
    for (int k = 1; k <= samples; ++k) {
      if (at(k / double(samples)) < at(best / double(samples))) best = k;
    }
    double low = std::max(0.0, (best - 1) / double(samples)),
           high = std::min(1.0, (best + 1) / double(samples));
    for (int k = 0; k < 60; ++k) {
      const double one = low + (high - low) / 3, two = high - (high - low) / 3;
      (at(one) < at(two) ? high : low) = at(one) < at(two) ? two : one;
    }
    least = std::min({least, at(low), at(0.0), at(1.0)});
  }
  return least;
}

// How often the boundary goes round p, less how often it goes round -p: the turns of its azimuth around p.
int turns_around(const SwingPolygon& polygon, const Vec3& p) {
  const Vec3 x = any_perpendicular(p), y = p.cross(x);
  const std::size_t count = polygon.vertices.size();
  double swept = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 a = polygon.vertices[i], b = polygon.vertices[(i + 1) % count];
    // An edge is shorter than pi, and so is the azimuth it sweeps.
    swept += wrap_angle(std::atan2(b.dot(y), b.dot(x)) - std::atan2(a.dot(y), a.dot(x)));
  }
  return static_cast<int>(std::lround(swept / (2 * pi)));
}

SwingPolygon octant() {
  return {{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}};
}

TEST(SwingPolygon, OfAnOctantMatchesTheResultsOnPaper) {
  const SwingPolygon polygon = octant();
  EXPECT_TRUE(polygon.is_convex());
  const Vec3 middle = Vec3(1, 1, 1).normalized();
  EXPECT_TRUE(polygon.contains(middle));
  EXPECT_FALSE(polygon.contains(-middle));
  EXPECT_TRUE(polygon.contains(Vec3::UnitX()));
  // Below the edge x y: straight up to it.
  const SwingPolygon::Nearest below = polygon.nearest_on_boundary(Vec3(1, 1, -0.5).normalized());
  EXPECT_FALSE(below.inside);
  EXPECT_FALSE(below.is_vertex);
  EXPECT_EQ(below.edge, 0);
  EXPECT_LT((below.point - Vec3(1, 1, 0).normalized()).norm(), 1e-15);
  EXPECT_EQ(below.edge_normal, Vec3::UnitZ());
  // Opposite the corner z: to a corner.
  const SwingPolygon::Nearest beyond = polygon.nearest_on_boundary(Vec3(-1, -1, 2).normalized());
  EXPECT_TRUE(beyond.is_vertex);
  EXPECT_FALSE(beyond.inside);
  EXPECT_EQ(beyond.point, Vec3::UnitZ());
}

TEST(SwingPolygon, HandlesADirectionAlongTheNormalOfAnEdge) {
  // z is the pole of the edge x y and a corner; -z is the pole and all of the edge is equally near.
  const SwingPolygon polygon = octant();
  EXPECT_TRUE(polygon.contains(Vec3::UnitZ()));
  const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(-Vec3::UnitZ());
  EXPECT_FALSE(nearest.inside);
  EXPECT_NEAR(angle_between(nearest.point, -Vec3::UnitZ()), pi / 2, 1e-15);
  EXPECT_NEAR(nearest.point.z(), 0.0, 1e-15);
}

TEST(SwingPolygon, ContainsWhatAStarContains) {
  Random random(1);
  int inside = 0, concave = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const StarPolygon star = random_star(random);
    concave += !star.polygon.is_convex();
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = random_direction_near(random, star.polygon);
      const SwingPolygon::Nearest nearest = star.polygon.nearest_on_boundary(p);
      if (angle_between(p, nearest.point) < 2e-12) continue;  // on the boundary
      EXPECT_EQ(nearest.inside, star.contains(p));
      inside += nearest.inside;
    }
  }
  EXPECT_GT(inside, scaled(2000));
  EXPECT_GT(concave, scaled(2000) / 2);
}

TEST(SwingPolygon, ContainsWhatItsBoundaryWindsAround) {
  Random random(2);
  for (int i = 0; i < scaled(2000); ++i) {
    const SwingPolygon polygon = random_star(random).polygon;
    const Vec3 p = random_direction(random);
    EXPECT_EQ(polygon.contains(p) - polygon.contains(-p), turns_around(polygon, p));
  }
}

TEST(SwingPolygon, ReversedOrderSwapsInsideAndOutside) {
  Random random(3);
  for (int i = 0; i < scaled(2000); ++i) {
    const SwingPolygon polygon = random_star(random).polygon;
    SwingPolygon reversed = polygon;
    std::reverse(reversed.vertices.begin(), reversed.vertices.end());
    const Vec3 p = random_direction_near(random, polygon);
    const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(p);
    if (angle_between(p, nearest.point) < 2e-12) continue;
    EXPECT_NE(nearest.inside, reversed.contains(p));
    EXPECT_NEAR(angle_between(p, nearest.point), angle_between(p, reversed.nearest_on_boundary(p).point),
                1e-15);
  }
}

TEST(SwingPolygon, NearestPointIsNotBeatenByAScan) {
  Random random(4);
  for (int i = 0; i < scaled(500); ++i) {
    const SwingPolygon polygon = random_star(random).polygon;
    const Vec3 p = random_direction_near(random, polygon);
    const double found = angle_between(p, polygon.nearest_on_boundary(p).point),
                 scanned = scanned_angle(polygon, p);
    EXPECT_LE(found, scanned + 4e-15);
    EXPECT_GE(found, scanned - 1e-9);  // the ternary search stops at the square root of rounding
  }
}

TEST(SwingPolygon, NearestPointIsOnItsEdge) {
  Random random(5);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingPolygon polygon = random_star(random).polygon;
    const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(random_direction_near(random, polygon));
    const Vec3 a = polygon.vertices[nearest.edge];
    const Vec3 b = polygon.vertices[(nearest.edge + 1) % polygon.vertices.size()];
    EXPECT_NEAR(angle_between(a, nearest.point) + angle_between(nearest.point, b), angle_between(a, b),
                1e-14);
    EXPECT_EQ(nearest.is_vertex, nearest.point == a || nearest.point == b);
    EXPECT_LT((nearest.edge_normal - a.cross(b).normalized()).norm(), 1e-15);
    EXPECT_TRUE(polygon.contains(nearest.point));
  }
}

TEST(SwingPolygon, ACornerIsConvexWhereTheBoundaryTurnsLeft) {
  EXPECT_TRUE(octant().is_convex());
  SwingPolygon dented = octant();
  dented.vertices.insert(dented.vertices.begin() + 1, Vec3(1, 1, 0.4).normalized());
  EXPECT_FALSE(dented.is_convex());
  EXPECT_FALSE(dented.contains(Vec3(1, 1, 0.39).normalized()));
  EXPECT_TRUE(dented.contains(Vec3(1, 1, 0.41).normalized()));
  SwingPolygon straight = octant();
  straight.vertices.insert(straight.vertices.begin() + 1, Vec3(1, 1, 0).normalized());
  EXPECT_TRUE(straight.is_convex());
  EXPECT_TRUE(straight.contains(Vec3(1, 1, 1e-6).normalized()));
  EXPECT_FALSE(straight.contains(Vec3(1, 1, -1e-6).normalized()));
}

TEST(SwingPolygon, RepeatedVerticesChangeNothing) {
  Random random(6);
  for (int i = 0; i < scaled(1000); ++i) {
    const SwingPolygon polygon = random_star(random).polygon;
    SwingPolygon doubled;
    for (const Vec3& v : polygon.vertices) doubled.vertices.insert(doubled.vertices.end(), 2, v);
    const Vec3 p = random_direction_near(random, polygon);
    EXPECT_EQ(polygon.contains(p), doubled.contains(p));
    EXPECT_EQ(polygon.nearest_on_boundary(p).point, doubled.nearest_on_boundary(p).point);
    EXPECT_EQ(polygon.is_convex(), doubled.is_convex());
  }
}

TEST(SwingPolygon, WithoutAnEdgeContainsEverything) {
  EXPECT_TRUE((SwingPolygon{}.contains(Vec3::UnitX())));
  EXPECT_TRUE((SwingPolygon{{Vec3::UnitX(), Vec3::UnitX(), Vec3::UnitX()}}.contains(Vec3::UnitZ())));
}

TEST(SwingPolygon, ContainsNoNonFiniteDirection) {
  EXPECT_FALSE(octant().contains(Vec3(std::nan(""), 0, 1)));
}

// A hole is an outline that runs clockwise: inside is inside the one and outside the other, and the nearest
// boundary is the nearer of the two.
TEST(SwingPolygon, SeveralOutlinesHoldTogether) {
  Random random(31);
  const auto ring = [](double radius, int corners, double sign, const Vec3& middle) {
    std::vector<Vec3> vertices;
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), middle);
    for (int k = 0; k < corners; ++k) {
      const double a = sign * 2.0 * pi * k / corners;
      vertices.push_back(
          turn * Vec3(std::sin(radius) * std::cos(a), std::sin(radius) * std::sin(a), std::cos(radius)));
    }
    return vertices;
  };
  for (int round = 0; round < scaled(40); ++round) {
    const Vec3 middle = swing_direction(Vec2(uniform(random, -0.4, 0.4), uniform(random, -0.4, 0.4)));
    SwingPolygon outer{ring(1.2, test::uniform_int(random, 5, 9), 1.0, Vec3::UnitZ())},
        hole{ring(0.2, test::uniform_int(random, 3, 6), -1.0, middle)};
    SwingPolygon both = outer;
    both.starts = {static_cast<int>(outer.vertices.size())};
    both.vertices.insert(both.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    EXPECT_FALSE(both.is_convex());
    for (int i = 0; i < static_cast<int>(both.vertices.size()); ++i)
      EXPECT_EQ(both.previous(both.next(i)), i);
    for (int i = 0; i < 200; ++i) {
      const Vec3 p = random_direction_near(random, both);
      const auto a = outer.nearest_on_boundary(p), b = hole.nearest_on_boundary(p),
                 c = both.nearest_on_boundary(p);
      EXPECT_EQ(c.inside, a.inside && b.inside);
      EXPECT_NEAR(angle_between(p, c.point), std::min(angle_between(p, a.point), angle_between(p, b.point)),
                  1e-9);
    }
  }
}

}  // namespace
}  // namespace limber
