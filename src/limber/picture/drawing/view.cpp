// Projection, and the automatic camera.

#include "limber/picture/drawing/view.h"

#include <cmath>

#include "limber/math/rotation.h"

namespace limber::picture {

View::View(const Camera& camera, int w, int h)
    : eye(camera.eye), pixel(2.0 * std::tan(0.5 * camera.field_of_view) / h), width(w), height(h) {
  forward = (camera.target - camera.eye).normalized();
  const bool looks_straight_up_or_down = std::abs(forward.z()) > 1.0 - 1e-9;
  right = forward.cross(looks_straight_up_or_down ? Vec3::UnitY() : Vec3::UnitZ()).normalized();
  up = right.cross(forward);
  const Vec3 level = right, upright = up;
  right = std::cos(camera.roll) * level - std::sin(camera.roll) * upright;
  up = std::cos(camera.roll) * upright + std::sin(camera.roll) * level;
}

namespace {

constexpr double field_of_view = 0.5;  // [rad] a long lens, so that near limbs do not look large
constexpr double filled_share = 0.82;  // of the picture is filled

// The direction from the middle of the figure to the camera.
Vec3 pleasant_direction(const Vec3& extent) {
  const double largest = std::max(extent.maxCoeff(), 1e-300);
  const Vec3 relative = extent / largest;
  if (relative.z() < 0.15) return Vec3(0.30, -0.75, 0.95).normalized();  // lies on the ground
  if (relative.y() < 0.15) return Vec3(0.30, -1.0, 0.22).normalized();   // stands in the xz plane
  if (relative.x() < 0.15) return Vec3(1.0, -0.30, 0.22).normalized();   // stands in the yz plane
  return Vec3(0.66, -0.75, 0.30).normalized();
}

}  // namespace

Camera framing_camera(const Drawing& drawing, double aspect) {
  std::vector<const Solid*> solids;
  for (const Drawable& d : drawing.drawables) solids.push_back(&d.solid);
  for (const Mark& m : drawing.marks) solids.push_back(&m.solid);
  if (solids.empty()) return Camera{};

  const auto extreme = [&](const Vec3& direction) {
    double most = -std::numeric_limits<double>::infinity();
    for (const Solid* solid : solids) most = std::max(most, support(*solid, direction));
    return most;
  };
  const auto extent = [&](const Vec3& axis) { return extreme(axis) + extreme(-axis); };
  const Vec3 towards_eye =
      pleasant_direction({extent(Vec3::UnitX()), extent(Vec3::UnitY()), extent(Vec3::UnitZ())});
  const Vec3 right = Vec3::UnitZ().cross(towards_eye).normalized();
  const Vec3 up = towards_eye.cross(right);

  // With x along `right`, d towards the eye at (cx, ., D), and t the tangent of the half field of view, a
  // point is visible if |x - cx| <= (D - d) t. So D >= (max(x + d t) + max(-x + d t))/(2 t), cx between.
  const auto fit = [&](const Vec3& axis, double tangent) {
    const double most = extreme(axis + tangent * towards_eye);
    const double least = extreme(-axis + tangent * towards_eye);
    return std::pair{(most + least) / (2.0 * tangent), 0.5 * (most - least)};
  };
  const double tangent = std::tan(0.5 * field_of_view) * filled_share;
  const auto [depth_x, center_x] = fit(right, tangent * aspect);
  const auto [depth_y, center_y] = fit(up, tangent);
  const double depth = std::max(depth_x, depth_y);
  const double middle = 0.5 * (extreme(towards_eye) - extreme(-towards_eye));
  Camera camera;
  camera.target = center_x * right + center_y * up + middle * towards_eye;
  camera.eye = camera.target + std::max(depth - middle, 1e-6 * std::abs(depth) + 1e-9) * towards_eye;
  camera.field_of_view = field_of_view;
  return camera;
}

}  // namespace limber::picture
