#pragma once
// Undo without end: every step keeps the whole state before it, which is cheap, for figures are shared and
// the rest is small.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/world/l_system.h"

namespace limber {

// Ge's chain: drags move only what is beyond `root` on the way to what is dragged; `end` is the frame that
// reaches.
struct Chain {
  std::string root, end;  // a segment, a frame; empty: none
  bool operator==(const Chain&) const = default;
};

// What a scene is called and where it lies: shared by all its states, for saving it under another name is not
// undone.
struct Document {
  std::string title = "untitled";
  std::optional<std::string> file = {};          // in the user's folder
  std::optional<std::uint64_t> saved_edit = {};  // State::edit when it was last saved or opened
};

// All that undo brings back.
struct State {
  Scene scene;
  Chain chain = {};
  std::map<std::string, LSystem> trees = {};  // how groups of obstacles were grown; a file keeps the capsules
  std::shared_ptr<Document> document = std::make_shared<Document>();
  std::uint64_t edit = 0;  // no two states that differ by an edit have the same

  bool is_saved() const { return document->saved_edit == edit; }
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

  // No undo beyond this point, and no redo: a recording begins here, and knows nothing of what was before.
  void set_floor();
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
