#include "limber/statics/branch_rates.h"

#include "limber/figure/compiled.h"

namespace limber::statics {

void BranchRates::sweep(const Kinematics& kinematics, double factor,
                        Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  const FigureData& data = data_of(kinematics.figure());
  const RowMatrix& screws = kinematics.screws();
  for (int s = static_cast<int>(rates_.size()) - 1; s >= 0; --s) {
    const Rate& rate = at(rates_, s);
    for (int c = at(data.first_dof, s); c < at(data.first_dof, s + 1); ++c) {
      row[c] += factor * (rate.turn.dot(screws.block<3, 1>(0, c)) + rate.move.dot(screws.block<3, 1>(3, c)));
    }
    if (s == 0) break;
    Rate& above = at(rates_, at(data.parent, s));
    above.move += rate.move;
    above.turn += rate.turn;
  }
}

}  // namespace limber::statics
