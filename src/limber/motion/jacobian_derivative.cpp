// Derivatives of Jacobians, degree of freedom by degree of freedom.

#include "limber/motion/jacobian_derivative.h"

#include <algorithm>

#include "limber/figure/joint_motion.h"
#include "limber/math/rotation.h"
#include "limber/motion/left_jacobian_rate.h"

namespace limber {

namespace {

struct Screw {
  Vec3 turn, slide;
  Vec3 moves(const Vec3& point) const { return slide + turn.cross(point); }
};

Screw screw_of(const Kinematics& kinematics, int dof) {
  const auto column = kinematics.screws().col(dof);
  return {column.head<3>(), column.tail<3>()};
}

}  // namespace

JacobianDerivative::JacobianDerivative(const Figure& figure)
    : figure_(figure),
      posture_(figure.rest_posture()),
      turned_(static_cast<std::size_t>(figure.segment_count()), Vec3::Zero()),
      moved_(turned_) {
  for (const DofId dof : figure.dofs()) joint_.push_back(figure.joint_of_dof(dof));
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    const bool one_by_one = joint.type == JointType::fixed || joint.type == JointType::revolute ||
                            joint.type == JointType::prismatic ||
                            (joint.type == JointType::elbow && !joint.inverted);
    simple_ = simple_ && one_by_one;
    const SegmentId s = figure.segment_of(j);
    chain_ = chain_ && (s == root_segment || figure.parent(s) == s - 1);
  }
}

JacobianDerivative::Order JacobianDerivative::order(DofId k, DofId j) const {
  if (at(joint_, k) == at(joint_, j)) return Order::same;
  const SegmentId of_k = figure_.segment_of(at(joint_, k)), of_j = figure_.segment_of(at(joint_, j));
  if (of_k < of_j && of_j < figure_.branch_end(of_k)) return Order::before;
  if (of_j < of_k && of_k < figure_.branch_end(of_j)) return Order::after;
  return Order::unrelated;
}

JacobianDerivative::Change JacobianDerivative::change_within(const Kinematics& kinematics, DofId j,
                                                             DofId k) const {
  const JointId id = at(joint_, j);
  const Joint& joint = figure_.joint(id);
  const int row = j - figure_.first_dof(id), column = k - figure_.first_dof(id);
  const auto carried = [&]() -> Change {  // as if k were a joint before j
    const Screw sj = screw_of(kinematics, j), sk = screw_of(kinematics, k);
    return {sk.turn.cross(sj.turn), sk.turn.cross(sj.slide) + sk.slide.cross(sj.turn)};
  };
  switch (joint.type) {
    case JointType::elbow:
      return (joint.inverted ? column > row : column < row) ? carried() : Change{};
    case JointType::swing: {
      const SegmentId parent = figure_.parent(figure_.segment_of(id));
      const Transform base =
          (parent.is_valid() ? kinematics.segment_pose(parent) : Transform{}) * figure_.before(id);
      const std::span<const double> s = values_of(figure_, posture_, id);
      const Vec3 swing(s[0], s[1], 0.0);
      // Inverted, the vectors are those of -L(-s).
      const Mat3 rate = left_jacobian_rate(joint.inverted ? Vec3(-swing) : swing, Vec3(Vec3::Unit(column)));
      const Vec3 turn = base.rotation * rate.col(row);
      return {turn, base.translation.cross(turn)};
    }
    case JointType::ball:
      return joint.inverted ? carried() : Change{};
    case JointType::free: {
      const bool row_turns = row >= 3, column_turns = column >= 3;
      if (joint.inverted) return column_turns ? carried() : Change{};
      return row_turns && !column_turns ? carried() : Change{};
    }
    default:
      return {};
  }
}

std::vector<int> JacobianDerivative::carriers(SegmentId segment) const {
  std::vector<int> dofs;
  for (SegmentId s = segment; s.is_valid(); s = figure_.parent(s)) {
    for (const DofId dof : figure_.dofs(figure_.joint_of(s))) dofs.push_back(dof);
  }
  std::sort(dofs.begin(), dofs.end());
  return dofs;
}

void JacobianDerivative::add_translation(const Kinematics& kinematics, SegmentId segment, const Vec3& point,
                                         const Vec3& force, Eigen::MatrixXd& matrix) const {
  const std::vector<int> dofs = carriers(segment);
  for (const int j : dofs) {
    const Screw sj = screw_of(kinematics, j);
    const Vec3 vj = sj.moves(point);
    for (const int k : dofs) {
      const Screw sk = screw_of(kinematics, k);
      if (at(joint_, j) == at(joint_, k)) {
        const Change change = change_within(kinematics, DofId{j}, DofId{k});
        matrix(int{j}, int{k}) +=
            force.dot(change.slide + change.turn.cross(point) + sj.turn.cross(sk.moves(point)));
      } else {
        matrix(int{j}, int{k}) += force.dot(k < j ? sk.turn.cross(vj) : sj.turn.cross(sk.moves(point)));
      }
    }
  }
}

void JacobianDerivative::add_center(const Kinematics& kinematics, const MassDistribution& masses,
                                    const Vec3& force, Eigen::MatrixXd& matrix) const {
  if (!(masses.total_mass() > 0.0)) return;
  const int n = figure_.dof_count();
  RowMatrix rows(3, n);
  masses.center_jacobian(kinematics, rows);
  for (const DofId j : figure_.dofs()) {
    const Screw sj = screw_of(kinematics, j);
    for (const DofId k : figure_.dofs()) {
      const Order where = order(k, j);
      if (where == Order::unrelated) continue;
      if (where == Order::before) {
        matrix(int{j}, int{k}) += force.dot(screw_of(kinematics, k).turn.cross(Vec3(rows.col(j))));
        continue;
      }
      matrix(int{j}, int{k}) += force.dot(sj.turn.cross(Vec3(rows.col(k))));
      if (where == Order::after) continue;
      const Change change = change_within(kinematics, j, k);
      const SegmentId branch = figure_.segment_of(at(joint_, j));
      matrix(int{j}, int{k}) += masses.branch_mass(branch) / masses.total_mass() *
                                force.dot(change.slide + change.turn.cross(masses.branch_center(branch)));
    }
  }
}

void JacobianDerivative::add_rotation(const Kinematics& kinematics, SegmentId segment, const Vec3& moment,
                                      Eigen::MatrixXd& matrix) const {
  const std::vector<int> dofs = carriers(segment);
  for (const int j : dofs) {
    const Screw sj = screw_of(kinematics, j);
    for (const int k : dofs) {
      if (at(joint_, j) == at(joint_, k)) {
        matrix(int{j}, int{k}) += moment.dot(change_within(kinematics, DofId{j}, DofId{k}).turn);
      } else if (k < j) {
        matrix(int{j}, int{k}) += moment.dot(screw_of(kinematics, k).turn.cross(sj.turn));
      }
    }
  }
}

// Along the way from the root, what has turned before a joint; back again, what moves beyond it:
//
//   (C d)_j = (f x W_j) . v_j + (f x w_j) . S_j,     W_j = sum before of w_k d_k,  S_j = sum after of v_k d_k
void JacobianDerivative::add_product(const Kinematics& kinematics, const double* x, const double* y,
                                     const double* z, const Vec3& force, const VecX& direction,
                                     VecX& out) const noexcept {
  const RowMatrix& screws = kinematics.screws();
  const Eigen::Index n = screws.cols();
  const double *wx = screws.data(), *wy = wx + n, *wz = wy + n;
  const double fx = force.x(), fy = force.y(), fz = force.z();
  const double* d = direction.data();
  double* result = out.data();
  const auto forward = [&](Eigen::Index first, Eigen::Index end, Vec3& turned) {
    double ax = turned.x(), ay = turned.y(), az = turned.z();
    for (Eigen::Index j = first; j < end; ++j) {
      result[j] += (fy * az - fz * ay) * x[j] + (fz * ax - fx * az) * y[j] + (fx * ay - fy * ax) * z[j];
      ax += wx[j] * d[j];
      ay += wy[j] * d[j];
      az += wz[j] * d[j];
    }
    turned = Vec3(ax, ay, az);
  };
  const auto backward = [&](Eigen::Index first, Eigen::Index end, Vec3& moved) {
    double sx = moved.x(), sy = moved.y(), sz = moved.z();
    for (Eigen::Index j = end; j-- > first;) {
      sx += x[j] * d[j];
      sy += y[j] * d[j];
      sz += z[j] * d[j];
      // f . (w_j x v_j) d_j counts once, for j itself.
      result[j] +=
          (fy * wz[j] - fz * wy[j]) * sx + (fz * wx[j] - fx * wz[j]) * sy + (fx * wy[j] - fy * wx[j]) * sz;
    }
    moved = Vec3(sx, sy, sz);
  };
  if (chain_) {
    Vec3 turned = Vec3::Zero(), moved = Vec3::Zero();
    forward(0, n, turned);
    backward(0, n, moved);
    return;
  }
  for (const SegmentId s : figure_.segments()) {
    const SegmentId parent = figure_.parent(s);
    at(turned_, s) = parent.is_valid() ? at(turned_, parent) : Vec3(Vec3::Zero());
    at(moved_, s).setZero();
    const auto dofs = figure_.dofs(figure_.joint_of(s));
    forward(dofs.front(), dofs.front() + dofs.size(), at(turned_, s));
  }
  for (int s = figure_.segment_count() - 1; s >= 0; --s) {
    const auto dofs = figure_.dofs(figure_.joint_of(SegmentId{s}));
    backward(dofs.front(), dofs.front() + dofs.size(), at(moved_, s));
    const SegmentId parent = figure_.parent(SegmentId{s});
    if (parent.is_valid()) at(moved_, parent) += at(moved_, s);
  }
}

}  // namespace limber
