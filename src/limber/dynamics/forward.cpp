// The articulated-body algorithm: one sweep towards the root that asks of every branch "how heavy are you, if
// your joints may give way?", and one back that lets them.
//
// A joint of several degrees of freedom is taken as so many joints of one, with nothing between them. Beyond
// degree of freedom k, the force that moves the branch with acceleration b + bias is f = I b + p, so
//
//   q''_k = (rest - U . b_before)/D,    U = I S,  D = S . U,  rest = tau_k - S . p
//   I_before = I - U U^T/D,             p_before = p + U rest/D
//
// and b = b_before + S q''_k. What S and the velocities do to each other, c of body_motion.h, goes with the
// whole joint: p starts as p + I c.

#include <algorithm>

#include "limber/dynamics/dynamics.h"
#include "limber/figure/compiled.h"

namespace limber {

int Dynamics::forward(const VecX& torque, Eigen::Ref<VecX> acceleration) noexcept {
  const FigureData& data = data_of(figure());
  const RowMatrix& screws = kinematics_.screws();
  constexpr double rounding = 1e-13;
  int without_mass = 0;
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    const Vec6& v = motion_.velocity(static_cast<int>(s));
    gathered_[s] = inertia_[s];
    force_[s] = cross_force(v, inertia_[s] * v);
    size_[s] = inertia_[s].diagonal().maxCoeff();
  }
  for (std::size_t s = inertia_.size(); s-- > 0;) {
    Mat6& inertia = gathered_[s];
    Vec6& force = force_[s];
    force += inertia * motion_.bias(static_cast<int>(s));
    for (int c = data.first_dof[s + 1] - 1; c >= data.first_dof[s]; --c) {
      Turned& turned = turned_[static_cast<std::size_t>(c)];
      const Vec6 screw = screws.col(c);
      turned.momentum.noalias() = inertia * screw;
      turned.inertia = screw.dot(turned.momentum) + extra_inertia[c];
      turned.rest = torque[c] - screw.dot(force);
      if (!(turned.inertia > rounding * screw.squaredNorm() * size_[s])) {
        turned.inertia = 0.0;
        ++without_mass;
        continue;
      }
      const Vec6 share = turned.momentum / turned.inertia;
      inertia.noalias() -= share * turned.momentum.transpose();
      force += turned.rest * share;
    }
    if (data.parent[s] < 0) continue;
    const auto parent = static_cast<std::size_t>(data.parent[s]);
    gathered_[parent] += inertia;
    force_[parent] += force;
    size_[parent] = std::max(size_[parent], size_[s]);
  }
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    Vec6 a = data.parent[s] < 0 ? at_rest() : acceleration_[static_cast<std::size_t>(data.parent[s])];
    for (int c = data.first_dof[s]; c < data.first_dof[s + 1]; ++c) {
      const Turned& turned = turned_[static_cast<std::size_t>(c)];
      acceleration[c] = turned.inertia > 0.0 ? (turned.rest - turned.momentum.dot(a)) / turned.inertia : 0.0;
      a += acceleration[c] * screws.col(c);
    }
    acceleration_[s] = a + motion_.bias(static_cast<int>(s));
  }
  return without_mass;
}

}  // namespace limber
