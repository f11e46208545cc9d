#pragma once
// The exact reach of a planar chain whose centre of mass stays on the vertical x = 0, without inverse
// kinematics.
//
//   tip = l sum d_k,     centre_x = l sum c_k d_k.x,     c_k = (n - k + 1/2)/n,     |d_k| = 1
//
// The farthest tip in direction u maximises sum (u - mu c_k e_x).d_k with the multiplier mu that makes
// centre_x zero, so d_k = unit(u - mu c_k e_x); centre_x falls with mu, and one bisection finds it.

#include <vector>

#include "limber/math/types.h"

namespace limber::experiments {

// Directions of the links of the chain whose tip is farthest in direction u (unit, not horizontal).
std::vector<Vec2> farthest_balanced_links(int links, const Vec2& u);

// That tip, of a chain `length` long with its mass evenly spread.
Vec2 farthest_balanced_tip(int links, double length, const Vec2& u);

// The tip of the chain nearest to a point outside its balanced reach: the farthest tip in the direction from
// it to the point.
Vec2 nearest_balanced_tip(int links, double length, const Vec2& point);

}  // namespace limber::experiments
