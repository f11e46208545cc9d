#pragma once
// Runs a session on a thread of its own: asleep when nothing moves. It never waits for a window: commands
// come through a bounded queue, and output goes to an outlet that must not wait either. When the session
// steps and speaks is the driver's decision (session/driver.h).

#include <memory>
#include <string>

#include "limber/session/driver.h"
#include "studio/worker.h"

namespace limber::studio {

class SessionLoop {
 public:
  // Starts to run. The outlet and the worker must outlive it.
  SessionLoop(Session session, Outlet& outlet, Worker& worker, DriverOptions options = {});
  ~SessionLoop();
  SessionLoop(const SessionLoop&) = delete;
  SessionLoop& operator=(const SessionLoop&) = delete;

  // From any thread; none of them waits for the session.
  void open_window(WindowNumber window);  // sends it everything; from then on it hears of every change
  void close_window(WindowNumber window);
  bool command(WindowNumber window, std::string text);  // false: too many wait already, nothing was done
  void notice(std::string words);  // to all windows; if there is none, to the first that opens

  // Ends the thread and gives the session back. Once.
  Session stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber::studio
