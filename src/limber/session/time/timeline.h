#pragma once
// A session in time: live, being recorded, or showing a recording or the motion through the keyframes.
//
// While something is shown the state of the session stays as it was. An edit, or the command `live`,
// continues from the posture shown, as a step of undo that leads back.

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "limber/session/recording.h"
#include "limber/session/state/edit_name.h"
#include "limber/session/state/state.h"
#include "limber/session/time/keyframes.h"
#include "limber/session/time/playback.h"
#include "limber/session/time/recorder.h"

namespace limber {

class Workspace;

enum class PlaySource : std::uint8_t { recording, keyframes };

// A recording that is being replayed on another thread, to be shown.
struct Opening {
  Opening(Recording what, ReplayWith methods) : recording(std::move(what)), with(methods) {}
  Recording recording;
  ReplayWith with;
  std::atomic<std::uint64_t> steps = 0;  // so far
  std::atomic<bool> wanted = true;
  std::atomic<bool> done = false;
  std::optional<Replayed> result;  // once done; none: it failed, or nobody ran it

  double share() const;  // 0 to 1, of its steps
  std::string run();     // -> the answer to record-open; throws Refusal when it is not wanted any more
};

class Timeline {
 public:
  ~Timeline();

  // A command was carried out before step number workspace.motion().steps().count. Only commands that change
  // what the solver does or starts from are told, as text.
  void command_applied(Workspace& workspace, std::string_view command);
  void step_taken(Workspace& workspace);

  bool is_live() const { return !showing_; }
  bool is_recording() const { return recorder_.has_value(); }
  bool is_playing() const { return showing_ && player_.playing; }  // shown() changes by itself
  const Posture& shown() const { return shown_; }                  // when not live; it fits the figure
  // Time passes while not live. False: nothing moves any more.
  bool advance(Workspace& workspace, double seconds);
  // Back to solving; the caller has taken over the posture shown.
  void go_live(Workspace& workspace);
  // Back to solving, and nothing of what was shown is taken over.
  void stop_showing();
  std::string message(const Workspace& workspace) const;  // the `time` message

  // What commands do. All throw Refusal before anything has changed.
  void start_recording(Workspace& workspace);
  void stop_recording(Workspace& workspace);
  const Recorded& tape(const Workspace& workspace) const;  // the last recording made or opened
  void set_tape_name(std::string name) { tape_name_ = std::move(name); }
  // `with` other methods, the time they take goes to a file beside the recording's own. Whoever holds what
  // is returned is to run it; when nobody does any more, it is over, whether it was run or not.
  std::shared_ptr<Opening> open(Workspace& workspace, Recording recording, std::string name, ReplayWith with);
  // Nobody waits for the recording that is being replayed: another scene is open, or the session ends. One
  // that has been replayed already is kept, because undo may lead back to it.
  void give_up_opening() noexcept;

  // Shows `source` from a time on (none: from where it stopped, or the beginning), playing or paused.
  void show(Workspace& workspace, PlaySource source, std::optional<double> from, bool plays);
  void pause(Workspace& workspace);
  void live(Workspace& workspace);
  void set_loop(bool loop) { player_.loop = loop; }
  void set_speed(double speed) { player_.speed = speed; }

  // An edit of the keyframes does not end playback; the motion through them is made anew.
  void commit_keys(Workspace& workspace, std::vector<Keyframe> keys, EditName name);

 private:
  using Clock = std::chrono::steady_clock;
  double recorded_seconds() const;
  void stop_when_full(Workspace& workspace);
  void take_opened(Workspace& workspace);
  bool shows_opening() const { return opening_ && showing_ == PlaySource::recording; }
  void tell_of_methods(Workspace& workspace, const Opening& opened);
  void update(Workspace& workspace);  // shown_

  std::optional<PlaySource> showing_;  // none: live
  std::optional<PlaySource> last_source_;
  Player player_;
  std::optional<KeyframeMotion> motion_;  // while keyframes are shown
  Posture shown_;
  std::optional<State> live_;  // the state before something was shown

  std::optional<Recorder> recorder_;
  Clock::time_point record_start_;
  // A recording belongs to the scene it was made of: while another scene is open there is none, and undo
  // brings it back with the scene.
  bool has_tape(const Workspace& workspace) const;
  std::optional<Recorded> tape_;
  std::optional<std::string> tape_name_;
  std::shared_ptr<OpenScene> tape_scene_;
  std::shared_ptr<Opening> opening_;
  double since_message_ = 0.0;  // [s]
};

}  // namespace limber
