// Writes the limits of a figure as bounds and rows, and brings postures inside them.

#include "limber/solver/step/hard_constraints.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "limber/figure/joint_coordinate.h"
#include "limber/figure/joint_motion.h"
#include "limber/figure/swing_edges.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"
#include "limber/solver/step/row_buffer.h"

namespace limber {

namespace {

// [rad] An orientation limit farther away than this cannot be met in one step.
constexpr double orientation_margin = 0.6;
constexpr double wall_touched =
    1e-9;  // [rad] a wall or a corner so near is touched: steps end on it within rounding
constexpr double coupling_rounding = 1e-11;  // in the coupling's unit: a smaller excess is rounding
constexpr int most_repairs = 6;          // couplings are linear but for ball joints: Newton converges fast
constexpr double tie_rounding = 1e-11;   // [m] or [rad]: a smaller error of a tie is rounding
constexpr int most_tie_repairs = 20;     // a start far off its ties needs several long steps
constexpr double longest_mending = 0.5;  // [rad] or [m] of a degree of freedom: farther, rows say little
constexpr int most_halvings = 40;        // 2^-40 of a step is next to nothing
constexpr int most_shortenings = 16;     // of a step that couplings and ties do not survive
constexpr double kept = 1e-10;           // in its unit, that a coupling or a tie is off where it holds
constexpr double half_turn = std::numbers::pi - 1e-6;  // [rad] beyond, coordinates of a rotation jump

int scalar_count(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
      return 1;
    case JointType::elbow:
    case JointType::swing:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

HardConstraints::HardConstraints(const Figure& figure, const SolverOptions& options)
    : figure_(figure),
      method_(options.limits),
      largest_turn_(options.largest_turn),
      ignored_(static_cast<std::size_t>(figure.segment_count()), 0),
      walls_(static_cast<std::size_t>(figure.segment_count()), Walls::all) {
  for (const DofId dof : options.ignored_limits) at(ignored_, figure.joint_of_dof(dof)) = 1;
  for (const JointId j : figure.joints()) {
    if (at(ignored_, j) != 0) continue;
    const Joint& joint = figure.joint(j);
    if (has_orientation_limit(joint)) orientation_joints_.push_back(j);
    if (const auto* polygon = std::get_if<SwingPolygon>(&joint.swing_limit); polygon && !polygon->is_convex())
      notched_joints_.push_back(j);
    for (int i = 0; i < scalar_count(joint.type); ++i) {
      scalar_limits_.add(figure.first_dof(j) + i, figure.first_value(j) + i, at(joint.ranges, i));
    }
  }
  for (const CouplingId c : IdRange(CouplingId{0}, CouplingId{figure.couplings().size()})) {
    const auto& ignored = options.ignored_couplings;
    if (std::find(ignored.begin(), ignored.end(), c) != ignored.end()) continue;
    couplings_.push_back(c);
    for (const Coupling::Term& term : at(figure.couplings(), c).terms) {
      const JointType type = figure.joint(term.joint).type;
      if (type == JointType::ball && term.coordinate == 2) turns_.push_back({term.joint, 2, 1, c});
      if (type == JointType::ball && term.coordinate < 2) turns_.push_back({term.joint, 0, 2, c});
    }
  }
  if (!figure.ties().empty()) ties_.emplace(figure);
  most_rows_ = 4 * static_cast<int>(orientation_joints_.size()) + 2 * static_cast<int>(couplings_.size()) +
               static_cast<int>(turns_.size()) + (ties_ ? ties_->row_count() : 0);
  sources_.reserve(static_cast<std::size_t>(most_rows_));
  if (!couplings_.empty() || ties_)
    repairing_.emplace(LevelRoom::lean(figure.dof_count(), most_rows_, level_count));
  ones_ = VecX::Ones(figure.dof_count());
  before_ = figure.rest_posture();
  moved_ = VecX::Zero(figure.dof_count());
}

template <class Problem>
void HardConstraints::add_bounds(Problem& problem, const Posture& posture, const VecX& scale) const noexcept {
  if constexpr (std::is_same_v<Problem, Lexicographic>) {
    if ((scale.array() == 1.0).all()) {
      scalar_limits_.write_bounds(posture, problem.lower_bounds(), problem.upper_bounds());
      return;
    }
  }
  scalar_limits_.for_bounds(posture, [&](int dof, double lower, double upper) {
    problem.set_bounds(dof, lower / scale[dof], upper / scale[dof]);
  });
}

template <class Problem>
void HardConstraints::add_to(Problem& problem, const Posture& posture, const VecX& scale) noexcept {
  sources_.clear();
  add_bounds(problem, posture, scale);
  problem.begin_level();
  for (const JointId j : orientation_joints_) {
    const LimitRows rows =
        orientation_limit_rows(figure_.joint(j), values_of(figure_, posture, j), orientation_margin);
    const DofId first = figure_.first_dof(j);
    const int dofs = figure_.dofs(j).size();
    for (const LimitRow& limit : rows) {
      if (is_left_out(j, limit)) continue;
      double* row = problem.add_at_most(std::max(0.0, limit.room));
      for (int i = 0; i < dofs; ++i) row[first + i] = limit.row[i] * scale[first + i];
      sources_.push_back({.dof = first});
    }
  }
  problem.begin_level();
  add_couplings(problem, posture, scale);
  add_half_turns(problem, posture, scale);
  if (ties_) add_ties(problem, posture, scale);
}

bool HardConstraints::is_left_out(JointId joint, const LimitRow& row) const noexcept {
  const Walls walls = at(walls_, joint);
  if (walls == Walls::all || row.kind != LimitRow::Kind::swing) return false;
  return walls == Walls::none || row.room > wall_touched;
}

Vec2 HardConstraints::swing_at(const Posture& posture, JointId joint) const noexcept {
  const std::span<const double> values = values_of(figure_, posture, joint);
  if (figure_.joint(joint).type == JointType::swing) return {values[0], values[1]};
  return swing_twist(Quat(values[3], values[0], values[1], values[2])).swing;
}

// At the corner of a notch no single half-space says where the limb may go: that one touches no wall. Nor
// does one so near to the end of the notch that it may go round it.
void HardConstraints::leave_out_walls(const Posture& posture) noexcept {
  for (const JointId j : notched_joints_) {
    const Vec3 direction = swing_direction(swing_at(posture, j));
    const auto& polygon = std::get<SwingPolygon>(figure_.joint(j).swing_limit);
    const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(direction);
    bool at_corner = false;
    for (int i = 0; i < static_cast<int>(polygon.vertices.size()) && !at_corner; ++i) {
      const double distance = (at(polygon.vertices, i) - direction).norm();
      at_corner = distance <= wall_touched || (distance <= round_the_end && is_end_of_notch(polygon, i));
    }
    const bool touches = (nearest.point - direction).norm() <= wall_touched;
    at(walls_, j) = touches && !at_corner ? Walls::touched : Walls::none;
  }
}

bool HardConstraints::meets_walls(const Posture& posture, const VecX& displacement) noexcept {
  if (std::all_of(notched_joints_.begin(), notched_joints_.end(),
                  [&](JointId j) { return at(walls_, j) == Walls::all; }))
    return false;
  const double longest = displacement.cwiseAbs().maxCoeff();
  moved_ = displacement;
  if (longest > largest_turn_) moved_ *= largest_turn_ / longest;
  before_.values = posture.values;
  integrate(figure_, moved_, before_);
  bool meets = false;
  for (const JointId j : notched_joints_) {
    if (at(walls_, j) == Walls::all) continue;
    const Vec2 proposed = swing_at(before_, j);
    if (nearest_allowed_on_the_way(figure_.joint(j).swing_limit, swing_at(posture, j), proposed) == proposed)
      continue;
    at(walls_, j) = Walls::all;
    meets = true;
  }
  return meets;
}

void HardConstraints::count_all_walls() noexcept {
  for (const JointId j : notched_joints_) at(walls_, j) = Walls::all;
}

template <class Problem>
void HardConstraints::add_couplings(Problem& problem, const Posture& posture, const VecX& scale) noexcept {
  const auto fill = [&](const Coupling& coupling, double sign, double* row) {
    for (const Coupling::Term& term : coupling.terms) {
      add_joint_coordinate_row(figure_, posture, term.joint, term.coordinate, sign * term.coefficient,
                               Eigen::Map<Eigen::RowVectorXd>(row, figure_.dof_count()));
    }
    for (int i = 0; i < figure_.dof_count(); ++i) row[i] *= scale[i];
  };
  for (const CouplingId c : couplings_) {
    const Coupling& coupling = at(figure_.couplings(), c);
    const double value = coupling_value(figure_, posture, coupling);
    if (coupling.range.min == coupling.range.max) {
      fill(coupling, 1.0, problem.add_equality(coupling.range.max - value));
      sources_.push_back({.coupling = c});
      continue;
    }
    if (coupling.range.max < unlimited) {
      fill(coupling, 1.0, problem.add_at_most(coupling.range.max - value));
      sources_.push_back({.coupling = c});
    }
    if (coupling.range.min > -unlimited) {
      fill(coupling, -1.0, problem.add_at_most(value - coupling.range.min));
      sources_.push_back({.coupling = c});
    }
  }
}

// A coordinate that passes half a turn jumps to the other end, and what is coupled to it would have to jump,
// too. So half a turn is a wall there, for who comes near.
template <class Problem>
void HardConstraints::add_half_turns(Problem& problem, const Posture& posture, const VecX& scale) noexcept {
  for (const CoupledTurn& turn : turns_) {
    const Vec2 angles = angles_of(posture, turn);
    const double size = angles.norm(), room = half_turn - size;
    if (room > orientation_margin) continue;
    double* row = problem.add_at_most(std::max(0.0, room));
    Eigen::Map<Eigen::RowVectorXd> whole(row, figure_.dof_count());
    for (int i = 0; i < turn.count; ++i)
      add_joint_coordinate_row(figure_, posture, turn.joint, turn.first + i, angles[i] / size, whole);
    whole = whole.cwiseProduct(scale.transpose());
    sources_.push_back({.coupling = turn.coupling});
  }
}

Vec2 HardConstraints::angles_of(const Posture& posture, const CoupledTurn& turn) const noexcept {
  Vec2 angles = Vec2::Zero();
  for (int i = 0; i < turn.count; ++i)
    angles[i] = joint_coordinate(figure_, posture, turn.joint, turn.first + i);
  return angles;
}

// Steps are shorter than half a turn, so coordinates that differ by more have jumped.
bool HardConstraints::passes_half_turn(const Posture& from, const Posture& to) const noexcept {
  return std::any_of(turns_.begin(), turns_.end(), [&](const CoupledTurn& turn) {
    return (angles_of(to, turn) - angles_of(from, turn)).norm() > std::numbers::pi;
  });
}

// If something did not hold before, as at a start where couplings contradict limits, it gets no worse.
bool HardConstraints::keeps_what_held(const Posture& from, const Posture& to) noexcept {
  if (passes_half_turn(from, to)) return false;
  const double coupling = coupling_excess(to).amount, tie = tie_excess(to).amount;
  return (coupling <= kept || coupling <= coupling_excess(from).amount + kept) &&
         (tie <= kept || tie <= tie_excess(from).amount + kept);
}

template <class Problem>
void HardConstraints::add_ties(Problem& problem, const Posture& posture, const VecX& scale) noexcept {
  ties_->look_at(posture);
  for (int r = 0; r < ties_->row_count(); ++r) {
    double* row = problem.add_equality(ties_->error()[r]);
    for (int i = 0; i < figure_.dof_count(); ++i) row[i] = ties_->jacobian()(r, i) * scale[i];
    sources_.push_back({.tie = ties_->tie_of_row(r)});
  }
}

void ProjectorConstraints::set_bounds(int unknown, double lower, double upper) noexcept {
  if (upper < unlimited) hierarchy.add_at_most(upper)[unknown] = 1.0;
  if (lower > -unlimited) hierarchy.add_at_most(-lower)[unknown] = -1.0;
}

template void HardConstraints::add_to(Lexicographic&, const Posture&, const VecX&) noexcept;
template void HardConstraints::add_to(ProjectorConstraints&, const Posture&, const VecX&) noexcept;
template void HardConstraints::add_to(RowBuffer&, const Posture&, const VecX&) noexcept;

HardConstraints::Excess HardConstraints::coupling_excess(const Posture& posture) const noexcept {
  Excess worst;
  for (const CouplingId c : couplings_) {
    const Coupling& coupling = at(figure_.couplings(), c);
    const double value = coupling_value(figure_, posture, coupling);
    const double excess = std::abs(value - coupling.range.clamp(value));
    if (excess > worst.amount) worst = {excess, c};
  }
  if (worst.amount <= coupling_rounding) return {};
  return worst;
}

HardConstraints::Excess HardConstraints::tie_excess(const Posture& posture) noexcept {
  Excess worst;
  if (!ties_) return worst;
  ties_->look_at(posture);
  for (const TieId tie : IdRange(TieId{0}, TieId{figure_.ties().size()})) {
    const double error = ties_->error_of(tie);
    if (error > worst.amount) worst = {.amount = error, .tie = tie};
  }
  return worst.amount > tie_rounding ? worst : Excess{};
}

double HardConstraints::project_onto_limits(Posture& posture) const noexcept {
  return project_onto_limits(posture, {});
}

double HardConstraints::project_onto_limits(Posture& posture,
                                            std::span<const std::uint8_t> joints) const noexcept {
  double largest = scalar_limits_.bring_inside(posture);
  for (const JointId j : orientation_joints_) {
    if (!joints.empty() && at(joints, j) == 0) continue;
    const Joint& joint = figure_.joint(j);
    double* values = posture.values.data() + figure_.first_value(j);
    if (joint.type == JointType::swing) {
      const Vec2 swing(values[0], values[1]);
      const Vec2 allowed = nearest_allowed(joint.swing_limit, swing);
      largest = std::max(largest, (allowed - swing).norm());
      values[0] = allowed[0];
      values[1] = allowed[1];
    } else if (joint.type == JointType::ball) {
      const Quat orientation(values[3], values[0], values[1], values[2]);
      const Quat allowed = nearest_allowed(joint.swing_limit, joint.twist_limit, orientation);
      largest = std::max(largest, log_rotation(allowed.conjugate() * orientation).norm());
      Eigen::Map<Eigen::Vector4d>(values, 4) = allowed.coeffs();
    }
  }
  return largest;
}

double HardConstraints::clipped_fraction(const Posture& from, const VecX& step) noexcept {
  double fraction = 1.0;
  for (const JointId j : figure_.joints()) {
    if (at(ignored_, j) != 0) continue;
    const Joint& joint = figure_.joint(j);
    for (int i = 0; i < scalar_count(joint.type); ++i) {
      const Range& range = at(joint.ranges, i);
      const double value = from.values[figure_.first_value(j) + i], change = step[figure_.first_dof(j) + i];
      if (change == 0.0) continue;
      const double room = (change > 0.0 ? range.max : range.min) - value;
      fraction = std::min(fraction, std::max(0.0, room / change));
    }
  }
  // Orientations turn about a fixed axis on the way, so where they leave is found by halving.
  const auto stays_inside = [&](double part) {
    before_.values = from.values;
    moved_ = part * step;
    integrate(figure_, moved_, before_);
    return std::all_of(orientation_joints_.begin(), orientation_joints_.end(), [&](JointId j) {
      const std::span<const double> values = values_of(figure_, before_, j);
      const Joint& joint = figure_.joint(j);
      if (joint.type == JointType::swing) return is_inside(joint.swing_limit, Vec2(values[0], values[1]));
      return is_inside(joint.swing_limit, joint.twist_limit,
                       Quat(values[3], values[0], values[1], values[2]));
    });
  };
  if (orientation_joints_.empty() || stays_inside(fraction)) return fraction;
  double inside = 0.0, outside = fraction;
  for (int round = 0; round < most_halvings; ++round) {
    const double middle = 0.5 * (inside + outside);
    (stays_inside(middle) ? inside : outside) = middle;
  }
  return inside;
}

double HardConstraints::bring_inside(Posture& posture) noexcept {
  return method_ == LimitMethod::off ? 0.0 : repair(posture);
}

void HardConstraints::go_round_notches(const Posture& from, Posture& to) const noexcept {
  for (const JointId j : notched_joints_) {
    const SwingLimit& limit = figure_.joint(j).swing_limit;
    double* values = to.values.data() + figure_.first_value(j);
    const Vec2 proposed = swing_at(to, j);
    const Vec2 allowed = nearest_allowed_on_the_way(limit, swing_at(from, j), proposed);
    if (allowed == proposed) continue;
    if (figure_.joint(j).type == JointType::swing) {
      Eigen::Map<Vec2>{values} = allowed;
      continue;
    }
    const Quat turn(direct_rotation(swing_direction(proposed), swing_direction(allowed)));
    Eigen::Map<Eigen::Vector4d>(values, 4) =
        (turn * Quat(values[3], values[0], values[1], values[2])).coeffs();
  }
}

void HardConstraints::move(const Posture& from, VecX& displacement, Posture& to) noexcept {
  if (method_ == LimitMethod::clipping) displacement *= clipped_fraction(from, displacement);
  for (int shortening = 0; shortening < most_shortenings; ++shortening) {
    to.values = from.values;
    integrate(figure_, displacement, to);
    if (method_ == LimitMethod::off) return;
    go_round_notches(from, to);
    bring_inside(to);
    if (keeps_what_held(from, to)) return;
    displacement *= 0.5;
  }
  displacement.setZero();
  to.values = from.values;
}

double HardConstraints::repair(Posture& posture) noexcept {
  double largest = project_onto_limits(posture);
  const auto holds = [&] {
    return coupling_excess(posture).amount == 0.0 && tie_excess(posture).amount == 0.0;
  };
  const int most = ties_ ? most_tie_repairs : most_repairs;
  for (int round = 0; round < most && !holds(); ++round) {
    before_.values = posture.values;
    repairing_->clear(figure_.dof_count());
    add_to(*repairing_, posture, ones_);
    repairing_->solve();
    moved_ = repairing_->solution();
    const double longest = moved_.cwiseAbs().maxCoeff();
    if (ties_ && longest > longest_mending) moved_ *= longest_mending / longest;
    integrate(figure_, moved_, posture);
    largest = std::max(largest, moved_.cwiseAbs().maxCoeff());
    project_onto_limits(posture);
    // Couplings that contradict the limits: as near as it gets.
    if ((posture.values - before_.values).cwiseAbs().maxCoeff() < coupling_rounding) break;
  }
  return largest;
}

}  // namespace limber
