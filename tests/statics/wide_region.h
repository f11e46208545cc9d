#pragma once
// The nearest point of the region of the centre of mass, found anew with more digits than the library has, from where
// the library ended:
//
//   minimise 1/2 |d - p|^2   with   sum A f + B d = b,   every f in its cone
//
// by rounds in which only the change of the forces costs (the proximal point method), each by Newton's method on
// its dual, until nothing changes to 17 digits. The distance from p then has enough of them for plain differences over
// very short steps, which no kink of the forces spoils: the distance itself is smooth once.

#include <Eigen/LU>
#include <optional>

#include "statics/contact_motion.h"
#include "statics/dual_numbers.h"

namespace limber::test {

class WideRegion {
 public:
  using Wide2 = Eigen::Matrix<Wide, 2, 1>;
  using Wide3 = Eigen::Matrix<Wide, 3, 1>;
  using Wide6 = Eigen::Matrix<Wide, 6, 1>;

  explicit WideRegion(const statics::ConeProblem& found)
      : y_(found.multipliers.cast<Wide>()), right_side_(found.right_side.cast<Wide>()) {
    for (const statics::ConeContact& c : found.contacts)
      contacts_.push_back(
          {c.arm.cast<Wide>(), c.normal.cast<Wide>(), c.force.cast<Wide>(), c.friction, c.grips});
    for (int k = 0; k < 2; ++k) {
      const statics::FreeNumber& number = found.numbers[static_cast<std::size_t>(k)];
      columns_.col(k) = number.column.cast<Wide>();
      target_[k] = number.wanted;
    }
  }

  // Along a degree of freedom, to first order.
  void move(const Statics& statics, const ContactMotion& motion, Wide step) {
    const Wide length = statics.length_size(), load = statics.load_size();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      contacts_[i].arm += step / length * motion.place(i).cast<Wide>();
      contacts_[i].normal = (contacts_[i].normal + step * motion.normal(i).cast<Wide>()).normalized();
    }
    const Wide3 force = motion.load_force().cast<Wide>(),
                moment = motion.load_moment().cast<Wide>() - statics.center().cast<Wide>().cross(force);
    right_side_.head<3>() -= step / load * force;
    right_side_.tail<3>() -= step / (load * length) * moment;
  }

  // The distance of p from the region, in units of the problem; none where the forces grow without end, as in a figure
  // that is jammed.
  std::optional<Wide> distance() {
    Wide last = -1;
    for (int round = 0; round < 400; ++round) {
      solve_round();
      // From the least cost, in which a miss counts squared.
      const Wide now = std::sqrt(std::max<Wide>(0, -2 * dual_));
      if (miss_.norm() < 1e-12L && std::abs(now - last) < 1e-17L) return now;
      last = now;
    }
    return std::nullopt;
  }

 private:
  struct Contact {
    Wide3 arm, normal, reference;
    Wide friction;
    bool grips;
    Wide3 force = Wide3::Zero();
  };
  using Wide66 = Eigen::Matrix<Wide, 6, 6>;
  static constexpr Wide cost = 1e-4L;

  // The miss of the equations, and its derivative by y.
  void evaluate(const Wide6& y) {
    using Mat = Eigen::Matrix<Wide, 3, 3>;
    point_ = target_ + columns_.transpose() * y;
    miss_ = columns_ * point_ - right_side_;
    curvature_ = columns_ * columns_.transpose();
    const Wide2 pulled = columns_.transpose() * y;
    dual_ = pulled.dot(target_) + pulled.squaredNorm() / 2 - right_side_.dot(y);
    for (Contact& c : contacts_) {
      const Wide3 q = c.reference + (y.head<3>() - c.arm.cross(y.tail<3>())) / cost, &n = c.normal;
      const Wide q_n = n.dot(q), mu = c.friction;
      const Wide3 q_t = q - q_n * n;
      const Wide length = q_t.norm();
      Mat rate = Mat::Zero();
      if (c.grips || length <= mu * q_n) {
        c.force = q;
        rate.setIdentity();
      } else if (mu * length <= -q_n) {
        c.force.setZero();
      } else {
        const Wide along = (q_n + mu * length) / (1 + mu * mu);
        const Wide3 t = q_t / length, edge = n + mu * t, side = n.cross(t);
        c.force = along * edge;
        rate = edge * edge.transpose() / (1 + mu * mu) + mu * along / length * side * side.transpose();
      }
      Eigen::Matrix<Wide, 6, 3> a;
      a << Mat::Identity(), Mat::Zero();
      for (int k = 0; k < 3; ++k) a.col(k).tail<3>() = c.arm.cross(Wide3(Wide3::Unit(k)));
      miss_ += a * c.force;
      dual_ += cost * ((q - c.reference).dot(c.force) - (c.force - c.reference).squaredNorm() / 2);
      curvature_ += a * rate * a.transpose() / cost;
    }
  }

  void solve_round() {
    evaluate(y_);
    for (int k = 0; k < 200 && miss_.norm() > 1e-17L; ++k) {
      const Wide miss = miss_.norm(), small = std::min<Wide>(1, miss), dual = dual_;
      Wide66 h = curvature_;
      h.diagonal().array() += 1e-18L + 1e-5L * small * small;  // directions that nothing resists
      const Wide6 way = -Eigen::FullPivLU<Wide66>(h).solve(miss_), from = y_;
      const Wide slope = miss_.dot(way);
      bool is_better = false;
      for (Wide length = 1; !is_better && length > 1e-9L; length /= 2) {
        y_ = from + length * way;
        evaluate(y_);
        is_better = dual_ < dual + 1e-4L * length * slope || (length == 1 && miss_.norm() < miss / 2);
      }
      if (is_better) continue;
      y_ = from;
      evaluate(y_);
      break;
    }
    for (Contact& c : contacts_) c.reference = c.force;
  }

  std::vector<Contact> contacts_;
  Wide6 y_, right_side_, miss_ = Wide6::Zero();
  Wide66 curvature_ = Wide66::Zero();
  Wide dual_ = 0;  // the function of y that each round makes least; the miss is its gradient
  Eigen::Matrix<Wide, 6, 2> columns_;
  Wide2 target_ = Wide2::Zero(), point_ = Wide2::Zero();
};

}  // namespace limber::test
