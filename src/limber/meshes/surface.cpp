// A corner's normal is the mean, by area, of those faces around its point that are turned from its own face
// by less than the crease angle; corners with equal points, normals and places on a texture become one point.

#include "limber/meshes/surface.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "limber/math/types.h"
#include "limber/meshes/hashing.h"

namespace limber {

namespace {

constexpr double crease_cosine = 0.766;  // of 40 degrees: rounder edges are shaded as curves
constexpr int most_around = 64;  // faces around a point that are averaged: a fan of thousands is flat anyway

using Point = std::array<float, 3>;

Vec3 vec(const Point& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

Point point(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Vec3 area_vector(const Mesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3 a = vec(mesh.points[t[0]]);
  return (vec(mesh.points[t[1]]) - a).cross(vec(mesh.points[t[2]]) - a);
}

// Textures that no part has are none. Files of strangers have places on them that are no numbers.
void settle_uvs(Mesh& mesh) {
  constexpr float farthest = 1e4f;  // repeats; beyond, 32 bits hardly tell pixels apart
  for (auto& uv : mesh.uvs) {
    for (float& x : uv) x = x >= -farthest && x <= farthest ? x + 0.0f : 0.0f;  // false for NaN
  }
  if (!mesh.uvs.empty() && mesh.textures.empty()) mesh.uvs.clear();
}

// The corners of a triangle from the smallest point on, so that equal triangles begin alike.
std::array<std::uint32_t, 3> turned(const Mesh& mesh, std::array<std::uint32_t, 3> t) {
  const auto smallest = std::min_element(
      t.begin(), t.end(), [&](std::uint32_t a, std::uint32_t b) { return mesh.points[a] < mesh.points[b]; });
  std::rotate(t.begin(), smallest, t.end());
  return t;
}

// Which triangles are in the place of a later one and turned as it is. No tree can tell such triangles apart,
// so that every ray would meet all of them. The last counts, as everywhere where faces coincide. Triangles of
// a skin are equal only where the same bones move them.
std::vector<bool> hidden_by_equals(const Mesh& mesh) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  order.reserve(mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    WordHash hash;
    for (const std::uint32_t corner : turned(mesh, mesh.triangles[i])) {
      for (const float x : mesh.points[corner]) hash.add(std::bit_cast<std::uint32_t>(x));
    }
    order.emplace_back(hash.value(), i);
  }
  std::sort(order.begin(), order.end());
  const auto are_equal = [&](std::uint32_t i, std::uint32_t j) {
    const auto one = turned(mesh, mesh.triangles[i]), other = turned(mesh, mesh.triangles[j]);
    for (std::size_t k = 0; k < 3; ++k) {
      if (mesh.points[one[k]] != mesh.points[other[k]]) return false;
      if (!mesh.influences.empty() && mesh.influences[one[k]] != mesh.influences[other[k]]) return false;
    }
    return true;
  };
  std::vector<bool> is_hidden(mesh.triangles.size());
  for (std::size_t k = 1; k < order.size(); ++k) {
    is_hidden[order[k - 1].second] =
        order[k - 1].first == order[k].first && are_equal(order[k - 1].second, order[k].second);
  }
  return is_hidden;
}

// Leaves out triangles without area and those hidden by their equals, in the parts too.
void drop_useless_triangles(Mesh& mesh) {
  const std::vector<bool> is_hidden = hidden_by_equals(mesh);
  if (mesh.parts.empty()) mesh.parts.push_back({0, static_cast<std::uint32_t>(mesh.triangles.size()), {}});
  std::vector<std::array<std::uint32_t, 3>> kept;
  kept.reserve(mesh.triangles.size());
  for (Mesh::Part& part : mesh.parts) {
    const auto first = static_cast<std::uint32_t>(kept.size());
    for (std::uint32_t i = part.first; i < part.first + part.count; ++i) {
      if (is_hidden[i] || !(area_vector(mesh, mesh.triangles[i]).squaredNorm() > 0.0)) continue;
      kept.push_back(mesh.triangles[i]);
    }
    part.first = first;
    part.count = static_cast<std::uint32_t>(kept.size()) - first;
  }
  std::erase_if(mesh.parts, [](const Mesh::Part& part) { return part.count == 0; });
  mesh.triangles = std::move(kept);
}

// For every point the first with the same coordinates.
std::vector<std::uint32_t> equal_points(const std::vector<Point>& points) {
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return points[a] < points[b]; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && points[order[k]] == points[order[k - 1]];
    first[order[k]] = is_same ? first[order[k - 1]] : order[k];
  }
  return first;
}

// Normals for corners, three for each triangle.
std::vector<Point> corner_normals(const Mesh& mesh) {
  const std::vector<std::uint32_t> same = equal_points(mesh.points);
  std::vector<Vec3> areas;
  areas.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) areas.push_back(area_vector(mesh, t));
  std::vector<std::uint32_t> start(mesh.points.size() + 1, 0);
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) ++start[same[c] + 1];
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::uint32_t> faces(start.back()), at_point(start.begin(), start.end() - 1);
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    for (const std::uint32_t c : mesh.triangles[f])
      faces[at_point[same[c]]++] = static_cast<std::uint32_t>(f);
  }
  std::vector<Point> normals;
  normals.reserve(3 * mesh.triangles.size());
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    const Vec3 own = areas[f].normalized();
    for (const std::uint32_t c : mesh.triangles[f]) {
      const std::uint32_t begin = start[same[c]], end = std::min(start[same[c] + 1], begin + most_around);
      Vec3 sum = Vec3::Zero();
      for (std::uint32_t k = begin; k < end; ++k) {
        const Vec3& area = areas[faces[k]];
        if (area.dot(own) >= crease_cosine * area.norm()) sum += area;
      }
      normals.push_back(point(sum.squaredNorm() > 0.0 ? Vec3(sum.normalized()) : own));
    }
  }
  return normals;
}

// Corners with the same point, normal and place on a texture share one entry.
void join_corners(Mesh& mesh, const std::vector<Point>& normals) {
  struct Corner {
    Point point, normal;
    std::array<float, 2> uv;
    std::uint32_t place;
  };
  const bool has_uvs = !mesh.uvs.empty();
  std::vector<Corner> corners;
  corners.reserve(normals.size());
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) {
      corners.push_back({mesh.points[c], normals[corners.size()],
                         has_uvs ? mesh.uvs[c] : std::array<float, 2>{},
                         static_cast<std::uint32_t>(corners.size())});
    }
  }
  const auto key = [](const Corner& c) { return std::tie(c.point, c.normal, c.uv); };
  std::sort(corners.begin(), corners.end(), [&](const Corner& a, const Corner& b) {
    return key(a) != key(b) ? key(a) < key(b) : a.place < b.place;
  });
  std::vector<std::uint32_t> leader(corners.size());  // of each corner: the first like it
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const bool is_same = k > 0 && key(corners[k]) == key(corners[k - 1]);
    leader[corners[k].place] = is_same ? leader[corners[k - 1].place] : corners[k].place;
  }
  std::vector<Point> points, unit;
  std::vector<std::array<float, 2>> uvs;
  std::vector<std::uint32_t> number(leader.size());
  for (std::size_t i = 0; i < leader.size(); ++i) {
    if (leader[i] == i) {  // leaders come before those they lead
      number[i] = static_cast<std::uint32_t>(points.size());
      points.push_back(mesh.points[mesh.triangles[i / 3][i % 3]]);
      unit.push_back(normals[i]);
      if (has_uvs) uvs.push_back(mesh.uvs[mesh.triangles[i / 3][i % 3]]);
    }
  }
  for (std::size_t i = 0; i < leader.size(); ++i) mesh.triangles[i / 3][i % 3] = number[leader[i]];
  mesh.points = std::move(points);
  mesh.normals = std::move(unit);
  mesh.uvs = std::move(uvs);
}

std::uint64_t hash_of(const Mesh& mesh) {
  WordHash hash;
  const auto add = [&](float x) { hash.add(std::bit_cast<std::uint32_t>(x)); };
  const auto add_points = [&](const std::vector<Point>& points) {
    for (const Point& p : points) {
      for (const float x : p) add(x);
    }
  };
  add_points(mesh.points);
  add_points(mesh.normals);
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) hash.add(c);
  }
  for (const Mesh::Part& part : mesh.parts) {
    hash.add(part.count);
    for (const double x : part.color.value_or(Color{-1.0, -1.0, -1.0})) add(static_cast<float>(x));
    if (part.texture >= 0) hash.add(static_cast<std::uint32_t>(part.texture));
  }
  for (const Mesh::Influence& influence : mesh.influences) {
    for (const std::uint16_t bone : influence.bones) hash.add(bone);
    for (const float weight : influence.weights) add(weight);
  }
  for (const auto& uv : mesh.uvs) {
    for (const float x : uv) add(x);
  }
  for (const std::shared_ptr<const Texture>& texture : mesh.textures) {
    hash.add(static_cast<std::uint32_t>(texture->hash));
    hash.add(static_cast<std::uint32_t>(texture->hash >> 32));
  }
  return hash.value();
}

bool has_unit_normals(const Mesh& mesh) {
  return mesh.normals.size() == mesh.points.size() &&
         std::all_of(mesh.normals.begin(), mesh.normals.end(), [](const Point& n) {
           const double length = vec(n).squaredNorm();
           return length > 0.98 && length < 1.02;  // false for NaN
         });
}

void fill_normals(Mesh& mesh) {
  std::vector<Vec3> sums(mesh.points.size(), Vec3::Zero());
  const std::vector<std::uint32_t> same = equal_points(mesh.points);
  for (const auto& t : mesh.triangles) {
    const Vec3 area = area_vector(mesh, t);
    for (const std::uint32_t corner : t) sums[same[corner]] += area;
  }
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    const double length = vec(mesh.normals[k]).squaredNorm();
    if (length > 0.98 && length < 1.02) continue;
    const Vec3& sum = sums[same[k]];
    mesh.normals[k] = point(sum.squaredNorm() > 0.0 ? Vec3(sum.normalized()) : Vec3(Vec3::UnitZ()));
  }
}

}  // namespace

void finish_skin(Mesh& mesh) {
  settle_uvs(mesh);
  drop_useless_triangles(mesh);
  fill_normals(mesh);
  mesh.hash = hash_of(mesh);
}

void finish_surface(Mesh& mesh) {
  for (Point& p : mesh.points) {
    for (float& x : p) x += 0.0f;  // -0 and 0 are one place
  }
  settle_uvs(mesh);
  drop_useless_triangles(mesh);
  if (!has_unit_normals(mesh)) join_corners(mesh, corner_normals(mesh));
  mesh.hash = hash_of(mesh);
}

}  // namespace limber
