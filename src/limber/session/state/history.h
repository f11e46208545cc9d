#pragma once
// Unlimited undo: every step keeps the whole state before it. That is cheap, because figures are shared and
// the rest is small.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/session/state/state.h"

namespace limber {

class History {
 public:
  // `before`: the state the step starts from. Consecutive steps of one gesture and verb are one step.
  void add(State before, std::string words, std::string_view verb, std::optional<double> gesture);
  void end_gesture() { gesture_.reset(); }

  const std::string* undo_words() const;  // null: nothing to undo
  const std::string* redo_words() const;

  // Only when there is something to undo or redo. `now` is kept for redo; the returned state replaces it. A
  // state is kept as it was, whatever the solver made of it since: undo and redo lead back and forth between
  // the same bits.
  State undo(State now);
  State redo();

  // Where it stands, and back to there: what was added since is gone.
  struct Mark {
    std::size_t steps, position;
  };
  Mark mark() const { return {steps_.size(), position_}; }
  void go_back(Mark mark) noexcept;

  // Forgets the oldest steps until the others take no more than this. The last step can always be undone.
  void keep_bytes(double most) noexcept;

  // No undo beyond this point, and no redo: a recording begins here and does not know what was before.
  void set_floor();
  void clear_floor() { floor_ = 0; }

 private:
  struct Step {
    State before;
    std::optional<State> after;  // once it has been undone
    std::string words;
    double bytes = 0.0;  // about what `before` takes
  };
  std::vector<Step> steps_;
  std::size_t position_ = 0;  // steps before it can be undone, the others redone
  std::size_t floor_ = 0;
  std::optional<double> gesture_;
  std::string_view verb_;  // one of the words of commands/verbs.h
};

}  // namespace limber
