#include "limber/solver/clearance.h"

#include <algorithm>
#include <cmath>

#include "limber/solver/hard_constraints.h"
#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

constexpr double usual_influence = 0.05;  // of the figure's reach
constexpr double skin = 1e-6;             // of the figure's reach
constexpr double cautious = 0.8;          // of the room: displacements are judged by their first order
constexpr double least_room = 0.1;        // of the influence: parts without thickness would never move

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

ProximityOptions proximity_options(const ClearanceOptions& options) {
  ProximityOptions result;
  result.self = options.self;
  result.most_contacts = Clearance::most_contacts;
  return result;
}

// The diameter of the largest ball around its centre that lies inside.
double thickness(const Solid& solid) {
  double core = 0.0;
  switch (solid.core) {
    case Core::point:
    case Core::segment:
      break;
    case Core::ellipsoid:
    case Core::cylinder:
    case Core::box:
      core = solid.half.minCoeff();
      break;
    case Core::polytope:
      core = std::numeric_limits<double>::infinity();
      for (const ConvexHull::Face& face : solid.hull->faces) {
        core = std::min(core, face.offset - face.normal.dot(solid.hull->center));
      }
      break;
    case Core::half_space:
      return std::numeric_limits<double>::infinity();
  }
  return 2.0 * (core + solid.rounding);
}

}  // namespace

Clearance::Clearance(const Figure& figure, const ClearanceOptions& options, double reach)
    : figure_(figure),
      options_(options),
      influence_(options.influence > 0.0 ? options.influence : usual_influence * reach),
      skin_(skin * reach),
      proximity_(figure, proximity_options(options)) {
  influence_ = std::max(influence_, 2.0 * options.margin);
  const Body& body = proximity_.body();
  parts_.resize(at(body.count()));
  first_part_.assign(at(figure.segment_count()) + 1, 0);
  for (int i = 0; i < body.count(); ++i) ++first_part_[at(body.part(i).segment) + 1];
  for (std::size_t s = 1; s < first_part_.size(); ++s) first_part_[s] += first_part_[s - 1];
  twists_.resize(at(figure.segment_count()), Eigen::Matrix<double, 6, 1>::Zero());
  row_ = VecX::Zero(figure.dof_count());
}

void Clearance::surround(const World& world) {
  proximity_.prepare(world);
  is_surrounded_ = true;
  must_look_ = true;
  contacts_ = {};
}

void Clearance::move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  proximity_.move_obstacle(obstacle, shape, velocity);
  must_look_ = true;
}

void Clearance::look(const Kinematics& kinematics) noexcept {
  contacts_ = proximity_.find(kinematics, influence_);
  must_look_ = false;
}

const Contact* Clearance::nearest() const noexcept {
  const auto least =
      std::min_element(contacts_.begin(), contacts_.end(),
                       [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return least == contacts_.end() ? nullptr : &*least;
}

double Clearance::least() const noexcept {
  const Contact* contact = nearest();
  return contact ? contact->clearance : std::numeric_limits<double>::infinity();
}

template <class Problem>
void Clearance::add_to(Problem& problem, const Kinematics& kinematics, const VecX& scale,
                       double damping) noexcept {
  for (const Contact& contact : contacts_) {
    const double room = contact.clearance - options_.margin - skin_;
    Eigen::Map<Eigen::RowVectorXd> row(problem.add_at_most(room > 0.0 ? damping * room : room), row_.size());
    clearance_row(kinematics, contact, row);
    row = -row.cwiseProduct(scale.transpose());
  }
}
template void Clearance::add_to(Lexicographic&, const Kinematics&, const VecX&, double) noexcept;
template void Clearance::add_to(ProjectorConstraints&, const Kinematics&, const VecX&, double) noexcept;

void Clearance::start_step() noexcept {
  allowed_ = std::min(options_.margin, least());
  const Body& body = proximity_.body();
  double farthest = influence_;  // what is not among the contacts is at least so far away
  if (proximity_.left_out() > 0) {
    farthest = 0.0;
    for (const Contact& contact : contacts_) farthest = std::max(farthest, contact.clearance);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Solid& solid = body.solid(static_cast<int>(i));
    // Two parts of the figure may come towards each other: half of the way each.
    parts_[i] = {reach(solid), thickness(solid), solid.center, solid.axes,
                 options_.self ? 0.5 * farthest : farthest};
  }
  const auto take_room = [&](int segment, int shape, double room) {
    Part& part = parts_[at(first_part_[at(segment)] + shape)];
    part.room = std::min(part.room, room);
  };
  for (const Contact& contact : contacts_) {
    const double room = std::max(0.0, contact.clearance);
    take_room(contact.segment, contact.shape, contact.obstacle >= 0 ? room : 0.5 * room);
    if (contact.obstacle < 0) take_room(contact.other_segment, contact.other_shape, 0.5 * room);
  }
  for (Part& part : parts_) {
    part.room = std::max({part.room, 0.5 * part.thickness, least_room * influence_});
  }
}

double Clearance::safe_fraction(const Kinematics& kinematics, const VecX& displacement) noexcept {
  double most = 1.0;  // of motion over room
  for (int s = 0; s < figure_.segment_count(); ++s) {
    auto& twist = twists_[at(s)];
    twist = s > 0 && figure_.parent(s) >= 0 ? twists_[at(figure_.parent(s))] : twist.Zero().eval();
    const int first = figure_.first_dof(s), count = dof_count(figure_.joint(s).type);
    for (int i = first; i < first + count; ++i) twist += displacement[i] * kinematics.screws().col(i);
    for (int p = first_part_[at(s)]; p < first_part_[at(s) + 1]; ++p) {
      const Part& part = parts_[at(p)];
      const double motion =
          (twist.tail<3>() + twist.head<3>().cross(part.center)).norm() + twist.head<3>().norm() * part.reach;
      most = std::max(most, motion / (cautious * part.room));
    }
  }
  return 1.0 / most;
}

bool Clearance::moved_too_far() const noexcept {
  const Body& body = proximity_.body();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Solid& now = body.solid(static_cast<int>(i));
    // |R - R'| of a turn by an angle a is 2 sqrt(2) sin(a / 2).
    const double motion =
        (now.center - part.center).norm() + part.reach * (now.axes - part.axes).norm() / std::sqrt(2.0);
    if (motion > 2.0 * part.room) return true;
  }
  return false;
}

}  // namespace limber
