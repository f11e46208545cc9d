// How the forces at the supports change with the posture, by the adjoint method: one more solve with the
// factor of the problem they solve, however many degrees of freedom there are.

#include "limber/figure/compiled.h"
#include "limber/statics/statics.h"

namespace limber {

using statics::ConeContact;
using statics::ConeProblem;
using statics::Rows;
using statics::SupportModel;

// The forces solve  E(y, q) = sum A_i f_i + s y - b = 0,  f_i = f(v_i, n_i),  v_i = A_i^T y. In a motion (w,
// u) of a segment a contact moves by dr = u + w x E and, if its normal turns, by
//
//   df = P (y_M x dr) + w x f - P (w x v)       beside P A^T dy: turning cone and pull together turns the
//                                               force
//
// For a number with d = sum l . df, and g from  H g = sum A P l,  the unknown dy drops out (the adjoint
// method):
//
//   d = sum l' . (P (y_M x dr) + w x f - P (w x v)) - g_M . (dr x f) + g . db,      l' = l - A^T g
void Statics::add_rates(const SupportModel& model, const Rows& g, const Vec3* l, double factor,
                        statics::BranchRates& rates) const noexcept {
  const ConeProblem& problem = model.answer();
  const Vec3 y_moment = problem.multipliers.segment<3>(3), g_force = g.head<3>(), g_moment = g.segment<3>(3);
  for (std::size_t i = 0; i < model.spots.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    Vec3 rest = -(g_force + g_moment.cross(contact.arm));
    if (contact.share_row >= 0) rest -= g[contact.share_row] * up_;
    if (l != nullptr) rest += l[i];
    const Vec3 pulled = model.is_balanced ? Vec3(contact.rate * rest) : Vec3(Vec3::Zero());
    const Vec3 by_place = pulled.cross(y_moment) - contact.force.cross(g_moment);
    const SegmentId segment = model.spots[i].segment;
    rates.add_point(segment, model.places[i], (factor / length_size_) * by_place);
    if (!model.spots[i].normal_turns || !model.is_balanced) continue;
    rates.add_turn(segment, factor * (contact.force.cross(rest) - contact.pull.cross(pulled)));
  }
  // db = -(dF, dM, ...): the weight, then the forces.
  const double by_force = factor / load_size_, by_moment = factor / (load_size_ * length_size_);
  Vec3 share_pull = g_force;  // what a unit of load force does, through force balance and shares
  for (std::size_t k = 0; k < shares_.size() && g.size() > 6; ++k)
    share_pull += g[6 + static_cast<Eigen::Index>(k)] * shares_[k] * up_;
  const FigureData& data = data_of(figure_);
  for (std::size_t s = 0; s < data.masses.size(); ++s) {
    const MassProperties& body = data.masses[s];
    if (body.mass == 0.0) continue;
    // -g_M . (dr x W) = -dr . (W x g_M), with dr the motion of this segment's own centre of mass.
    rates.add_point(SegmentId{s}, mass_places_[s], -by_moment * body.mass * loads_.gravity.cross(g_moment));
  }
  for (const Applied& applied : applied_) {
    if (applied.against.is_valid()) continue;
    rates.add_point(applied.segment, applied.place, -by_moment * applied.force.cross(g_moment));
    // dF = w x F for the part that turns: -share_pull . (w x F) - g_M . (r x (w x F)) - g_M . (w x T)
    const Vec3 pull = by_force * share_pull + by_moment * g_moment.cross(applied.place - center_);
    rates.add_turn(applied.segment, -applied.turning.cross(pull));
    rates.add_turn(applied.segment, -by_moment * applied.turning_torque.cross(g_moment));
  }
}

void Statics::add_force_rates(std::span<const Vec3> l, statics::BranchRates& rates) noexcept {
  if (!corners_.is_balanced) return;
  ConeProblem& problem = corners_.problem;
  Rows g = Rows::Zero(problem.row_count());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    problem.add_rows(contact, contact.rate * l[i], g);
  }
  problem.factorise();
  problem.solve_with_factor(g);
  add_rates(corners_, g, l.data(), load_size_, rates);
}

// What is left is  a . (b_M - sum r x f)  for a level axis a: the adjoint with l = r x a for the change of
// the forces, and a itself beside g_M for that of the places and of the load. Where the middles cannot even
// carry the load, the forces are taken as they are.
void Statics::add_left_to_posture_rates(const Vec3& axis, statics::BranchRates& rates) noexcept {
  const Vec3 level = axis - up_.dot(axis) * up_;
  ConeProblem& problem = middles_.problem;
  Rows g = Rows::Zero(problem.row_count());
  if (middles_.is_balanced) {
    for (const ConeContact& contact : problem.contacts)
      problem.add_rows(contact, contact.rate * contact.arm.cross(level), g);
    problem.factorise();
    problem.solve_with_factor(g);
  }
  g.segment<3>(3) += level;
  add_rates(middles_, g, nullptr, load_size_ * length_size_, rates);
}

}  // namespace limber
