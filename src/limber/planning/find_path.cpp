// The three steps of find_path, and what to say when one fails.

#include "limber/planning/find_path.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>

#include "limber/base/number_text.h"
#include "limber/figure/joint_chain.h"
#include "limber/planning/shorten.h"
#include "limber/planning/tree_search.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

using Clock = std::chrono::steady_clock;

// One decimal, unless it is 0.
std::string rounded(double value) {
  return without_trailing_zeros(fixed_text(value, 1));
}

std::string length_words(double metres) {
  return metres < 0.01 ? rounded(1000 * metres) + " mm" : rounded(100 * metres) + " cm";
}

class Search {
 public:
  Search(const Scene& scene, const PathSearchOptions& options, const PathSearchObserver& observe)
      : scene_(scene), options_(options), observe_(observe), motion_(scene.figure, scene.world, checks()) {}

  Expected<PosturePath> run();

 private:
  ClearMotionOptions checks(double margin = 0.0) const {
    const double reach = longest_reach(scene_.figure);
    return {.self = options_.self,
            .margin = margin,
            .finest = 1e-5 * reach,
            .may_touch = segments_held_together(scene_.figure, scene_.tasks)};
  }
  double margin_asked() const {
    return options_.margin > 0.0 ? options_.margin : 0.01 * longest_reach(scene_.figure);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // Called often, and calls the observer less often.
  bool should_stop(PathSearchProgress::Stage stage, double until) {
    const double now = seconds();
    if (observe_ && (now - last_told_ > 0.05 || last_told_ < 0.0)) {
      last_told_ = now;
      cancelled_ = cancelled_ || !observe_({stage, now, static_cast<int>(goals_.size()), motion_.checked()});
    }
    return cancelled_ || now > until;
  }
  std::optional<Error> leave_contact(Posture& posture, std::vector<Posture>& path);
  void find_goals(const Posture& start);
  Error none_found() const;

  const Scene& scene_;
  const PathSearchOptions& options_;
  const PathSearchObserver& observe_;
  ClearMotion motion_;
  std::vector<Posture> goals_;
  int tries_ = 0, satisfied_ = 0;  // solves, and those that satisfied the tasks, clear or not
  Clock::time_point start_ = Clock::now();
  double last_told_ = -1.0;
  bool cancelled_ = false;
};

// A figure that was stopped by an obstacle touches it. Moving away from it makes room for the search.
std::optional<Error> Search::leave_contact(Posture& posture, std::vector<Posture>& path) {
  const double reach = longest_reach(scene_.figure), room = 1e-3 * reach, deepest = 1e-2 * reach;
  const std::optional<Contact> nearest = motion_.nearest(posture, room);
  if (!nearest) return std::nullopt;
  const std::string what = nearest->obstacle.is_valid()
                               ? "\"" + at(scene_.world.obstacles, nearest->obstacle).name + "\""
                               : "its own \"" + scene_.figure.segment_name(nearest->other_segment) + "\"";
  const std::string who = "\"" + scene_.figure.segment_name(nearest->segment) + "\"";
  if (nearest->clearance < -deepest) {
    return Error{who + " is " + length_words(-nearest->clearance) + " inside " + what +
                 "; expected a start posture without overlaps"};
  }
  motion_.step_back(posture, room, path);
  if (motion_.clearance(posture, room) <= 0.0) {
    return Error{who + " touches " + what +
                 " and cannot move away from it; expected room around the start posture"};
  }
  return std::nullopt;
}

void Search::find_goals(const Posture& start) {
  const auto solver_with = [&](double margin) {
    SolverOptions options = scene_.solver;
    options.clearance.self = options_.self;
    options.clearance.margin = std::max(options.clearance.margin, margin);
    Solver solver(scene_.figure, options);
    solver.prepare(scene_.tasks, scene_.criteria);
    solver.surround(scene_.world);
    return solver;
  };
  // Alternately with and without a margin: goals with room around them allow a path with room, but not all
  // goals have room.
  std::array<Solver, 2> solvers = {solver_with(2.0 * margin_asked()), solver_with(0.0)};
  PostureRandom random(scene_.figure, start, longest_reach(scene_.figure), options_.seed);
  const double until = options_.most_seconds / 3;
  const double room = 1e-4 * longest_reach(scene_.figure);
  for (tries_ = 0; static_cast<int>(goals_.size()) < options_.goals; ++tries_) {
    // Until one goal is found, all of the time may be used.
    if (should_stop(PathSearchProgress::Stage::goals, goals_.empty() ? options_.most_seconds : until)) return;
    Posture posture = start;
    if (tries_ > 1) {
      // Near the start first, then anywhere: near goals have short paths.
      Posture anywhere = start;
      random.fill(anywhere);
      motion_.between(start, anywhere, std::min(1.0, 0.1 * (tries_ / 2)), posture);
      posture = inside_limits(scene_.figure, posture);
    }
    Solver& solver = at(solvers, tries_ % 2);
    const SolveReport report = solver.solve(scene_.tasks, scene_.criteria, posture,
                                            {.most_steps = 200, .most_seconds = 0.1 * options_.most_seconds});
    if (report.light != Light::green) continue;
    ++satisfied_;
    if (!motion_.is_inside_limits(posture) || motion_.clearance(posture, room) < room) continue;
    goals_.push_back(posture);
  }
}

Error Search::none_found() const {
  const std::string time = rounded(options_.most_seconds) + " s";
  const std::string tries = std::to_string(tries_) + (tries_ == 1 ? " try" : " tries");
  if (cancelled_) return {"the search was stopped"};
  if (goals_.empty() && satisfied_ == 0) {
    return {"no posture that satisfies all tasks was found in " + time + " (" + tries +
            "); they may be out of reach"};
  }
  if (goals_.empty()) {
    return {"all " + std::to_string(satisfied_) + " postures found that satisfy the tasks touch something (" +
            time + ", " + tries + ")"};
  }
  return {"no path to a posture that satisfies the tasks was found in " + time +
          "; there may be none, or a narrow one that takes longer to find"};
}

Expected<PosturePath> Search::run() {
  if (!is_finite(scene_.posture)) return Error{"the posture contains a number that is not finite"};
  std::vector<Posture> postures = {scene_.posture};
  Posture start = scene_.posture;
  if (!motion_.is_inside_limits(start)) {
    start = inside_limits(scene_.figure, start);
    postures.push_back(start);
  }
  if (auto error = leave_contact(start, postures)) return *error;
  find_goals(start);
  if (goals_.empty() || cancelled_) return none_found();

  // First with a margin, in half of the time; then without.
  const double room = 2.0 * margin_asked();
  double best = 0.0;
  for (const Posture& goal : goals_) best = std::max(best, motion_.clearance(goal, room));
  const double margin = std::min(margin_asked(), 0.5 * std::min(best, motion_.clearance(start, room)));
  const double half_time = 0.5 * (seconds() + options_.most_seconds);
  std::vector<Posture> with_room;
  for (const Posture& goal : goals_) {
    if (motion_.clearance(goal, room) >= 1.5 * margin) with_room.push_back(goal);
  }
  std::optional<ClearMotion> motion;
  std::vector<Posture> found;
  for (const bool with_margin : {true, false}) {
    motion.emplace(scene_.figure, scene_.world, checks(with_margin ? margin : 0.0));
    const double until = with_margin ? half_time : options_.most_seconds;
    const auto stop = [&] { return should_stop(PathSearchProgress::Stage::search, until); };
    found = connect(*motion, start, with_margin ? with_room : goals_, options_.seed, stop);
    if (!found.empty() || cancelled_) break;
  }
  if (found.empty()) return none_found();

  const auto stop_shortening = [&] {
    return should_stop(PathSearchProgress::Stage::shorten, options_.most_seconds);
  };
  PostureRandom random(scene_.figure, start, 1.0, options_.seed + 1);
  take_shortcuts(*motion, found, options_.shortcuts, random, stop_shortening);
  cut_corners(*motion, found, 3, stop_shortening);
  if (cancelled_) return none_found();

  postures.insert(postures.end(), std::next(found.begin()), found.end());
  PosturePath path{.postures = std::move(postures)};
  path.length = length_of(*motion, path.postures);
  path.clearance = unlimited;
  for (const Posture& posture : path.postures) {
    path.clearance = std::min(path.clearance, motion->clearance(posture, longest_reach(scene_.figure)));
  }
  path.goals = static_cast<int>(goals_.size());
  path.checked = motion_.checked() + motion->checked();
  path.seconds = seconds();
  return path;
}

}  // namespace

Expected<PosturePath> find_path(const Scene& scene, const PathSearchOptions& options,
                                const PathSearchObserver& observe) {
  if (!(options.most_seconds > 0.0)) return Error{"most_seconds must be more than 0"};
  if (options.goals < 1) return Error{"goals must be at least 1"};
  if (!(options.margin >= 0.0)) return Error{"margin must be at least 0"};
  if (std::none_of(scene.tasks.begin(), scene.tasks.end(),
                   [](const auto& task) { return task.settings.enabled; })) {
    return Error{"no task is enabled; expected a task for the path to lead to"};
  }
  return Search(scene, options, observe).run();
}

}  // namespace limber
