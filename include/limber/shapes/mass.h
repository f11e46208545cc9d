#pragma once
// Mass, centre and inertia of a rigid body, and of solids of uniform density.

#include "limber/shapes/shape.h"

namespace limber {

struct MassProperties {
  double mass = 0.0;            // [kg]
  Vec3 center = Vec3::Zero();   // [m] centre of mass in the body's frame
  Mat3 inertia = Mat3::Zero();  // [kg m^2] about `center`, along the body's axes
  bool operator==(const MassProperties&) const = default;
};

// Two bodies moving as one:  m = m1+m2,  G = (m1 G1 + m2 G2)/m,
// T = T1 + T2 + (m1 m2/m)(|d|^2 I - d d^T),  d = G2 - G1.
MassProperties combined(const MassProperties& one, const MassProperties& other);

// The same body seen from an outer frame.
MassProperties transformed(const Transform& outer_from_inner, const MassProperties& body);

// A solid of uniform density [kg/m^3]. A plane or rectangle has no mass.
MassProperties mass_of(const Shape& shape, double density);

}  // namespace limber
