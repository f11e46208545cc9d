// mu = sqrt det(J J^T) of the position Jacobian, and its exact gradient in O(n).
//
//   dmu/dq_c = mu sum_k b_k . dJ_k/dq_c,     b_k = column k of (J J^T)^-1 J
//   dJ_k/dq_c = w_c x J_k   if c is nearer to the root than k (c carries the screw of k)
//               w_k x J_c   if k is nearer to the root than c (only the point moves)
//
// so that all pairs of joints together are two running sums,
//   w_c . sum over k after c of (J_k x b_k)   and   J_c . sum over k before c of (b_k x w_k).
// Within a joint: an elbow's flexion comes before its twist and a free joint's translation before its
// rotation, the other way round when inverted; the three turns of a ball keep their axes, so each comes
// before the other, or, inverted, after. The two turns of a swing have axes L(s) e_k that change with s.

#include <cmath>

#include "limber/figure/compiled.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/tasks/criterion_types.h"

namespace limber::tasks {

namespace {

constexpr double singular = 1e-15;  // det(J J^T) against trace^m: below, mu is only rounding

// det and inverse of J J^T over the axes that count; the other rows and columns of the inverse are zero.
struct Spread {
  double mu = 0.0;
  Mat3 inverse = Mat3::Zero();
};

// Fills rows 0-2 of the scratch with J.
Spread spread_of(const Manipulability& criterion, const TaskContext& context, const PlaceNow& place) {
  RowMatrixRef j = context.scratch.topRows(3);
  context.kinematics.translation_jacobian(place.segment, place.pose.translation, j);
  Mat3 gram = Mat3::Identity();
  double trace = 0.0;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      if (criterion.axes[r] && criterion.axes[c]) gram(r, c) = j.row(r).dot(j.row(c));
    }
    if (criterion.axes[r]) trace += gram(r, r);
  }
  Spread spread;
  const double determinant = gram.determinant();
  if (!(determinant > singular * portable::pow(trace, criterion.axes.count()))) return spread;
  spread.mu = std::sqrt(determinant);
  spread.inverse = gram.inverse();
  for (int r = 0; r < 3; ++r) {
    if (!criterion.axes[r]) spread.inverse(r, r) = 0.0;
  }
  return spread;
}

struct Column {
  Vec3 w, j, b;  // angular part of the screw, column of J, column of (J J^T)^-1 J
};

// d/ds_d of column c of L(s_x, s_y, 0), see math/rotation.h.
Vec3 swing_axis_rate(const Vec2& swing, int c, int d) {
  const Vec3 k(swing.x(), swing.y(), 0.0);
  const double t = k.squaredNorm(), theta = std::sqrt(t);
  double b, cc, dd, ee;  // B, C, D = (A - 2B)/theta^2, E = (B - 3C)/theta^2
  if (theta < 0.1) {     // the differences in D and E lose digits long before the series lose theirs
    b = 0.5 - t / 24.0 * (1.0 - t / 30.0 * (1.0 - t / 56.0 * (1.0 - t / 90.0)));
    cc = 1.0 / 6.0 - t / 120.0 * (1.0 - t / 42.0 * (1.0 - t / 72.0 * (1.0 - t / 110.0)));
    dd = -1.0 / 12.0 + t / 180.0 - t * t / 6720.0 + t * t * t / 453600.0 - t * t * t * t / 47900160.0;
    ee = -1.0 / 60.0 + t / 1260.0 - t * t / 60480.0 + t * t * t / 4989600.0 - t * t * t * t / 622702080.0;
  } else {
    const double half_sine = portable::sin(0.5 * theta), a = portable::sin(theta) / theta;
    b = 2.0 * half_sine * half_sine / t;
    cc = (1.0 - a) / t;
    dd = (a - 2.0 * b) / t;
    ee = (b - 3.0 * cc) / t;
  }
  const Vec3 e = Vec3::Unit(c), step = Vec3::Unit(d);
  return dd * k[d] * k.cross(e) + b * step.cross(e) + ee * k[d] * k.cross(k.cross(e)) +
         cc * (step.cross(k.cross(e)) + k.cross(step.cross(e)));
}

// sum over the columns k of one joint of b_k . dJ_k/dq_c, for a column c of the same joint.
double within_joint(const Joint& joint, const Column* columns, int count, int c) {
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const bool both_turn =
        joint.type == JointType::ball || (joint.type == JointType::free && c >= 3 && k >= 3);
    const bool c_first = both_turn ? joint.inverted : joint.inverted ? c >= k : c <= k;
    const Column& first = columns[c_first ? c : k];
    const Column& second = columns[c_first ? k : c];
    sum += columns[k].b.dot(first.w.cross(second.j));
  }
  return sum;
}

// The same for a swing: J_k = w_k x r, so dJ_k/ds_c = dw_k/ds_c x r + w_k x J_c.
double within_swing(const Joint& joint, const Column* columns, const Vec2& swing, const Mat3& base,
                    const Vec3& r, int c) {
  double sum = 0.0;
  for (int k = 0; k < 2; ++k) {
    const Vec3 rate = base * swing_axis_rate(joint.inverted ? Vec2(-swing) : swing, k, c);
    sum += columns[k].b.dot(rate.cross(r) + columns[k].w.cross(columns[c].j));
  }
  return sum;
}

}  // namespace

double value(const Manipulability& criterion, const TaskContext& context) noexcept {
  const PlaceNow place = now(criterion.frame, context.kinematics);
  return !place.segment.is_valid() ? 0.0 : -spread_of(criterion, context, place).mu;
}

void add_gradient(const Manipulability& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept {
  const PlaceNow place = now(criterion.frame, context.kinematics);
  if (!place.segment.is_valid()) return;
  const Spread spread = spread_of(criterion, context, place);
  if (spread.mu == 0.0) return;
  const FigureData& data = data_of(context.figure());
  const RowMatrix& screws = context.kinematics.screws();
  const auto column = [&](int c) -> Column {
    const Vec3 j = context.scratch.block<3, 1>(0, c);
    return {screws.block<3, 1>(0, c), j, spread.inverse * j};
  };

  Vec3 before = Vec3::Zero(), after = Vec3::Zero();  // the two sums of the header
  for (SegmentId s = place.segment; s.is_valid(); s = at(data.parent, s)) {
    const int i = s;
    for (int c = at(data.first_dof, i); c < at(data.first_dof, i + 1); ++c) {
      const Column k = column(c);
      before += k.b.cross(k.w);
    }
  }
  for (SegmentId s = place.segment; s.is_valid(); s = at(data.parent, s)) {
    const int i = s;
    const int first = at(data.first_dof, i), count = at(data.first_dof, i + 1) - first;
    Column own[6];
    for (int c = 0; c < count; ++c) own[c] = column(first + c);
    for (int c = 0; c < count; ++c) before -= own[c].b.cross(own[c].w);
    const Joint& joint = at(data.joints, i);
    for (int c = 0; c < count; ++c) {
      double sum = own[c].w.dot(after) + own[c].j.dot(before);
      if (joint.type == JointType::swing) {
        const Transform above =
            s == root_segment ? at(data.before, i)
                              : context.kinematics.segment_pose(at(data.parent, i)) * at(data.before, i);
        const double* values = context.posture.values.data() + at(data.first_value, i);
        sum += within_swing(joint, own, Vec2(values[0], values[1]), above.rotation,
                            place.pose.translation - above.translation, c);
      } else {
        sum += within_joint(joint, own, count, c);
      }
      gradient[first + c] -= spread.mu * sum;
    }
    for (int c = 0; c < count; ++c) after += own[c].j.cross(own[c].b);
  }
}

}  // namespace limber::tasks
