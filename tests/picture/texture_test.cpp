// A texture is seen where its places on the mesh say, in its own colours.

#include <gtest/gtest.h>

#include "limber/picture/picture.h"
#include "picture/scenes.h"

namespace limber {
namespace {

// A square of side 2 in the plane y = 0, seen from -y; the image red and green above, blue and yellow below.
std::shared_ptr<const Mesh> painted_square() {
  Mesh mesh;
  mesh.points = {{-1, 0, 0}, {1, 0, 0}, {1, 0, 2}, {-1, 0, 2}};
  mesh.normals.assign(4, {0, -1, 0});
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  mesh.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  mesh.parts = {{0, 2, std::nullopt, 0}};
  Texture texture{2, 2, {220, 10, 10, 10, 220, 10, 10, 10, 220, 220, 220, 10}, 1};
  mesh.textures = {std::make_shared<const Texture>(texture)};
  return std::make_shared<const Mesh>(std::move(mesh));
}

Image picture_of(const std::shared_ptr<const Mesh>& mesh, std::optional<Color> color = {}) {
  FigureDescription description;
  description.name = "square";
  SegmentDescription root;
  root.name = "root";
  root.visuals.push_back({"square.obj", Vec3::Ones(), {}, color, mesh});
  description.segments.push_back(root);
  const Figure figure = Figure::build(description).value();
  PictureOptions options = test::small_picture(120, 120);
  options.camera = Camera{.eye = {0, -5, 1}, .target = {0, 0, 1}, .field_of_view = 0.6};
  options.ground = false;
  return render(Scene{.figure = figure, .posture = figure.rest_posture()}, options);
}

// Which of its colours is strongest: "r", "g", "b", or "rg" where two are alike.
std::string strongest(const Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  const int most = std::max({p[0], p[1], p[2]});
  std::string names;
  for (int k = 0; k < 3; ++k) {
    if (2 * p[k] > most) names += "rgb"[k];
  }
  return names;
}

TEST(PictureTexture, IsSeenUprightInItsOwnColors) {
  const Image image = picture_of(painted_square());
  EXPECT_EQ(strongest(image, 40, 40), "r");
  EXPECT_EQ(strongest(image, 80, 40), "g");
  EXPECT_EQ(strongest(image, 40, 80), "b");
  EXPECT_EQ(strongest(image, 80, 80), "rg");
}

TEST(PictureTexture, ColorOfTheVisualDoesNotHideIt) {
  EXPECT_EQ(picture_of(painted_square(), Color{0, 0, 1}).rgb, picture_of(painted_square()).rgb);
}

TEST(PictureTexture, IsMultipliedByTheColorOfItsPartAndRepeatedBeyondItsSides) {
  Mesh mesh = *painted_square();
  mesh.parts[0].color = Color{1, 0, 0};
  const Image red = picture_of(std::make_shared<const Mesh>(mesh));
  EXPECT_EQ(strongest(red, 80, 80), "r");
  mesh.parts[0].color.reset();
  for (auto& [u, v] : mesh.uvs) u += 3.0f, v -= 2.0f;
  EXPECT_EQ(strongest(picture_of(std::make_shared<const Mesh>(mesh)), 40, 80), "b");
}

}  // namespace
}  // namespace limber
