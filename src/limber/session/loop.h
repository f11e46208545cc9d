#pragma once
// Runs a session on a thread of its own: up to a thousand steps a second while something moves, asleep when
// nothing does. It never waits for a window: commands come through a bounded queue, and what there is to say
// is handed to an outlet that must not wait either.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "limber/session/session.h"
#include "limber/session/worker.h"

namespace limber {

inline constexpr int protocol_version = 1;  // of protocol/README.md

using WindowNumber = std::uint32_t;
using SharedText = std::shared_ptr<const std::string>;

struct PostureFrame {
  std::uint32_t sequence = 0;
  std::vector<std::byte> bytes;
};
using SharedFrame = std::shared_ptr<const PostureFrame>;

// Where what the session says goes. Called on the session's thread and on the worker's; must not wait.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void send(WindowNumber window, SharedText message) = 0;
  virtual void show(WindowNumber window, SharedFrame frame) = 0;  // the newest wins
};

struct LoopOptions {
  double step_time = 1e-3;         // [s] from step to step, at least
  double frame_time = 1.0 / 60.0;  // [s] from frame to frame while something moves by itself
  // [s] What a command did is shown as soon as this long has passed since the last frame: a hand must not
  // wait for the beat.
  double shortest_frame_time = 1.0 / 240.0;
  double autosave_time = 0.5;  // [s] after a change, at most
  // What there is to save; called on the session's thread, must not wait. Called once more at the end if
  // there is something new. May be empty.
  std::function<void(std::string snapshot)> autosave;
};

class SessionLoop {
 public:
  // Begins to run. The outlet and the worker must outlive it.
  SessionLoop(Session session, Outlet& outlet, Worker& worker, LoopOptions options = {});
  ~SessionLoop();
  SessionLoop(const SessionLoop&) = delete;
  SessionLoop& operator=(const SessionLoop&) = delete;

  // From any thread; none of them waits for the session.
  void open_window(WindowNumber window);  // sends it all there is; from then on it hears of every change
  void close_window(WindowNumber window);
  bool command(WindowNumber window, std::string text);  // false: too many wait already, nothing was done
  void notice(std::string words);  // to all windows; without one, to the first that opens

  // Ends the thread and gives the session back. Once.
  Session stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
