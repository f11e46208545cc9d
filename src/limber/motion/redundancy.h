#pragma once
// Joint velocities for a task velocity while a criterion stays minimal: six methods and ours (Tevatia and
// Schaal 2000; Klein, Chu-Jenq and Ahmed 1995; Liegeois 1977).
//
//   J qd = xd                                  the task, m rows
//   V           n x (n - m), orthonormal, J V = 0; G = V^T grad g = 0 at the best posture for the task
//   lambda      (J J^T)^-1 J grad g
//   W           H - C(lambda): second derivatives of g - lambda . x        (task_stack.h)
//
//   pseudo-inverse     qd = J+ xd - gain (I - J+ J) grad g
//   original           [J; V^T H + J2] qd = [xd; -gain G],   J2 = (dV/dq)^T grad g by differences of bases
//   klein-second       the same with V^T H + J2 = V^T W
//   klein-first        the same with the rates of all basis vectors as unknowns
//   simplified         the same without J2. With H diagonal a weighted pseudo-inverse, O(m^2 n)
//   estimated          the same with an estimate of J2 by recursive least squares
//   repeatable         [W J^T; J 0] [qd; mu] = [-gain grad g; xd], the equation that klein-second solves, by
//                      conjugate gradients in the null space from the velocity of the last step, H as
//                      preconditioner: no basis, no factorisation of size n, O(m n) a step
//
// By original, Klein's forms and repeatable |G| falls by exp(-gain t). (With lambda weighted by H^-1 the
// length of G that falls so is another one, and |G| itself may grow.)
//
// Between steps the basis is kept continuous: of all bases the one nearest to the last. Where J loses rank,
// its Gram matrix is damped; where W is not positive along a direction, repeatable takes H instead.

#include <Eigen/Dense>
#include <vector>

#include "limber/motion/null_space.h"
#include "limber/motion/options.h"
#include "limber/motion/task_stack.h"

namespace limber {

// A criterion at a posture.
struct CriterionNow {
  const VecX& gradient;
  const VecX& diagonal;                   // of H, > 0
  const Eigen::MatrixXd* full = nullptr;  // H, if it is more than its diagonal
};

// Of the estimate. The ridge is relative to |dq|^2/(1 - forgetting), the information that steps bring: so one
// rule serves any number of joints, speed and time step.
struct EstimateTuning {
  double forgetting = 0.95;  // per step
  double ridge = 1e-4;       // larger: calmer, nearer to `simplified`
};

// A J^T-sized symmetric matrix and its Cholesky factor, damped where it is nearly singular. Allocates when it
// grows.
class DampedGram {
 public:
  // A = J D J^T; D: one number per column, nullptr: ones.
  void factorise(const RowMatrix& jacobian, const VecX* diagonal);
  void solve(VecX& b) const noexcept;
  const RowMatrix& scaled() const { return scaled_; }  // J D, where D was given
  double damping() const { return damping_; }          // added to the diagonal
  // A pivot below this part of the largest is raised to it. 1e-6: singular values below a thousandth.
  static constexpr double least_pivot = 1e-6;

 private:
  int size_ = 0;
  std::vector<double> lower_;
  RowMatrix scaled_;
  double damping_ = 0.0;
};

class Redundancy {
 public:
  Redundancy(RedundancyMethod method, int dofs, double gain, EstimateTuning tuning = {});

  // `dt` [s]: until the next call, when the posture will have moved by the velocity times dt.
  const VecX& velocity(CurvedRows& rows, const VecX& task_velocity, const CriterionNow& criterion, double dt);
  // Of `repeatable`: a degree of freedom that moves at this speed whatever the criterion says; and none does.
  void freeze(int dof, double speed);
  void release();
  bool is_frozen(int dof) const { return !frozen_.empty() && frozen_[static_cast<std::size_t>(dof)] != 0; }
  void begin(const VecX& velocity);  // forgets; the velocity of the last step
  void forget();                     // bases, estimates and velocities

  RedundancyMethod method() const { return method_; }
  static constexpr int corrections = 1;  // of `repeatable`: steps of conjugate gradients
  // Curvature of W along the search, relative to that of H: below `firm` the answer is mixed with that of H,
  // below `flat` it is that. A constrained optimum that stops being one has curvature 0.
  static constexpr double firm = 0.25, flat = 0.05;

 private:
  void by_gradient(const RowMatrix& j, const VecX& xd, const CriterionNow& c);
  void by_weights(const RowMatrix& j, const VecX& xd, const CriterionNow& c);
  void by_extension(CurvedRows& rows, const VecX& xd, const CriterionNow& c, double dt);
  void by_rates(CurvedRows& rows, const VecX& xd, const CriterionNow& c);
  void by_corrections(CurvedRows& rows, const VecX& xd, const CriterionNow& c);
  void take_basis(const RowMatrix& j);
  Eigen::MatrixXd basis_derivative(CurvedRows& rows, const VecX& gradient);
  void learn(const VecX& free_gradient, double dt);
  void simplify(const RowMatrix& j, const VecX& xd, const CriterionNow& c);
  void project(const RowMatrix& j, const VecX& weights, const VecX& r, VecX& out);

  RedundancyMethod method_;
  int n_;
  double gain_;
  EstimateTuning tuning_;
  DampedGram gram_;
  VecX velocity_, inverse_, residual_, projected_, search_, along_, lambda_, small_;
  bool has_velocity_ = false;
  std::vector<std::uint8_t> frozen_;  // per degree of freedom; empty: none

  Eigen::MatrixXd basis_, estimate_, precision_;  // V, S ~ J2, P
  VecX last_gradient_, last_step_;                // G and dq of the last step
  double ridge_ = 0.0;
  int coordinate_ = 0;
  int bases_since_new_ = 0;  // each made of the one before
  bool has_basis_ = false, has_step_ = false;
};

// Of what is left of a gradient in the null space of J: |G|.
double free_gradient_length(const RowMatrix& jacobian, const VecX& gradient);

}  // namespace limber
