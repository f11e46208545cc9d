// Chooses the contacts that need rows, and writes them.

#include "limber/solver/step/clearance_rows.h"

#include <algorithm>

#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/step/row_buffer.h"

namespace limber {

namespace {

constexpr double touching = 1e-3;  // of the influence: so near it may well hold a step back

}  // namespace

ClearanceRows::ClearanceRows(const Figure& figure, const Clearance& clearance)
    : clearance_(clearance),
      twists_(figure),
      is_selected_(static_cast<std::size_t>(clearance.most_witnesses()), 0) {
  selected_.reserve(most_selected);
  holding_.reserve(most_selected);
}

double ClearanceRows::room(const Contact& contact) const noexcept {
  const double margin = clearance_.options().margin;
  const double all = contact.clearance - margin - clearance_.skin();
  if (all > closed_) return damping_ * all;
  // Inside the skin nothing must be done at once: to stay as near costs no step, to be pushed out would.
  return contact.clearance >= margin ? 0.0 : all;
}

void ClearanceRows::select_touching(double damping, double closed) noexcept {
  damping_ = damping;
  closed_ = closed;
  selected_.clear();
  for (int i = 0; i < clearance_.witness_count(); ++i) {
    const bool counts = room(clearance_.witness(i)) < touching * clearance_.influence() ||
                        std::find(holding_.begin(), holding_.end(), clearance_.name(i)) != holding_.end();
    at(is_selected_, i) = counts && selected_.size() < most_selected;
    if (at(is_selected_, i) != 0) selected_.push_back(i);
  }
}

bool ClearanceRows::select_broken(const Kinematics& kinematics, const VecX& displacement) noexcept {
  const std::size_t before = selected_.size();
  twists_.compute(kinematics, displacement);
  for (int i = 0; i < clearance_.witness_count() && selected_.size() < most_selected; ++i) {
    const Contact& witness = clearance_.witness(i);
    if (at(is_selected_, i) != 0 || -twists_.gain(witness) <= room(witness)) continue;
    at(is_selected_, i) = 1;
    selected_.push_back(i);
  }
  return selected_.size() > before;
}

void ClearanceRows::select_named(std::span<const std::uint64_t> names) noexcept {
  selected_.clear();
  std::fill(is_selected_.begin(), is_selected_.end(), std::uint8_t{0});
  for (const std::uint64_t name : names) {
    for (int i = 0; i < clearance_.witness_count() && selected_.size() < most_selected; ++i) {
      if (at(is_selected_, i) != 0 || clearance_.name(i) != name) continue;
      at(is_selected_, i) = 1;
      selected_.push_back(i);
      break;
    }
  }
}

template <class Problem>
void ClearanceRows::add_to(Problem& problem, const Kinematics& kinematics, const VecX& scale) const noexcept {
  for (int i = 0; i < count(); ++i) {
    Eigen::Map<Eigen::RowVectorXd> row(problem.add_at_most(room(contact(i))), scale.size());
    clearance_.write_row(kinematics, contact(i), row);
    row = -row.cwiseProduct(scale.transpose());
    problem.name_last_row(clearance_.name(at(selected_, i)));
  }
}
template void ClearanceRows::add_to(Lexicographic&, const Kinematics&, const VecX&) const noexcept;
template void ClearanceRows::add_to(ProjectorConstraints&, const Kinematics&, const VecX&) const noexcept;
template void ClearanceRows::add_to(RowBuffer&, const Kinematics&, const VecX&) const noexcept;

}  // namespace limber
