#pragma once
// Where the criteria h = sum of gain_k h_k pull the freedom that tasks leave, in the unknowns y = W^1/2 dq:
//
//   first order    z = - W^-1/2 grad h                    at most `gentle` long: the source documents
//   second order   z = - B^-1 P W^-1/2 grad h             P: onto the freedom left
//
// B is what is known of the second derivatives: those of quadratic criteria exactly, and what earlier
// steps taught of the rest, the curvature of the tasks included (QuasiNewton). The linear problem projects
// any pull, so P times the gradient is read off its solution for the gradient itself:
//
//   compute()      the gradient, as a pull               then solve
//   refine()       from what became of it, B^-1          then solve again

#include "limber/solver/step/quasi_newton.h"
#include "limber/tasks/criterion.h"

namespace limber {

class CriteriaPull {
 public:
  explicit CriteriaPull(int dofs);

  enum class Order : std::uint8_t { first, second };
  // `scale`: W^-1/2, one entry per degree of freedom.
  void compute(const CriterionList& criteria, const TaskContext& context, const VecX& scale,
               Order order) noexcept;
  void clear() noexcept { gradient_.setZero(); }  // no criterion takes part
  const VecX& value() const noexcept { return pull_; }
  VecX& value() noexcept { return pull_; }
  // Second order only. `freely`: the part of the solution that followed the pull. False: there is nothing to
  // add to the pull as it is.
  // `most`: [rad] its largest entry.
  bool refine(const VecX& freely, double most) noexcept;
  // What followed the refined pull is no way down: an inequality let go of that held the gradient. The pull
  // becomes that of compute() again, and what was learnt is forgotten. False: it is a way down.
  bool retract(const VecX& freely) noexcept;
  // The step taken after refine(), in the unknowns y.
  void learn_from(const VecX& step) noexcept;
  void forget() noexcept;  // what steps taught

  const VecX& gradient() const noexcept { return gradient_; }  // W^-1/2 grad h
  double factor() const noexcept { return factor_; }           // pull of compute() = -factor gradient

  static constexpr double gentle = 0.1;   // [rad] largest entry of the pull, first order
  static constexpr double longest = 0.3;  // [rad] and second order: as far as the first step of a level

 private:
  double shorten(double largest) noexcept;  // the pull; by what

  VecX gradient_, pull_;
  VecX base_;             // diagonal of B^-1
  VecX projected_;        // P times the gradient
  VecX gradient_pull_;    // as compute() had it
  VecX last_projected_;   // where the last step started
  VecX last_step_, one_;  // one_: scratch for one criterion
  double factor_ = 1.0;   // pull = -factor gradient
  bool base_is_even_ = true, base_is_known_ = false, has_stepped_ = false;
  QuasiNewton newton_;
};

}  // namespace limber
