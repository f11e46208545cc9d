// Tevatia and Schaal 2000, figures 3 and 4: a planar arm draws circles while a criterion g is to stay minimal.
//
//   pseudo-inverse       qd = J^+ xd - alpha (I - J^+ J) grad g
//   extended Jacobian    [ W  J^T ] [ qd ]   [ -alpha grad g ]      W = d2g/dq2 - sum_r lambda_r d2x_r/dq2
//                        [ J   0  ] [ mu ] = [      xd       ]      lambda = (J J^T)^-1 J grad g
//   simplified           the same with W = d2g/dq2

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"

namespace limber::experiments {

namespace of_tevatia_3 {
namespace {

constexpr int joints = 10;
constexpr double link = 0.1, radius = 0.1, period = 1.0, time_step = 0.002, alpha = 10.0;  // [m], [s], [1/s]
constexpr int cycle = 500;                                                                 // steps
const Vec2 center(0.45, 0.25);

using Matrix = Eigen::MatrixXd;

struct Arm {
  Vec2 tip = Vec2::Zero();
  Matrix jacobian = Matrix(2, joints);
  Matrix second[2] = {Matrix(joints, joints), Matrix(joints, joints)};  // of the tip’s x and y
};

Arm arm_at(const VecX& q) {
  Arm arm;
  Vec2 after[joints + 1];  // from joint k to the tip
  after[joints].setZero();
  double angle = q.sum();
  for (int k = joints - 1; k >= 0; --k) {
    after[k] = after[k + 1] + link * Vec2(std::cos(angle), std::sin(angle));
    angle -= q[k];
  }
  arm.tip = after[0];
  for (int k = 0; k < joints; ++k) {
    arm.jacobian.col(k) = Vec2(-after[k].y(), after[k].x());
    for (int i = 0; i < joints; ++i) {
      for (int r = 0; r < 2; ++r) arm.second[r](k, i) = -after[std::max(k, i)][r];
    }
  }
  return arm;
}

enum class Method { pseudo_inverse, exact, simplified };

// g = sum |q_i|^power, its minimum the straight arm.
struct Criterion {
  int power = 2;
  VecX gradient(const VecX& q) const {
    return q.unaryExpr([p = power](double v) { return p * std::copysign(std::pow(std::abs(v), p - 1), v); });
  }
  VecX curvature(const VecX& q) const {  // its diagonal; L4 has none where a joint is straight
    return q.unaryExpr(
        [p = power](double v) { return std::max(1e-3, p * (p - 1) * std::pow(std::abs(v), p - 2)); });
  }
};

struct Settings {
  Method method = Method::pseudo_inverse;
  Criterion criterion = {};
  double gain = alpha;
  double sign = 1.0;  // of the second derivatives
};

VecX velocity(const VecX& q, const Arm& arm, const Vec2& wanted, const Settings& s) {
  const Matrix& j = arm.jacobian;
  const VecX gradient = s.criterion.gradient(q);
  const Eigen::Matrix2d gram = j * j.transpose();
  if (s.method == Method::pseudo_inverse) {
    const Vec2 asked = wanted + s.gain * (j * gradient);
    return j.transpose() * gram.ldlt().solve(asked) - s.gain * gradient;
  }
  Matrix system = Matrix::Zero(joints + 2, joints + 2);
  system.topLeftCorner(joints, joints) = s.criterion.curvature(q).asDiagonal();
  if (s.method == Method::exact) {
    const Vec2 lambda = gram.ldlt().solve(Vec2(j * gradient));
    for (int r = 0; r < 2; ++r) system.topLeftCorner(joints, joints) -= s.sign * lambda[r] * arm.second[r];
  }
  system.topRightCorner(joints, 2) = j.transpose();
  system.bottomLeftCorner(2, joints) = j;
  VecX rhs(joints + 2);
  rhs << -s.gain * gradient, wanted;
  return system.partialPivLu().solve(rhs).head(joints);
}

// What is left of the gradient in the null space of J.
double free_gradient(const VecX& q, const Arm& arm, const Criterion& criterion) {
  const VecX gradient = criterion.gradient(q);
  const Matrix& j = arm.jacobian;
  const Eigen::Matrix2d gram = j * j.transpose();
  return (gradient - j.transpose() * gram.ldlt().solve(Vec2(j * gradient))).norm();
}

Vec2 on_circle(double time) {
  const double angle = 2.0 * std::numbers::pi * time / period;
  return center + radius * Vec2(std::cos(angle), std::sin(angle));
}

struct Trace {
  std::vector<double> gradient;    // after every step
  std::vector<VecX> at_cycle_end;  // joints
  double tracking = 0.0;           // [m] largest error of the tip in the last cycle
  double last_gradient() const {   // largest of the last cycle
    return *std::max_element(gradient.end() - cycle, gradient.end());
  }
  double offset() const { return (at_cycle_end.back() - at_cycle_end[at_cycle_end.size() - 2]).norm(); }
};

Trace draw(const VecX& start, const Settings& settings, int cycles) {
  Trace trace;
  VecX q = start;
  for (int k = 0; k < cycles * cycle; ++k) {
    const Arm arm = arm_at(q);
    const Vec2 target = on_circle((k + 1) * time_step);
    q += time_step * velocity(q, arm, (target - arm.tip) / time_step, settings);
    const Arm now = arm_at(q);
    trace.gradient.push_back(free_gradient(q, now, settings.criterion));
    if (k >= (cycles - 1) * cycle) trace.tracking = std::max(trace.tracking, (target - now.tip).norm());
    if ((k + 1) % cycle == 0) trace.at_cycle_end.push_back(q);
  }
  return trace;
}

// Bent unevenly, the tip on the circle: far from the best posture.
VecX uneven_start() {
  VecX q = VecX::Constant(joints, -0.12);
  q[0] = 1.3;
  for (int k = 1; k < joints; k += 2) q[k] = -0.35;
  for (int k = 0; k < 200; ++k) {
    const Arm arm = arm_at(q);
    q += velocity(q, arm, 0.2 * (on_circle(0.0) - arm.tip), {.gain = 0.0});
  }
  return q;
}

// Of the velocities of two settings along the way of the first, largest and relative.
double largest_difference(const VecX& start, const Settings& a, const Settings& b) {
  VecX q = start;
  double largest = 0.0;
  for (int k = 0; k < cycle; ++k) {
    const Arm arm = arm_at(q);
    const Vec2 wanted = (on_circle((k + 1) * time_step) - arm.tip) / time_step;
    const VecX first = velocity(q, arm, wanted, a), second = velocity(q, arm, wanted, b);
    largest = std::max(largest, (first - second).norm() / first.norm());
    q += time_step * first;
  }
  return largest;
}

Result run(const RunOptions& options) {
  const VecX start = uneven_start();
  const double sign = options.replaces("sign") ? -1.0 : 1.0;
  const Criterion square{2}, fourth{4};
  const int cycles = 6;
  const Trace plain = draw(start, {Method::pseudo_inverse, square, 0.0}, cycles),
              pulled = draw(start, {Method::pseudo_inverse, square, alpha}, cycles),
              exact = draw(start, {Method::exact, square, alpha, sign}, cycles);
  options.progress(0.5);
  const Trace pulled4 = draw(start, {Method::pseudo_inverse, fourth, alpha}, cycles),
              simplified4 = draw(start, {Method::simplified, fourth, alpha}, cycles);
  Result result;
  result.add("joint offset of one more circle, pseudo-inverse", "not conservative", plain.offset(), "rad",
             at_least(0.01));
  result.add("joint offset of one more circle, extended Jacobian", "conservative", exact.offset(), "rad",
             at_most(1e-6));
  result.add("largest gradient left, extended Jacobian relative to pseudo-inverse with optimisation",
             "tracks the optimal posture", exact.last_gradient() / pulled.last_gradient(), "×", at_most(0.2));
  result.add("largest error of the tip, extended Jacobian", "every method tracks the circle", exact.tracking,
             "m", at_most(1e-3));
  result.add("simplified against pseudo-inverse with half the gain, quadratic criterion",
             "equivalent in special cases",
             largest_difference(start, {Method::simplified, square, alpha},
                                {Method::pseudo_inverse, square, 0.5 * alpha}),
             "", at_most(1e-9));
  result.add("simplified relative to pseudo-inverse, L₄, largest gradient left", "clearly better",
             simplified4.last_gradient() / pulled4.last_gradient(), "×", at_most(0.8));
  result.plots = {
      {.title = "What is left of the gradient, quadratic criterion",
       .x = {"step"},
       .y = {"", Spacing::logarithmic, Range{1e-6, 10}},
       .series = {error_curve(plain.gradient, "pseudo-inverse", Tone::faint),
                  error_curve(pulled.gradient, "with optimisation", Tone::middle),
                  error_curve(exact.gradient, "extended Jacobian", Tone::accent)}},
      {.title = "The same, L₄",
       .x = {"step"},
       .y = {"", Spacing::logarithmic, Range{1e-6, 10}},
       .series = {error_curve(pulled4.gradient, "pseudo-inverse with optimisation", Tone::middle),
                  error_curve(simplified4.gradient, "simplified extended Jacobian", Tone::accent)}}};
  options.progress(1.0);
  result.conclusion =
      "Without a criterion, joints drift from circle to circle. The extended Jacobian, which is Newton’s "
      "method on the "
      "conditions for an optimal posture, returns to where it was.";
  return result;
}

}  // namespace
}  // namespace of_tevatia_3

Experiment tevatia_3() {
  return {
      .name = "tevatia-3",
      .title = "Circles with the extended Jacobian",
      .document = "Tevatia and Schaal 2000",
      .place = "sections 2 and 3, figures 3 and 4",
      .claim =
          "A closed path of the hand does not close in the joints with the pseudo-inverse; with the extended "
          "Jacobian it does, and the posture stays optimal. The simplified form equals the pseudo-inverse "
          "with "
          "optimisation for a quadratic criterion and converges better for L₄.",
      .parameters = {{"arm", "10 links of 0.1 m in the plane"},
                     {"circle", "0.2 m across in 1 s, 500 steps, six times, from an uneven posture"},
                     {"criterion", "Σ|q|², Σ|q|⁴; α = 10/s"},
                     {"second derivatives", "in closed form"}},
      .run = of_tevatia_3::run,
      .replacements = {{"sign", "the second derivatives of the tip with the other sign"}}};
}

}  // namespace limber::experiments
