// Mass, centre and inertia of every shape, and of bodies combined (mass.h).

#include "limber/shapes/shape.h"

#include "limber/base/ids.h"
#include "limber/base/overloaded.h"

namespace limber {

namespace {

// Inertia of a body with principal moments `moments` along the columns of `axes`.
Mat3 along_axes(const Mat3& axes, const Vec3& moments) {
  const Mat3 inertia = axes * moments.asDiagonal() * axes.transpose();
  return 0.5 * (inertia + inertia.transpose());
}

// Inertia of a body of revolution: `about` its axis a -> b and `across` it.
Mat3 around_axis(const Vec3& a, const Vec3& b, double about, double across) {
  const Vec3 axis = (b - a).normalized();
  return across * Mat3::Identity() + (about - across) * Mat3(axis * axis.transpose());
}

MassProperties mass_of_box(const Box& box, double mass) {
  const Vec3 s2 = box.size.cwiseAbs2();
  return {mass, box.center,
          along_axes(box.rotation, mass / 12.0 * Vec3(s2.y() + s2.z(), s2.x() + s2.z(), s2.x() + s2.y()))};
}

MassProperties mass_of_capsule(const Capsule& c, double density) {
  // A cylinder of length l and two half-balls, each 3r/8 beyond its end of the cylinder and with 83/320 m r^2
  // across the axis about its own centre.
  const double r2 = c.radius * c.radius, l = (c.b - c.a).norm();
  const double cylinder = density * volume(Cylinder{c.a, c.b, c.radius});
  const double balls = density * volume(Sphere{c.a, c.radius});
  const double about = cylinder * r2 / 2.0 + balls * r2 * 2.0 / 5.0;
  const double across = cylinder * (l * l / 12.0 + r2 / 4.0) +
                        balls * (r2 * 2.0 / 5.0 + l * l / 4.0 + l * c.radius * 3.0 / 8.0);
  return {cylinder + balls, 0.5 * (c.a + c.b), around_axis(c.a, c.b, about, across)};
}

// A sum over tetrahedra from the centre (as origin) to the faces. With edges a, b, c of determinant D:
//   volume D/6,   centre (a + b + c)/4,   second moments D/120 ((a+b+c)(a+b+c)^T + a a^T + b b^T + c c^T)
MassProperties mass_of_hull(const ConvexHull& hull, double density) {
  double mass = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const ConvexHull::Face& face : hull.faces) {
    const auto edge = [&](std::size_t k) -> Vec3 {
      return at(hull.vertices, face.vertices[k]) - hull.center;
    };
    const Vec3 a = edge(0), b = edge(1), c = edge(2), sum = a + b + c;
    const double d = density * a.dot(b.cross(c));
    mass += d / 6.0;
    first += d / 24.0 * sum;
    second += d / 120.0 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  const Vec3 center = mass > 0.0 ? Vec3(first / mass) : Vec3::Zero();
  const Mat3 central = second - mass * center * center.transpose();
  return {mass, hull.center + center, central.trace() * Mat3::Identity() - central};
}

}  // namespace

MassProperties combined(const MassProperties& one, const MassProperties& other) {
  const double mass = one.mass + other.mass;
  const Mat3 inertia = one.inertia + other.inertia;
  if (other.mass == 0.0) return {mass, one.center, inertia};
  if (one.mass == 0.0) return {mass, other.center, inertia};
  const Vec3 d = other.center - one.center;
  const double reduced = one.mass * other.mass / mass;
  return {mass, (one.mass * one.center + other.mass * other.center) / mass,
          inertia + reduced * (d.squaredNorm() * Mat3::Identity() - d * d.transpose())};
}

MassProperties transformed(const Transform& outer, const MassProperties& body) {
  const Mat3 inertia = outer.rotation * body.inertia * outer.rotation.transpose();
  return {body.mass, outer * body.center, 0.5 * (inertia + inertia.transpose())};
}

MassProperties mass_of(const Shape& shape, double density) {
  const double mass = density * volume(shape);
  return std::visit(
      overloaded{
          [&](const Sphere& s) -> MassProperties {
            return {mass, s.center, mass * 0.4 * s.radius * s.radius * Mat3::Identity()};
          },
          [&](const Ellipsoid& e) -> MassProperties {
            const Vec3 r2 = e.radii.cwiseAbs2();
            const Vec3 moments = mass / 5.0 * Vec3(r2.y() + r2.z(), r2.x() + r2.z(), r2.x() + r2.y());
            return {mass, e.center, along_axes(e.rotation, moments)};
          },
          [&](const Capsule& c) { return mass_of_capsule(c, density); },
          [&](const Cylinder& c) -> MassProperties {
            const double r2 = c.radius * c.radius, l2 = (c.b - c.a).squaredNorm();
            return {mass, 0.5 * (c.a + c.b),
                    around_axis(c.a, c.b, mass * r2 / 2.0, mass * (l2 / 12.0 + r2 / 4.0))};
          },
          [&](const Box& b) { return mass_of_box(b, mass); },
          [](const Plane& p) -> MassProperties {
            return {0.0, p.point, Mat3::Zero()};
          },
          [&](const MeshReference& m) { return mass_of_box(m.box, mass); },
          [](const Rectangle& r) -> MassProperties {
            return {0.0, r.center, Mat3::Zero()};
          },
          [&](const ConvexMesh& m) { return transformed(m.place, mass_of_hull(*m.hull, density)); },
      },
      shape);
}

}  // namespace limber
