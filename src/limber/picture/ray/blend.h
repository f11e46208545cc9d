#pragma once
// The solids of a figure drawn as one body, the creases between neighbours rounded. The surface is where
//
//   F(p) = sum_i s_i w_i phi(d_i/k_i) = 1,   phi(x) = (1 - x)^3 for x < 1, else 0
//   w_i  = 1/sum_j C_ij a_ij                 a_ij = max(0, g_i.g_j)^16 max(0, 1 - |d_i - d_j|/k)^3
//   s_i  = sum_j C_ij q_j/sum_j q_j          q_j = phi(d_j/k_j)^2
//
//   d, g   distance from a solid and its gradient      C_ij  1 for solids of one colour that are of one
//   segment, of k      [m] how far its rounding reaches                  a segment and a near ancestor, or of
//   one strand; else 0
//
// Alone, a solid keeps its surface (phi = 1 where d = 0). Near a crease two of them reach 1 together, a
// little outside both. w counts solids that run along each other as one, so that links which continue one
// another do not swell where they overlap; s keeps apart what only lies side by side, as fingers do. F is
// never taken smaller than the largest phi, so the surface is never inside a solid. Beyond k a solid counts
// nothing at all, so only where two boxes grown by k overlap is there anything to do.

#include <array>
#include <optional>
#include <vector>

#include "limber/picture/drawing/bvh.h"
#include "limber/picture/drawing/drawable.h"

namespace limber::picture {

class BlendedBody {
 public:
  struct Hit {
    double distance;
    Vec3 normal;
    int main;  // the nearest drawable
  };

  explicit BlendedBody(const std::vector<Drawable>& drawables);

  // Where the ray enters F > 1, to `precision` [m], if that is nearer than `farthest`, where it meets the
  // first solid without blending. None: that solid it is.
  std::optional<Hit> cast(const Ray& ray, double farthest, double precision) const;

 private:
  struct Member {
    Solid solid;
    int drawable;
    int body, strand;
    std::array<int, 4> ancestors;  // bodies, the nearest first
    double reach;                  // k [m]
    Bounds box;                    // where it counts
    Color color;
  };
  struct Crossing;  // a member and the part of a ray on which it counts
  struct Value;

  static bool in_one_strand(const Member& a, const Member& b);
  static bool connected(const Member& a, const Member& b);
  static Value value_at(std::span<Crossing> crossings, const Ray& ray, double t);

  std::vector<Member> members_;
  BoxTree tree_;
};

}  // namespace limber::picture
