#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <set>

#include "limber/picture/svg/outline.h"
#include "limber/picture/svg/painter.h"
#include "limber/picture/svg/svg_text.h"
#include "picture/scenes.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::picture {
namespace {

using test::Random;
using test::random_vector;
using test::scaled;
using test::scene_of;
using test::uniform;

const Camera test_camera{.eye = {3, -4, 2}, .target = {0, 0, 0.5}, .field_of_view = 0.8};
const View test_view(test_camera, 640, 480);

// 0 on the ellipse, negative inside; [px], to first order.
double off_ellipse(const Ellipse& e, const Vec2& p) {
  const Vec2 v = p - e.center;
  const Vec2 own((std::cos(e.angle) * v.x() + std::sin(e.angle) * v.y()) / e.radii.x(),
                 (std::cos(e.angle) * v.y() - std::sin(e.angle) * v.x()) / e.radii.y());
  return (own.norm() - 1.0) * e.radii.y();
}

TEST(Outline, SphereAndEllipsoidMatchTheirSilhouettePoints) {
  Random random(1);
  for (int n = 0; n < scaled(400); ++n) {
    const Vec3 radii = n % 2 ? Vec3(Vec3::Constant(uniform(random, 0.05, 0.6)))
                             : Vec3(Vec3::Constant(0.05) + random_vector(random, 0.6).cwiseAbs());
    const Mat3 rotation =
        Eigen::AngleAxisd(uniform(random, 0, 3), random_vector(random, 1).normalized()).toRotationMatrix();
    const Ellipsoid solid{random_vector(random, 1), radii, rotation};
    const std::optional<Ellipse> e =
        n % 2 ? outline(test_view, Sphere{solid.center, radii.x()}) : outline(test_view, solid);
    ASSERT_TRUE(e);
    // Silhouette points: in the ellipsoid's own unit ball, the circle of points with normals perpendicular to the ray.
    const Vec3 eye = (rotation.transpose() * (test_view.eye - solid.center)).cwiseQuotient(radii);
    const double distance = eye.norm();
    const Vec3 axis = eye / distance;
    const Vec3 side = axis.unitOrthogonal(), other = axis.cross(side);
    for (int k = 0; k < 24; ++k) {
      const double a = 2 * M_PI * k / 24, c = 1 / distance, s = std::sqrt(1 - c * c);
      const Vec3 unit = c * axis + s * (std::cos(a) * side + std::sin(a) * other);
      const Vec2 p = test_view.project(solid.center + rotation * radii.cwiseProduct(unit));
      ASSERT_NEAR(off_ellipse(*e, p), 0.0, 1e-6);
    }
  }
}

// Is this point of the picture inside the hull? By its polygon of tangent points and the two ellipses.
bool inside_hull(const Hull& hull, const Vec2& p) {
  if (off_ellipse(hull.a, p) < 0.0 || off_ellipse(hull.b, p) < 0.0) return true;
  const Vec2 corners[4] = {hull.a1, hull.b1, hull.b2, hull.a2};
  int turns = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec2 edge = corners[(i + 1) % 4] - corners[i], v = p - corners[i];
    turns += edge.x() * v.y() - edge.y() * v.x() > 0.0 ? 1 : -1;
  }
  return std::abs(turns) == 4;
}

TEST(Outline, HullsCoverExactlyWhatRaysHit) {
  Random random(2);
  int checked = 0;
  for (int n = 0; n < scaled(200); ++n) {
    const Vec3 a = random_vector(random, 1), b = random_vector(random, 1);
    const double ra = uniform(random, 0.05, 0.4), rb = uniform(random, 0.05, 0.4);
    const Solid solid = n % 2 ? Solid(RoundCone{a, b, ra, rb}) : Solid(Shape(Cylinder{a, b, ra}));
    const std::optional<Hull> hull =
        n % 2 ? outline(test_view, RoundCone{a, b, ra, rb}) : outline(test_view, Cylinder{a, b, ra});
    if (!hull) continue;
    for (int k = 0; k < 200; ++k) {
      const Vec2 p(uniform(random, 0, 640), uniform(random, 0, 480));
      const bool near_edge =
          std::abs(off_ellipse(hull->a, p)) < 0.01 || std::abs(off_ellipse(hull->b, p)) < 0.01;
      const Ray ray = test_view.ray(p.x(), p.y());
      const bool hit = cast(solid, ray.origin, ray.direction).has_value();
      if (!near_edge) {
        ASSERT_EQ(hit, inside_hull(*hull, p)) << "case " << n << " at " << p.transpose();
      }
      checked += hit ? 1 : 0;
    }
  }
  EXPECT_GT(checked, scaled(200) * 4);
}

TEST(Outline, OuterArcIsTheOneAwayFromTheOtherEnd) {
  const Ellipse circle{{0, 0}, {1, 1}, 0.0};
  const ArcFlags right = outer_arc(circle, {0, 1}, {0, -1}, {-3, 0});  // the half towards +x, y down
  EXPECT_FALSE(right.positive);
  const ArcFlags large = outer_arc(circle, {-0.6, 0.8}, {-0.6, -0.8}, {-3, 0});
  EXPECT_TRUE(large.large);
  const ArcFlags small = outer_arc(circle, {0.6, 0.8}, {0.6, -0.8}, {-3, 0});
  EXPECT_FALSE(small.large);
}

TEST(Painter, PaintsBackToFront) {
  // The leg's middle is nearer to the eye than the table top's, yet the top hides the leg's upper end.
  const Solid top = Shape(Box{{0, 0, 1}, {2, 2, 0.1}}),
              leg = Shape(Cylinder{{0.8, -0.8, 0}, {0.8, -0.8, 0.95}, 0.05});
  const Solid ball = Shape(Sphere{{0, 0, 1.3}, 0.25}), behind = Shape(Sphere{{100, 0, 0}, 1});
  const View from_above({.eye = {3, -4, 4}, .target = {0, 0, 0.5}, .field_of_view = 0.8}, 640, 480);
  const std::vector<int> order = painting_order(from_above, {&ball, &top, &leg});
  EXPECT_EQ(order, (std::vector<int>{2, 1, 0}));
  const View backwards({.eye = {0, 0, 3}, .target = {-1, 0, 3}, .field_of_view = 0.8}, 640, 480);
  EXPECT_TRUE(painting_order(backwards, {&behind}).empty());
}

TEST(View, RollLeansWhatIsUpToTheRight) {
  const Camera upright{.eye = {5, 0, 1}, .target = {0, 0, 1}, .field_of_view = 0.6};
  Camera rolled = upright;
  rolled.roll = std::acos(-1.0) / 2;
  const View straight(upright, 400, 400), leaning(rolled, 400, 400);
  // A quarter turn: what was above is on the left, what was on the right is above.
  EXPECT_LT((straight.project({0, 0, 1.5}) - leaning.project({0, 0.5, 1})).norm(), 1e-9);
  EXPECT_LT(leaning.project({0, 0, 1.5}).x(), 200 - 1);
  EXPECT_NEAR(leaning.project({0, 0, 1.5}).y(), 200, 1e-9);
}

TEST(Svg, IsWellFormedAndSmall) {
  Scene scene = test::chain_scene(30, 0.1);
  scene.world.obstacles.push_back({"box", Box{{0.5, 0, 0.2}, {0.3, 0.3, 0.3}}, {}});
  scene.world.obstacles.push_back({"can", Cylinder{{1.5, 0, 0}, {1.5, 0, 0.3}, 0.1}, {}});
  scene.tasks.add("a<b>&\"c\"\x01\xff", Reach{.frame = scene.figure.frame("tip"), .target = {1, 0, 1}});
  for (const PictureTheme theme : {PictureTheme::dark, PictureTheme::light}) {
    PictureOptions options;
    options.theme = theme;
    options.show_names = options.show_frames = options.show_joints = options.show_skeleton = true;
    const std::string text = svg_text(scene, options);
    tinyxml2::XMLDocument document;
    ASSERT_EQ(document.Parse(text.data(), text.size()), tinyxml2::XML_SUCCESS);
    ASSERT_STREQ(document.RootElement()->Name(), "svg");
    EXPECT_NE(text.find("a&lt;b&gt;&amp;&quot;c&quot;??"), std::string::npos);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
    EXPECT_LT(text.size(), 40000U);
    EXPECT_EQ(text, svg_text(scene, options));
  }
}

TEST(Svg, EveryGradientUsedIsDefinedOnce) {
  const std::string text = svg_text(test::chain_scene(12, 0.2), {});
  std::set<std::string> defined;
  for (std::size_t at = text.find(" id=\""); at != std::string::npos; at = text.find(" id=\"", at + 1)) {
    EXPECT_TRUE(defined.insert(text.substr(at + 5, text.find('"', at + 5) - at - 5)).second);
  }
  for (std::size_t at = text.find("url(#"); at != std::string::npos; at = text.find("url(#", at + 1)) {
    EXPECT_TRUE(defined.count(text.substr(at + 5, text.find(')', at) - at - 5)));
  }
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(number(12.04), "12");
  EXPECT_EQ(number(0.25, 2), ".25");
  EXPECT_EQ(number(-0.5), "-.5");
  EXPECT_EQ(number(-0.01), "0");
  EXPECT_EQ(number(100.0), "100");
  EXPECT_EQ(number(std::nan("")), "0");
}

}  // namespace
}  // namespace limber::picture
