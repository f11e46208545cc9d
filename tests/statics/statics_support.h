#pragma once
// Random figures that stand on random supports under random loads, and two proofs about them: that forces
// balance, or that none can. Neither uses how the forces were found.

#include <gtest/gtest.h>

#include "limber/kinematics/mass_distribution.h"
#include "limber/statics/statics.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::test {

struct StandingFigure {
  Figure figure;
  Posture posture;
  Loads loads;
};

inline SupportDescription random_support(Random& random, const Figure& figure, int number) {
  SupportDescription support{.name = "support " + std::to_string(number),
                             .frame = figure
                                          .frames()[static_cast<std::size_t>(uniform_int(
                                              random, 0, static_cast<int>(figure.frames().size()) - 1))]
                                          .name};
  const int corners = std::array{0, 2, 3, 4}[static_cast<std::size_t>(uniform_int(random, 0, 3))];
  const double start = uniform(random, 0, 6);
  for (int k = 0; k < corners; ++k) {
    const double angle = start + 6.283 * k / std::max(corners, 1);
    support.patch.push_back(uniform(random, 0.05, 0.3) * Vec2(std::cos(angle), std::sin(angle)));
  }
  support.friction = uniform_int(random, 0, 9) == 0 ? 0.0 : uniform(random, 0.1, 1.5);
  if (uniform_int(random, 0, 2) == 0) support.share = uniform(random, 0.1, 0.9);
  const int kind = uniform_int(random, 0, 3);
  if (kind == 0) support.normal = Vec3::UnitZ();
  if (kind == 1) support.normal = (Vec3::UnitZ() + 0.7 * random_direction(random)).normalized();
  support.grip = uniform_int(random, 0, 11) == 0;
  return support;
}

inline ForceDescription random_force(Random& random, const Figure& figure) {
  const auto frame = [&] { return "frame." + figure.segment_name(random_segment(random, figure)); };
  ForceDescription force{.frame = frame(), .force = random_vector(random, 20)};
  if (uniform_int(random, 0, 1) == 0) force.torque = random_vector(random, 5);
  if (uniform_int(random, 0, 1) == 0) force.in = ForceAxes::body;
  const std::string other = frame();
  if (uniform_int(random, 0, 3) == 0 && other != force.frame) force.against = other;
  if (force.against.empty() && uniform_int(random, 0, 2) == 0) force.mass = uniform(random, 0, 3);
  return force;
}

// Shares of some supports that sum to more than 1 are refused.
inline void make_shares_possible(Loads& loads) {
  double sum = 0.0;
  bool all = true;
  for (const SupportDescription& support : loads.supports) {
    sum += support.share.value_or(0.0);
    all = all && support.share.has_value();
  }
  if (all || sum <= 1.0) return;
  for (SupportDescription& support : loads.supports) {
    if (support.share) *support.share *= 0.95 / sum;
  }
}

inline StandingFigure random_standing_figure(Random& random, int trial) {
  const Figure figure = random_figure(
      random, {.segments = 2 + trial % 9, .free_root = trial % 2 == 0, .limits = false, .massless = 0.1});
  StandingFigure result{figure, random_posture(random, figure), {}};
  const int supports = uniform_int(random, 1, 4), forces = uniform_int(random, 0, 3);
  for (int i = 0; i < supports; ++i) result.loads.supports.push_back(random_support(random, figure, i));
  for (int i = 0; i < forces; ++i) result.loads.forces.push_back(random_force(random, figure));
  make_shares_possible(result.loads);
  if (trial % 3 == 0) result.loads.distribution = Distribution::least_tangential;
  return result;
}

// Of one joint, as one number, or for each of its axes by angle and direction.
inline Strength random_strength(Random& random, JointType type, double least, double most) {
  const auto torque = [&] { return uniform(random, least, most); };
  const auto table = [&]() -> Strength::Table {
    if (uniform_int(random, 0, 2) == 0) return {{0, torque(), torque()}};
    return {{-3, torque(), torque()}, {0.3, torque(), torque()}, {3, torque(), torque()}};
  };
  Strength strength{.torque = torque()};
  if (uniform_int(random, 0, 1) == 0 || dof_count(type) == 0 || type == JointType::free) return strength;
  if (dof_count(type) == 1) return {.table = table()};
  strength = {};
  for (int k = 0; k < dof_count(type); ++k) strength.axes.push_back(table());
  return strength;
}

// A Statics with everything it reads.
class StaticsBench {
 public:
  explicit StaticsBench(const StandingFigure& standing)
      : kinematics_(standing.figure), masses_(standing.figure), statics_(standing.figure, standing.loads) {
    move_to(standing.posture);
  }
  void move_to(const Posture& posture) {
    kinematics_.update(posture);
    masses_.update(kinematics_);
    statics_.update(kinematics_, masses_);
  }
  Statics& statics() { return statics_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const MassDistribution& masses() const { return masses_; }

 private:
  Kinematics kinematics_;
  MassDistribution masses_;
  Statics statics_;
};

// Weight and forces, summed from the descriptions: force, and moment about the world's origin.
inline Wrench load_by_hand(const StandingFigure& standing, const Kinematics& kinematics) {
  Wrench sum;
  for (const SegmentId s : standing.figure.segments()) {
    const MassProperties& body = standing.figure.mass(s);
    sum.add(kinematics.segment_pose(s) * body.center, body.mass * standing.loads.gravity);
  }
  for (const ForceDescription& force : standing.loads.forces) {
    if (!force.against.empty()) continue;
    const Transform pose = kinematics.frame_pose(standing.figure.frame(force.frame));
    const Mat3 axes = force.in == ForceAxes::body ? pose.rotation : Mat3(Mat3::Identity());
    sum.add(pose.translation, axes * force.force + force.mass * standing.loads.gravity);
    sum.moment += axes * force.torque;
  }
  return sum;
}

// The support at a contact, with its normal in the world.
struct ContactByHand {
  Vec3 place, normal;
  const SupportDescription* support;
};
inline std::vector<ContactByHand> contacts_by_hand(const StandingFigure& standing,
                                                   const Kinematics& kinematics) {
  std::vector<ContactByHand> result;
  for (const SupportDescription& support : standing.loads.supports) {
    const Transform pose = kinematics.frame_pose(standing.figure.frame(support.frame));
    std::vector<Vec2> corners = support.patch;
    if (corners.empty()) corners.push_back(Vec2::Zero());
    for (const Vec2& corner : corners) {
      const Vec3 normal = support.normal ? *support.normal : Vec3(pose.rotation.col(2));
      result.push_back({pose * Vec3(corner.x(), corner.y(), 0), normal, &support});
    }
  }
  return result;
}

struct BalanceProof {
  double missing;       // of force and of moment per metre, as part of the load
  double outside_cone;  // largest |f_t| - mu f_n, as part of the load
};
inline BalanceProof check_balance(const StandingFigure& standing, StaticsBench& bench) {
  Wrench sum = load_by_hand(standing, bench.kinematics());
  const Statics& statics = bench.statics();
  const auto contacts = contacts_by_hand(standing, bench.kinematics());
  BalanceProof proof{0.0, 0.0};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Vec3 force = statics.force(static_cast<int>(i));
    sum.add(contacts[i].place, force);
    if (contacts[i].support->grip) continue;
    const double n = contacts[i].normal.dot(force);
    const double t = (force - n * contacts[i].normal).norm();
    proof.outside_cone =
        std::max({proof.outside_cone, (t - contacts[i].support->friction * n) / statics.load_size(),
                  -n / statics.load_size()});
  }
  const double arm = std::max(1.0, bench.masses().center().norm());
  proof.missing = std::max(sum.force.norm(), sum.moment.norm() / arm) / statics.load_size();
  return proof;
}

// How many times the load the forces would have to be to balance it: a small motion that the load drives
// with `power`, while a force of size 1 at a contact can take away no more than its part of `gap`.
inline double largest_force_ruled_out(const StandingFigure& standing, StaticsBench& bench) {
  const Statics::Motion motion = bench.statics().motion();
  const Wrench load = load_by_hand(standing, bench.kinematics());
  const double power = load.force.dot(motion.move) + load.moment.dot(motion.turn);
  double gap = 0.0;
  for (const ContactByHand& contact : contacts_by_hand(standing, bench.kinematics())) {
    const Vec3 v = motion.move + motion.turn.cross(contact.place);
    const double n = contact.normal.dot(v), mu = contact.support->friction;
    const double t = (v - n * contact.normal).norm();
    // The least power of a force of length 1 in the cone.
    const double least =
        contact.support->grip ? -v.norm() : std::min(0.0, (n - mu * t) / std::sqrt(1 + mu * mu));
    gap = std::max(gap, -least);
  }
  return power / std::max(gap, 1e-300) / bench.statics().load_size();
}

}  // namespace limber::test
