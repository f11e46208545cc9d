#pragma once
// Contacts as inequalities of a linear problem. With clearance d and its row (contact.h),
//
//   row . dq >= -damping (d - margin)        above the margin: a part of the room may be used up by a step
//   row . dq >= margin - d                   below it: back to the margin at once
//
// Only contacts that hold a step back need rows, and those are few: the problem is solved with some, and
// again with the ones its solution does not keep.

#include <span>
#include <vector>

#include "limber/solver/step/clearance.h"
#include "limber/solver/step/segment_twists.h"

namespace limber {

class ClearanceRows {
 public:
  ClearanceRows(const Figure& figure, const Clearance& clearance);  // allocates; nothing below does

  bool is_on() const noexcept { return clearance_.is_on(); }
  static constexpr int most_selected = 96;
  int most() const noexcept { return clearance_.is_on() ? most_selected : 0; }

  // Selects contacts that may well hold a step back. `damping` as in the options; 1 for a step that is about
  // nothing else.
  // `closed`: [m] a contact with less room counts as touching.
  void select_touching(double damping, double closed = 0.0) noexcept;
  // Selects contacts that a displacement does not keep. False: there are none.
  bool select_broken(const Kinematics& kinematics, const VecX& displacement) noexcept;
  // Selects the contacts with these names instead, in this order. A name that nothing near has is left out.
  void select_named(std::span<const std::uint64_t> names) noexcept;
  int count() const noexcept { return static_cast<int>(selected_.size()); }
  std::uint64_t name(int row) const noexcept { return clearance_.name(at(selected_, row)); }
  const Contact& contact(int row) const noexcept { return clearance_.witness(at(selected_, row)); }
  // Adds a row for each selected contact to a problem in the unknowns y_i = dq_i / scale_i.
  template <class Problem>
  void add_to(Problem& problem, const Kinematics& kinematics, const VecX& scale) const noexcept;

  // Which of the selected ones held the last step back: the next selection begins with them.
  void note_holding(int row) noexcept { holding_.push_back(clearance_.name(at(selected_, row))); }
  void forget_holding() noexcept { holding_.clear(); }

 private:
  double room(const Contact& contact) const noexcept;  // [m] that a step may use up

  const Clearance& clearance_;
  SegmentTwists twists_;
  std::vector<int> selected_;              // witnesses
  std::vector<std::uint8_t> is_selected_;  // per witness
  std::vector<std::uint64_t> holding_;     // names
  double damping_ = 1.0, closed_ = 0.0;
};

}  // namespace limber
