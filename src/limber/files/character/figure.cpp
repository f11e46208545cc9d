// The description of a figure completed by its skin and its capsules, built, and put into motion.

#include "limber/files/character/figure.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "limber/files/character/refused.h"
#include "limber/world/overlapping_pairs.h"

namespace limber::character {

namespace {

constexpr double thinnest = 1e-4;  // [m] thinner capsules are left out

// The points that follow a bone most, in the frame of its segment.
std::vector<std::vector<Vec3>> points_by_bone(const Skeleton& skeleton, const Skin& skin) {
  std::map<std::string, std::size_t> by_name;
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) by_name.emplace(skeleton.bones[b].name, b);
  std::vector<std::size_t> number;  // of the skeleton's bone, by bone of the skin
  for (const Skin::Bone& bone : skin.bones) number.push_back(by_name.at(bone.segment));
  std::vector<std::vector<Vec3>> points(skeleton.bones.size());
  for (std::size_t k = 0; k < skin.mesh->points.size(); ++k) {
    const Mesh::Influence& influence = skin.mesh->influences[k];
    const auto most =
        std::max_element(influence.weights.begin(), influence.weights.end()) - influence.weights.begin();
    const std::size_t bone = influence.bones[static_cast<std::size_t>(most)];
    const auto& p = skin.mesh->points[k];
    const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
    points[number[bone]].push_back(skin.bones[bone].from_mesh.leftCols<3>() * point +
                                   skin.bones[bone].from_mesh.col(3));
  }
  return points;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::optional<Capsule> capsule_in(const std::vector<Vec3>& points, const Bone& bone) {
  if (points.empty()) return std::nullopt;
  Vec3 along = bone.end;
  if (bone.is_limb_end || along.norm() < thinnest) {  // to the middle of what it carries, and as far beyond
    Vec3 middle = Vec3::Zero();
    for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
    along = 2.0 * middle;
  }
  const double length = along.norm();
  if (length < thinnest) along = Vec3::UnitZ() * thinnest;
  const Vec3 axis = along.normalized();
  std::vector<double> away;
  for (const Vec3& p : points) {
    const double s = std::clamp(axis.dot(p), 0.0, length);
    away.push_back((p - s * axis).norm());
  }
  const double radius = median(away);
  if (radius < thinnest) return std::nullopt;
  const double inset = std::min(radius, 0.5 * length);
  return Capsule{inset * axis, (length - inset) * axis, radius};
}

// Pairs that the capsules make overlap at rest are no collisions.
Expected<Figure> with_pairs(Figure figure) {
  std::vector<UncheckedPair> pairs = overlapping_pairs(figure);
  if (pairs.empty()) return figure;
  FigureDescription description = figure.description();
  description.unchecked_pairs = std::move(pairs);
  return Figure::build(std::move(description));
}

}  // namespace

MovingFigure moving_figure(Parts parts, const std::string& name) {
  const Skeleton& skeleton = parts.skeleton;
  FigureDescription description = describe(skeleton, parts.nodes);
  const std::filesystem::path path(name);
  description.name = path.stem().string().empty() ? "character" : path.stem().string();
  if (parts.skin) {
    description.skin = {.file = path.filename().string(), .skin = parts.skin};
    if (!parts.skin->is_rigid)
      parts.notes.push_back("its bones are stretched differently: the skin is blended linearly");
    const std::vector<std::vector<Vec3>> points = points_by_bone(skeleton, *parts.skin);
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
      if (const auto capsule = capsule_in(points[b], skeleton.bones[b])) {
        description.segments[b].shapes.push_back({*capsule, {}});
      }
    }
  }
  Expected<Figure> figure = Figure::build(std::move(description));
  if (figure) figure = with_pairs(std::move(*figure));
  if (!figure) throw Refused{figure.error().message};
  Motion motion;
  if (parts.animation) motion = motion_of(skeleton, parts.nodes, *parts.animation, *figure);
  if (motion.name.empty()) motion.name = figure->name();
  for (std::string& note : parts.notes) note = name + ": " + note;
  return {std::move(*figure), std::move(motion), std::move(parts.notes)};
}

}  // namespace limber::character
