// Adds up the steps of the levels, and holds inequalities one by one until none is violated.

#include "limber/solver/least_squares/projector_hierarchy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace limber {

ProjectorHierarchy::ProjectorHierarchy(int max_unknowns, int max_rows, int max_levels,
                                       const ProjectorOptions& options)
    : max_rows_(max_rows),
      max_levels_(max_levels),
      rows_(RowMatrix::Zero(max_rows, max_unknowns)),
      constraint_rows_(RowMatrix::Zero(max_rows, max_unknowns)),
      allowed_(max_rows, max_unknowns),
      row_is_restricted_(static_cast<std::size_t>(max_rows), 0),
      rhs_(VecX::Zero(max_rows)),
      own_rows_(RowMatrix::Zero(max_rows, max_unknowns)),
      restricted_(RowMatrix::Zero(max_rows, max_unknowns)),
      pull_(VecX::Zero(max_unknowns)),
      x_(VecX::Zero(max_unknowns)),
      step_(VecX::Zero(max_unknowns)),
      residual_(VecX::Zero(max_rows)),
      projected_(VecX::Zero(max_unknowns)) {
  constraints_.reserve(static_cast<std::size_t>(max_rows));
  met_.reserve(static_cast<std::size_t>(max_rows));
  levels_.reserve(static_cast<std::size_t>(max_levels));
  set_options(options);
}

void ProjectorHierarchy::set_options(const ProjectorOptions& options) {
  if (options.formulation == Formulation::lexicographic) {
    throw std::invalid_argument(
        "ProjectorOptions::formulation is lexicographic; it must be projector or chiaverini (the class "
        "Lexicographic does the other)");
  }
  options_ = options;
  const int n = static_cast<int>(rows_.cols());
  space_.prepare(n, options.form);
  own_space_.prepare(n, options.form);
  const auto make = [&](bool wanted) {
    std::vector<Svd> svds(static_cast<std::size_t>(wanted ? max_levels_ : 0), Svd(options.svd));
    for (Svd& svd : svds) svd.prepare(max_rows_, n);
    return svds;
  };
  restricted_svd_ = make(true);
  alone_svd_ = make(options.formulation == Formulation::chiaverini);
}

void ProjectorHierarchy::forget() noexcept {
  for (Svd& svd : restricted_svd_) svd.forget();
  for (Svd& svd : alone_svd_) svd.forget();
}

void ProjectorHierarchy::clear(int unknowns) noexcept {
  assert(unknowns <= rows_.cols());
  unknowns_ = unknowns;
  row_count_ = 0;
  constraints_.clear();
  levels_.clear();
  pull_.head(unknowns).setZero();
}

double* ProjectorHierarchy::new_constraint(double rhs, bool at_most) noexcept {
  assert(constraints_.size() < constraints_.capacity());
  const auto index = static_cast<Eigen::Index>(constraints_.size());
  constraints_.push_back({.at_most = at_most, .held = !at_most, .rhs = rhs});
  constraint_rows_.row(index).head(unknowns_).setZero();
  return constraint_rows_.data() + index * constraint_rows_.cols();
}

double* ProjectorHierarchy::add_equality(double rhs) noexcept {
  return new_constraint(rhs, false);
}

double* ProjectorHierarchy::add_at_most(double rhs) noexcept {
  return new_constraint(rhs, true);
}

void ProjectorHierarchy::begin_level() noexcept {
  assert(levels_.size() < levels_.capacity());
  levels_.push_back({.first_row = row_count_});
}

double* ProjectorHierarchy::add_row(double rhs) noexcept {
  assert(row_count_ < max_rows_ && !levels_.empty());
  ++levels_.back().row_count;
  rhs_[row_count_] = rhs;
  rows_.row(row_count_).head(unknowns_).setZero();
  at(row_is_restricted_, row_count_) = 0;
  return rows_.data() + row_count_++ * rows_.cols();
}

void ProjectorHierarchy::restrict_last_row(const std::uint8_t* allowed) noexcept {
  const int row = row_count_ - 1;
  std::copy(allowed, allowed + unknowns_, allowed_.data() + row * allowed_.cols());
  at(row_is_restricted_, row) = 1;
  levels_.back().restricted = true;
}

void ProjectorHierarchy::set_pull(const VecX& z) noexcept {
  pull_.head(unknowns_) = z.head(unknowns_);
}

const SvdFactors& ProjectorHierarchy::decomposition(int level) const noexcept {
  return at(alone_svd_.empty() ? restricted_svd_ : alone_svd_, level).factors();
}

std::span<const double> ProjectorHierarchy::singular_values(int level) const noexcept {
  const auto sigma = decomposition(level).sigma();
  return {sigma.data(), static_cast<std::size_t>(sigma.size())};
}

double ProjectorHierarchy::value(int constraint) const noexcept {
  return constraint_rows_.row(constraint).head(unknowns_).dot(x_.head(unknowns_));
}

bool ProjectorHierarchy::is_finite() const noexcept {
  bool finite = pull_.head(unknowns_).allFinite() && rhs_.head(row_count_).allFinite();
  for (int r = 0; r < row_count_; ++r) finite = finite && rows_.row(r).head(unknowns_).allFinite();
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    finite = finite && !std::isnan(constraints_[c].rhs) &&
             (constraints_[c].at_most ? constraints_[c].rhs > -std::numeric_limits<double>::infinity()
                                      : std::isfinite(constraints_[c].rhs)) &&
             constraint_rows_.row(static_cast<Eigen::Index>(c)).head(unknowns_).allFinite();
  }
  return finite;
}

bool ProjectorHierarchy::hold(int constraint) noexcept {
  const auto c = constraint_rows_.row(constraint).head(unknowns_);
  auto free = projected_.head(unknowns_);
  free = c.transpose();
  space_.project(projected_.data());
  const double left = at(constraints_, constraint).rhs - value(constraint);
  const double size = c.norm();
  if (!(free.norm() > rank_tolerance * size)) return std::abs(left) <= rank_tolerance * (1.0 + size);
  x_.head(unknowns_) += (left / free.squaredNorm()) * free;
  space_.take_out(projected_.data());
  return true;
}

// x += the step of a level with these rows, inside `space`.
void ProjectorHierarchy::add_step(int index, const RowMatrix& all_rows, FreeSpace& space) noexcept {
  Level& level = at(levels_, index);
  const int m = level.row_count, n = unknowns_;
  const auto rows = all_rows.block(level.first_row, 0, m, n);
  auto restricted = restricted_.topLeftCorner(m, n);
  double longest = 0.0;
  for (int r = 0; r < m; ++r) {
    longest = std::max(longest, rows.row(r).norm());
    restricted.row(r) = rows.row(r);
    space.project(restricted_.data() + r * restricted_.cols());
  }
  Svd& svd = at(restricted_svd_, index);
  svd.decompose(restricted, rank_tolerance * longest);

  auto residual = residual_.head(m);
  auto step = step_.head(n);
  residual = rhs_.segment(level.first_row, m);
  if (options_.formulation == Formulation::chiaverini) {
    Svd& alone = at(alone_svd_, index);
    alone.decompose(rows, rank_tolerance * longest);
    level.lambda = damped_step(alone.factors(), options_.damping, residual, step);
  } else {
    // Whatever may be moved, what is asked for is asked of the whole rows.
    const auto whole_rows = rows_.block(level.first_row, 0, m, n);
    for (int r = 0; r < m; ++r) residual[r] -= whole_rows.row(r).dot(x_.head(n));
    level.lambda = damped_step(svd.factors(), options_.damping, residual, step);
  }
  // In A it lies in the free space but for rounding, which a small singular value may have made large.
  space.project(step_.data());
  x_.head(n) += step;
}

void ProjectorHierarchy::restrict_level(const Level& level) noexcept {
  own_space_ = space_;
  for (int i = 0; i < unknowns_; ++i) {
    bool any_may_move = false;
    for (int r = level.first_row; r < level.first_row + level.row_count; ++r) {
      const bool may_move = at(row_is_restricted_, r) == 0 || allowed_(r, i) != 0;
      own_rows_(r, i) = may_move ? rows_(r, i) : 0.0;
      any_may_move = any_may_move || may_move;
    }
    if (any_may_move) continue;
    projected_.head(unknowns_).setZero();
    projected_[i] = 1.0;
    own_space_.take_out(projected_.data());
  }
}

void ProjectorHierarchy::solve_level(int index) noexcept {
  const Level& level = at(levels_, index);
  if (level.restricted) {
    restrict_level(level);
    add_step(index, own_rows_, own_space_);
    for (int r = 0; r < level.row_count; ++r) space_.take_out(rows_.row(level.first_row + r).data());
    return;
  }
  add_step(index, rows_, space_);
  const SvdFactors& factors = at(restricted_svd_, index).factors();
  for (int i = 0; i < factors.rank(); ++i) space_.take_out(factors.v(i));
}

bool ProjectorHierarchy::solve_once() noexcept {
  space_.reset(unknowns_);
  x_.head(unknowns_).setZero();
  bool consistent = true;
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    if (constraints_[c].at_most) continue;
    constraints_[c].held = hold(static_cast<int>(c));
    consistent = consistent && constraints_[c].held;
  }
  for (int c : met_) at(constraints_, c).held = hold(c);
  for (int level = 0; level < level_count(); ++level) solve_level(level);
  projected_.head(unknowns_) = pull_.head(unknowns_);
  space_.project(projected_.data());
  x_.head(unknowns_) += projected_.head(unknowns_);
  return consistent;
}

// Of the inequalities that x violates the one met first on the way from 0; those that 0 violates come before
// all others, the worst first. Ties go to the first added. -1: none.
int ProjectorHierarchy::first_violated(bool among_met) const noexcept {
  int first = -1;
  double earliest = 0.0;
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    const Constraint& constraint = constraints_[c];
    if (!constraint.at_most || (constraint.met && !among_met)) continue;
    const auto row = constraint_rows_.row(static_cast<Eigen::Index>(c)).head(unknowns_);
    const double reached = value(static_cast<int>(c));
    if (!(reached > constraint.rhs + violation_tolerance * std::max(1.0, row.norm()))) continue;
    const double when = constraint.rhs < 0 ? constraint.rhs / row.norm() : constraint.rhs / reached;
    if (first < 0 || when < earliest) {
      first = static_cast<int>(c);
      earliest = when;
    }
  }
  return first;
}

// Back along x until no inequality is violated that 0 keeps.
void ProjectorHierarchy::shorten() noexcept {
  double share = 1.0;
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    if (!constraints_[c].at_most) continue;
    const double reached = value(static_cast<int>(c));
    if (!(reached > constraints_[c].rhs) || !(reached > 0)) continue;
    share = std::min(share, std::max(0.0, constraints_[c].rhs) / reached);
  }
  x_.head(unknowns_) *= share;
}

ProjectorHierarchy::Status ProjectorHierarchy::solve() noexcept {
  x_.head(unknowns_).setZero();
  rounds_ = 0;
  if (!is_finite()) return Status::bad_input;
  met_.clear();
  for (Constraint& constraint : constraints_) {
    constraint.met = false;
    constraint.held = !constraint.at_most;
  }
  bool consistent = solve_once();
  // Every round tries to hold one more inequality, so there is an end to it.
  for (int violated = first_violated(false); violated >= 0; violated = first_violated(false)) {
    ++rounds_;
    at(constraints_, violated).met = true;
    met_.push_back(violated);
    consistent = solve_once();
  }
  // One that was met may still be violated, where others say the opposite.
  const bool kept = first_violated(true) < 0;
  if (!kept) shorten();
  return !kept ? Status::shortened : consistent ? Status::solved : Status::contradiction;
}

}  // namespace limber
