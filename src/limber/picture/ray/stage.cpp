// Ray queries of a drawing.

#include "limber/picture/ray/stage.h"

namespace limber::picture {

namespace {

template <class Item, class BoxOf>
BoxTree tree_over(const std::vector<Item>& items, BoxOf&& box_of) {
  std::vector<Bounds> boxes;
  boxes.reserve(items.size());
  for (const Item& item : items) boxes.push_back(box_of(item));
  return BoxTree(boxes);
}

}  // namespace

Stage::Stage(Drawing drawing, const PictureOptions& options)
    : drawing_(std::move(drawing)),
      solid_tree_(tree_over(drawing_.drawables, [](const Drawable& d) { return bounds_of(d.solid); })),
      mark_tree_(tree_over(drawing_.marks, [](const Mark& m) { return bounds_of(m.solid); })) {
  albedos_.reserve(drawing_.drawables.size());
  for (const Drawable& d : drawing_.drawables) {
    albedos_.push_back(linear(d.color));
    const MeshSurface* mesh = std::get_if<MeshSurface>(&d.solid);
    if (mesh && mesh->has_texture()) albedos_.back() = albedos_.back().cwiseProduct(mesh->mean_of_texture());
  }
  if (options.blend) blended_.emplace(drawing_.drawables);
  if (const std::optional<Bounds> box = bounds_of(drawing_.drawables)) {
    center_ = 0.5 * (box->min + box->max);
    size_ = (box->max - box->min).norm();
  }
}

Surface Stage::first_surface(const Ray& ray) const {
  Surface surface;
  const double tie = 1e-7 * size_;
  solid_tree_.meet(ray, nowhere, [&](int index, double farthest) {
    const Solid& solid = at(drawing_.drawables, index).solid;
    const std::optional<RayHit> hit = cast(solid, ray.origin, ray.direction);
    // Where faces coincide, the later solid is visible.
    if (!hit || !(hit->distance < farthest + (index > surface.index ? tie : -tie))) return farthest;
    surface = {Surface::Kind::solid, index, hit->distance, Vec3::Zero(), hit->normal, albedo(index)};
    return hit->distance;
  });
  if (surface.kind == Surface::Kind::solid) {
    const Drawable& met = at(drawing_.drawables, surface.index);
    const MeshSurface* mesh = std::get_if<MeshSurface>(&met.solid);
    if (mesh && mesh->has_texture()) {
      surface.albedo = linear(met.color).cwiseProduct(mesh->texture_at(ray.origin, ray.direction));
    }
  }

  if (blended_) {
    const double precision = 4e-5 * size_;
    if (const auto hit = blended_->cast(ray, surface.distance, precision)) {
      surface = {Surface::Kind::solid, hit->main,   hit->distance,
                 Vec3::Zero(),         hit->normal, albedo(hit->main)};
    }
  }

  for (std::size_t i = 0; i < drawing_.floors.size(); ++i) {
    const std::optional<RayHit> hit = cast_ray(Shape(drawing_.floors[i]), ray.origin, ray.direction);
    if (!hit || !(hit->distance < surface.distance)) continue;
    surface = {Surface::Kind::floor, static_cast<int>(i), hit->distance,
               Vec3::Zero(),         hit->normal,         Rgb::Zero()};
  }
  if (surface.kind != Surface::Kind::nothing) surface.position = ray.at(surface.distance);
  return surface;
}

MarkHit Stage::first_mark(const Ray& ray) const {
  MarkHit first;
  mark_tree_.meet(ray, nowhere, [&](int index, double farthest) {
    const std::optional<RayHit> hit = cast(at(drawing_.marks, index).solid, ray.origin, ray.direction);
    if (!hit || !(hit->distance < farthest)) return farthest;
    first = {hit->distance, hit->normal, index};
    return first.distance;
  });
  return first;
}

int Stage::any_solid(const Ray& ray) const {
  int found = -1;
  solid_tree_.meet(ray, nowhere, [&](int index, double farthest) {
    if (!cast(at(drawing_.drawables, index).solid, ray.origin, ray.direction)) return farthest;
    found = index;
    return -1.0;
  });
  return found;
}

}  // namespace limber::picture
