#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "limber/picture/ray/render.h"
#include "limber/picture/svg/outline.h"
#include "picture/scenes.h"

namespace limber {
namespace {

using test::brightness;
using test::chain_scene;
using test::scene_of;
using test::small_picture;

const Camera from_the_side{.eye = {0, -5, 1}, .target = {0, 0, 1}, .field_of_view = 0.6};

TEST(Render, SilhouetteOfASphereHasTheAreaOfItsProjectedEllipse) {
  // Off the axis the outline is an ellipse, not a circle.
  const Sphere ball{{1.0, 0.5, 1.6}, 0.45};
  Scene scene = scene_of({{ball, Color{1, 1, 1}}});
  PictureOptions options = small_picture(320, 240);
  options.camera = from_the_side;
  options.ground = false;
  const Image with = render(scene, options);
  const Image without = render(scene_of({}), options);
  double covered = 0.0;
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 320; ++x)
      covered += brightness(with, x, y) > brightness(without, x, y) + 20.0 ? 1.0 : 0.0;
  }
  const picture::View view(from_the_side, 320, 240);
  const picture::Ellipse outline = *picture::outline(view, ball);
  const double area = std::numbers::pi * outline.radii.x() * outline.radii.y();
  const double circumference = 2.0 * std::numbers::pi * outline.radii.x();
  EXPECT_GT(outline.radii.x(), 1.01 * outline.radii.y());
  EXPECT_NEAR(covered, area, 0.5 * circumference);  // edge pixels are counted from a quarter covered or so
}

TEST(Render, MiddleOfARedSphereIsReddish) {
  Scene scene = scene_of({{Sphere{{0, 0, 1}, 0.6}, Color{0.9, 0.1, 0.1}}});
  PictureOptions options = small_picture();
  options.camera = from_the_side;
  const Image image = render(scene, options);
  const std::uint8_t* p = image.pixel(80, 50);
  EXPECT_GT(p[0], 2 * p[1]);
  EXPECT_GT(p[0], 2 * p[2]);
  EXPECT_GT(p[0], 80);
}

TEST(Render, GroundIsDarkerBeneathAnObjectThanAwayFromIt) {
  Scene scene = scene_of({{Sphere{{0, 0, 0.5}, 0.5}, std::nullopt}});
  PictureOptions options = small_picture(320, 200);
  options.camera = Camera{{0, -6, 1.2}, {0, 0, 0.3}, 0.5};
  const Image image = render(scene, options);
  const picture::View view(*options.camera, 320, 200);
  const Vec2 beneath = view.project({0.0, -0.12, 0.0}), away = view.project({-1.4, -0.9, 0.0});
  const double dark = brightness(image, static_cast<int>(beneath.x()), static_cast<int>(beneath.y()));
  const double lit = brightness(image, static_cast<int>(away.x()), static_cast<int>(away.y()));
  EXPECT_LT(dark, 0.75 * lit);
}

TEST(Render, SameBitsOnEveryRunAndWithAnyNumberOfThreads) {
  Scene scene = chain_scene(12, 0.2);
  PictureOptions options = small_picture(300, 200);
  const Image once = render(scene, options);
  EXPECT_EQ(once, render(scene, options));
  options.threads = 2;
  EXPECT_EQ(once, render(scene, options));
  options.threads = 5;
  EXPECT_EQ(once, render(scene, options));
}

TEST(Render, AutomaticCameraFitsTheScene) {
  Scene scene = scene_of(
      {{Box{{3, 2, 1}, {0.5, 0.5, 2.0}}, Color{1, 1, 1}}, {Sphere{{4, 2, 0.3}, 0.3}, Color{1, 1, 1}}});
  PictureOptions options = small_picture(200, 200);
  options.ground = false;
  const Image image = render(scene, options);
  int left = 200, right = 0, top = 200, bottom = 0;
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 200; ++x) {
      if (brightness(image, x, y) < 70.0) continue;
      left = std::min(left, x), right = std::max(right, x), top = std::min(top, y),
      bottom = std::max(bottom, y);
    }
  }
  EXPECT_GT(std::min(left, top), 4);
  EXPECT_LT(std::max(right, bottom), 195);
  EXPECT_GT(std::max(right - left, bottom - top), 140);
}

TEST(Render, TargetIsShownInTheAccentColour) {
  Scene scene = chain_scene(4, 0.0);
  scene.tasks.add("reach", Reach{.frame = scene.figure.frame("tip"), .target = {0.2, 0, 0.4}});
  PictureOptions options = small_picture(320, 200);
  const auto orange_pixels = [&] {
    const Image image = render(scene, options);
    int count = 0;
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 320; ++x) {
        const std::uint8_t* p = image.pixel(x, y);
        count += p[0] > 150 && p[0] > p[1] + 50 && p[1] > p[2] + 30 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(orange_pixels(), 5);
  options.show_targets = false;
  EXPECT_EQ(orange_pixels(), 0);
}

TEST(Render, ProgressGrowsToOneOnTheCallingThread) {
  PictureOptions options = small_picture(300, 300);
  options.threads = 2;
  std::vector<double> seen;
  options.progress = [&](double part) { seen.push_back(part); };
  render(chain_scene(3, 0.1), options);
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), 1.0);
}

TEST(Render, TurntableMakesAFullTurn) {
  PictureOptions options = small_picture(64, 48);
  options.frames = 4;
  const std::vector<Image> images = render_turntable(chain_scene(5, 0.1), options);
  ASSERT_EQ(images.size(), 4U);
  EXPECT_NE(images[0], images[1]);
  options.turn = std::numbers::pi;
  EXPECT_EQ(images[2], render(chain_scene(5, 0.1), options));
}

TEST(Render, OddScenesNeitherCrashNorHang) {
  PictureOptions options = small_picture(48, 32);
  options.show_center_of_mass = options.show_frames = options.show_joints = options.show_skeleton = true;
  const auto draws = [&](const Scene& scene) {
    EXPECT_EQ(render(scene, options).rgb.size(), 48U * 32U * 3U);
    EXPECT_FALSE(svg_text(scene, options).empty());
  };
  draws(scene_of({}));
  const double nan = std::nan(""), inf = HUGE_VAL;
  for (const Shape& odd : std::vector<Shape>{
           Sphere{Vec3::Zero(), 0.0}, Sphere{Vec3::Zero(), -1.0}, Sphere{Vec3::Zero(), 1e300},
           Sphere{Vec3::Zero(), nan}, Sphere{Vec3(1e9, 1e9, 1e9), 1.0}, Sphere{Vec3(1e-9, 0, 0), 1e-9},
           Sphere{Vec3(inf, 0, 0), 1.0}, Box{Vec3::Zero(), Vec3::Zero()}, Box{Vec3::Zero(), Vec3(1, 1, 0)},
           Capsule{Vec3::Zero(), Vec3::Zero(), 0.1}, Cylinder{Vec3::Zero(), Vec3::Zero(), 0.1},
           Cylinder{Vec3::Zero(), Vec3::UnitX(), 0.0}, Ellipsoid{Vec3::Zero(), Vec3(1, 1, 0)},
           Ellipsoid{Vec3::Zero(), Vec3(1, 1e-9, 1e6)}, Plane{Vec3(nan, 0, 0), Vec3::UnitZ()},
           Plane{Vec3::Zero(), Vec3::Zero()}, MeshReference{}}) {
    Scene scene = scene_of({{Sphere{Vec3(0, 0, 1), 0.5}, {}}});
    scene.world.obstacles.push_back({"odd", odd, {}});
    draws(scene);
    scene = scene_of({});
    scene.world.obstacles.push_back({"odd", odd, {}});
    draws(scene);
  }
  Scene inside = scene_of({{Sphere{Vec3::Zero(), 10.0}, {}}, {Box{Vec3::Zero(), Vec3(8, 8, 8)}, {}}});
  inside.camera = Camera{{0, 0, 1}, {1, 0, 1}, 1.0};
  draws(inside);
  Scene straight_down = scene_of({{Sphere{Vec3::Zero(), 1.0}, {}}});
  straight_down.camera = Camera{{0, 0, 5}, {0, 0, 0}, 1.0};
  draws(straight_down);
  Scene planes = scene_of({{Sphere{Vec3(0, 0, 1), 1.0}, {}}});
  planes.world.obstacles.push_back({"wall", Plane{Vec3(2, 0, 0), -Vec3::UnitX()}, {}});
  planes.world.obstacles.push_back({"floor", Plane{}, {}});
  draws(planes);
  options.width = options.height = 1;
  EXPECT_EQ(render(planes, options).rgb.size(), 3U);
}

TEST(Render, OptionsOutOfRangeAreRefusedInOneSentence) {
  const Scene scene = scene_of({});
  const auto refused = [&](auto change) {
    PictureOptions options = small_picture();
    change(options);
    EXPECT_THROW(render(scene, options), std::invalid_argument);
    EXPECT_THROW(svg_text(scene, options), std::invalid_argument);
  };
  refused([](PictureOptions& o) { o.width = 0; });
  refused([](PictureOptions& o) { o.height = -3; });
  refused([](PictureOptions& o) { o.width = 16385; });
  refused([](PictureOptions& o) { o.samples = 0; });
  refused([](PictureOptions& o) { o.light_samples = 1000; });
  refused([](PictureOptions& o) { o.turn = std::nan(""); });
  refused([](PictureOptions& o) { o.camera = Camera{{1, 1, 1}, {1, 1, 1}, 0.6}; });
  refused([](PictureOptions& o) { o.camera = Camera{{1, 1, 1}, {0, 0, 0}, 4.0}; });
  refused([](PictureOptions& o) { o.camera = Camera{{std::nan(""), 1, 1}, {0, 0, 0}, 0.6}; });
  try {
    PictureOptions options = small_picture();
    options.width = 20000;
    render(scene, options);
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "picture: width is 20000, expected 1 to 16384");
  }
}

}  // namespace
}  // namespace limber
