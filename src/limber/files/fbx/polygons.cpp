// Ears: three corners in a row that turn as the polygon does, with no other corner inside.

#include "limber/files/fbx/polygons.h"

namespace limber::fbx {

namespace {

using Corners = std::vector<std::size_t>;

bool is_ear(const std::vector<Vec3>& polygon, const Corners& left, std::size_t k, const Vec3& normal) {
  const std::size_t count = left.size();
  const std::size_t a = left[(k + count - 1) % count], b = left[k], c = left[(k + 1) % count];
  const auto side = [&](const Vec3& from, const Vec3& to, const Vec3& p) {
    return normal.dot((to - from).cross(p - from));
  };
  const Vec3 &pa = polygon[a], &pb = polygon[b], &pc = polygon[c];
  if (!(side(pa, pb, pc) > 0.0)) return false;
  for (const std::size_t other : left) {
    if (other == a || other == b || other == c) continue;
    const Vec3& p = polygon[other];
    if (p == pa || p == pb || p == pc) continue;  // a seam: two corners at one place
    if (side(pa, pb, p) >= 0.0 && side(pb, pc, p) >= 0.0 && side(pc, pa, p) >= 0.0) return false;
  }
  return true;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangles_of(const std::vector<Vec3>& polygon, std::int64_t& work) {
  std::vector<std::array<std::size_t, 3>> made;
  const std::size_t count = polygon.size();
  if (count < 3) return made;
  Corners left;
  for (std::size_t k = 0; k < count; ++k) left.push_back(k);
  Vec3 normal = Vec3::Zero();
  for (std::size_t k = 1; k + 1 < count; ++k) {
    normal += (polygon[k] - polygon[0]).cross(polygon[k + 1] - polygon[0]);
  }
  std::size_t at = 1;
  while (left.size() > 3 && work > 0) {
    std::size_t tried = 0;
    while (tried < left.size() && work > 0 && !is_ear(polygon, left, at % left.size(), normal)) {
      ++at, ++tried;
      work -= static_cast<std::int64_t>(left.size());
    }
    work -= static_cast<std::int64_t>(left.size());
    if (tried == left.size() || work <= 0) break;  // flat, or it crosses itself
    const std::size_t k = at % left.size(), size = left.size();
    made.push_back({left[(k + size - 1) % size], left[k], left[(k + 1) % size]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
  }
  for (std::size_t k = 1; k + 1 < left.size(); ++k) made.push_back({left[0], left[k], left[k + 1]});
  return made;
}

}  // namespace limber::fbx
