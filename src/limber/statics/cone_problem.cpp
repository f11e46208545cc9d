// Newton's method on the dual function, with the projection on one cone and its derivative.

#include "limber/statics/cone_problem.h"

#include <algorithm>
#include <cmath>

namespace limber::statics {

namespace {

constexpr double met_well_enough = 2000.0;  // times the accuracy: where rounding stops progress short of it
constexpr double hopeless = 1e7;  // y grows as 1/margin, without end where no forces exist: stop there
constexpr int most_steps = 40;    // Newton steps: more than 15 were never seen where forces exist
constexpr int most_halvings = 30;
constexpr int most_polish_steps = 4;
constexpr double slow_down =
    1e-6;  // times miss^2, added to the curvature: small enough not to be felt near the answer
// Added to the curvature where Newton's direction does not descend: from almost nothing to what contacts of
// cost 1 resist with.
constexpr double first_extra = 1e-10, more_extra = 100.0, most_extra = 1.0;
constexpr double least_extra = 1e-14;  // always: directions that nothing acts on
constexpr int most_stalled = 2;  // steps that gain less than half where the equations are met well enough
constexpr double enough_descent = 1e-4;   // of what the slope promises (Armijo)
constexpr double smallest_pivot = 1e-15;  // against what stood there: below, a direction that nothing acts on

// The nearest forces: the cost of force begins small and falls to almost nothing.
constexpr double first_cost = 1e-3, cost_falls = 0.1;
constexpr int most_rounds = 12, rounds_with_falling_cost = 6;
constexpr double proof = 1e6;  // no forces up to so many times the load balance: then none do

// Cholesky in place, lower triangle. Directions that nothing acts on get a pivot that leaves them alone.
void cholesky(RowsByRows& h) {
  const int n = static_cast<int>(h.rows());
  for (int k = 0; k < n; ++k) {
    double pivot = h(k, k);
    const double floor = smallest_pivot * pivot + 1e-300;
    for (int j = 0; j < k; ++j) pivot -= h(k, j) * h(k, j);
    const bool is_free = !(pivot > floor);
    const double root = is_free ? 1e150 : std::sqrt(pivot);
    h(k, k) = root;
    for (int i = k + 1; i < n; ++i) {
      double sum = h(i, k);
      for (int j = 0; j < k; ++j) sum -= h(i, j) * h(k, j);
      h(i, k) = sum / root;
    }
  }
}

void solve_cholesky(const RowsByRows& l, Rows& x) {
  const int n = static_cast<int>(l.rows());
  for (int i = 0; i < n; ++i) {
    double sum = x[i];
    for (int j = 0; j < i; ++j) sum -= l(i, j) * x[j];
    x[i] = sum / l(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i];
    for (int j = i + 1; j < n; ++j) sum -= l(j, i) * x[j];
    x[i] = sum / l(i, i);
  }
}

// H += A P A^T of one contact, lower triangle.
void add_curvature(const ConeContact& c, const Vec3& up, RowsByRows& h) {
  const Mat3& p = c.rate;
  const Mat3 moment = c.lever * p;
  h.block<3, 3>(0, 0) += p;
  h.block<3, 3>(3, 0) += moment;
  h.block<3, 3>(3, 3) += moment * c.lever.transpose();
  if (c.share_row < 0) return;
  const Vec3 along = p * up;
  h.block<1, 3>(c.share_row, 0) += along.transpose();
  h.block<1, 3>(c.share_row, 3) += (c.lever * along).transpose();
  h(c.share_row, c.share_row) += up.dot(along);
}

// How far the pulls are from resisting every force of the cones: no forces longer than (b . y)/gap balance.
double gap_of(const std::vector<ConeContact>& contacts) {
  double sum = 0.0;
  for (const ConeContact& contact : contacts) {
    ConeContact plain = contact;
    plain.cost = plain.tangential_cost = 1.0;
    plain.reference.setZero();
    project(plain);
    sum += plain.force.norm();
  }
  return sum;
}

}  // namespace

void project(ConeContact& c) noexcept {
  if (!c.carries) {
    c.force.setZero();
    c.rate.setZero();
    return;
  }
  const double root = std::sqrt(c.tangential_cost), mu = c.friction * root;
  const Vec3& n = c.normal;
  const double reference_n = n.dot(c.reference), pull_n = n.dot(c.pull);
  const double p_n = reference_n + pull_n / c.cost;
  // Tangential forces are counted `root` times as long: in these units the cost is the same all ways round.
  const Vec3 p_t = root * (c.reference - reference_n * n) + (c.pull - pull_n * n) / (c.cost * root);
  const double length = p_t.norm();
  if (c.grips || length <= mu * p_n) {
    c.force = p_n * n + p_t / root;
    c.rate = (n * n.transpose() + (Mat3::Identity() - n * n.transpose()) / c.tangential_cost) / c.cost;
  } else if (mu * length <= -p_n) {
    c.force.setZero();
    c.rate.setZero();
  } else {
    const double along = (p_n + mu * length) / (1.0 + mu * mu);
    const Vec3 t = length > 0.0 ? Vec3(p_t / length) : Vec3(Vec3::Zero());
    const Vec3 edge = n + c.friction * t, side = n.cross(t);
    c.force = along * edge;
    c.rate = (edge * edge.transpose()) / ((1.0 + mu * mu) * c.cost);
    if (length > 0.0) {
      c.rate += (mu * along / (length * c.tangential_cost * c.cost)) * (side * side.transpose());
    }
  }
}

ConeProblem::ConeProblem(int rows) {
  set_row_count(rows);
}

void ConeProblem::set_row_count(int rows) {
  for (Rows* each : {&right_side, &softness, &multipliers, &gradient_, &direction_, &trial_})
    each->setZero(rows);
  factor_.setZero(rows, rows);
}

Vec3 ConeProblem::transposed(const ConeContact& c, const Rows& y) const noexcept {
  Vec3 v = y.head<3>() + c.lever.transpose() * y.segment<3>(3);
  if (c.share_row >= 0) v += y[c.share_row] * up;
  return v;
}

void ConeProblem::add_rows(const ConeContact& c, const Vec3& force, Rows& rows) const noexcept {
  rows.head<3>() += force;
  rows.segment<3>(3) += c.lever * force;
  if (c.share_row >= 0) rows[c.share_row] += up.dot(force);
}

double ConeProblem::evaluate(const Rows& y) noexcept {
  gradient_ = softness.cwiseProduct(y) - right_side;
  double phi = 0.5 * softness.cwiseProduct(y).dot(y) - right_side.dot(y);
  const Vec3 turned = moment_softness * y.segment<3>(3);
  gradient_.segment<3>(3) += turned;
  phi += 0.5 * turned.dot(y.segment<3>(3));
  for (ConeContact& c : contacts) {
    c.pull = transposed(c, y);
    project(c);
    add_rows(c, c.force, gradient_);
    // The conjugate of the cost: pull . f - cost(f).
    const Vec3 change = c.force - c.reference;
    const double n = c.normal.dot(change);
    const double size = n * n + c.tangential_cost * (change.squaredNorm() - n * n);
    phi += c.pull.dot(c.force) - 0.5 * c.cost * size;
  }
  for (FreeNumber& d : numbers) {
    const double pull = d.column.dot(y.head<6>());
    d.value = d.wanted + pull / d.cost;
    gradient_.head<6>() += d.column * d.value;
    phi += pull * d.wanted + 0.5 * pull * pull / d.cost;
  }
  miss_ = gradient_.cwiseAbs().maxCoeff();
  return phi;
}

void ConeProblem::factorise(double extra) noexcept {
  factor_.setZero();
  for (const ConeContact& c : contacts) add_curvature(c, up, factor_);
  for (const FreeNumber& d : numbers)
    factor_.topLeftCorner<6, 6>() += d.column * d.column.transpose() / d.cost;
  factor_.block<3, 3>(3, 3) += moment_softness;
  factor_.diagonal() += softness;
  factor_.diagonal().array() += extra;
  cholesky(factor_);
}

void ConeProblem::solve_with_factor(Rows& right) const noexcept {
  solve_cholesky(factor_, right);
}

void ConeProblem::newton_direction(double extra) noexcept {
  factorise(extra);
  direction_ = -gradient_;
  solve_cholesky(factor_, direction_);
}

// Where to start without knowing better: the answer if every contact could pull as well as push.
void ConeProblem::open_all_cones() noexcept {
  for (ConeContact& c : contacts) {
    const bool grips = c.grips;
    c.grips = true;
    c.pull.setZero();
    project(c);
    c.grips = grips;
  }
  gradient_ = -right_side;
  for (ConeContact& c : contacts) add_rows(c, c.force, gradient_);
  for (FreeNumber& d : numbers) gradient_.head<6>() += d.column * d.wanted;
  newton_direction(0.0);
  multipliers = direction_;
}

// Along the direction, to where phi is clearly less; false where it is not.
bool ConeProblem::descend(double& phi) noexcept {
  const double slope = gradient_.dot(direction_), miss = miss_;
  if (!(slope < 0.0)) return false;
  double length = 1.0;
  for (int k = 0; k < most_halvings; ++k, length *= 0.5) {
    trial_ = multipliers + length * direction_;
    const double there = evaluate(trial_);
    const bool is_better = there <= phi + enough_descent * length * slope ||
                           (k == 0 && miss_ <= 0.5 * miss);  // near the answer phi is only rounding
    if (!is_better) continue;
    phi = there;
    multipliers = trial_;
    return true;
  }
  evaluate(multipliers);
  return false;
}

ConeStatus ConeProblem::solve(bool warm) noexcept {
  if (!warm || !multipliers.allFinite()) open_all_cones();
  double phi = evaluate(multipliers), extra = 0.0;
  int stalled = 0;
  for (iterations_ = 0; iterations_ < most_steps && !(miss_ <= accuracy); ++iterations_) {
    const double miss = miss_;
    // Where few contacts carry, nothing resists some directions; a little of the miss keeps the step short.
    newton_direction(extra + slow_down * std::min(1.0, miss) * std::min(1.0, miss) + least_extra);
    if (!descend(phi)) {
      // Rounding has spoilt the direction: more curvature turns it towards the steepest descent.
      if (miss <= met_well_enough * accuracy || extra > most_extra) break;
      extra = extra == 0.0 ? first_extra : more_extra * extra;
      continue;
    }
    extra = 0.0;
    if (!(multipliers.squaredNorm() < hopeless * hopeless)) break;
    // Rounding leaves nothing to gain.
    stalled = miss_ <= met_well_enough * accuracy && miss_ > 0.5 * miss ? stalled + 1 : 0;
    if (stalled >= most_stalled) break;
  }
  if (!(miss_ <= met_well_enough * accuracy)) return ConeStatus::not_met;
  polish();
  return ConeStatus::met;
}

// By rounds in which moving on from the forces of the last round costs ever less.
void ConeProblem::solve_nearest() noexcept {
  double cost = first_cost;
  multipliers.setZero();
  for (ConeContact& contact : contacts) {
    contact.cost = cost;
    contact.tangential_cost = 1.0;
    contact.reference.setZero();
  }
  for (int round = 0; round < most_rounds; ++round) {
    accuracy = 2e-13 + 1e-17 / cost;  // what rounding leaves of 1 where forces cost so little
    solve(true);
    if (right_side.dot(multipliers) > proof * gap_of(contacts)) return;
    if (round < rounds_with_falling_cost) cost *= cost_falls;
    for (ConeContact& contact : contacts) {
      contact.reference = contact.force;
      contact.cost = cost;
    }
  }
}

// Next to the edge of what can be balanced phi is large, and shows no descent long before the equations are
// met as well as rounding allows; derivatives of the forces inherit what is missing. Plain Newton steps go
// on as long as the miss falls.
void ConeProblem::polish() noexcept {
  for (int k = 0; k < most_polish_steps && miss_ > accuracy; ++k) {
    const double miss = miss_;
    newton_direction(least_extra);
    trial_ = multipliers + direction_;
    evaluate(trial_);
    if (!(miss_ < miss)) {
      evaluate(multipliers);
      return;
    }
    multipliers = trial_;
  }
}

}  // namespace limber::statics
