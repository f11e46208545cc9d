// Cells and orientations in shares that fit into memory; every share is one batch. First all cells, by a few
// starts; then those at the border of what is reached, by many.

#include "limber/batch/solve_many.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "limber/batch/base_reach.h"
#include "limber/batch/missed_cells.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/plane_of_motion.h"
#include "limber/math/portable.h"
#include "limber/math/random.h"
#include "limber/statics/load_state.h"
#include "limber/threads/tickets.h"

namespace limber {

namespace {

using std::invalid_argument;
constexpr double most_queries = 1e9;
constexpr std::size_t most_at_a_time = 1 << 20;  // queries

// The plane in which a frame moves.
struct Plane {
  Vec3 normal;
  double height;  // [m] along the normal
  Quat rest;      // the frame's orientation in the rest posture
};

std::optional<Plane> plane_of(const Figure& figure, FrameId frame) {
  const std::optional<Vec3> normal = plane_of_motion(figure, frame);
  if (!normal) return std::nullopt;
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const Transform pose = kinematics.frame_pose(frame);
  return Plane{*normal, normal->dot(pose.translation), Quat(pose.rotation)};
}

// Orientations about the normal, a whole turn in equal parts.
std::vector<Quat> spread_orientations_in(const Plane& plane, int count) {
  std::vector<Quat> list;
  for (int i = 0; i < count; ++i) {
    const double half = std::numbers::pi * i / count, sine = portable::sin(half);
    const Quat turn(portable::cos(half), sine * plane.normal.x(), sine * plane.normal.y(),
                    sine * plane.normal.z());
    list.push_back((turn * plane.rest).normalized());
  }
  return list;
}

// Orientations spread evenly at random (Shoemake 1992); the first is the identity.
std::vector<Quat> spread_orientations(int count) {
  std::vector<Quat> list{Quat::Identity()};
  Random random(1);
  while (static_cast<int>(list.size()) < count) {
    const double u = random.uniform(), v = 2.0 * std::numbers::pi * random.uniform(),
                 w = 2.0 * std::numbers::pi * random.uniform();
    const double a = std::sqrt(1.0 - u), b = std::sqrt(u);
    list.emplace_back(b * portable::cos(w), a * portable::sin(v), a * portable::cos(v), b * portable::sin(w));
    list.back().normalize();
  }
  return list;
}

double manipulability_of(const Kinematics& kinematics, FrameId frame, const std::optional<Vec3>& plane,
                         RowMatrix& jacobian) {
  kinematics.frame_jacobian(frame, jacobian);
  Mat3 product = jacobian.topRows(3) * jacobian.topRows(3).transpose();
  if (plane) product += *plane * plane->transpose();  // leaves the two directions of the plane
  return std::sqrt(std::max(0.0, product.determinant()));
}

// What the joints bear in a posture, with the root held and nothing but the figure's own weight. For one
// thread.
class OwnWeight {
 public:
  explicit OwnWeight(const Figure& figure) : masses_(figure), loads_(figure, Loads{}) {}

  double effort(const Kinematics& kinematics, const Posture& posture) {
    masses_.update(kinematics);
    loads_.statics.forget();
    loads_.update(kinematics, masses_, posture);
    return loads_.joints.effort();
  }
  static bool is_known(const Figure& figure) {
    return figure.total_mass() > 0.0 && figure.joint(figure.joint_of(root_segment)).type == JointType::fixed;
  }

 private:
  MassDistribution masses_;
  LoadState loads_;
};

struct Box3 {
  Vec3 low;
  std::array<int, 3> counts;
};

Box3 cells_of(const Figure& figure, FrameId frame, const ReachMapOptions& options) {
  if (!(options.cell > 0.0) || !std::isfinite(options.cell))
    throw invalid_argument("reach_map: the cell must be above 0");
  if (options.orientations < 0) throw invalid_argument("reach_map: orientations must be 0 or more");
  const double reach = batch::farthest_reach(figure, frame);
  if (!std::isfinite(reach) && (!options.min || !options.max)) {
    throw invalid_argument("reach_map: the frame can go anywhere; say which part of space is to be mapped");
  }
  const Vec3 low = options.min.value_or(Vec3::Constant(-reach)),
             high = options.max.value_or(Vec3::Constant(reach));
  if (!low.allFinite() || !high.allFinite() || !(low.array() <= high.array()).all()) {
    throw invalid_argument("reach_map: what is mapped needs finite corners, the smaller one first");
  }
  Box3 box{low, {}};
  double queries = std::max(1, options.orientations);
  for (int k = 0; k < 3; ++k) {
    const double count = std::max(1.0, std::ceil((high[k] - low[k]) / options.cell - 1e-9));
    queries *= count;
    box.counts[static_cast<std::size_t>(k)] = static_cast<int>(std::min(count, 1e9));
    // The cells are in the middle of what is mapped.
    box.low[k] = 0.5 * (low[k] + high[k] - count * options.cell);
  }
  if (queries > most_queries) {
    throw invalid_argument("reach_map: " + std::to_string(static_cast<long long>(std::min(queries, 1e18))) +
                           " queries are too many; larger cells or fewer orientations would do");
  }
  return box;
}

class Mapping {
 public:
  Mapping(const Figure& figure, FrameId frame, const ReachMapOptions& options)
      : figure_(figure),
        frame_(frame),
        options_(options),
        box_(cells_of(figure, frame, options)),
        reach_(batch::farthest_reach(figure, frame)),
        plane_(plane_of(figure, frame)),
        has_effort_(options.effort && OwnWeight::is_known(figure)) {
    if (options.orientations > 0) {
      orientations_ = plane_ ? spread_orientations_in(*plane_, options.orientations)
                             : spread_orientations(options.orientations);
    }
    each_ = std::max<std::size_t>(1, orientations_.size());
    std::size_t places = 1;
    for (const int count : box_.counts) places *= static_cast<std::size_t>(count);
    states_.assign(places, State::missed);
    if (plane_) map_.plane = plane_->normal;
    map_.cell = options.cell;
    map_.counts = box_.counts;
  }

  ReachMap run() {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < states_.size(); ++place) {
      if (center_of(place)) places.push_back(place);
    }
    const int restarts = options_.solve.restarts;
    map_.queries = places.size() * each_;
    found_at_.assign(static_cast<std::size_t>(restarts) + 1, 0);
    ask(places, restarts);
    // The border again, by more starts, and the cells beyond what is found there.
    if (restarts > 0) {
      const int patient = static_cast<int>(std::min(1e6, more_at_the_border * static_cast<double>(restarts)));
      found_at_.resize(static_cast<std::size_t>(patient) + 1, 0);
      while (!is_stopped() && find_border(places)) ask(places, patient);
      const batch::Missed estimate = batch::missed_of(found_at_);
      map_.missed = estimate.expected;
      map_.missed_at_most = estimate.at_most;
    }
    if (is_stopped()) map_.missed = map_.missed_at_most = std::nullopt;
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.place < b.place; });
    for (Found& found : found_) map_.cells.push_back(std::move(found.cell));
    return std::move(map_);
  }

 private:
  // By place: x * counts[1] * counts[2] + y * counts[2] + z.
  enum class State : std::uint8_t { missed, missed_at_border, reached };
  struct Found {
    std::size_t place;
    ReachCell cell;
  };
  // How many times the starts: from the 33rd on they are patient, and find most of what the others miss.
  static constexpr double more_at_the_border = 10.0;

  std::array<int, 3> steps_of(std::size_t place) const {
    const auto width = static_cast<std::size_t>(box_.counts[2]),
               depth = static_cast<std::size_t>(box_.counts[1]);
    return {static_cast<int>(place / (width * depth)), static_cast<int>(place / width % depth),
            static_cast<int>(place % width)};
  }

  // For a cell that is asked.
  std::optional<Vec3> center_of(std::size_t place) const {
    const auto [x, y, z] = steps_of(place);
    Vec3 center = box_.low + options_.cell * Vec3(x + 0.5, y + 0.5, z + 0.5);
    if (plane_ && !move_into_plane(center)) return std::nullopt;
    if (center.norm() > reach_) return std::nullopt;
    return center;
  }

  // Cells that touch a reached one by a face, and were not asked as such yet. Says whether there are any.
  bool find_border(std::vector<std::size_t>& places) {
    const std::array<std::size_t, 3> stride = {
        static_cast<std::size_t>(box_.counts[1]) * static_cast<std::size_t>(box_.counts[2]),
        static_cast<std::size_t>(box_.counts[2]), 1};
    places.clear();
    for (std::size_t place = 0; place < states_.size(); ++place) {
      if (states_[place] != State::missed || !center_of(place)) continue;
      const std::array<int, 3> at = steps_of(place);
      bool is_border = false;
      for (std::size_t k = 0; k < 3; ++k) {
        is_border = is_border || (at[k] > 0 && states_[place - stride[k]] == State::reached) ||
                    (at[k] + 1 < box_.counts[k] && states_[place + stride[k]] == State::reached);
      }
      if (is_border) places.push_back(place);
    }
    for (const std::size_t place : places) states_[place] = State::missed_at_border;
    return !places.empty();
  }

  // Whether the plane cuts the cell. A face that lies in the plane belongs to one of its two cells only.
  bool move_into_plane(Vec3& center) const {
    const double above = plane_->normal.dot(center) - plane_->height,
                 half = 0.5 * options_.cell * plane_->normal.lpNorm<1>(), rounding = 1e-9 * options_.cell;
    if (above < -half + rounding || above > half + rounding) return false;
    center -= above * plane_->normal;
    return true;
  }

  bool is_stopped() const { return options_.solve.stop != nullptr && options_.solve.stop->load(); }

  // In shares that fit into memory.
  void ask(const std::vector<std::size_t>& places, int restarts) {
    const std::size_t share = std::max<std::size_t>(1, most_at_a_time / each_);
    for (std::size_t first = 0; first < places.size() && !is_stopped(); first += share) {
      const std::size_t count = std::min(share, places.size() - first);
      ask_share({places.data() + first, count}, restarts, places.size() - first - count);
    }
  }

  void ask_share(std::span<const std::size_t> places, int restarts, std::size_t to_come) {
    std::vector<PoseGoal> goals;
    goals.reserve(places.size() * each_);
    for (const std::size_t place : places) {
      const Vec3 center = center_of(place).value();
      if (orientations_.empty()) goals.push_back({center, std::nullopt});
      for (const Quat& orientation : orientations_) goals.push_back({center, orientation});
    }
    SolveManyOptions solve = options_.solve;
    solve.nearest = false;
    solve.restarts = restarts;
    solve.to_come = to_come * each_;
    const ManyReport solved = solve_many(figure_, frame_, goals, solve);
    if (solved.device == Device::gpu) map_.device = Device::gpu;
    for (const std::string& note : solved.notes) {
      if (std::find(map_.notes.begin(), map_.notes.end(), note) == map_.notes.end())
        map_.notes.push_back(note);
    }
    std::vector<ReachCell> cells(places.size());
    Tickets tickets(places.size());
    const int most = options_.solve.threads > 0 ? options_.solve.threads : processor_count();
    run_on_threads(
        most,
        [&] {
          Tickets::Holder holder(tickets);
          Look look(figure_, has_effort_);
          std::size_t c = 0;
          while (holder.take(c)) cells[c] = cell_of(solved, goals[c * each_].position, c * each_, look);
        },
        [] {});
    for (std::size_t c = 0; c < places.size(); ++c) {
      if (!(cells[c].share > 0.0)) continue;
      states_[places[c]] = State::reached;
      ++found_at_[first_start(solved, c * each_)];
      found_.push_back({places[c], std::move(cells[c])});
    }
  }

  // The start that first led to a cell.
  std::size_t first_start(const ManyReport& solved, std::size_t first) const {
    int start = std::numeric_limits<int>::max();
    for (std::size_t i = first; i < first + each_; ++i) {
      if (solved.goals[i].satisfied) start = std::min(start, solved.goals[i].restarts);
    }
    return std::min(static_cast<std::size_t>(start), found_at_.size() - 1);
  }

  // What one thread looks at postures with.
  struct Look {
    Kinematics kinematics;
    RowMatrix jacobian;
    std::optional<OwnWeight> weight;
    Look(const Figure& figure, bool has_effort) : kinematics(figure), jacobian(6, figure.dof_count()) {
      if (has_effort) weight.emplace(figure);
    }
  };

  ReachCell cell_of(const ManyReport& solved, const Vec3& center, std::size_t first, Look& look) const {
    ReachCell cell;
    cell.center = center;
    std::size_t reached = 0;
    for (std::size_t i = first; i < first + each_; ++i) {
      if (!solved.goals[i].satisfied) continue;
      ++reached;
      const Posture posture = solved.posture(i);
      look.kinematics.update(posture);
      cell.room = std::max(cell.room, batch::room_of(figure_, posture));
      cell.manipulability = std::max(cell.manipulability,
                                     manipulability_of(look.kinematics, frame_, map_.plane, look.jacobian));
      if (look.weight) {
        const double effort = look.weight->effort(look.kinematics, posture);
        cell.effort = std::min(effort, cell.effort.value_or(effort));
      }
    }
    cell.share = static_cast<double>(reached) / static_cast<double>(each_);
    return cell;
  }

  const Figure& figure_;
  FrameId frame_;
  const ReachMapOptions& options_;
  Box3 box_;
  double reach_;
  std::optional<Plane> plane_;
  bool has_effort_;
  std::vector<Quat> orientations_;
  std::size_t each_ = 1;  // queries of a cell
  std::vector<State> states_;
  std::vector<Found> found_;
  std::vector<std::size_t> found_at_;  // by start
  ReachMap map_;
};

}  // namespace

double ReachMap::size() const {
  const auto count = static_cast<double>(cells.size());
  // A plane at an angle to the axes cuts more cells than it has squares of their size.
  return plane ? count * cell * cell / plane->lpNorm<1>() : count * cell * cell * cell;
}

ReachMap reach_map(const Figure& figure, FrameId frame, const ReachMapOptions& options) {
  return Mapping(figure, frame, options).run();
}

}  // namespace limber
