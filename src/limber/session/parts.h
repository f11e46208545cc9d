#pragma once
// What a session is made of, for the files of session/ only.
//
// All that changes is a function of (scene, commands, step count). Everything that undo brings back is the
// value `State`; a command that edits works on a draft of it and commits that, so a command that is refused
// half-way has changed nothing:
//
//   State next = parts.draft();                          // the posture as shown
//   next.scene.tasks.remove(number);                     // may throw: refused
//   parts.commit(std::move(next), {.words = "remove task \"tip\""});

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/files/json_reader.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/scene/scene.h"
#include "limber/session/history.h"
#include "limber/session/library.h"
#include "limber/session/session.h"
#include "limber/session/timeline.h"
#include "limber/solver/solver.h"

namespace limber {

// Refuses a command: one sentence. json::ReadError does as well, with the place in the command.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How an edit stands in the undo list.
struct EditName {
  std::string words;                      // what would be undone: `move goal of "reach tip"`
  std::optional<double> gesture = {};     // edits of one gesture and verb are one step
  std::vector<std::string> notices = {};  // what has lost its place by it
};

// Joints a drag of `segment` may move when the chain is held at `root`.
std::vector<int> drag_joints(const Figure& figure, const std::string& root, int segment);
// The segment is there, and where a chain is chosen something between its root and the segment can move.
bool can_drag(const State& state, const std::string& segment);
// A drag, and the task it leaves, are one step of undo.
inline constexpr std::string_view drag_verb = "drag";
inline constexpr double drag_gesture = -1.0;

// The point being dragged: the least important task of all, and no part of the scene (Ge 2000, A.5.2).
struct DragInHand {
  std::string segment;
  Vec3 point, target;
  State before;           // of the drag, for undo
  bool recorded = false;  // as a step of undo: only once it moves
};

struct Changes {  // since the messages were last asked for
  bool figure = false, scene = false, status = false, time = false, files = false;
  std::vector<std::string> notices;  // messages
};

struct SessionParts {
  SessionParts(State start, Library* where_files_are);

  // --- editing
  State draft() const;  // a copy of `now` with the posture shown
  // Makes `next` the state, as a step of undo called `name`; wakes the solver. Back to live.
  void commit(State next, EditName name);
  // The same without a step of undo: what undo and redo do.
  void activate(State next);
  void go_to(State state);  // one that undo or redo gave
  void undo();
  void redo();
  void notify(std::string_view kind, std::string_view words);  // "info" or "warning"

  // --- the drag
  // The drag as the least important task of a list; its segment is one of the state.
  static void add_drag(const DragInHand& in_hand, const State& state, TaskList& list);
  void set_drag(std::optional<DragInHand> next);
  bool has_dragged() const;  // the drag in hand has moved something
  void record_drag();        // as a step of undo, if it is not one yet

  // --- solving
  bool step(double seconds);
  void wake();
  // A solver that has learnt nothing from earlier steps: what follows depends on `now` and the commands to
  // come alone.
  void restart_solver();
  const Posture& shown() const;
  // Kinematics and masses at the posture shown.
  void look();

  State now;
  Library* library = nullptr;
  History history;
  Changes changed;
  std::unique_ptr<Timeline> time;
  std::optional<DragInHand> drag;
  std::optional<Place> watched;
  bool running = true;
  bool resting = false;
  std::string_view verb;         // of the command being carried out
  std::uint64_t step_count = 0;  // steps of the solver taken so far
  double solving_seconds = 0.0;  // [s] the last step took; for timing files only
  std::uint64_t revision = 1;    // of anything worth saving
  std::uint64_t scene_revision = 1;
  std::uint32_t figure_revision = 1;
  std::uint64_t last_edit = 0;

  TaskList tasks;  // of the scene, and the drag
  Solver solver;
  std::vector<TaskReport> reports;  // of the last step; empty when it does not fit any more

  Kinematics kinematics;
  MassDistribution masses;
  RowMatrix scratch;
  std::string last_status, last_time;  // messages, as they were last told
  double last_status_time = -1.0;      // [s]
};

struct Session::Parts : SessionParts {
  using SessionParts::SessionParts;
};

// A command as handlers see it: `command` is the whole object, its keys already checked. They throw Refusal
// or json::ReadError before anything has changed.
using Handler = void (*)(SessionParts& parts, const json::Value& command, Answer& answer);
struct Verb {
  std::string_view word;
  std::vector<std::string_view> keys;  // besides "id", "do" and "gesture"
  Handler handle;
  struct Traits {
    bool is_recorded = true;  // changes what the solver does or starts from: recordings keep it
    bool is_silent = false;   // asks for no answer
  } traits = {};
};

// One table for each file of commands.
std::span<const Verb> drag_verbs();
std::span<const Verb> history_verbs();
std::span<const Verb> task_verbs();
std::span<const Verb> figure_verbs();
std::span<const Verb> loop_verbs();
std::span<const Verb> posture_verbs();
std::span<const Verb> world_verbs();
std::span<const Verb> file_verbs();
std::span<const Verb> question_verbs();
std::span<const Verb> time_verbs();

}  // namespace limber
