// Keeps all lanes busy; the arithmetic is batch/kernel, once for each width of the vector registers.

#include "limber/batch/on_processor.h"

#include <array>
#include <memory>
#include <vector>

#include "limber/batch/kernel/attempt.h"
#include "limber/batch/kernel/filter.h"
#include "limber/batch/kernel/step.h"

#if defined(__GNUC__) && defined(__x86_64__) && defined(__gnu_linux__)
#define LIMBER_WIDE_LANES 1
#else
#define LIMBER_WIDE_LANES 0
#endif

namespace limber::batch {

namespace {

template <int lanes>
LIMBER_BOTH void whole_step(const Model& model, Work<Pack<lanes>>& work) {
  evaluate(model, Alone{}, work);
  update(model, Alone{}, work);
}

void step_lanes(const Model& model, Work<Pack<2>>& work) {
  whole_step<2>(model, work);
}
#if LIMBER_WIDE_LANES
[[gnu::target("avx2")]] void step_lanes(const Model& model, Work<Pack<4>>& work) {
  whole_step<4>(model, work);
}
[[gnu::target("avx512f")]] void step_lanes(const Model& model, Work<Pack<8>>& work) {
  whole_step<8>(model, work);
}
#endif

template <int lanes>
class LaneRun {
 public:
  LaneRun(const Problem& problem, const NextJob& next, const Finished& finished, const IsClear& is_clear)
      : problem_(problem),
        model_(*problem.model),
        next_(next),
        finished_(finished),
        is_clear_(is_clear),
        attempts_(is_clear ? problem.attempts : problem.capsule_attempts),
        work_(std::make_unique<Work<Pack<lanes>>>()) {
    for (Lane& lane : lanes_) {
      lane.best.resize(static_cast<std::size_t>(model_.states));
      lane.state.resize(static_cast<std::size_t>(model_.states));
    }
  }

  void run() {
    for (int l = 0; l < lanes; ++l) take_job(l);
    move_on();
    while (busy_ > 0) {
      step_lanes(model_, *work_);
      for (int l = 0; l < lanes; ++l) {
        if (at(l).is_busy) judge_lane(l);
      }
      move_on();
    }
  }

 private:
  struct Lane {
    bool is_busy = false;
    std::size_t number = 0;
    Attempt attempt{};
    Answer answer;
    std::vector<double> best, state;
  };
  Lane& at(int l) { return lanes_[static_cast<std::size_t>(l)]; }

  void move_on() {
    for (int s = 0; s < model_.states; ++s) work_->state[s] = work_->next[s];
  }

  void begin_attempt(int l, int number) {
    begin(at(l).attempt, number);
    const double* const start = problem_.start(number);
    for (int s = 0; s < model_.states; ++s) work_->next[s][l] = start[s];
    for (int d = 0; d < model_.dofs; ++d) work_->is_free[d][l] = 1.0F;
    for (int i = 0; i < model_.limits; ++i) {
      for (int k = 0; k < 9; ++k) work_->axes[model_.limit[i].axes][k][l] = first_axes(k);
    }
  }

  void take_job(int l) {
    Lane& lane = at(l);
    busy_ -= lane.is_busy;
    lane.is_busy = false;
    const std::optional<Job> job = next_();
    if (!job) return;
    lane.is_busy = true;
    ++busy_;
    lane.number = job->number;
    lane.answer = {};
    // A goal is turned into axes by the same operations as elsewhere, in a lane of its own.
    typename Pack<2>::Wide numbers[7 * most::groups] = {};
    for (int k = 0; k < model_.goal_size; ++k) numbers[k][0] = job->goal[k];
    for (int g = 0; g < model_.groups; ++g) {
      load_goal(model_, numbers, g, *one_);
      for (int k = 0; k < 9; ++k) work_->goal[g][k][l] = one_->goal[g][k][0];
    }
    begin_attempt(l, 0);
  }

  void judge_lane(int l) {
    Lane& lane = at(l);
    double error[most::groups];
    for (int g = 0; g < model_.groups; ++g) error[g] = work_->error[g][l];
    int verdict = judge(model_, error, lane.attempt);
    if (verdict == going_on) return;
    for (int s = 0; s < model_.states; ++s) lane.state[static_cast<std::size_t>(s)] = work_->state[s][l];
    const bool is_filtered = verdict == arrived && !passes(l);
    if (is_filtered) verdict = given_up;
    if (verdict == arrived) {
      lane.answer = {lane.attempt.number, 0.0};
      return finish(l, lane.state);
    }
    const double missed = is_filtered ? in_the_way : miss(model_, error);
    if (lane.attempt.number == 0 || missed < lane.answer.miss) {
      lane.answer.miss = missed;
      lane.best.swap(lane.state);
    }
    if (lane.attempt.number + 1 == attempts_) return finish(l, lane.best);
    begin_attempt(l, lane.attempt.number + 1);
  }

  // Whether what has arrived counts; see kernel/filter.h.
  bool passes(int l) {
    if (model_.couplings > 0) {
      for (int s = 0; s < model_.states; ++s) one_->state[s][0] = work_->state[s][l];
    }
    for (int c = 0; c < model_.couplings; ++c) {
      const double sum = coupling_sum<Pack<2>>(model_, model_.coupling[c], one_->state)[0];
      if (!(sum >= model_.coupling[c].low && sum <= model_.coupling[c].high)) return false;
    }
    if (is_clear_) return is_clear_(at(l).state.data());
    if (model_.near_pairs == 0) return true;
    rods_.resize(static_cast<std::size_t>(problem_.rods));
    for (int r = 0; r < problem_.rods; ++r) {
      const Rod& rod = model_.rod[r];
      double pose[12];
      for (int k = 0; k < 12; ++k) {
        pose[k] = rod.element < 0 ? (k == 0 || k == 4 || k == 8 ? 1.0 : 0.0) : work_->pose[rod.element][k][l];
      }
      place_rod(rod, pose, rods_[static_cast<std::size_t>(r)].data());
    }
    for (int p = 0; p < model_.near_pairs; ++p) {
      const NearPair& pair = model_.near_pair[p];
      const double* const other =
          rods_[static_cast<std::size_t>(pair.kind == with_rod ? pair.other : 0)].data();
      if (!is_apart(model_, pair, rods_[static_cast<std::size_t>(pair.rod)].data(), other)) return false;
    }
    return true;
  }

  void finish(int l, const std::vector<double>& state) {
    finished_(at(l).number, at(l).answer, state.data());
    take_job(l);
  }

  const Problem& problem_;
  const Model& model_;
  const NextJob& next_;
  const Finished& finished_;
  const IsClear& is_clear_;
  int attempts_;
  std::unique_ptr<Work<Pack<lanes>>> work_;
  std::unique_ptr<Work<Pack<2>>> one_ = std::make_unique<Work<Pack<2>>>();
  std::array<Lane, lanes> lanes_;
  std::vector<std::array<double, 6>> rods_;  // the ends of all, in the world
  int busy_ = 0;
};

}  // namespace

int lanes_here() {
#if LIMBER_WIDE_LANES
  if (__builtin_cpu_supports("avx512f")) return 8;
  if (__builtin_cpu_supports("avx2")) return 4;
#endif
  return 2;
}

namespace {

void solve_in_lanes(const Problem& problem, int lanes, const NextJob& next, const Finished& finished,
                    const IsClear& is_clear) {
#if LIMBER_WIDE_LANES
  if (lanes == 8) return LaneRun<8>(problem, next, finished, is_clear).run();
  if (lanes == 4) return LaneRun<4>(problem, next, finished, is_clear).run();
#endif
  LaneRun<2>(problem, next, finished, is_clear).run();
}

}  // namespace

void solve_on_processor(const Problem& problem, const NextJob& next, const Finished& finished,
                        const IsClear& is_clear) {
  solve_in_lanes(problem, lanes_here(), next, finished, is_clear);
}

void solve_on_processor(const Problem& problem, int lanes, const NextJob& next, const Finished& finished) {
  solve_in_lanes(problem, lanes, next, finished, {});
}

}  // namespace limber::batch
