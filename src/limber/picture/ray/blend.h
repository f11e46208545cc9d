#pragma once
// The solids of a figure drawn as one body, the creases between neighbours rounded. The surface is where
//
//   F(p) = sum_i s_i w_i phi(d_i/k_i) = 1,   phi(x) = (1 - x)^3 for x < 1, else 0
//   w_i  = 1/sum_j C_ij a_ij                 a_ij = max(0, g_i.g_j)^16 max(0, 1 - |d_i - d_j|/k)^3
//   s_i  = sum_j C_ij q_j/sum_j q_j          q_j = phi(d_j/k_j)^2
//
//   d, g   distance from a solid and its gradient
//   k      [m] range of its rounding
//   C_ij   1 for solids of one colour that belong to one segment, to a segment and a near ancestor, or to one
//          strand; else 0
//
// A single solid keeps its surface (phi = 1 where d = 0). Near a crease two solids reach 1 together, a little
// outside both. w counts parallel surfaces as one, so that links which continue each other do not swell where
// they overlap. s keeps apart solids that only lie side by side, such as fingers. F is at least the largest
// phi, so the surface is never inside a solid. Beyond k a solid has no influence, so there is work only where
// two boxes grown by k overlap.

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

  // Where the ray enters F > 1, to `precision` [m], if that is nearer than `farthest`, its first hit without
  // blending. None: the unblended hit counts.
  std::optional<Hit> cast(const Ray& ray, double farthest, double precision) const;

 private:
  struct Member {
    Solid solid;
    int drawable;
    SegmentId body;
    int strand;
    std::array<SegmentId, 4> ancestors;  // the nearest first
    double reach;                        // k [m]
    Bounds box;                          // where it has influence
    Color color;
  };
  struct Crossing;  // a member and the part of a ray on which it has influence
  struct Value;

  static bool in_one_strand(const Member& a, const Member& b);
  static bool connected(const Member& a, const Member& b);
  static Value value_at(std::span<Crossing> crossings, const Ray& ray, double t);

  std::vector<Member> members_;
  BoxTree tree_;
};

}  // namespace limber::picture
