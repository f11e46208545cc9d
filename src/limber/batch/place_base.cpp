// A grid of places, each asked for every pose in one batch; then finer grids around the best.

#include "limber/batch/solve_many.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <tuple>

#include "limber/batch/base_reach.h"
#include "limber/math/portable.h"
#include "limber/world/world.h"

namespace limber {

namespace {

using std::invalid_argument;
constexpr double whole_turn = 2.0 * std::numbers::pi;
constexpr double too_many_problems = 1e8;

Transform standing_at(const Vec3& position, double heading) {
  const double c = portable::cos(heading), s = portable::sin(heading);
  Mat3 rotation;
  rotation << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return {rotation, position};
}

struct Spot {
  Vec3 position;
  double heading;
};

std::vector<double> grid(const Range& range, double step) {
  std::vector<double> places;
  const int count = static_cast<int>(std::floor((range.max - range.min) / step + 1e-9));
  // The grid is in the middle of the range.
  const double first = 0.5 * (range.min + range.max) - 0.5 * count * step;
  for (int i = 0; i <= count; ++i) places.push_back(first + i * step);
  return places;
}

void check(const FrameTask& task, std::span<const PoseGoal> poses, const PlaceOptions& options) {
  if (poses.empty()) throw invalid_argument("place_base: there are no poses to reach");
  if (task.in.is_valid()) throw invalid_argument("place_base: poses are in the world, not seen from a frame");
  for (const Range& range : {options.x, options.y, options.z}) {
    if (!(range.min <= range.max) || !std::isfinite(range.min) || !std::isfinite(range.max)) {
      throw invalid_argument(
          "place_base: where the base may stand needs a finite range, the smaller end first");
    }
  }
  if (!(options.step > 0.0) || !std::isfinite(options.step))
    throw invalid_argument("place_base: the step must be above 0");
  if (options.headings < 1) throw invalid_argument("place_base: headings must be 1 or more");
  if (options.refinements < 0) throw invalid_argument("place_base: refinements must be 0 or more");
  if (options.keep < 1) throw invalid_argument("place_base: at least one place is to be kept");
  double problems = static_cast<double>(poses.size()) * options.headings;
  for (const Range& range : {options.x, options.y, options.z}) {
    problems *= std::floor((range.max - range.min) / options.step + 1e-9) + 1.0;
  }
  if (problems > too_many_problems) {
    throw invalid_argument("place_base: " + std::to_string(static_cast<long long>(std::min(problems, 1e18))) +
                           " problems are too many; a larger step or fewer headings would do");
  }
}

class Placing {
 public:
  Placing(const Figure& figure, const FrameTask& task, std::span<const PoseGoal> poses,
          const PlaceOptions& options)
      : figure_(figure),
        task_(task),
        poses_(poses),
        options_(options),
        reach_(batch::farthest_reach(figure, task.frame)) {}

  PlaceReport run() {
    std::vector<Spot> spots;
    for (const double x : grid(options_.x, options_.step)) {
      for (const double y : grid(options_.y, options_.step)) {
        for (const double z : grid(options_.z, options_.step)) {
          for (int h = 0; h < options_.headings; ++h) {
            spots.push_back({Vec3(x, y, z), whole_turn * h / options_.headings});
          }
        }
      }
    }
    try_spots(spots);
    double step = options_.step, turn = whole_turn / options_.headings;
    for (int i = 0; i < options_.refinements && !is_stopped(); ++i) {
      step *= 0.5;
      turn *= 0.5;
      try_spots(around_best(step, turn));
    }
    if (options_.solve.world != nullptr && !is_stopped()) clear_best();
    return std::move(report_);
  }

 private:
  bool is_stopped() const { return options_.solve.stop != nullptr && options_.solve.stop->load(); }

  static bool is_better(const BasePlace& one, const BasePlace& other) {
    const auto rank = [](const BasePlace& place) {
      return std::make_tuple(-place.reached, -place.room, place.position.x(), place.position.y(),
                             place.position.z(), place.heading);
    };
    return rank(one) < rank(other);
  }

  std::vector<Spot> around_best(double step, double turn) const {
    std::vector<Spot> spots;
    const auto offsets = [&](const Range& range) {
      return range.max > range.min ? std::vector<double>{-step, 0.0, step} : std::vector<double>{0.0};
    };
    for (const BasePlace& place : report_.best) {
      for (const double dx : offsets(options_.x)) {
        for (const double dy : offsets(options_.y)) {
          for (const double dz : offsets(options_.z)) {
            for (int h = options_.headings > 1 ? -1 : 0; h <= (options_.headings > 1 ? 1 : 0); ++h) {
              if (dx == 0.0 && dy == 0.0 && dz == 0.0 && h == 0) continue;  // known
              const Vec3 at = place.position + Vec3(dx, dy, dz);
              const bool is_inside = options_.x.clamp(at.x()) == at.x() &&
                                     options_.y.clamp(at.y()) == at.y() && options_.z.clamp(at.z()) == at.z();
              if (is_inside) spots.push_back({at, place.heading + h * turn});
            }
          }
        }
      }
    }
    return spots;
  }

  static Transform pose_of(const Spot& spot) { return standing_at(spot.position, spot.heading); }

  // What a pose is for a figure that stands there.
  static PoseGoal seen_from(const Transform& base, const PoseGoal& pose) {
    PoseGoal seen;
    seen.position = base.inverse() * pose.position;
    if (pose.orientation)
      seen.orientation = (Quat(base.rotation).conjugate() * *pose.orientation).normalized();
    return seen;
  }

  // All spots in shares that fit into memory; report_.best has the best of these and of what was there.
  void try_spots(const std::vector<Spot>& spots) {
    constexpr std::size_t share = 1 << 18;  // problems
    const std::size_t per_share = std::max<std::size_t>(1, share / poses_.size());
    for (std::size_t first = 0; first < spots.size() && !is_stopped(); first += per_share) {
      const std::span<const Spot> some(spots.data() + first, std::min(per_share, spots.size() - first));
      try_share(some);
    }
  }

  void try_share(std::span<const Spot> spots) {
    std::vector<PoseGoal> goals;
    std::vector<std::size_t> problem_of;  // by goal: spot * poses + pose
    for (std::size_t s = 0; s < spots.size(); ++s) {
      const Transform base = pose_of(spots[s]);
      for (std::size_t p = 0; p < poses_.size(); ++p) {
        const PoseGoal goal = seen_from(base, poses_[p]);
        if (!task_.gaze && task_.position && goal.position.norm() > reach_) continue;
        goals.push_back(goal);
        problem_of.push_back(s * poses_.size() + p);
      }
    }
    SolveManyOptions solve = options_.solve;
    solve.world = nullptr;
    solve.nearest = false;
    const ManyReport solved = solve_many(figure_, {&task_, 1}, goals, solve);
    take_over(solved);
    report_.places += spots.size();
    report_.problems += spots.size() * poses_.size();
    std::vector<BasePlace> places;
    for (const Spot& spot : spots) {
      places.push_back({spot.position, spot.heading, 0, 1.0, std::vector<bool>(poses_.size(), false)});
    }
    for (std::size_t g = 0; g < goals.size(); ++g) {
      count(solved, g, places[problem_of[g] / poses_.size()], problem_of[g] % poses_.size());
    }
    for (BasePlace& place : places) offer(std::move(place));
  }

  void count(const ManyReport& solved, std::size_t goal, BasePlace& place, std::size_t pose) const {
    if (!solved.goals[goal].satisfied) return;
    place.reaches[pose] = true;
    ++place.reached;
    place.room = std::min(place.room, batch::room_of(figure_, solved.posture(goal)));
  }

  void offer(BasePlace place) {
    if (place.reached == 0) place.room = 0.0;
    const auto is_same = [&](const BasePlace& known) {
      return known.position == place.position && known.heading == place.heading;
    };
    std::vector<BasePlace>& best = report_.best;
    if (std::any_of(best.begin(), best.end(), is_same)) return;
    if (best.size() == static_cast<std::size_t>(options_.keep) && !is_better(place, best.back())) return;
    best.insert(std::upper_bound(best.begin(), best.end(), place, is_better), std::move(place));
    if (best.size() > static_cast<std::size_t>(options_.keep)) best.pop_back();
  }

  // The best places again, each among the obstacles as they are for a figure that stands there.
  void clear_best() {
    std::vector<BasePlace> candidates = std::move(report_.best);
    report_.best.clear();
    for (BasePlace& place : candidates) {
      const Transform base = place.pose();
      World world;
      for (const Obstacle& obstacle : options_.solve.world->obstacles) {
        world.add(obstacle.name, transformed(base.inverse(), obstacle.shape));
      }
      std::vector<PoseGoal> goals;
      for (const PoseGoal& pose : poses_) goals.push_back(seen_from(base, pose));
      SolveManyOptions solve = options_.solve;
      solve.world = &world;
      const ManyReport solved = solve_many(figure_, {&task_, 1}, goals, solve);
      take_over(solved);
      BasePlace clear{place.position, place.heading, 0, 1.0, std::vector<bool>(poses_.size(), false)};
      for (std::size_t p = 0; p < poses_.size(); ++p) count(solved, p, clear, p);
      offer(std::move(clear));
    }
  }

  void take_over(const ManyReport& solved) {
    if (solved.device == Device::gpu) report_.device = Device::gpu;
    for (const std::string& note : solved.notes) {
      if (note.rfind("goal ", 0) == 0 || note.find("more goals") != std::string::npos)
        continue;  // numbers of our own
      if (std::find(report_.notes.begin(), report_.notes.end(), note) == report_.notes.end())
        report_.notes.push_back(note);
    }
  }

  const Figure& figure_;
  const FrameTask& task_;
  std::span<const PoseGoal> poses_;
  const PlaceOptions& options_;
  double reach_;
  PlaceReport report_;
};

}  // namespace

Transform BasePlace::pose() const {
  return standing_at(position, heading);
}

PlaceReport place_base(const Figure& figure, const FrameTask& task, std::span<const PoseGoal> poses,
                       const PlaceOptions& options) {
  check(task, poses, options);
  return Placing(figure, task, poses, options).run();
}

}  // namespace limber
