// Compares overlapping solids and sorts them.

#include "limber/picture/svg/painter.h"

#include <cmath>
#include <queue>

namespace limber::picture {

namespace {

constexpr int rays_per_side = 6;
constexpr std::size_t most_compared = 4000;  // with more solids, only the distance counts

struct Placed {
  Vec2 min, max;    // [px] around the outline
  double distance;  // [m] of its middle from the eye
};

// The bounds of a solid in the picture, by the corners of its box.
std::optional<Placed> placed(const View& view, const Solid& solid) {
  const Bounds box = bounds_of(solid);
  Placed result{Vec2::Constant(1e300), Vec2::Constant(-1e300), (0.5 * (box.min + box.max) - view.eye).norm()};
  if (!(-support(solid, -view.forward) > view.forward.dot(view.eye))) return std::nullopt;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p((corner & 1) ? box.max.x() : box.min.x(), (corner & 2) ? box.max.y() : box.min.y(),
                 (corner & 4) ? box.max.z() : box.min.z());
    if (!(view.seen(p).z() > 0.0))
      return Placed{Vec2::Constant(-1e300), Vec2::Constant(1e300), result.distance};
    result.min = result.min.cwiseMin(view.project(p));
    result.max = result.max.cwiseMax(view.project(p));
  }
  return result;
}

// Negative: `one` is in front in most of the overlap; positive: behind; 0: they do not overlap.
int compared(const View& view, const Solid& one, const Solid& other, const Vec2& min, const Vec2& max) {
  int votes = 0;
  for (int j = 0; j < rays_per_side; ++j) {
    for (int i = 0; i < rays_per_side; ++i) {
      const Vec2 p =
          min + (max - min).cwiseProduct(Vec2((i + 0.5) / rays_per_side, (j + 0.5) / rays_per_side));
      const Ray ray = view.ray(p.x(), p.y());
      const auto a = cast(one, ray.origin, ray.direction);
      if (!a) continue;
      const auto b = cast(other, ray.origin, ray.direction);
      if (!b) continue;
      votes += a->distance < b->distance ? -1 : 1;
    }
  }
  return votes;
}

}  // namespace

std::vector<int> painting_order(const View& view, const std::vector<const Solid*>& solids) {
  std::vector<Placed> places(solids.size());
  std::vector<int> by_left;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const std::optional<Placed> place = placed(view, *solids[i]);
    if (!place) continue;
    places[i] = *place;
    by_left.push_back(static_cast<int>(i));
  }
  const auto place = [&](int i) -> const Placed& { return at(places, i); };
  std::sort(by_left.begin(), by_left.end(), [&](int i, int j) {
    return place(i).min.x() != place(j).min.x() ? place(i).min.x() < place(j).min.x() : i < j;
  });

  std::vector<std::vector<int>> painted_after(solids.size());
  std::vector<int> waits_for(solids.size(), 0);
  if (by_left.size() <= most_compared) {
    for (std::size_t a = 0; a < by_left.size(); ++a) {
      for (std::size_t b = a + 1; b < by_left.size(); ++b) {
        const int i = by_left[a], j = by_left[b];
        if (place(j).min.x() > place(i).max.x()) break;
        const Vec2 picture(view.width, view.height);
        const Vec2 min = place(i).min.cwiseMax(place(j).min).cwiseMax(Vec2::Zero());
        const Vec2 max = place(i).max.cwiseMin(place(j).max).cwiseMin(picture);
        if (!(min.x() < max.x() && min.y() < max.y())) continue;
        const int votes = compared(view, *at(solids, i), *at(solids, j), min, max);
        if (votes == 0) continue;
        const int behind = votes < 0 ? j : i, front = votes < 0 ? i : j;
        at(painted_after, behind).push_back(front);
        ++at(waits_for, front);
      }
    }
  }

  // The farthest of those that nothing must be painted before; in a cycle, the farthest of all.
  std::vector<int> remaining = by_left;
  std::sort(remaining.begin(), remaining.end(), [&](int i, int j) {
    return place(i).distance != place(j).distance ? place(i).distance > place(j).distance : i < j;
  });
  std::vector<int> rank(solids.size(), 0);
  for (std::size_t k = 0; k < remaining.size(); ++k) at(rank, remaining[k]) = static_cast<int>(k);
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;  // ranks
  std::vector<bool> done(remaining.size(), false);
  for (std::size_t k = 0; k < remaining.size(); ++k) {
    if (at(waits_for, remaining[k]) == 0) ready.push(static_cast<int>(k));
  }
  std::vector<int> order;
  std::size_t farthest_left = 0;
  while (order.size() < remaining.size()) {
    std::size_t k;
    if (!ready.empty()) {
      k = static_cast<std::size_t>(ready.top());
      ready.pop();
    } else {
      while (done[farthest_left]) ++farthest_left;
      k = farthest_left;
    }
    if (done[k]) continue;
    done[k] = true;
    order.push_back(remaining[k]);
    for (const int next : at(painted_after, remaining[k])) {
      const std::size_t r = static_cast<std::size_t>(at(rank, next));
      if (--at(waits_for, next) == 0 && !done[r]) ready.push(static_cast<int>(r));
    }
  }
  return order;
}

}  // namespace limber::picture
