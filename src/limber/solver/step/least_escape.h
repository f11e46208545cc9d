#pragma once
// The shortest displacement that makes up for what contacts are missing and brings nothing else too near, to
// first order, limits aside:
//
//   min |dq|^2   with   row_i . dq >= gap_i
//
// by its dual: dq = sum of force_i row_i with forces >= 0 on contacts that hold with equality.

#include <vector>

#include "limber/solver/step/clearance.h"
#include "limber/solver/step/segment_twists.h"

namespace limber {

class LeastEscape {
 public:
  LeastEscape(const Figure& figure, const Clearance& clearance);  // allocates; nothing below does

  // False: nothing is missing, or too many contacts have a say.
  bool find(const Kinematics& kinematics, VecX& displacement) noexcept;
  // Which degrees of freedom could make up for what is missing: 1, the others 0.
  void find_movers(const Kinematics& kinematics, VecX& movers) noexcept;

 private:
  double gap(const Contact& contact) const noexcept;  // [m] to be gained
  bool join(const Kinematics& kinematics, int contact) noexcept;
  void leave(int position) noexcept;
  int worst_broken() const noexcept;  // witness, by the twists; -1: none

  static constexpr int most = 24;  // contacts with a say
  const Clearance& clearance_;
  SegmentTwists twists_;
  std::vector<int> members_;  // witnesses
  RowMatrix rows_;
  VecX gaps_, forces_;
  Eigen::MatrixXd products_, factor_;  // of the rows
};

}  // namespace limber
