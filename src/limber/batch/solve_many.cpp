// Problems of one kind (which of the tasks have an orientation) go to the batch solver together, on a GPU or
// on threads; Solver takes what is left. An answer counts once Kinematics has confirmed it.

#include "limber/batch/solve_many.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>
#include <string>

#include "limber/batch/clear_check.h"
#include "limber/batch/frame_tasks.h"
#include "limber/batch/on_gpu.h"
#include "limber/batch/on_processor.h"
#include "limber/batch/problem.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "limber/threads/tickets.h"

namespace limber {

namespace {

using std::invalid_argument;

// Angles of this size still leave the batch solver's sines and cosines exact; nobody starts that far round.
constexpr double largest_start = 1e4;  // [rad]
// The processors answer all of fewer problems before anything about them is known.
constexpr std::size_t fewest_for_a_gpu = 4096;

Posture start_posture(const Figure& figure, const SolveManyOptions& options) {
  if (options.start) return *options.start;
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const Range& range = joint.ranges[0];
    if (range.max - range.min < unlimited)
      posture.values[figure.first_value(j)] = 0.5 * (range.min + range.max);
  }
  return posture;
}

void check(const Figure& figure, std::span<const FrameTask> tasks, std::span<const PoseGoal> goals,
           const SolveManyOptions& options) {
  if (tasks.empty()) throw invalid_argument("solve_many: there is no task");
  for (const FrameTask& task : tasks) batch::check_task(figure, task);
  if (goals.size() % tasks.size() != 0) {
    throw invalid_argument("solve_many: " + std::to_string(goals.size()) + " goals are no whole number for " +
                           std::to_string(tasks.size()) + " tasks each");
  }
  if (!(options.position_tolerance > 0.0) || !(options.orientation_tolerance > 0.0)) {
    throw invalid_argument("solve_many: tolerances must be above 0");
  }
  if (options.restarts < 0) throw invalid_argument("solve_many: restarts must be 0 or more");
  if (options.threads < 0) throw invalid_argument("solve_many: threads must be 0 or more");
  if (options.start) {
    if (options.start->values.size() != figure.value_count() || !is_finite(*options.start)) {
      throw invalid_argument("solve_many: the start needs " + std::to_string(figure.value_count()) +
                             " finite values");
    }
  }
}

// What is wrong with a goal; empty: nothing.
const char* fault(const PoseGoal& goal) {
  constexpr double unit_slack = 1e-6;  // as read from a file
  if (!goal.position.allFinite()) return "the position is not finite";
  if (goal.orientation && !(std::abs(goal.orientation->norm() - 1.0) <= unit_slack)) {
    return "the orientation is not a unit quaternion";
  }
  return "";
}

// What all threads share.
class ManySolve {
 public:
  ManySolve(const Figure& figure, std::span<const FrameTask> tasks, std::span<const PoseGoal> goals,
            const SolveManyOptions& options)
      : figure_(figure),
        tasks_(tasks),
        goals_(goals),
        options_(options),
        count_(goals.size() / tasks.size()),
        start_(start_posture(figure, options)) {
    for (const FrameTask& task : tasks) priorities_.push_back(task.priority);
    std::sort(priorities_.begin(), priorities_.end());
    priorities_.erase(std::unique(priorities_.begin(), priorities_.end()), priorities_.end());
    report_.goals.resize(count_);
    report_.values.resize(static_cast<Eigen::Index>(count_), figure.value_count());
  }

  ManyReport run() {
    for (const auto& [kind, problems] : by_kind()) solve_kind(problems);
    solve_the_rest();
    for (std::size_t p = 0; p < count_; ++p) {
      const GoalStatus status = report_.goals[p].status;
      if (status == GoalStatus::reached || status == GoalStatus::missed) continue;
      report_.values.row(static_cast<Eigen::Index>(p)) = start_.values.transpose();
    }
    return std::move(report_);
  }

 private:
  std::span<const PoseGoal> goals_of(std::size_t problem) const {
    return goals_.subspan(problem * tasks_.size(), tasks_.size());
  }
  bool asks_orientation(std::size_t task, const PoseGoal& goal) const {
    return batch::asks_orientation(tasks_[task], goal);
  }
  bool is_stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }

  using Kind = std::vector<bool>;  // which of the tasks have an orientation
  Kind kind_of(std::size_t problem) const {
    Kind kind;
    for (std::size_t t = 0; t < tasks_.size(); ++t) kind.push_back(asks_orientation(t, goals_of(problem)[t]));
    return kind;
  }
  const char* fault_of(std::size_t problem) const {
    for (const PoseGoal& goal : goals_of(problem)) {
      if (const char* what = fault(goal); *what != '\0') return what;
    }
    return "";
  }

  // Problems of each kind; those that cannot be used are reported and left out. Most batches have one kind.
  std::map<Kind, std::vector<std::size_t>> by_kind() {
    std::map<Kind, std::vector<std::size_t>> kinds;
    if (count_ == 0) return kinds;
    enum : std::uint8_t { like_the_first, other, unusable };
    std::vector<std::uint8_t> marks(count_);
    shared_out(count_, [&](std::size_t p) {
      bool is_like_the_first = true;
      for (std::size_t t = 0; t < tasks_.size(); ++t) {
        is_like_the_first =
            is_like_the_first && asks_orientation(t, goals_of(p)[t]) == asks_orientation(t, goals_of(0)[t]);
      }
      marks[p] = *fault_of(p) != '\0' ? unusable : is_like_the_first ? like_the_first : other;
    });
    constexpr std::size_t most_notes = 10;
    std::size_t faults = 0;
    std::vector<std::size_t> first_kind;
    first_kind.reserve(count_);
    for (std::size_t p = 0; p < count_; ++p) {
      if (marks[p] == like_the_first) first_kind.push_back(p);
      if (marks[p] == other) kinds[kind_of(p)].push_back(p);
      if (marks[p] != unusable) continue;
      report_.goals[p].status = GoalStatus::unusable;
      ++done_;
      if (++faults <= most_notes) report_.notes.push_back("goal " + std::to_string(p) + ": " + fault_of(p));
    }
    if (!first_kind.empty()) kinds[kind_of(first_kind.front())] = std::move(first_kind);
    if (faults > most_notes) {
      report_.notes.push_back(std::to_string(faults - most_notes) + " more goals cannot be used");
    }
    return kinds;
  }

  void solve_kind(const std::vector<std::size_t>& problems) {
    const Expected<batch::Problem> problem = gather(problems.front());
    if (!problem) {
      if (options_.device == Device::gpu)
        note("the goals are solved one by one on the CPU: " + problem.error().message);
      return;
    }
    std::span<const std::size_t> left = problems;
    std::vector<std::size_t> first_some;
    if (options_.device == Device::gpu) {
      left = left.subspan(solve_on_gpu(*problem, left, 0.0));
    } else if (options_.device == Device::automatic && left.size() >= fewest_for_a_gpu &&
               batch::has_gpu_libraries()) {
      first_some = some_first(problems);
      left = solve_where_it_is_sooner(*problem, first_some);
    }
    if (!left.empty()) solve_on_threads(*problem, left, How::with_capsules);
    if (problem->model->near_pairs > 0) {
      solve_with_exact_check(*problem, problems);
    }
  }

  Expected<batch::Problem> gather(std::size_t example) const {
    if (options_.world != nullptr && options_.solver.clearance.priority != 0) {
      return Error{"clearance comes after tasks"};
    }
    if (options_.solver.limits == LimitMethod::off || !options_.solver.ignored_limits.empty()) {
      return Error{"limits are switched off"};
    }
    std::vector<FrameTask> tasks(tasks_.begin(), tasks_.end());
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      tasks[t].orientation = asks_orientation(t, goals_of(example)[t]);
      if (!batch::asks_place(tasks[t]) && !tasks[t].orientation)
        return Error{"a goal without orientation asks for nothing"};
    }
    if (!(start_.values.lpNorm<Eigen::Infinity>() < largest_start))
      return Error{"the start is too far round"};
    return batch::gather_problem(figure_, tasks, start_,
                                 {.position_tolerance = options_.position_tolerance,
                                  .orientation_tolerance = options_.orientation_tolerance,
                                  .restarts = options_.restarts,
                                  .seed = options_.seed,
                                  .world = options_.world,
                                  .clearance = options_.solver.clearance});
  }

  void note(std::string sentence) {
    if (std::find(report_.notes.begin(), report_.notes.end(), sentence) == report_.notes.end()) {
      report_.notes.push_back(std::move(sentence));
    }
  }

  // Some from everywhere, to learn from what the others cost; then the others.
  static std::size_t sample_size(std::size_t count) { return std::min<std::size_t>(count / 16, 16'384); }
  static std::vector<std::size_t> some_first(const std::vector<std::size_t>& problems) {
    const std::size_t stride = problems.size() / sample_size(problems.size());
    std::vector<std::size_t> all;
    all.reserve(problems.size());
    for (std::size_t i = 0; i < sample_size(problems.size()); ++i) all.push_back(problems[i * stride]);
    for (std::size_t i = 0; i < problems.size(); ++i) {
      if (i % stride != 0 || i / stride >= sample_size(problems.size())) all.push_back(problems[i]);
    }
    return all;
  }

  // Some on the processors; what is left after that on a GPU, where that is sooner. Returns what is still
  // left for the processors.
  std::span<const std::size_t> solve_where_it_is_sooner(const batch::Problem& problem,
                                                        std::span<const std::size_t> problems) {
    const std::size_t some = sample_size(problems.size());
    const auto begin = std::chrono::steady_clock::now();
    solve_on_threads(problem, problems.first(some), How::with_capsules);
    const double each = seconds_since(begin) / static_cast<double>(some);
    const auto left = problems.subspan(some);
    const batch::RestOfBatch rest{left.size() + options_.to_come, each, thread_count(), batch::lanes_here()};
    const bool may_be = is_gpu_sooner(rest, {batch::GpuSetUp::running});
    if (!may_be || !is_gpu_sooner(rest, batch::gpu_state(problem)) || !batch::gpu_name()) return left;
    return left.subspan(solve_on_gpu(problem, left, each));
  }

  static double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  // Returns how many of the problems were answered; the rest is the processors'. A GPU that turns out slower
  // than they is given no more; `processors`: their seconds for a problem, 0 where that does not matter.
  std::size_t solve_on_gpu(const batch::Problem& problem, std::span<const std::size_t> problems,
                           double processors) {
    const std::size_t gpu_share = batch::gpu_share;
    const auto gpu = batch::GpuBatch::make(problem, std::min(gpu_share, problems.size()));
    if (!gpu) {
      note("solved on the CPU: " + gpu.error().message);
      return 0;
    }
    batch::GpuBatch& engine = **gpu;
    if (!engine.note().empty()) note(engine.note());
    const batch::Model& model = *problem.model;
    for (std::size_t first = 0; first < problems.size(); first += gpu_share) {
      if (is_stopped()) return problems.size();
      const auto begin = std::chrono::steady_clock::now();
      const auto share = problems.subspan(first, std::min(gpu_share, problems.size() - first));
      shared_out(share.size(), [&](std::size_t i) {
        write_goal(share[i], engine.goals() + i * static_cast<std::size_t>(model.goal_size));
      });
      const Expected<bool> solved = engine.solve(share.size());
      if (!solved) {
        note("goals from number " + std::to_string(share.front()) +
             " on are solved on the CPU: " + solved.error().message);
        return first;
      }
      report_.device = Device::gpu;
      const auto confirm = [&](Tickets::Holder& holder) {
        Confirmation confirmation(*this, problem, How::with_capsules);
        std::size_t i = 0;
        while (holder.take(i)) {
          const int winner = engine.winner()[i];
          const batch::Answer answer{winner == batch::GpuBatch::nobody ? -1 : winner, engine.misses()[i]};
          confirmation.accept(share[i], answer, engine.states() + i * static_cast<std::size_t>(model.states));
        }
      };
      share_threads(share.size(), confirm, options_.world != nullptr ? Tickets::few : Tickets::many);
      if (processors == 0.0) continue;
      const double ratio = seconds_since(begin) / (processors * static_cast<double>(share.size()));
      engine.remember_time_ratio(ratio);
      if (ratio > 1.0) return first + share.size();
    }
    return problems.size();
  }

  // What capsules found no clear posture for, or a posture that is not. A figure with many joints is quickly
  // led round by Solver, from a few starts; one with few has few postures for a pose, and all starts are
  // tried once more, with the exact check at every end of an attempt.
  void solve_with_exact_check(const batch::Problem& problem, const std::vector<std::size_t>& problems) {
    const auto left = [&] {
      std::vector<std::size_t> list;
      for (const std::size_t p : problems) {
        if (report_.goals[p].status == GoalStatus::untried) list.push_back(p);
      }
      return list;
    };
    constexpr int few_restarts = 4;
    if (options_.nearest) solve_by_solver(left(), std::min(few_restarts, options_.restarts), false);
    solve_on_threads(problem, left(), How::with_exact_check);
  }

  enum class How : std::uint8_t { with_capsules, with_exact_check };
  void solve_on_threads(const batch::Problem& problem, std::span<const std::size_t> problems, How how) {
    const bool is_exact = how == How::with_exact_check;
    share_threads(problems.size(), [&](Tickets::Holder& holder) {
      Confirmation confirmation(*this, problem, how);
      std::vector<double> goal(static_cast<std::size_t>(problem.model->goal_size));
      const auto next = [&]() -> std::optional<batch::Job> {
        std::size_t ticket = 0;
        if (is_stopped() || !holder.take(ticket)) return std::nullopt;
        write_goal(problems[ticket], goal.data());
        return batch::Job{problems[ticket], goal.data()};
      };
      batch::IsClear is_clear;
      if (is_exact) is_clear = [&](const double* state) { return confirmation.is_clear(state); };
      const auto finished = [&](std::size_t number, const batch::Answer& answer, const double* state) {
        confirmation.accept(number, answer, state);
      };
      batch::solve_on_processor(problem, next, finished, is_clear);
    });
  }

  // In the order of the groups: position, then quaternion w, x, y, z, task by task.
  void write_goal(std::size_t number, double* to) const {
    const std::span<const PoseGoal> goals = goals_of(number);
    for (std::size_t t = 0; t < goals.size(); ++t) {
      if (batch::asks_place(tasks_[t])) {
        for (int k = 0; k < 3; ++k) *to++ = goals[t].position[k];
      }
      if (!asks_orientation(t, goals[t])) continue;
      const Quat q = goals[t].orientation->normalized();
      *to++ = q.w();
      for (int k = 0; k < 3; ++k) *to++ = q.coeffs()[k];
    }
  }

  // Answers of the batch solver, looked at by other code: Kinematics, the couplings, the exact distances of
  // solids. For one thread.
  class Confirmation {
   public:
    Confirmation(ManySolve& all, const batch::Problem& problem, How how)
        : all_(all),
          problem_(problem),
          attempts_(how == How::with_exact_check ? problem.attempts : problem.capsule_attempts),
          is_last_(how == How::with_exact_check || problem.model->near_pairs == 0),
          posture_(all.start_),
          kinematics_(all.figure_) {
      const SolveManyOptions& options = all.options_;
      if (options.world == nullptr) return;
      clear_.emplace(all.figure_, all.tasks_, *options.world, options.solver.clearance, problem.moving);
    }
    ~Confirmation() { tell_counted(); }
    Confirmation(const Confirmation&) = delete;
    Confirmation& operator=(const Confirmation&) = delete;

    void accept(std::size_t number, const batch::Answer& answer, const double* state) {
      GoalReport& report = all_.report_.goals[number];
      report.restarts = answer.attempt >= 0 ? answer.attempt : attempts_ - 1;
      problem_.write_values(state, posture_.values);
      all_.keep(number, posture_, kinematics_);
      report.satisfied = report.satisfied && fits();
      const bool is_final =
          report.satisfied || (is_last_ && all_.priorities_.size() > 1 && report.priorities > 0 && fits());
      report.status = report.satisfied ? GoalStatus::reached
                      : is_final       ? GoalStatus::missed
                                       : GoalStatus::untried;
      if (is_final) count_one();
      if (is_final || !is_last_ || all_.options_.nearest) return;
      report.status = GoalStatus::missed;
      all_.keep(number, all_.start_, kinematics_);
      report.satisfied = false;
      count_one();
    }

    // Whether a state is, by the exact check alone; the answer is looked at again by accept().
    bool is_clear(const double* state) {
      problem_.write_values(state, posture_.values);
      kinematics_.update(posture_);
      return fits();
    }

   private:
    // Not one by one: sixteen threads that write the same number wait for each other most of the time.
    void count_one() {
      constexpr std::size_t at_a_time = 256;
      if (++counted_ == at_a_time) tell_counted();
    }
    void tell_counted() {
      all_.done_ += counted_;
      counted_ = 0;
    }

    bool fits() {
      constexpr double rounding = 1e-9;
      for (const int number : problem_.couplings) {
        const Coupling& coupling = all_.figure_.couplings()[static_cast<std::size_t>(number)];
        const double value = coupling_value(all_.figure_, posture_, coupling);
        if (value < coupling.range.min - rounding || value > coupling.range.max + rounding) return false;
      }
      return !clear_ || clear_->is_clear(kinematics_);
    }

    ManySolve& all_;
    const batch::Problem& problem_;
    int attempts_;
    bool is_last_;  // nothing but Solver comes after this
    Posture posture_;
    Kinematics kinematics_;
    std::optional<batch::ClearCheck> clear_;
    std::size_t counted_ = 0;  // done by this thread, and not told yet
  };

  void solve_the_rest() {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < count_; ++i) {
      if (report_.goals[i].status == GoalStatus::untried) left.push_back(i);
    }
    solve_by_solver(left, options_.restarts, true);
  }

  // is_last: what is not reached is missed, with the posture that was found; otherwise it stays as it is.
  void solve_by_solver(const std::vector<std::size_t>& left, int restarts, bool is_last) {
    share_threads(left.size(), [&](Tickets::Holder& holder) {
      Kinematics kinematics(figure_);
      Solver solver(figure_, options_.solver);
      if (options_.world != nullptr) solver.surround(*options_.world);
      std::size_t ticket = 0;
      while (!is_stopped() && holder.take(ticket)) {
        GoalReport& report = report_.goals[left[ticket]];
        const GoalReport before = report;
        solve_one(left[ticket], restarts, solver, kinematics);
        if (report.satisfied || is_last) {
          ++done_;
        } else {
          report = before;
        }
      }
    });
  }

  void solve_one(std::size_t number, int most_restarts, Solver& solver, Kinematics& kinematics) {
    TaskList tasks;
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      const std::string which = tasks_.size() == 1 ? "" : std::to_string(t);
      batch::add_tasks(tasks_[t], goals_of(number)[t], options_, which, tasks);
    }
    GoalReport& report = report_.goals[number];
    // The batch solver has tried all starts already: what is wanted now is the best that can be done from the
    // first; and from some others where it came near, since the Solver's way to the border of what can be
    // reached is another. (Among obstacles it is another anyway.)
    const bool is_tried = report.restarts > 0 && options_.world == nullptr;
    constexpr double near = 0.05;  // [m] and [rad]
    constexpr int restarts_near = 20;
    const bool is_near = report.position_error < near && report.orientation_error < near;
    const int restarts = !is_tried ? most_restarts : is_near ? std::min(most_restarts, restarts_near) : 0;
    Posture posture = start_;
    const SolveReport solved = solver.solve(tasks, posture, {.restarts = restarts, .seed = options_.seed});
    const bool is_within = keep(number, posture, kinematics);
    report.satisfied = is_within && solved.light == Light::green;
    report.status = report.satisfied ? GoalStatus::reached : GoalStatus::missed;
    report.restarts += solved.restarts;
  }

  // Writes an answer down; says whether it is within the tolerances.
  bool keep(std::size_t number, const Posture& posture, Kinematics& kinematics) {
    GoalReport& report = report_.goals[number];
    report.position_error = report.orientation_error = 0.0;
    report.priorities = static_cast<int>(priorities_.size());
    kinematics.update(posture);
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      const batch::TaskMiss miss = batch::miss_of(tasks_[t], goals_of(number)[t], kinematics);
      report.position_error = std::max(report.position_error, miss.position);
      report.orientation_error = std::max(report.orientation_error, miss.orientation);
      if (miss.position <= options_.position_tolerance && miss.orientation <= options_.orientation_tolerance)
        continue;
      const auto place = std::find(priorities_.begin(), priorities_.end(), tasks_[t].priority);
      report.priorities = std::min(report.priorities, static_cast<int>(place - priorities_.begin()));
    }
    report.satisfied = report.priorities == static_cast<int>(priorities_.size());
    report_.values.row(static_cast<Eigen::Index>(number)) = posture.values.transpose();
    return report.satisfied;
  }

  int thread_count() const { return options_.threads > 0 ? options_.threads : processor_count(); }

  // Runs `work` on threads, each with a holder of tickets 0 .. count - 1.
  template <class Work>
  void share_threads(std::size_t count, const Work& work, std::size_t at_a_time = Tickets::few) {
    if (count == 0) return;
    const int most = thread_count();
    const auto tell = [&] {
      if (options_.progress) options_.progress(done_, count_);
    };
    Tickets tickets(count, at_a_time);
    run_on_threads(
        static_cast<int>(std::min<std::size_t>(count, static_cast<std::size_t>(most))),
        [&] {
          Tickets::Holder holder(tickets);
          work(holder);
        },
        tell);
    tell();
  }
  // Little work each.
  template <class Work>
  void shared_out(std::size_t count, const Work& work) {
    const auto all = [&](Tickets::Holder& holder) {
      std::size_t i = 0;
      while (holder.take(i)) work(i);
    };
    share_threads(count, all, Tickets::many);
  }

  const Figure& figure_;
  std::span<const FrameTask> tasks_;
  std::span<const PoseGoal> goals_;
  const SolveManyOptions& options_;
  std::size_t count_;  // of problems
  std::vector<int> priorities_;
  Posture start_;
  ManyReport report_;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace

Posture ManyReport::posture(std::size_t goal) const {
  return {values.row(static_cast<Eigen::Index>(goal)).transpose()};
}

std::size_t ManyReport::satisfied_count() const {
  return static_cast<std::size_t>(
      std::count_if(goals.begin(), goals.end(), [](const GoalReport& goal) { return goal.satisfied; }));
}
std::size_t ManyReport::tried_count() const {
  return static_cast<std::size_t>(std::count_if(
      goals.begin(), goals.end(), [](const GoalReport& goal) { return goal.status != GoalStatus::untried; }));
}

ManyReport solve_many(const Figure& figure, std::span<const FrameTask> tasks, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options) {
  check(figure, tasks, goals, options);
  return ManySolve(figure, tasks, goals, options).run();
}

ManyReport solve_many(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options) {
  const FrameTask task{.frame = frame};
  return solve_many(figure, {&task, 1}, goals, options);
}

}  // namespace limber
