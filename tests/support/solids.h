#pragma once
// Random solids, and what is inside them written down a second time, straight from their definitions.

#include "limber/shapes/shape.h"
#include "support/random_figure.h"

namespace limber::test {

// Negative inside, positive outside, zero on the surface; not a distance.
inline double outside_by(const Shape& shape, const Vec3& p) {
  const auto box = [&](const Box& b) {
    const Vec3 own = b.rotation.transpose() * (p - b.center);
    return (own.cwiseAbs() - 0.5 * b.size).maxCoeff();
  };
  switch (shape.index()) {
    case 0: {
      const auto& s = std::get<Sphere>(shape);
      return (p - s.center).norm() - s.radius;
    }
    case 1: {
      const auto& e = std::get<Ellipsoid>(shape);
      return (e.rotation.transpose() * (p - e.center)).cwiseQuotient(e.radii).norm() - 1.0;
    }
    case 2: {
      const auto& c = std::get<Capsule>(shape);
      const double along = (p - c.a).dot(c.b - c.a) / std::max(1e-300, (c.b - c.a).squaredNorm());
      return (p - c.a - std::clamp(along, 0.0, 1.0) * (c.b - c.a)).norm() - c.radius;
    }
    case 3: {
      const auto& c = std::get<Cylinder>(shape);
      const Vec3 axis = (c.b - c.a).normalized();
      const double along = (p - c.a).dot(axis);
      const double side = (p - c.a - along * axis).norm() - c.radius;
      return std::max({side, -along, along - (c.b - c.a).norm()});
    }
    case 4:
      return box(std::get<Box>(shape));
    case 5: {
      const auto& plane = std::get<Plane>(shape);
      return (p - plane.point).dot(plane.normal);
    }
    case 6:
      return box(std::get<MeshReference>(shape).box);
    case 7: {
      const auto& mesh = std::get<ConvexMesh>(shape);
      const Vec3 own = mesh.place.inverse() * p;
      double farthest = -1e300;
      for (const ConvexHull::Face& face : mesh.hull->faces) {
        farthest = std::max(farthest, face.normal.dot(own) - face.offset);
      }
      return farthest;
    }
    default: {
      const auto& r = std::get<Rectangle>(shape);
      return box({r.center, Vec3(r.size.x(), r.size.y(), 0.0), r.rotation});
    }
  }
}

// A solid of the given type (its place in Shape), about half a metre large and within a metre of the origin.
inline Shape random_solid(Random& random, std::size_t type) {
  const auto size = [&] { return uniform(random, 0.05, 0.6); };
  const Vec3 center = random_vector(random, 0.6);
  const Box box{center, Vec3(size(), size(), size()), random_rotation(random)};
  switch (type) {
    case 0:
      return Sphere{center, size()};
    case 1:
      return Ellipsoid{center, Vec3(size(), size(), size()), random_rotation(random)};
    case 2:
      return Capsule{center, center + random_vector(random, 0.6), size()};
    case 3:
      return Cylinder{center, center + random_vector(random, 0.6), size()};
    case 4:
      return box;
    case 5:
      return Plane{center, random_direction(random)};
    case 6:
      return MeshReference{"part.stl", Vec3::Ones(), {}, box};
    case 7: {
      std::vector<Vec3> points;
      for (int i = uniform_int(random, 8, 20); i > 0; --i) points.push_back(random_vector(random, 0.6));
      return ConvexMesh{std::make_shared<ConvexHull>(convex_hull(points).value()),
                        {random_rotation(random), 0.3 * center}};
    }
    default:
      return Rectangle{center, Vec2(size(), size()), box.rotation};
  }
}

inline constexpr std::size_t plane_type = 5;
inline constexpr std::size_t rectangle_type = 8;            // a sheet: has no inside
inline constexpr std::size_t solid_types = rectangle_type;  // with an inside
inline constexpr std::size_t shape_types = std::variant_size_v<Shape>;

}  // namespace limber::test
