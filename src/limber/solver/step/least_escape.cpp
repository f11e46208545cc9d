// Contacts join as the displacement breaks them and leave when they would have to pull.

#include "limber/solver/step/least_escape.h"

#include <algorithm>

namespace limber {

LeastEscape::LeastEscape(const Figure& figure, const Clearance& clearance)
    : clearance_(clearance), twists_(figure) {
  members_.reserve(most);
  rows_ = RowMatrix::Zero(most, figure.dof_count());
  products_ = factor_ = Eigen::MatrixXd::Zero(most, most);
  gaps_ = forces_ = VecX::Zero(most);
}

double LeastEscape::gap(const Contact& contact) const noexcept {
  const double target = clearance_.required(contact), skin = clearance_.skin();
  return contact.clearance < target ? target + skin - contact.clearance
                                    : std::min(0.0, target + skin - contact.clearance);
}

// False: there is no room for another, or nothing can move it.
bool LeastEscape::join(const Kinematics& kinematics, int contact) noexcept {
  const int last = static_cast<int>(members_.size());
  if (last == most) return false;
  if (!clearance_.write_row(kinematics, clearance_.witness(contact), rows_.row(last))) return false;
  members_.push_back(contact);
  gaps_[last] = gap(clearance_.witness(contact));
  for (int j = 0; j <= last; ++j) products_(last, j) = products_(j, last) = rows_.row(last).dot(rows_.row(j));
  products_(last, last) *= 1.0 + 1e-9;  // several contacts may say the same
  return true;
}

void LeastEscape::leave(int position) noexcept {
  const int last = static_cast<int>(members_.size()) - 1;
  at(members_, position) = at(members_, last);
  rows_.row(position) = rows_.row(last);
  gaps_[position] = gaps_[last];
  products_.row(position).swap(products_.row(last));
  products_.col(position).swap(products_.col(last));
  members_.pop_back();
}

int LeastEscape::worst_broken() const noexcept {
  double worst = 0.5 * clearance_.skin();
  int broken = -1;
  for (int i = 0; i < clearance_.witness_count(); ++i) {
    const double left = gap(clearance_.witness(i)) - twists_.gain(clearance_.witness(i));
    if (left > worst) worst = left, broken = i;
  }
  return broken;
}

bool LeastEscape::find(const Kinematics& kinematics, VecX& displacement) noexcept {
  members_.clear();
  for (int i = 0; i < clearance_.witness_count(); ++i) {
    const Contact& contact = clearance_.witness(i);
    if (contact.clearance < clearance_.required(contact) && !join(kinematics, i)) return false;
  }
  for (int round = 0; round < 3 * most && !members_.empty(); ++round) {
    const auto count = static_cast<Eigen::Index>(members_.size());
    auto factor = factor_.topLeftCorner(count, count);
    factor = products_.topLeftCorner(count, count);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> solver(factor);
    if (solver.info() != Eigen::Success) return false;
    auto forces = forces_.head(count);
    forces = gaps_.head(count);
    solver.solveInPlace(forces);
    Eigen::Index pulling = 0;
    if (forces.minCoeff(&pulling) < 0.0) {
      leave(static_cast<int>(pulling));
      continue;
    }
    displacement.noalias() = rows_.topRows(count).transpose().lazyProduct(forces);
    twists_.compute(kinematics, displacement);
    const int broken = worst_broken();
    if (broken < 0) return true;
    const bool is_member = std::find(members_.begin(), members_.end(), broken) != members_.end();
    if (is_member || !join(kinematics, broken)) return false;
  }
  return false;
}

void LeastEscape::find_movers(const Kinematics& kinematics, VecX& movers) noexcept {
  movers.setZero();
  for (const Contact& contact : clearance_.contacts()) {
    if (contact.clearance >= clearance_.required(contact)) continue;
    clearance_.write_row(kinematics, contact, rows_.row(0));
    for (Eigen::Index i = 0; i < movers.size(); ++i) {
      if (rows_(0, i) != 0.0) movers[i] = 1.0;
    }
  }
}

}  // namespace limber
