#pragma once
// A pinhole camera: from pixels to rays and back.
//
//   pixel (x, y), y down  <->  direction  forward + (x - w/2) s right - (y - h/2) s up,   s = 2 tan(fov/2)/h

#include "limber/picture/drawing/bvh.h"
#include "limber/picture/drawing/drawable.h"

namespace limber::picture {

struct View {
  Vec3 eye;
  Vec3 right, up, forward;  // unit, perpendicular
  double pixel = 0.0;       // [m] side of a pixel on the plane one metre ahead
  int width = 0, height = 0;

  View(const Camera& camera, int width, int height);

  Ray ray(double x, double y) const {
    const Vec3 towards = forward + (x - 0.5 * width) * pixel * right - (y - 0.5 * height) * pixel * up;
    return Ray(eye, towards.normalized());
  }
  // Written in the camera's axes: right, up, and ahead.
  Vec3 seen(const Vec3& point) const {
    const Vec3 v = point - eye;
    return {right.dot(v), up.dot(v), forward.dot(v)};
  }
  // In pixels; only for points ahead.
  Vec2 project(const Vec3& point) const {
    const Vec3 v = seen(point);
    return {0.5 * width + v.x() / (v.z() * pixel), 0.5 * height - v.y() / (v.z() * pixel)};
  }
};

// A three-quarter view that shows everything and fills the picture up to a margin. Flat figures are seen from
// their wide side.
Camera framing_camera(const Drawing& drawing, double aspect);

}  // namespace limber::picture
