// Fits a camera to everything in the scene.

#include "analysis/picture_view.h"

#include <algorithm>
#include <cmath>

#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/points.h"
#include "report/info_report.h"

namespace limber::cli {

namespace {

constexpr double field_of_view = 0.5;  // [rad] vertical
constexpr double filled = 0.85;        // of the picture

struct Direction {
  Vec3 towards_eye, right;
};

Direction direction_of(const std::string& view) {
  if (view == "front") return {Vec3::UnitX(), Vec3::UnitY()};
  if (view == "side") return {-Vec3::UnitY(), Vec3::UnitX()};
  return {Vec3::UnitZ(), Vec3::UnitX()};
}

}  // namespace

const std::vector<std::string>& view_names() {
  static const std::vector<std::string> names = {"front", "side", "top", "three-quarter"};
  return names;
}

Bounds bounds_of_scene(const Scene& scene) {
  Bounds all = extent_of(scene.figure, scene.posture);
  const auto include = [&](const Vec3& min, const Vec3& max) {
    all = {all.min.cwiseMin(min), all.max.cwiseMax(max)};
  };
  for (const Obstacle& obstacle : scene.world.obstacles) {
    if (const auto around = bounds(obstacle.shape)) include(around->min, around->max);
  }
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  MassDistribution masses(scene.figure);
  masses.update(kinematics);
  for (const TaskList::Entry& entry : scene.tasks) {
    const TaskPoints points = points_of(entry.task, kinematics, masses);
    if (entry.settings.enabled && points.to) include(*points.to, *points.to);
  }
  return all;
}

std::optional<Camera> view_camera(const Scene& scene, const std::string& view, double aspect) {
  if (view == "three-quarter") return std::nullopt;
  const auto [towards_eye, right] = direction_of(view);
  const Vec3 up = towards_eye.cross(right);
  const Bounds around = bounds_of_scene(scene);
  const Vec3 half = 0.5 * (around.max - around.min);
  const double tangent = filled * std::tan(0.5 * field_of_view);
  // The near face of the box is the one that has to fit.
  const double across = std::max(half.dot(right.cwiseAbs()) / aspect, half.dot(up.cwiseAbs()));
  const double distance = std::max(across, 1e-3) / tangent + half.dot(towards_eye.cwiseAbs());
  Camera camera;
  camera.target = 0.5 * (around.min + around.max);
  camera.eye = camera.target + distance * towards_eye;
  camera.field_of_view = field_of_view;
  return camera;
}

}  // namespace limber::cli
