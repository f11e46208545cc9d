#include "limber/picture/stage.h"

namespace limber::picture {

namespace {

std::vector<Bounds> boxes_of(const std::vector<Drawable>& drawables, const std::vector<Fillet>& fillets) {
  std::vector<Bounds> boxes;
  boxes.reserve(drawables.size() + fillets.size());
  for (const Drawable& d : drawables) boxes.push_back(bounds_of(d.solid));
  for (const Fillet& f : fillets) boxes.push_back(f.box);
  return boxes;
}

std::vector<Bounds> boxes_of(const std::vector<Mark>& marks) {
  std::vector<Bounds> boxes;
  boxes.reserve(marks.size());
  for (const Mark& m : marks) boxes.push_back(bounds_of(m.solid));
  return boxes;
}

}  // namespace

Stage::Stage(Drawing drawing, const PictureOptions& options)
    : drawing_(std::move(drawing)),
      fillets_(options.blend ? fillets_between(drawing_.drawables) : std::vector<Fillet>{}),
      solids_(boxes_of(drawing_.drawables, {})),
      surfaces_(boxes_of(drawing_.drawables, fillets_)),
      marks_(boxes_of(drawing_.marks)) {
  albedos_.reserve(drawing_.drawables.size());
  for (const Drawable& d : drawing_.drawables) albedos_.push_back(linear(d.color));
  if (const std::optional<Bounds> box = bounds_of(drawing_.drawables)) {
    center_ = 0.5 * (box->min + box->max);
    size_ = (box->max - box->min).norm();
  }
}

Surface Stage::first_surface(const Ray& ray) const {
  Surface surface;
  const double precision = 2e-6 * size_;
  const int solid_count = static_cast<int>(drawing_.drawables.size());
  surfaces_.meet(ray, nowhere, [&](int index, double farthest) {
    if (index < solid_count) {
      const auto& solid = drawing_.drawables[static_cast<std::size_t>(index)].solid;
      const std::optional<RayHit> hit = cast(solid, ray.origin, ray.direction);
      if (!hit || !(hit->distance < farthest)) return farthest;
      surface.distance = hit->distance;
      surface.normal = hit->normal;
      surface.index = index;
      surface.albedo = albedo(index);
    } else {
      const Fillet& fillet = fillets_[static_cast<std::size_t>(index - solid_count)];
      const auto hit = fillet.cast(drawing_.drawables, ray, farthest, precision);
      if (!hit) return farthest;
      surface.distance = hit->distance;
      surface.normal = hit->normal;
      surface.index = hit->share < 0.5 ? fillet.one : fillet.other;
      // Colours meet in a narrower band than shapes do, or a dark eye would stain the head.
      surface.albedo = mix(albedo(fillet.one), albedo(fillet.other), smooth_step(0.42, 0.58, hit->share));
    }
    surface.kind = Surface::Kind::solid;
    return surface.distance;
  });
  for (std::size_t i = 0; i < drawing_.floors.size(); ++i) {
    const std::optional<RayHit> hit = cast_ray(Shape(drawing_.floors[i]), ray.origin, ray.direction);
    if (!hit || !(hit->distance < surface.distance)) continue;
    surface = {Surface::Kind::floor, static_cast<int>(i), hit->distance, Vec3::Zero(), hit->normal, Rgb::Zero()};
  }
  if (surface.kind != Surface::Kind::nothing) surface.position = ray.at(surface.distance);
  return surface;
}

MarkHit Stage::first_mark(const Ray& ray) const {
  MarkHit first;
  marks_.meet(ray, nowhere, [&](int index, double farthest) {
    const std::optional<RayHit> hit =
        cast(drawing_.marks[static_cast<std::size_t>(index)].solid, ray.origin, ray.direction);
    if (!hit || !(hit->distance < farthest)) return farthest;
    first = {hit->distance, hit->normal, index};
    return first.distance;
  });
  return first;
}

int Stage::first_solid(const Ray& ray, bool any) const {
  int first = -1;
  solids_.meet(ray, nowhere, [&](int index, double farthest) {
    const std::optional<RayHit> hit =
        cast(drawing_.drawables[static_cast<std::size_t>(index)].solid, ray.origin, ray.direction);
    if (!hit || !(hit->distance < farthest)) return farthest;
    first = index;
    return any ? -1.0 : hit->distance;
  });
  return first;
}

}  // namespace limber::picture
