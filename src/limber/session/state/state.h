#pragma once
// What is being edited, as one value: what undo restores.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "limber/scene/scene.h"

namespace limber {

// Ge's chain: drags move only the joints between `root` and the dragged segment; `end` is the frame that
// reaches.
struct Chain {
  std::string root, end;  // a segment, a frame; empty: none
  bool operator==(const Chain&) const = default;
};

// A scene that was opened: its name and its file. All states of the scene share it, because saving under
// another name is not undone.
struct OpenScene {
  std::string title = "untitled";
  std::optional<std::string> file = {};          // in the user's folder
  std::string source = {};                       // a file that is not there
  std::optional<std::uint64_t> saved_edit = {};  // State::edit when it was last saved or opened
  std::optional<std::uint64_t> file_hash = {};   // of the file's text when we last read or wrote it
  int number = 0;                                // given by the workspace; another scene has another number
};

// Factors by which segments were scaled since the scene was opened, alone or with their whole branch. They
// commute, so each can be taken back by itself.
struct ScaleFactor {
  double value = 1.0;
  ScaleFactor& operator*=(double factor) {
    value *= factor;
    return *this;
  }
  operator double() const { return value; }
};
using Scalings = std::map<std::pair<std::string, bool>, ScaleFactor>;

struct State {
  Scene scene;
  Chain chain = {};
  Scalings scalings = {};
  std::shared_ptr<OpenScene> opened = std::make_shared<OpenScene>();
  std::uint64_t edit = 0;  // differs between any two states that an edit separates

  bool is_saved() const { return opened->saved_edit == edit; }
};

// The state with its posture within the limits, and no chain to places that are gone. Throws Refusal when the
// figure is too large for the studio.
State made_to_fit(State state);

}  // namespace limber
