#pragma once
// The documents' equations once more, with every matrix written out: inverses by solving normal equations or
// by Eigen's SVD, projectors as n x n matrices. Shares nothing with the library but Contact and the point
// Jacobian.

#include <Eigen/Dense>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/world/world.h"

namespace limber::test {

using Mat = Eigen::MatrixXd;

inline Mat dense_damped_inverse(const Mat& j, double lambda) {
  const Mat gram = j * j.transpose() + lambda * lambda * Mat::Identity(j.rows(), j.rows());
  return j.transpose() * gram.fullPivLu().inverse();
}

// Whether a singular value is more than rounding of the largest. Between the two lies what nobody can tell:
// cases with such a one are not compared.
inline bool counts(double sigma, double largest) {
  return sigma > 1e-10 * largest;
}
inline bool has_doubtful_rank(const Mat& j) {
  if (j.size() == 0) return false;
  const VecX sigma = Eigen::JacobiSVD<Mat>(j).singularValues();
  return (sigma.array() > 1e-14 * sigma[0] && sigma.array() < 1e-7 * sigma[0]).any();
}

inline Mat dense_projector(const Mat& j, double lambda, bool damped) {
  const Mat identity = Mat::Identity(j.cols(), j.cols());
  if (j.rows() == 0) return identity;
  if (damped) return identity - dense_damped_inverse(j, lambda) * j;
  const Eigen::JacobiSVD<Mat> svd(j, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Mat projector = identity;
  for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
    if (counts(svd.singularValues()[i], svd.singularValues()[0]))
      projector -= svd.matrixV().col(i) * svd.matrixV().col(i).transpose();
  }
  return projector;
}

// What all equations are made of.
struct DenseProblem {
  Mat j;  // J_e
  VecX e;
  std::vector<Contact> contacts;  // worst first
  std::vector<Mat> contact_rows;  // J_i, 3 x n
  int world_size = 0;             // obstacles in all
  AvoidanceOptions options;       // resolved

  Eigen::Index n() const { return j.cols(); }
  Mat inverse() const { return j.rows() == 0 ? Mat(n(), 0) : dense_damped_inverse(j, options.damping); }
  VecX tracked() const { return j.rows() == 0 ? VecX(VecX::Zero(n())) : VecX(inverse() * e); }
  Mat projector() const { return dense_projector(j, options.damping, options.damped_projector); }
  double floored(std::size_t i) const {
    return std::max(contacts[i].clearance, options.least_distance) / options.unit;
  }

  double alpha_h(double d) const {
    const double t =
        std::clamp((d - options.full_distance) / (options.influence - options.full_distance), 0.0, 1.0);
    return 1 - 3 * t * t + 2 * t * t * t;
  }
  double alpha_o(double d) const {
    const double t =
        std::clamp((options.full_distance - d) / (options.full_distance - options.abort_distance), 0.0, 1.0);
    return options.push * t * t;
  }
};

inline VecX dense_escape(const DenseProblem& p, std::size_t i) {
  const double d = p.contacts[i].clearance;
  const Mat restricted = p.contact_rows[i] * p.projector();
  const VecX wanted = p.alpha_o(d) * p.contacts[i].normal - p.contact_rows[i] * p.tracked();
  return p.alpha_h(d) * dense_damped_inverse(restricted, p.options.obstacle_damping) * wanted;
}

inline VecX dense_task_priority(const DenseProblem& p) {
  return p.tracked() + dense_escape(p, 0);
}

inline VecX dense_normal_only(const DenseProblem& p) {
  const double d = p.contacts[0].clearance;
  const VecX row = p.contact_rows[0].transpose() * p.contacts[0].normal;
  const double missing = p.alpha_o(d) - row.dot(p.tracked());
  if (missing <= 0) return p.tracked();
  const VecX free = p.projector() * row;
  return p.tracked() +
         p.alpha_h(d) * missing * free / (free.squaredNorm() + std::pow(p.options.obstacle_damping, 2));
}

inline VecX dense_two_worst(const DenseProblem& p) {
  if (p.contacts.size() == 1) return dense_task_priority(p);
  const double a = std::pow(p.floored(1), 2), b = std::pow(p.floored(0), 2);
  const double second = b / (a + b), counts = p.alpha_h(p.contacts[1].clearance);
  return p.tracked() + (1 - counts * second) * dense_escape(p, 0) + second * dense_escape(p, 1);
}

// Stacks everything and solves the normal equations of |M x - r|^2 + lambda^2 |x|^2.
inline VecX dense_goal_augmented(const DenseProblem& p) {
  Mat normal = p.options.damping * p.options.damping * Mat::Identity(p.n(), p.n());
  VecX right = VecX::Zero(p.n());
  if (p.j.rows() > 0) {
    normal += p.j.transpose() * p.j;
    right += p.j.transpose() * p.e;
  }
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const double d = p.contacts[i].clearance, a = p.alpha_h(d);
    normal += a * a * p.contact_rows[i].transpose() * p.contact_rows[i];
    right += a * a * p.alpha_o(d) * p.contact_rows[i].transpose() * p.contacts[i].normal;
  }
  return normal.ldlt().solve(right);
}

inline VecX dense_augmented(const DenseProblem& p, bool lab) {
  const double nearest = p.contacts[0].clearance;
  if (lab && p.options.abort && nearest < p.options.abort_distance) return VecX::Zero(p.n());
  Mat stacked(0, p.n());
  VecX wanted(0);
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const double d = p.contacts[i].clearance;
    if (d >= p.options.influence) continue;
    const double fade = p.options.fade_rows && !lab ? p.alpha_h(d) : 1.0;
    const double push = p.alpha_o(p.options.shortest_gain || lab ? nearest : d);
    stacked.conservativeResize(stacked.rows() + 3, Eigen::NoChange);
    stacked.bottomRows(3) = fade * p.contact_rows[i];
    wanted.conservativeResize(wanted.size() + 3);
    wanted.tail(3) = fade * (push * p.contacts[i].normal - p.contact_rows[i] * p.tracked());
  }
  if (stacked.rows() == 0) return p.tracked();
  const Mat free = dense_projector(p.j, p.options.damping, lab || p.options.damped_projector);
  return p.tracked() +
         p.alpha_h(nearest) * dense_damped_inverse(stacked * free, p.options.obstacle_damping) * wanted;
}

inline VecX dense_in_null_space(const DenseProblem& p, const VecX& z, double longest) {
  VecX h = p.projector() * z;
  const double turn = h.cwiseAbs().maxCoeff();
  if (longest > 0 && turn > longest) h *= longest / turn;
  return p.tracked() + h;
}

inline VecX dense_weights(const DenseProblem& p, bool blended) {
  const auto k = static_cast<Eigen::Index>(p.contacts.size());
  VecX weights = VecX::Ones(k);
  if (!blended || k == 1) return weights;
  double sum = 0;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) sum += p.floored(i);
  for (Eigen::Index i = 0; i < k; ++i)
    weights[i] = (sum - p.floored(static_cast<std::size_t>(i))) / (static_cast<double>(k - 1) * sum);
  return weights;
}

// eqs. 5.3 and 5.4
inline VecX dense_cost(const DenseProblem& p, double gain, bool blended) {
  const VecX weights = dense_weights(p, blended);
  double h = 0;
  for (std::size_t i = 0; i < p.contacts.size(); ++i)
    h += weights[static_cast<Eigen::Index>(i)] * std::pow(p.floored(i), -2);
  VecX z = VecX::Zero(p.n());
  for (Eigen::Index c = 0; c < std::min<Eigen::Index>(3, p.n()); ++c)
    z[c] = gain * h * h * p.floored(0) * p.contacts[0].normal[c];
  return dense_in_null_space(p, z, p.options.cost_longest_turn);
}

// For worlds of no more obstacles than a third of the joints: components by number.
inline VecX dense_cost_augmented(const DenseProblem& p, double gain, bool blended) {
  const VecX weights = dense_weights(p, blended);
  VecX z = VecX::Zero(p.n());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      z[3 * p.contacts[i].obstacle + c] =
          gain * weights[static_cast<Eigen::Index>(i)] * std::pow(p.floored(i), -3) * p.contacts[i].normal[c];
    }
  }
  return dense_in_null_space(p, z, p.options.cost_longest_turn);
}

// From the start: A and B as they are after the adaptation of the first step.
inline VecX dense_adaptive(const DenseProblem& p) {
  double a = p.options.adaptive_gain, b = p.options.adaptive_decay;
  const double d = p.contacts[0].clearance;
  if (d > p.options.full_distance) a /= 2, b /= 4;
  if (d < p.options.abort_distance) a *= 2, b *= 4;
  double h = 0;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) h += a * std::exp(-2 * b * std::pow(p.floored(i), 2));
  VecX z = VecX::Zero(p.n());
  for (Eigen::Index c = 0; c < std::min<Eigen::Index>(3, p.n()); ++c)
    z[c] = h * p.floored(0) * p.contacts[0].normal[c];
  return dense_in_null_space(p, z, p.options.cost_longest_turn);
}

// - alpha grad P written with x_R - x_S = d n, as eq. 5.5 has it but for the sign.
inline VecX dense_objective(const DenseProblem& p) {
  const int k = p.options.objective_power;
  const double unit = p.options.unit;
  VecX z = VecX::Zero(p.n());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const double d = p.floored(i) * unit;
    z += p.options.objective_gain * std::pow(unit, k) * k * std::pow(d, -(k + 2)) *
         p.contact_rows[i].transpose() * (d * p.contacts[i].normal);
  }
  return dense_in_null_space(p, z, p.options.objective_longest_turn);
}

inline VecX dense_reversing(const DenseProblem& p, bool gated) {
  const double d = p.contacts[0].clearance;
  const Mat& o = p.contact_rows[0];
  const Mat inverse = dense_damped_inverse(o, p.options.obstacle_damping);
  const VecX escape = inverse * ((gated ? p.alpha_o(d) : p.options.push) * p.contacts[0].normal);
  VecX reversed = escape;
  if (p.j.rows() > 0) {
    const Mat free = dense_projector(o, p.options.obstacle_damping, p.options.damped_projector);
    reversed += dense_damped_inverse(p.j * free, p.options.damping) * (p.e - p.j * escape);
  }
  if (!gated) return reversed;
  return (1 - p.alpha_h(d)) * p.tracked() + p.alpha_h(d) * reversed;
}

inline VecX dense_answer(const DenseProblem& p) {
  const AvoidanceOptions& o = p.options;
  if (p.contacts.empty()) return p.tracked();
  switch (o.technique) {
    case Technique::task_priority:
      return dense_task_priority(p);
    case Technique::task_priority_normal:
      return dense_normal_only(p);
    case Technique::two_worst:
      return dense_two_worst(p);
    case Technique::task_augmented:
      return dense_augmented(p, false);
    case Technique::lab:
      return dense_augmented(p, true);
    case Technique::cost:
      return dense_cost(p, o.cost_gain, false);
    case Technique::cost_blended:
      return dense_cost(p, o.cost_blended_gain, true);
    case Technique::cost_augmented:
      return dense_cost_augmented(p, o.cost_augmented_gain, false);
    case Technique::cost_blended_augmented:
      return dense_cost_augmented(p, o.cost_blended_augmented_gain, true);
    case Technique::cost_adaptive:
      return dense_adaptive(p);
    case Technique::objective:
      return dense_objective(p);
    case Technique::goal_augmented:
      return dense_goal_augmented(p);
    case Technique::priority_reversing:
      return dense_reversing(p, false);
    case Technique::priority_reversing_gated:
      return dense_reversing(p, true);
    case Technique::tracking:
      return p.tracked();
    case Technique::clearance:
    case Technique::off:
    case Technique::virtual_arms:
    case Technique::jacobian_transpose:
    case Technique::coordinate_descent:
    case Technique::fabrik:
    case Technique::optimisation:
    case Technique::two_bones:
      break;
  }
  return p.tracked();
}

}  // namespace limber::test
