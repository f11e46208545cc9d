#pragma once
// Undo without end: every step keeps the whole state before it, which is cheap, for figures are shared and
// the rest is small.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

// Ge's chain: drags move only what is beyond `root` on the way to what is dragged; `end` is the frame that
// reaches.
struct Chain {
  std::string root, end;  // a segment, a frame; empty: none
  bool operator==(const Chain&) const = default;
};

// All that undo brings back.
struct State {
  Scene scene;
  Chain chain = {};
  std::string title = "untitled";
  std::optional<std::string> file = {};  // in the user's folder
  std::uint64_t edit = 0;                // no two states that differ by an edit have the same
};

class History {
 public:
  // `before`: the state the step starts from. Steps of one gesture and verb that follow each other are one.
  void add(State before, std::string words, std::string_view verb, std::optional<double> gesture);
  void end_gesture() { gesture_.reset(); }

  const std::string* undo_words() const;  // null: nothing to undo
  const std::string* redo_words() const;

  // `now` goes where redo finds it; the answer takes its place. Only when there is something to undo or redo.
  // What was undone to is kept as it was, whatever the solver has made of it since: undo and redo lead back
  // and forth between the same bits.
  State undo(State now);
  State redo();

  // No undo beyond this point: a recording begins here.
  void set_floor() { floor_ = position_; }
  void clear_floor() { floor_ = 0; }

 private:
  struct Step {
    State before;
    std::optional<State> after;  // once it has been undone
    std::string words;
  };
  std::vector<Step> steps_;
  std::size_t position_ = 0;  // steps before it can be undone, the others redone
  std::size_t floor_ = 0;
  std::optional<double> gesture_;
  std::string verb_;
};

}  // namespace limber
