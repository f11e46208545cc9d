#pragma once
// The ties of a figure (TieDescription) as rows: what tasks of the same kind ask, of the figure itself,
//
//   J dq = error,     on an ellipsoid one row, one point three, one pose six (OnEllipsoid, RelativePosition,
//                     RelativeOrientation of tasks/task.h)
//
// The solver puts them above all tasks; whoever reports on a posture asks how far it is off.

#include <vector>

#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/task.h"

namespace limber {

class Ties {
 public:
  explicit Ties(const Figure& figure);  // allocates; what is below does not

  int row_count() const noexcept { return static_cast<int>(tie_of_row_.size()); }
  TieId tie_of_row(int row) const noexcept { return at(tie_of_row_, row); }

  void look_at(const Posture& posture) noexcept;
  // Of the posture looked at.
  const RowMatrix& jacobian() const noexcept { return jacobian_; }
  const VecX& error() const noexcept { return error_; }
  double error_of(TieId tie) const noexcept;  // [m] or [rad], the larger

 private:
  struct Part {
    Task task;
    TieId tie;
    int first_row;
  };
  Kinematics kinematics_;
  MassDistribution masses_;  // no tie reads them
  RowMatrix scratch_, jacobian_;
  VecX error_;
  std::vector<Part> parts_;
  std::vector<TieId> tie_of_row_;
};

// "scapula.tip on an ellipsoid around thorax", "left tip at right tip"
std::string tie_in_words(const Figure& figure, const Tie& tie);

}  // namespace limber
