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

#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/avoidance/mover.h"
#include "limber/files/json/reader.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/scene/scene.h"
#include "limber/session/history.h"
#include "limber/session/library.h"
#include "limber/session/session.h"
#include "limber/session/timeline.h"
#include "limber/session/way.h"
#include "limber/session/way_search.h"
#include "limber/world/proximity.h"

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
  // Leaves the figure, its posture and what is asked of it alone: a way that is being followed is followed
  // on.
  bool keeps_way = false;
};

// Joints a drag of `segment` may move when the chain is held at `root`.
std::vector<JointId> drag_joints(const Figure& figure, const std::string& root, SegmentId segment);
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

// Where the hand led the figure when it was last dragged, step by step: what techniques are compared on.
struct DragPath {
  static constexpr std::size_t most_steps = 6000;
  int number = 0;              // counts drags
  std::optional<State> start;  // none: nothing was dragged yet
  TaskList tasks = {};         // with the drag, the last of them
  std::vector<Vec3> targets = {};
};

// Time that passes for moving obstacles in one step: as long as steps are apart (session/loop.h).
inline constexpr double step_seconds = 1e-3;

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
  void activate(State next, bool keeps_way = false);
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

  // --- a way round (session/way.h)
  void follow(Way new_way);  // from the posture shown on, in the place of the solver
  bool walk();               // a step of it; false: something has come into the way, and it is left

  // --- solving
  bool step(double seconds);
  void wake();
  // A mover that has learnt nothing from earlier steps: what follows depends on `now` and the commands to
  // come alone.
  void restart_mover();
  const Posture& shown() const;
  // Kinematics, masses and what is near at the posture shown.
  void look();

  // --- the world
  void set_world_moves(bool moves);
  bool has_moving_obstacles() const;  // and they are let go
  void surround(const World& world);  // obstacles came or went
  void move_obstacles(const World& to, const World& from);
  void place_obstacle(int number, const Obstacle& obstacle);
  void advance_world();

  State now;
  Library* library = nullptr;
  History history;
  Changes changed;
  std::unique_ptr<Timeline> time;
  std::optional<DragInHand> drag;
  DragPath path;
  std::optional<Way> way;  // being followed; an edit, a drag or its end ends it
  std::shared_ptr<WaySearch> search = std::make_shared<WaySearch>();
  std::shared_ptr<std::atomic<bool>> comparison_wanted = std::make_shared<std::atomic<bool>>(true);
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
  Mover mover;
  std::vector<TaskReport> reports;  // of the last step; empty when it does not fit any more
  bool world_moves = false;         // obstacles that have a velocity move on with every step
  // [m] of all steps since the last frame before them, as the solver has it
  double least_clearance = std::numeric_limits<double>::infinity();
  bool is_clearance_told = false;  // a frame had it: the next step begins anew

  Kinematics kinematics;
  MassDistribution masses;
  RowMatrix scratch;
  // Measured apart from the solver: also while something is played, and whatever avoids obstacles or does
  // not.
  Proximity nearby;
  std::vector<Contact> contacts;       // by look(): all that is near, the nearest first
  std::string last_status, last_time;  // messages, as they were last told
  double last_status_time = -1.0;      // [s]
};

// Of itself a figure is told to keep clear by the solver's own technique alone.
bool keeps_clear_of_itself(const Scene& scene);

// What is farther away than this is not near: a twentieth of the figure, or as far as the solver looks.
double nearness(const Scene& scene);

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
std::span<const Verb> avoidance_verbs();
std::span<const Verb> way_verbs();
std::span<const Verb> file_verbs();
std::span<const Verb> question_verbs();
std::span<const Verb> time_verbs();

}  // namespace limber
