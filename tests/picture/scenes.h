#pragma once
// Small scenes made by hand, with answers that can be worked out on paper.

#include <cmath>

#include "limber/picture/picture.h"

namespace limber::test {

// A figure of one segment, fixed at the origin, with these shapes.
inline Scene scene_of(std::vector<BodyShape> shapes) {
  FigureDescription description;
  description.name = "made by hand";
  SegmentDescription root;
  root.name = "root";
  root.shapes = std::move(shapes);
  description.segments.push_back(root);
  Figure figure = Figure::build(description).value();
  Posture rest = figure.rest_posture();
  return Scene{.figure = figure, .posture = rest};
}

// A chain of spheres, each on its own segment, bent by `bend` at every joint.
inline Scene chain_scene(int links, double bend) {
  FigureDescription description;
  description.name = "chain";
  for (int i = 0; i < links; ++i) {
    SegmentDescription link;
    link.name = "link" + std::to_string(i);
    if (i > 0) {
      link.parent = "link" + std::to_string(i - 1);
      link.before = Transform::at({0.1, 0, 0});
      link.joint.type = JointType::revolute;
      link.joint.axis = Vec3::UnitY();
      link.joint.rest = {bend};
    }
    link.shapes = {{Sphere{Vec3::Zero(), 0.08 - 0.04 * i / links}, std::nullopt}};
    description.segments.push_back(link);
  }
  description.frames.push_back({"tip", "link" + std::to_string(links - 1), Transform{}});
  Figure figure = Figure::build(description).value();
  Posture rest = figure.rest_posture();
  return Scene{.figure = figure, .posture = rest};
}

inline PictureOptions small_picture(int width = 160, int height = 100) {
  PictureOptions options;
  options.width = width;
  options.height = height;
  options.threads = 1;
  return options;
}

inline double brightness(const Image& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return (p[0] + p[1] + p[2]) / 3.0;
}

}  // namespace limber::test
