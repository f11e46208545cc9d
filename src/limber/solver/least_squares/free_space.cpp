// Projects onto what is free, by the projector itself or by a basis of what was taken out.

#include "limber/solver/least_squares/free_space.h"

#include <cassert>

namespace limber {

namespace {

constexpr double least_share = 1e-9;  // of a vector that must be free for it to have a direction

}  // namespace

void FreeSpace::prepare(int max_dimensions, Form form) {
  form_ = form;
  const auto n = static_cast<std::size_t>(max_dimensions);
  matrix_.assign(n * n, 0.0);
  scratch_ = VecX::Zero(max_dimensions);
  direction_ = VecX::Zero(max_dimensions);
  reset(0);
}

void FreeSpace::reset(int dimensions) noexcept {
  assert(dimensions <= scratch_.size());
  dimensions_ = dimensions;
  taken_ = 0;
  if (form_ == Form::full_projector) {
    Eigen::Map<RowMatrix>(matrix_.data(), dimensions, dimensions).setIdentity();
  }
}

void FreeSpace::project(double* v) noexcept {
  Eigen::Map<VecX> vector(v, dimensions_);
  if (form_ == Form::full_projector) {
    auto result = scratch_.head(dimensions_);
    result.noalias() = Eigen::Map<const RowMatrix>(matrix_.data(), dimensions_, dimensions_) * vector;
    vector = result;
    return;
  }
  // A second pass takes out what rounding left of a long vector in a short remainder.
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < taken_; ++i) {
      const Eigen::Map<const VecX> row(matrix_.data() + static_cast<std::ptrdiff_t>(i) * dimensions_,
                                       dimensions_);
      vector -= row.dot(vector) * row;
    }
  }
}

void FreeSpace::take_out(const double* v) noexcept {
  if (taken_ == dimensions_) return;
  auto direction = direction_.head(dimensions_);
  direction = Eigen::Map<const VecX>(v, dimensions_);
  const double whole = direction.norm();
  project(direction_.data());
  const double norm = direction.norm();
  if (!(norm > least_share * whole)) return;
  direction *= 1.0 / norm;
  if (form_ == Form::basis) {
    Eigen::Map<VecX>(matrix_.data() + static_cast<std::ptrdiff_t>(taken_) * dimensions_, dimensions_) =
        direction;
  } else {
    // Where hardly anything was left, what P let through is not yet inside P to rounding: once more.
    project(direction_.data());
    direction *= 1.0 / direction.norm();
    Eigen::Map<RowMatrix> p(matrix_.data(), dimensions_, dimensions_);
    for (int i = 0; i < dimensions_; ++i) p.row(i) -= direction[i] * direction.transpose();
  }
  ++taken_;
}

}  // namespace limber
