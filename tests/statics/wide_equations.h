#pragma once
// How the forces at the supports change with the posture, with more digits than the library has, wherever forces
// balance: also next to the edge of what can be balanced, and where shares cannot be kept. The forces solve
//
//   E(y, g) = sum A_i f_i(y, g) + s y - b = 0,      f_i: the projection on cone i, in closed form
//
// with g the geometry: places, normals, load. So, by the implicit function theorem,
//
//   df = f_g dg + f_y dy,      E_y dy = -E_g dg
//
// dg are differences of kinematics (contact_motion.h). y is brought to the zero of E, and the other derivatives are
// taken, in long double and by dual numbers. Contacts keep their case (lifts, sticks, slides) on the way, so that a kink
// next door does not matter: the derivative is that of the piece the posture is on. Nothing here uses the adjoint that
// is tested.

#include <Eigen/LU>

#include "statics/contact_motion.h"
#include "statics/dual_numbers.h"

namespace limber::test {

class WideEquations {
 public:
  // Of the corners or the middles, in the posture the statics are in.
  WideEquations(const Statics& statics, const statics::SupportModel& model)
      : statics_(statics), model_(model), problem_(model.problem), y_(problem_.multipliers.cast<Wide>()) {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) cases_.push_back(case_now(i));
    const int rows = problem_.row_count();
    for (int k = 0; k < 4; ++k) {  // Newton's method: y to the zero of the equations
      WideVector miss(rows);
      const std::vector<Dual> all = evaluate(still(), -1);
      for (int row = 0; row < rows; ++row) miss[row] = all[static_cast<std::size_t>(row)].value;
      y_ -= Eigen::FullPivLU<WideMatrix>(by_multipliers().topRows(rows)).solve(miss);
    }
  }

  // At the zero of the equations a contact is in another case than with the forces that were found: these are at a kink,
  // to all digits they have, and the derivative is that of the one side.
  bool is_at_kink() const {
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (case_now(i) != cases_[i]) return true;
    }
    return false;
  }

  // Next to the edge Newton's method may not find the cheapest of the forces that balance, and keeps others, which are
  // those of a figure that is jammed: how they change depends on how they were found.
  bool are_cheapest() const {
    for (const statics::ConeContact& contact : problem_.contacts) {
      if (!contact.reference.isZero(0.0)) return false;
    }
    return true;
  }

  // [N] of every contact, 3 rows each, by every degree of freedom.
  Eigen::MatrixXd force_rates(const StandingFigure& standing) const {
    const int n = standing.figure.dof_count(), rows = problem_.row_count();
    const WideMatrix by_y = by_multipliers();
    const Eigen::FullPivLU<WideMatrix> factor(by_y.topRows(rows));
    Eigen::MatrixXd result(by_y.rows() - rows, n);
    for (int c = 0; c < n; ++c) {
      const WideVector by_motion = rates(ContactMotion::by(c, standing, model_), -1);
      const WideVector dy = factor.solve(-by_motion.head(rows));
      const WideVector df = by_motion.tail(result.rows()) + by_y.bottomRows(result.rows()) * dy;
      result.col(c) = statics_.load_size() * df.cast<double>();
    }
    return result;
  }

 private:
  ContactMotion still() const { return ContactMotion(problem_.contacts.size()); }

  // The k-th multiplier, where number `moving` of them changes by 1 (-1: none).
  Dual multiplier(int k, int moving) const { return {y_[k], k == moving ? 1.0L : 0.0L}; }
  Dual3 moment_multiplier(int moving) const {
    return {multiplier(3, moving), multiplier(4, moving), multiplier(5, moving)};
  }

  struct Contact {
    Dual3 arm, normal, force_n,
        force_t;     // force: what it would do without its cone, along and across the normal
    Dual n, length;  // of these, in units in which the cost is the same all ways round
  };
  Contact contact(std::size_t i, const ContactMotion& motion, int moving) const {
    const statics::ConeContact& c = problem_.contacts[i];
    const Dual3 normal = Dual3::moving(c.normal, motion.normal(i)),
                reference = Dual3::moving(c.reference, motion.reference(i)),
                arm = Dual{1 / Wide(statics_.length_size())} *
                      (Dual3::moving(model_.places[i], motion.place(i)) - Dual3::fixed(statics_.center()));
    Dual3 pull{multiplier(0, moving), multiplier(1, moving), multiplier(2, moving)};
    pull = pull - cross(arm, Mat3(model_.moment_asked.transpose()) * moment_multiplier(moving));
    if (c.share_row >= 0) pull = pull + multiplier(c.share_row, moving) * Dual3::fixed(problem_.up);
    const Dual reference_n = dot(normal, reference), pull_n = dot(normal, pull);
    Contact now{arm, normal, {}, {}, reference_n + Dual{1 / Wide(c.cost)} * pull_n, {}};
    now.force_n = now.n * normal;
    now.force_t = (reference - reference_n * normal) +
                  Dual{1 / (Wide(c.cost) * c.tangential_cost)} * (pull - pull_n * normal);
    now.length = root(Dual{c.tangential_cost} * dot(now.force_t, now.force_t));
    return now;
  }
  enum class Case { lifts, sticks, slides };
  Wide slope(std::size_t i) const {  // of the cone, in the same units
    return problem_.contacts[i].friction * std::sqrt(Wide(problem_.contacts[i].tangential_cost));
  }
  Case case_now(std::size_t i) const {
    const Contact now = contact(i, still(), -1);
    if (problem_.contacts[i].grips || now.length.value <= slope(i) * now.n.value) return Case::sticks;
    return slope(i) * now.length.value <= -now.n.value ? Case::lifts : Case::slides;
  }
  Dual3 force(std::size_t i, const Contact& now) const {
    if (cases_[i] == Case::lifts) return {};
    if (cases_[i] == Case::sticks) return now.force_n + now.force_t;
    const Dual mu{slope(i)}, along = (now.n + mu * now.length) / (Dual{1} + mu * mu);
    if (!(now.length.value > 0)) return along * now.normal;
    const Dual across = mu * along / now.length;
    return along * now.normal + across * now.force_t;
  }

  // E, then the forces in units of the load.
  std::vector<Dual> evaluate(const ContactMotion& motion, int moving) const {
    const auto rows = static_cast<std::size_t>(problem_.row_count());
    std::vector<Dual> all(rows);
    const auto add = [&](std::size_t row, const Dual3& v) {
      all[row] = all[row] + v.x;
      all[row + 1] = all[row + 1] + v.y;
      all[row + 2] = all[row + 2] + v.z;
    };
    const Dual3 up = Dual3::fixed(problem_.up);
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const Contact now = contact(i, motion, moving);
      const Dual3 f = force(i, now);
      add(0, f);
      add(3, model_.moment_asked * cross(now.arm, f));
      if (const int row = problem_.contacts[i].share_row; row >= 0)
        all[static_cast<std::size_t>(row)] = all[static_cast<std::size_t>(row)] + dot(f, up);
      all.insert(all.end(), {f.x, f.y, f.z});
    }
    const Wide size = statics_.load_size();
    const Dual3 load = Dual3::moving(statics_.load().force, motion.load_force()),
                moment = Dual3::moving(statics_.load().moment, motion.load_moment()) -
                         cross(Dual3::fixed(statics_.center()), load);
    add(0, Dual{1 / size} * load);
    add(3, model_.moment_asked * (Dual{1 / (size * statics_.length_size())} * moment));
    add(3, problem_.moment_softness * moment_multiplier(moving));
    for (int k = 0; k < problem_.row_count(); ++k) {
      Dual& row = all[static_cast<std::size_t>(k)];
      row = row + Dual{problem_.softness[k]} * multiplier(k, moving);
      // A share is of the load, which changes where forces turn with the figure.
      const Wide carried = statics_.carried_load();
      if (k >= 6 && carried != 0) row = row + Dual{problem_.right_side[k] / carried} * dot(up, load);
    }
    return all;
  }
  WideVector rates(const ContactMotion& motion, int moving) const {
    const std::vector<Dual> all = evaluate(motion, moving);
    WideVector result(static_cast<Eigen::Index>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) result[static_cast<Eigen::Index>(i)] = all[i].rate;
    return result;
  }
  WideMatrix by_multipliers() const {
    const int rows = problem_.row_count();
    WideMatrix result(rows + 3 * static_cast<Eigen::Index>(problem_.contacts.size()), rows);
    for (int k = 0; k < rows; ++k) result.col(k) = rates(still(), k);
    return result;
  }

  const Statics& statics_;
  const statics::SupportModel& model_;
  statics::ConeProblem problem_;
  WideVector y_;
  std::vector<Case> cases_;
};

}  // namespace limber::test
