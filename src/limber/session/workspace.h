#pragma once
// What commands act on: the state being edited, and the parts that follow it.
//
// Everything that changes is a function of (scene, commands, step count). A command that edits works on a
// draft of the state and commits it, so a command that is refused half-way has changed nothing:
//
//   State next = workspace.draft();                          // the posture as shown
//   next.scene.tasks.remove(number);                         // may throw: refused
//   workspace.commit(std::move(next), {.words = "remove task \"tip\""});

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/edit.h"
#include "limber/files/dropped.h"
#include "limber/session/commands/access_search.h"
#include "limber/session/commands/import.h"
#include "limber/session/library.h"
#include "limber/session/messages/evaluator.h"
#include "limber/session/path/search.h"
#include "limber/session/solving/live_motion.h"
#include "limber/session/state/drag.h"
#include "limber/session/state/edit_name.h"
#include "limber/session/state/history.h"
#include "limber/session/state/news.h"
#include "limber/session/state/refusal.h"
#include "limber/session/time/timeline.h"

namespace limber {

// What is being answered on other threads.
struct Questions {
  std::shared_ptr<PathSearch> search = std::make_shared<PathSearch>(0);
  std::shared_ptr<std::atomic<bool>> comparison_wanted = std::make_shared<std::atomic<bool>>(true);

  std::shared_ptr<AccessSearch> access = std::make_shared<AccessSearch>();

  std::map<std::uint32_t, std::shared_ptr<Import>> imports;  // files being read, by the window that asked

  std::shared_ptr<PathSearch> new_search();  // ends the one before
  std::shared_ptr<AccessSearch> new_access_search();
  void give_up_import(std::uint32_t window);
  void give_up();
};

struct DroppedRobot {
  DroppedFiles files;
  std::string opened;  // the path of the file that is to be opened
  std::size_t bytes = 0;
};

class Workspace {
 public:
  Workspace(State start, Library* library);

  const State& now() const { return now_; }
  State draft() const;  // a copy of `now` with the posture shown
  // Makes `next` the state, as a step of undo; wakes the solver. Ends playback.
  void commit(State next, EditName name);
  void activate(State next, Keeps keeps = {});  // the same without a step of undo
  void undo();
  void redo();
  // Memory may run out anywhere in a command. Then the drag, a path and the recording end, and everything
  // else is as it was before.
  struct Checkpoint {
    State now;
    std::uint64_t last_edit;
    History::Mark history;
    LiveMotion::Running running;
  };
  Checkpoint checkpoint() const;
  void go_back(Checkpoint before);
  void give_up_solving();  // a step found no memory
  // These are not edits: undo leaves them alone.
  void set_camera(const Camera& camera);
  void set_saved(std::string file, std::string title, std::uint64_t file_hash);

  const std::optional<HeldPoint>& held() const { return held_; }
  const LastDrag& last_drag() const { return last_drag_; }
  void hold(HeldPoint point);  // begins a drag, and ends the one before
  void move_held(const Vec3& target);
  void let_go();
  void record_drag();  // as a step of undo, if it is not one yet

  void follow(PathWalk path);  // from the posture shown, in place of the solver
  void stop_following() { motion_.stop_following(); }
  void set_running(bool running);
  void set_obstacles_move(bool move);
  void set_goals_run(bool run);
  void seek_goals(double time);  // [s]
  void restart_solver();         // what follows depends only on `now` and the commands to come

  bool step(double seconds);
  const Posture& shown() const;
  // Evaluated at most once per step or command.
  const Snapshot& snapshot();
  void outdate_snapshot() { is_snapshot_current_ = false; }

  // Parts that change only by their own methods.
  Library* const library;  // may be null
  History history;
  News news;
  Timeline timeline;
  Questions questions;
  std::map<std::uint32_t, DroppedRobot> dropped;  // files on their way from a page, by its window
  std::optional<Place> watched;
  std::set<std::uint32_t> windows_with_statics;  // those that show what supports carry and joints bear
  std::uint32_t window = 0;                      // whose command is being carried out
  std::string_view
      verb;  // of the command being carried out: edits of one verb and gesture are one step of undo

  const LiveMotion& motion() const { return motion_; }

 private:
  void go_to(State state);  // to a state that undo or redo returned
  bool has_dragged() const;
  void change_root(Edited edited);
  void stop_recording_for_memory();
  void set_held(std::optional<HeldPoint> next);
  void wake();

  State now_;
  std::uint64_t last_edit_;
  int last_scene_number_ = 1;
  std::optional<HeldPoint> held_;
  LastDrag last_drag_;
  LiveMotion motion_;
  Evaluator evaluator_;
  Snapshot snapshot_;
  bool is_snapshot_current_ = false;
};

}  // namespace limber
