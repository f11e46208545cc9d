#pragma once
// Derivatives of what supports carry where differences of the forces themselves have no digits left: next to the
// edge of what can be balanced, and where shares cannot be kept. The forces solve
//
//   E(y, q) = sum A_i f_i(y, q) + s y - b = 0,      f_i: the projection on cone i, in closed form
//
// so for any number N(y, q) made of them, whatever the conditioning of E,
//
//   dN = N_q + N_y dy,      E_y dy = -E_q        (implicit function theorem)
//
// E_q and N_q are differences at a fixed y, without solving anything, and lose no digits; the few linear equations
// are solved with more digits than the library has. Contacts keep their case (carries nothing, sticks, slides) on the
// way, so that a kink next door does not matter: the derivative is that of the piece the posture is on. Nothing
// here uses the adjoint that is tested.

#include <Eigen/LU>
#include <optional>

#include "statics/standing_differences.h"

namespace limber::test {

// The projection on a cone by one of its three formulas, whether or not it is the one for this pull.
inline void project_as(statics::ConeContact& c, int contact_case) {
  const double root = std::sqrt(c.tangential_cost), mu = c.friction * root;
  const double reference_n = c.normal.dot(c.reference), pull_n = c.normal.dot(c.pull);
  const double p_n = reference_n + pull_n / c.cost;
  const Vec3 p_t =
      root * (c.reference - reference_n * c.normal) + (c.pull - pull_n * c.normal) / (c.cost * root);
  const double length = p_t.norm();
  if (contact_case == 0)
    c.force.setZero();
  else if (contact_case == 1)
    c.force = p_n * c.normal + p_t / root;
  else
    c.force =
        (p_n + mu * length) / (1.0 + mu * mu) * (c.normal + c.friction * p_t / std::max(length, 1e-300));
}

class ForceEquations {
 public:
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

  // Of the corners, or of the region, in the units and about the point of the posture the bench is in now.
  ForceEquations(StaticsBench& bench, const statics::ConeProblem& problem)
      : problem_(problem),
        asked_(bench.statics().corners().moment_asked),
        center_(bench.statics().center()),
        load_size_(bench.statics().load_size()),
        length_(bench.statics().length_size()),
        carried_(bench.statics().carried_load()) {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const Mat3& axes = bench.kinematics().segment_pose(bench.statics().corners().spots[i].segment).rotation;
      references_.push_back(axes.transpose() * problem_.contacts[i].reference);
    }
  }

  // Of the region, whose forces cost nothing but their change from those found: what the change costs does not
  // matter then, and with a higher cost they change less on the way to the next posture.
  void charge_changes_more() {
    for (statics::ConeContact& contact : problem_.contacts) {
      contact.reference = contact.force;
      contact.cost = 1.0;
    }
    references_.clear();
  }

  // The places, normals and load of another posture.
  void move_to(StaticsBench& bench) {
    const Statics& there = bench.statics();
    const statics::SupportModel& model = there.corners();
    const Wrench load = there.load();
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      statics::ConeContact& contact = problem_.contacts[i];
      contact.arm = (model.places[i] - center_) / length_;
      contact.lever = asked_ * cross_matrix(contact.arm);
      contact.normal = model.problem.contacts[i].normal;
      // Where the cheapest forces were not found, the cost is that of the change from others, which turn along.
      const statics::SupportModel::Spot& spot = model.spots[i];
      if (spot.normal_turns && !references_.empty())
        contact.reference = bench.kinematics().segment_pose(spot.segment).rotation * references_[i];
    }
    const Vec3 moment = load.moment - center_.cross(load.force);
    problem_.right_side.head<3>() = -load.force / load_size_;
    problem_.right_side.segment<3>(3) = asked_ * -moment / (load_size_ * length_);
    // Shares are of the load.
    for (int k = 6; k < problem_.row_count(); ++k)
      problem_.right_side[k] = share(k) * there.carried_load() / load_size_;
  }

  // The forces of y, and which case each contact is.
  void find_forces() {
    for (statics::ConeContact& contact : problem_.contacts) {
      contact.pull = problem_.transposed(contact, problem_.multipliers);
      statics::project(contact);
    }
    cases_ = contact_cases(problem_);
  }
  // E, with the forces of y beside it, by the cases that were found.
  statics::Rows residual() {
    const statics::Rows& y = problem_.multipliers;
    statics::Rows e = problem_.softness.cwiseProduct(y) - problem_.right_side;
    e.segment<3>(3) += problem_.moment_softness * y.segment<3>(3);
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      statics::ConeContact& contact = problem_.contacts[i];
      contact.pull = problem_.transposed(contact, y);
      project_as(contact, cases_[i + 1]);  // the first is about shares
      problem_.add_rows(contact, contact.force, e);
    }
    return e;
  }
  const statics::ConeProblem& problem() const { return problem_; }

  // The dual function of the problem at its y, which is the least cost; after find_forces().
  double dual() const {
    const statics::Rows& y = problem_.multipliers;
    double sum = problem_.right_side.dot(y) - 0.5 * problem_.softness.cwiseProduct(y).dot(y);
    for (const statics::ConeContact& c : problem_.contacts) {
      const Vec3 change = c.force - c.reference;
      const double n = c.normal.dot(change), t2 = change.squaredNorm() - n * n;
      sum += 0.5 * c.cost * (n * n + c.tangential_cost * t2) - c.pull.dot(c.force);
    }
    for (const statics::FreeNumber& d : problem_.numbers) {
      const double pull = d.column.dot(y.head<6>());
      sum -= pull * d.wanted + 0.5 * pull * pull / d.cost;
    }
    return sum;
  }

  // d force/dy of every contact, in order: 3 rows each.
  Wide force_by_multipliers() const {
    Wide result(3 * static_cast<Eigen::Index>(problem_.contacts.size()), problem_.row_count());
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const statics::ConeContact& c = problem_.contacts[i];
      Wide a = Wide::Zero(3, problem_.row_count());  // A^T
      a.leftCols(3).setIdentity();
      a.middleCols(3, 3) = c.lever.transpose().cast<long double>();
      if (c.share_row >= 0) a.col(c.share_row) = problem_.up.cast<long double>();
      result.middleRows(3 * static_cast<Eigen::Index>(i), 3) = c.rate.cast<long double>() * a;
    }
    return result;
  }
  Wide residual_by_multipliers() const {
    const int rows = problem_.row_count();
    Wide h = Wide::Zero(rows, rows);
    const Wide by_y = force_by_multipliers();
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const statics::ConeContact& c = problem_.contacts[i];
      const Wide df = by_y.middleRows(3 * static_cast<Eigen::Index>(i), 3);
      h.topRows(3) += df;
      h.middleRows(3, 3) += c.lever.cast<long double>() * df;
      if (c.share_row >= 0) h.row(c.share_row) += problem_.up.cast<long double>().transpose() * df;
    }
    h.diagonal() += problem_.softness.cast<long double>();
    h.block(3, 3, 3, 3) += problem_.moment_softness.cast<long double>();
    return h;
  }
  double load_size() const { return load_size_; }

 private:
  double share(int row) const {
    return carried_ != 0.0 ? first_right_side_[row] * load_size_ / carried_ : 0.0;
  }

  statics::ConeProblem problem_;
  statics::Rows first_right_side_ = problem_.right_side;
  Mat3 asked_;
  Vec3 center_;
  double load_size_, length_, carried_;
  std::vector<int> cases_;
  std::vector<Vec3> references_;  // in the frames of their segments
};

// The forces at every contact [N], 3 rows each, by every degree of freedom; none where differences with two steps do
// not agree. y grows towards the edge, and with it both what a step leaves out and what rounding does.
inline std::optional<Eigen::MatrixXd> force_rates_at_edge(const StandingFigure& standing,
                                                          StaticsBench& moved) {
  constexpr double steps[] = {1e-4, 2e-5, 4e-6}, settled = 3e-7;
  ForceEquations equations(moved, moved.statics().corners().problem);
  equations.move_to(moved);
  equations.find_forces();
  const auto by_y = equations.force_by_multipliers();
  const Eigen::FullPivLU<ForceEquations::Wide> factor(equations.residual_by_multipliers());
  const int n = standing.figure.dof_count(), rows = equations.problem().row_count();
  const auto contacts = static_cast<Eigen::Index>(equations.problem().contacts.size());
  const double load = equations.load_size();
  const auto stacked = [&](int dof, double way) {  // E, then the forces in units of the load
    VecX along = VecX::Zero(n);
    along[dof] = way;
    Posture posture = standing.posture;
    integrate(standing.figure, along, posture);
    moved.move_to(posture);
    equations.move_to(moved);
    VecX all(rows + 3 * contacts);
    all.head(rows) = equations.residual();
    for (Eigen::Index i = 0; i < contacts; ++i)
      all.segment<3>(rows + 3 * i) = equations.problem().contacts[static_cast<std::size_t>(i)].force;
    return all;
  };
  const auto by_steps_of = [&](double step) {
    Eigen::MatrixXd rates(3 * contacts, n);
    for (int c = 0; c < n; ++c) {
      const auto central = [&](double h) -> VecX { return (stacked(c, h) - stacked(c, -h)) / (2 * h); };
      const VecX rate = (4.0 * central(step / 2) - central(step)) / 3.0;
      const ForceEquations::Wide dy = factor.solve(-rate.head(rows).cast<long double>());
      const ForceEquations::Wide df = rate.tail(3 * contacts).cast<long double>() + by_y * dy;
      rates.col(c) = load * df.cast<double>();
    }
    return rates;
  };
  Eigen::MatrixXd last = by_steps_of(steps[0]);
  for (std::size_t i = 1; i < std::size(steps); ++i) {
    const Eigen::MatrixXd next = by_steps_of(steps[i]);
    const double size = load + next.lpNorm<Eigen::Infinity>();
    if ((next - last).lpNorm<Eigen::Infinity>() < settled * size) return next;
    last = next;
  }
  return std::nullopt;
}

}  // namespace limber::test
