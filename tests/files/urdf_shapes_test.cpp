// Geometry, colors and meshes.

#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

TEST(UrdfShapes, CollisionGeometryIsTakenAndVisualWhereThereIsNone) {
  const FigureDescription figure = describe_file("arm.urdf");
  const auto& table = segment_of(figure, "table").shapes;
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table[0].shape, Shape(Box{Vec3::Zero(), Vec3(0.8, 0.6, 0.04)}));
  const auto& column = segment_of(figure, "column").shapes;
  ASSERT_EQ(column.size(), 1u);
  EXPECT_EQ(column[0].shape, Shape(Cylinder{Vec3::Zero(), Vec3(0, 0, 0.4), 0.06}));  // not the thinner visual
  EXPECT_TRUE(segment_of(figure, "tip").shapes.empty());
}

TEST(UrdfShapes, CylindersLieAlongTheirOwnZ) {
  const FigureDescription figure = describe_file("arm.urdf");
  const auto& boom = segment_of(figure, "boom").shapes;
  ASSERT_EQ(boom.size(), 2u);  // the visual mesh gives way to the collision shapes
  const auto& cylinder = std::get<Cylinder>(boom[0].shape);
  EXPECT_LT((cylinder.a - Vec3(0, 0, 0)).norm(), 1e-16);
  EXPECT_LT((cylinder.b - Vec3(0.5, 0, 0)).norm(), 1e-16);
  EXPECT_EQ(cylinder.radius, 0.02);
  EXPECT_EQ(boom[1].shape, Shape(Sphere{Vec3::Zero(), 0.05}));
}

TEST(UrdfShapes, BoxesTurnWithTheirOrigin) {
  const auto shapes = segment_of(describe_file("arm.urdf"), "slider").shapes;
  ASSERT_EQ(shapes.size(), 2u);
  const auto& box = std::get<Box>(shapes[0].shape);
  EXPECT_EQ(box.center, Vec3(0.1, 0, 0));
  EXPECT_EQ(box.size, Vec3(0.2, 0.02, 0.03));
  EXPECT_LT((box.rotation - rpy_rotation(0.1, 0.2, 0.3)).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(UrdfShapes, CapsulesAreRead) {
  const auto shapes = segment_of(describe_file("oddities.urdf"), "forearm").shapes;
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes[0].shape, Shape(Capsule{Vec3(0, 0, -0.15), Vec3(0, 0, 0.15), 0.05}));
}

TEST(UrdfShapes, ColorsComeFromTheVisual) {
  const FigureDescription figure = describe_file("arm.urdf");
  EXPECT_FALSE(segment_of(figure, "table").shapes[0].color.has_value());
  EXPECT_EQ(segment_of(figure, "column").shapes[0].color, (Color{0.6, 0.6, 0.7}));  // named
  EXPECT_EQ(segment_of(figure, "boom").shapes[0].color, (Color{0.9, 0.2, 0.1}));    // its own, nameless
  EXPECT_EQ(segment_of(figure, "slider").shapes[0].color, (Color{0.6, 0.6, 0.7}));
  EXPECT_FALSE(segment_of(figure, "slider").shapes[1].color.has_value());
}

TEST(UrdfShapes, OddColorsAreTolerated) {
  const auto shapes = segment_of(describe_file("oddities.urdf"), "upper arm").shapes;
  ASSERT_EQ(shapes.size(), 4u);                  // what has no extent is left out
  EXPECT_EQ(shapes[0].color, (Color{0, 0, 1}));  // the first of two materials of one name
  EXPECT_EQ(shapes[1].color, (Color{1, 1, 0}));  // counted to 255
  EXPECT_FALSE(shapes[2].color.has_value());     // a texture
  EXPECT_FALSE(shapes[3].color.has_value());     // not defined anywhere
}

TEST(UrdfShapes, MeshesAreKeptByReference) {
  const auto slider = segment_of(describe_file("arm.urdf"), "slider").shapes;
  const auto& mesh = std::get<MeshReference>(slider[1].shape);
  EXPECT_EQ(mesh.file, "package://desk_arm/meshes/slider.stl");
  EXPECT_EQ(mesh.scale, Vec3(0.001, 0.001, -0.001));
  EXPECT_EQ(mesh.place.translation, Vec3(0.05, 0, 0.01));
  // The tip is at (0.2, 0, 0): a box from the origin to there, with a margin of a quarter of that.
  EXPECT_LT((mesh.box.center - Vec3(0.1, 0, 0)).norm(), 1e-16);
  EXPECT_LT((mesh.box.size - Vec3(0.25, 0.05, 0.05)).norm(), 1e-16);

  const FigureDescription oddities = describe_file("oddities.urdf");
  double span = 0.0;
  for (std::string at = "hand"; !at.empty(); at = segment_of(oddities, at).parent) {
    span += segment_of(oddities, at).before.translation.norm();
  }
  const auto hand = segment_of(oddities, "hand").shapes;
  ASSERT_EQ(hand.size(), 1u);  // the collision mesh, in the color of the visual one
  EXPECT_EQ(std::get<MeshReference>(hand[0].shape).file, "package://arm/hand.stl");
  EXPECT_EQ(hand[0].color, (Color{0, 0, 1}));
  // It has no children: a cube of the size of the step from its parent, at most a tenth of the robot.
  EXPECT_LT((std::get<MeshReference>(hand[0].shape).box.size - Vec3::Constant(span / 10)).norm(), 1e-12);
}

}  // namespace
}  // namespace limber
