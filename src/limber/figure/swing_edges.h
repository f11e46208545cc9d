#pragma once
// The edges of a swing polygon: great arcs a -> b with unit normal n = unit(a x b), the inside on its side.

#include "limber/figure/joint.h"

namespace limber {

// tan^2(angle/2) between two unit vectors: grows with the angle and keeps its digits near 0 and near pi.
inline double half_tangent_squared(const Vec3& a, const Vec3& b) {
  return (a - b).squaredNorm() / (a + b).squaredNorm();
}

struct PointOnArc {
  Vec3 point;
  int end;  // 0: at a, 1: at b, -1: between
};

// The point of the great arc a -> b with unit normal n nearest to p.
PointOnArc nearest_on_arc(const Vec3& a, const Vec3& b, const Vec3& n, const Vec3& p);

// Unit normal of the edge that starts at vertex `i`; zero for an edge without length.
Vec3 edge_normal(const SwingPolygon& polygon, int i);

// [rad] A walk that passes the end of a notch by less than this on its wrong side goes round it. The steps of
// a joint are straight in its coordinates and leave the great arc to their goal by about as much.
constexpr double round_the_end = 0.02;

// Is this vertex the inner end of a notch?
bool is_end_of_notch(const SwingPolygon& polygon, int vertex);

// From one direction straight to another that is less than a quarter turn away; along the edge it would
// cross, if there is one: to the point of that edge nearest to the goal. Exact for notches of any width.
Vec3 piece_inside(const SwingPolygon& polygon, const Vec3& from, const Vec3& to);

}  // namespace limber
