#pragma once
// Ge's reference figure: a trunk of N spheres, each driven by three revolute joints about x, y and z.

#include "limber/figure/figure.h"

namespace limber::experiments {

// Unit spacing: a trunk of N spheres is N long. Every joint may turn by `limit` [rad] either way. Stretched
// along x at rest; the frame "trunk.tip" is the centre of the last sphere.
Figure trunk(int spheres, double limit = unlimited);

}  // namespace limber::experiments
