#pragma once
// Is where steps have come to rest, with something not satisfied, really rest? Asked in pieces, each about as
// long as a step, so that a studio can go on in between:
//
//   push           a small push tells a singular posture, as of a straight arm that ought to fold, from rest
//   confirm        solving again from there does not lead on
//   second order   no error can fall any more, or not for long (SecondOrder)
//
// Steps of either kind may lead on from where the other kind rests: they take turns until neither does.

#include <vector>

#include "limber/solver/step/stepper.h"

namespace limber {

struct SolveProblem {
  Stepper& stepper;
  const TaskList& tasks;
  const CriterionList& criteria;

  // Once all that is asked for is done, the next step would only say so.
  bool may_stop_when_satisfied() const;
  int first_unsatisfied(const Posture& posture) const;  // the number of levels: all are satisfied
  // Does a solve that went from one posture to another lead on? Where exactly steps end is no news.
  bool leads_on(const Posture& from, const Posture& to) const;
};

// The postures that a trial went through.
using Trail = std::vector<Posture>;

// Steps from a posture until they rest, and the last touch. `trail`: where it is kept; null: nowhere.
class TrialSolve {
 public:
  void begin(const SolveProblem& problem, const Posture& from, int most_steps, Trail* trail = nullptr);
  bool advance(const SolveProblem& problem);  // one step, or a piece of the last touch; true: that was all

  const Posture& posture() const { return posture_; }
  StepStatus status() const { return status_; }
  int steps_left() const { return steps_left_; }

 private:
  Posture posture_;
  StepStatus status_ = StepStatus::moving;
  int steps_left_ = 0;
  bool stops_ = false, is_polishing_ = false;
  Trail* trail_ = nullptr;
};

// The same from a posture a little away; what comes of it counts if a level gains.
class TrialPush {
 public:
  // The first `level_count` levels, the last of which is not satisfied.
  void begin(const SolveProblem& problem, const Posture& from, int level_count, int most_steps,
             Trail* trail = nullptr);
  bool advance(const SolveProblem& problem);  // true: that was all

  bool is_better() const { return is_better_; }
  const Posture& posture() const { return trial_.posture(); }
  int steps_left() const { return trial_.steps_left(); }

 private:
  TrialSolve trial_;
  VecX before_;  // [m] errors of the levels
  bool was_clear_ = false, is_better_ = false;
};

class RestCheck {
 public:
  enum class Known : std::uint8_t {
    nothing,    // steps have stopped there
    pushed,     // a whole attempt led there
    confirmed,  // and solving again does not lead on
  };
  // How the posture gets from one answer to a better one.
  enum class Pace : std::uint8_t { at_once, step_by_step };
  RestCheck(int most_steps, Known known, Pace pace);

  // One piece. `posture`: the answer so far, or on the way to it; answers are replaced by better ones only.
  // True: that was all.
  bool advance(const SolveProblem& problem, Posture& posture);

  // `moving`: something still leads on, and no more is tried.
  StepStatus status() const { return status_; }
  int steps() const { return steps_; }  // of second order
  // [m/rad] per level of the answer, to second order; empty: not measured.
  const VecX& optimality() const { return optimality_; }

  // An attempt of so many steps that ended so, and led nowhere, tells that its start is a rest.
  static bool tells(StepStatus status, int most_steps);

 private:
  enum class Stage : std::uint8_t {
    start,
    touch,
    push,
    confirm,
    confirm_push,
    look,
    second_order,
    follow,
    done
  };
  void finish(StepStatus status);
  void take(const Posture& answer, Posture& posture);
  Trail* new_trail();
  void begin_round(const SolveProblem& problem, const Posture& posture);
  void end_round(const SolveProblem& problem, Posture& posture);
  void end_confirming(StepStatus status);
  void look(const SolveProblem& problem, const Posture& posture);
  void take_second_order_step(const SolveProblem& problem, Posture& posture);
  void follow(const SolveProblem& problem, Posture& posture);
  void end_turn(const SolveProblem& problem, const Posture& posture, StepStatus settled);
  bool has_trials_left() const;

  int most_steps_;
  Stage stage_;
  StepStatus status_ = StepStatus::moving;
  TrialSolve trial_;
  TrialPush push_;
  bool is_confirming_ = false;  // a round has begun
  Posture answer_;              // of it
  Pace pace_;
  Trail trail_;          // of the trial that goes on
  Trail way_to_answer_;  // still to be gone, and how far it has been
  std::size_t gone_ = 0;
  int steps_ = 0, trial_steps_ = 0;
  int turn_ = 0, round_ = 0, line_ = 0, second_order_round_ = 0, second_order_steps_ = 0;
  bool is_new_ = false;     // confirming has led on in this turn
  bool has_moved_ = false;  // and steps of second order have
  VecX optimality_, way_;   // way_: down, from where second order stopped; empty: none
};

}  // namespace limber
