#pragma once
// When a session steps, speaks and is saved: up to a thousand steps a second while something moves, a
// snapshot at the rate of a display, nothing while nothing moves. No threads and no waiting: a host tells it
// what comes in and calls `advance` when `next_time` says so. The studio's host is a thread
// (apps/studio/loop.h).

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/session/session.h"

namespace limber {

inline constexpr int protocol_version = 2;  // of protocol/README.md

using WindowNumber = std::uint32_t;
using SharedText = std::shared_ptr<const std::string>;

struct SnapshotMessage {
  std::uint32_t sequence = 0;
  std::vector<std::byte> bytes;
};
using SharedSnapshot = std::shared_ptr<const SnapshotMessage>;

// Receives the session's output; must not wait. `send` is called from other threads too, for answers that
// took longer.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void send(WindowNumber window, SharedText message) = 0;
  virtual void show(WindowNumber window, SharedSnapshot snapshot) = 0;  // the newest wins
};

struct DriverOptions {
  double step_time = 1e-3;            // [s] from step to step, at least
  double snapshot_time = 1.0 / 60.0;  // [s] from snapshot to snapshot while something moves by itself
  // [s] The effect of a command is shown as soon as this long has passed since the last snapshot: a hand must
  // not wait for the beat.
  double shortest_snapshot_time = 1.0 / 240.0;
  double autosave_time = 0.5;  // [s] after a change, at most; or ten times what a backup takes
  // Receives the backup; must not wait. May be empty.
  std::function<void(std::string backup)> autosave;
  // Does `work`, which reads a file, on another thread, and then `back` on the driver's own. False: too many
  // wait already. Empty: files are read at once.
  std::function<bool(std::function<void()> work, std::function<void()> back)> elsewhere;
};

class Driver {
 public:
  static constexpr double never = std::numeric_limits<double>::infinity();

  // `clock`: seconds since the start. `later`: runs a job that takes long, on any thread or at once; false:
  // too many wait already. The outlet must outlive the driver and the jobs.
  Driver(Session session, Outlet& outlet, std::function<double()> clock,
         std::function<bool(std::function<void()> job)> later, DriverOptions options = {});

  // Sends it everything, as soon as that can be made; from then on it hears of every change.
  void open_window(WindowNumber window);
  void close_window(WindowNumber window);
  void command(WindowNumber window, const std::string& text);
  // One of these threw: that costs what was to be done, and no more. Nothing that had to be told is lost but
  // the answer to that command.
  void failed(const std::exception& why) noexcept;
  void notice(const std::string& words);  // to all windows; if there is none, to the first that opens

  double next_time() const;  // [s] when `advance` has something to do; never: not before something comes in
  // A step, messages and a backup, whichever is due. What fails is said once, and tried again later.
  void advance() noexcept;

  // Gives the session back, with what may be newer than the last backup. Once.
  Session finish();

 private:
  void step() noexcept;
  void talk();
  void tell_everything(WindowNumber window);
  void save();
  void try_to_talk() noexcept;
  bool try_to_save() noexcept;
  void send_answers();
  void send_notices();
  bool tell_of(std::string_view what, const std::exception& why) noexcept;
  double next_step() const;
  double next_talk() const;
  double next_save() const;
  void something_was_done();  // by a command: step, and show what it did
  void read_elsewhere(WindowNumber window, Answer answer);
  void done(WindowNumber window, Answer answer);
  void answer_later(WindowNumber window, Answer answer);
  SharedSnapshot make_snapshot();

  Session session_;
  Outlet& outlet_;
  std::function<double()> clock_;
  std::function<bool(std::function<void()>)> later_;
  DriverOptions options_;

  std::vector<WindowNumber> windows_, newcomers_;            // told everything, and not yet
  std::list<std::string> notices_;                           // not sent yet: no window is open, or no memory
  std::deque<std::pair<WindowNumber, SharedText>> answers_;  // for the next talk
  bool moving_ = true;
  bool snapshot_is_old_ = true;    // the posture or the scene changed since the last snapshot
  bool commanded_ = false;         // ... by a command
  bool waits_for_step_ = false;    // ... whose effect on the posture shows only after a step
  bool status_may_follow_ = true;  // the session limits how often it says its status: ask once more at rest
  double last_step_ = -1.0, last_talk_ = -1.0, last_save_ = 0.0;
  double save_time_ = 0.0;          // [s] that the last backup took
  double silent_until_ = -1.0;      // after messages could not be made
  bool told_of_silence_ = false;    // ... which is said once until they can be made again
  bool told_of_no_backup_ = false;  // likewise
  std::uint64_t saved_revision_, known_saves_;

  std::uint32_t sequence_ = 0;
  double step_microseconds_ = 0.0;                                    // running mean
  double step_interval_ = 0.0;                                        // [s] running mean while moving
  double least_clearance_ = std::numeric_limits<double>::infinity();  // [m] since the last snapshot sent
  bool is_clearance_sent_ = false;                                    // the next step starts over
};

}  // namespace limber
