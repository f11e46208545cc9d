// The expanding polytope algorithm: grows a polytope inside C = A - B towards its boundary point nearest to
// the origin.

#include "limber/shapes/expanding_polytope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "limber/base/ids.h"
#include "limber/math/rotation.h"
#include "limber/shapes/gjk.h"

namespace limber {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Face {
  std::array<short, 3> corners;  // counter-clockwise seen from outside
  Vec3 normal;                   // unit, outward; zero where the corners lie on a line
  double offset;                 // of its plane from the origin; infinite then
};

struct Edge {
  short from, to;
};

class Polytope {
 public:
  Polytope(const Solid& a, const Solid& b) : a_(a), b_(b), size_(reach(a) + reach(b)) {}

  // A first tetrahedron of far points. False if C is flat; `normal` is then perpendicular to it.
  bool start(Vec3& normal);

  Penetration blow_up(double tolerance);

 private:
  static constexpr int most_points = 160, most_faces = 2 * most_points;

  const Vec3& w(short k) const { return at(points_, k).w; }
  short add_point(const DifferencePoint& p) {
    at(points_, point_count_) = p;
    return static_cast<short>(point_count_++);
  }
  void add_face(short i, short j, short k) {
    Face& face = at(faces_, face_count_++);
    face.corners = {i, j, k};
    const Vec3 one = w(j) - w(i), other = w(k) - w(i), cross = one.cross(other);
    const double area = cross.norm(), length = std::max(one.norm(), other.norm());
    const bool is_thin = !(area > 1e-13 * size_ * length);  // the normal would be rounding noise
    face.normal = is_thin ? Vec3::Zero() : Vec3(cross / area);
    face.offset = is_thin ? unbounded : face.normal.dot(w(i));
  }
  bool grow(const DifferencePoint& point);
  Vec3 weights_on(const Face& face) const;
  Closest contact_on(const Face& given) const;

  const Solid& a_;
  const Solid& b_;
  double size_;
  std::array<DifferencePoint, most_points> points_;
  std::array<Face, most_faces> faces_;
  int point_count_ = 0, face_count_ = 0;
};

bool Polytope::start(Vec3& normal) {
  const double tiny = 1e-13 * size_;
  DifferencePoint best[4];
  double farthest = tiny;
  normal = Vec3::UnitY();
  for (int axis = 0; axis < 3; ++axis) {
    const DifferencePoint p = support(a_, b_, Vec3::Unit(axis)), q = support(a_, b_, -Vec3::Unit(axis));
    const double apart = (p.w - q.w).norm();
    if (apart > farthest) farthest = apart, best[0] = p, best[1] = q;
  }
  if (farthest <= tiny) return false;  // a point
  const Vec3 along = (best[1].w - best[0].w) / farthest, across = any_perpendicular(along);
  normal = across;
  double widest = tiny;
  for (const Vec3& n : {across, Vec3(along.cross(across))}) {
    for (const Vec3& direction : {n, Vec3(-n)}) {
      const DifferencePoint p = support(a_, b_, direction);
      const double width = along.cross(p.w - best[0].w).norm();
      if (width > widest) widest = width, best[2] = p;
    }
  }
  if (widest <= tiny) return false;  // a segment
  normal = along.cross(best[2].w - best[0].w).normalized();
  double highest = tiny;
  for (const Vec3& direction : {normal, Vec3(-normal)}) {
    const DifferencePoint p = support(a_, b_, direction);
    const double height = std::abs(normal.dot(p.w - best[0].w));
    if (height > highest) highest = height, best[3] = p;
  }
  if (highest <= tiny) return false;  // a flat figure
  for (const DifferencePoint& p : best) add_point(p);
  const bool is_outward = (w(1) - w(0)).cross(w(2) - w(0)).dot(w(3) - w(0)) < 0.0;
  const short i = 0, j = is_outward ? short{1} : short{2}, k = is_outward ? short{2} : short{1}, l = 3;
  add_face(i, j, k);
  add_face(j, i, l);
  add_face(k, j, l);
  add_face(i, k, l);
  return true;
}

// Removes the faces that see the point and joins their rim to it. False if there is no room.
bool Polytope::grow(const DifferencePoint& point) {
  if (point_count_ == most_points) return false;
  std::array<Edge, 3 * most_faces> edges;
  int edge_count = 0;
  const double clear = 1e-14 * size_;
  for (int f = 0; f < face_count_;) {
    const Face& face = at(faces_, f);
    if (!(face.normal.dot(point.w) > face.offset + clear)) {
      ++f;
      continue;
    }
    for (std::size_t c = 0; c < 3; ++c) {
      // The other side of an edge within the hole cancels it.
      const Edge edge{face.corners[c], face.corners[(c + 1) % 3]};
      const auto end = edges.begin() + edge_count;
      const auto other = std::find_if(edges.begin(), end,
                                      [&](const Edge& e) { return e.from == edge.to && e.to == edge.from; });
      if (other == end) {
        at(edges, edge_count++) = edge;
      } else {
        *other = at(edges, --edge_count);
      }
    }
    at(faces_, f) = at(faces_, --face_count_);
  }
  if (edge_count == 0 || face_count_ + edge_count > most_faces) return false;
  const short added = add_point(point);
  for (int e = 0; e < edge_count; ++e) {
    add_face(at(edges, e).from, at(edges, e).to, added);
  }
  return true;
}

Vec3 Polytope::weights_on(const Face& face) const {
  const Vec3 &p = w(face.corners[0]), &q = w(face.corners[1]), &r = w(face.corners[2]);
  const Vec3 weights(q.cross(r).dot(face.normal), r.cross(p).dot(face.normal), p.cross(q).dot(face.normal));
  return weights / weights.sum();
}

// The contact on the face that the origin projects onto, among the faces in the same plane as the given one.
Closest Polytope::contact_on(const Face& given) const {
  const Face* chosen = &given;
  double inside = weights_on(given).minCoeff();
  for (int f = 0; f < face_count_ && inside < 0.0; ++f) {
    const Face& face = at(faces_, f);
    if (face.offset > given.offset + 1e-9 * size_ || face.normal.dot(given.normal) < 1.0 - 1e-12) continue;
    const double candidate = weights_on(face).minCoeff();
    if (candidate > inside) inside = candidate, chosen = &face;
  }
  const Face& face = *chosen;
  Vec3 weights = weights_on(face);
  weights = weights.cwiseMax(0.0);
  weights /= weights.sum();
  Closest contact{Vec3::Zero(), Vec3::Zero(), -face.normal, 0.0};
  for (int c = 0; c < 3; ++c) {
    const DifferencePoint& point = at(points_, at(face.corners, c));
    contact.on_a += weights[c] * point.a;
    contact.on_b += weights[c] * point.b;
  }
  return contact;
}

Penetration Polytope::blow_up(double tolerance) {
  Penetration result;
  double upper = unbounded;
  result.lower_bound = -unbounded;
  while (true) {
    const auto nearest =
        std::min_element(faces_.begin(), faces_.begin() + face_count_,
                         [](const Face& one, const Face& other) { return one.offset < other.offset; });
    if (nearest == faces_.begin() + face_count_ || nearest->offset == unbounded) break;
    result.lower_bound = nearest->offset;
    const DifferencePoint point = support(a_, b_, nearest->normal);
    const double reached = nearest->normal.dot(point.w);
    if (reached < upper) {
      upper = reached;
      result.estimate = contact_on(*nearest);
      result.estimate.distance = -upper;
    }
    if (upper - nearest->offset <= tolerance || reached - nearest->offset <= 1e-14 * size_) break;
    if (!grow(point)) break;
  }
  return result;
}

}  // namespace

Penetration expanding_polytope(const Solid& a, const Solid& b, double tolerance) noexcept {
  Polytope polytope(a, b);
  Vec3 normal;
  if (polytope.start(normal)) return polytope.blow_up(tolerance);
  // C is flat: the shortest way out is perpendicular to it.
  const DifferencePoint point = support(a, b, normal);
  const double height = normal.dot(point.w);
  const double side = height <= 0.0 ? 1.0 : -1.0;
  Penetration result;
  result.lower_bound = 0.0;
  result.estimate = {point.a, point.b, side * normal, -std::abs(height)};
  return result;
}

}  // namespace limber
