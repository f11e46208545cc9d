#pragma once
// Small meshes written by hand, for the tests.

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "limber/math/random.h"
#include "limber/meshes/convex_pieces.h"
#include "limber/meshes/read_mesh.h"

namespace limber::test {

using Corner = std::array<float, 3>;

inline void add_box(Triangles& mesh, const Vec3& low, const Vec3& high) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  for (int i = 0; i < 8; ++i) {
    mesh.points.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                             i & 4 ? high.z() : low.z());
  }
  const std::uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    mesh.triangles.push_back({first + q[0], first + q[1], first + q[2]});
    mesh.triangles.push_back({first + q[0], first + q[2], first + q[3]});
  }
}

inline std::string binary_stl(const Triangles& mesh) {
  std::string bytes(80, ' ');
  const auto put = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    put(Corner{0, 0, 0});
    for (const std::uint32_t c : t) {
      const Vec3& p = mesh.points[c];
      put(Corner{static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())});
    }
    put(std::uint16_t{0});
  }
  return bytes;
}

inline Expected<Mesh> parsed(const std::string& bytes, const std::string& name) {
  return parse_mesh(bytes, name, [](const std::string& path) -> Expected<std::string> {
    return Error{"it refers to " + path + ", which is not there"};
  });
}

inline std::string refusal_of(const std::string& bytes, const std::string& name) {
  const Expected<Mesh> mesh = parsed(bytes, name);
  if (mesh) return "";
  EXPECT_TRUE(mesh.error().message.starts_with(name + ": ")) << mesh.error().message;
  EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos) << mesh.error().message;
  return mesh.error().message;
}

inline Vec3 size_of(const Mesh& mesh) {
  Vec3 low = Vec3::Constant(1e9), high = -low;
  for (const Corner& p : mesh.points) {
    const Vec3 v(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
    low = low.cwiseMin(v), high = high.cwiseMax(v);
  }
  return high - low;
}

}  // namespace limber::test
