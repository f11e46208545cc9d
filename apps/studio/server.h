#pragma once
// HTTP and one WebSocket on Boost.Beast, for a page on the same machine: docs/decisions/0009. It knows about
// sockets, limits and who may connect; a Host answers the requests.
//
// Only requests from this machine by its own name are answered: Host must be exactly 127.0.0.1, localhost or
// [::1] with our port (another name means that another site made its name resolve to this machine), and a
// socket's Origin must be the same with http://.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "limber/session/driver.h"

namespace limber::studio {

// The response to a GET.
struct Reply {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  SharedText body;
  bool may_be_kept = false;    // the browser may cache it and ask whether it is still current
  bool never_changes = false;  // its address says what is in it: kept without asking

  static Reply sentence(unsigned status, std::string_view words);
};

// Answers requests. All calls come on the server's thread and must not wait.
class Host {
 public:
  virtual ~Host() = default;
  // `query`: what follows the question mark. `reply` may be called later and from any thread, once. Where it
  // is let go of without having been called, the request is answered with an apology.
  virtual void get(const std::string& path, const std::string& query, std::function<void(Reply)> reply) = 0;
  virtual void opened(WindowNumber window) = 0;
  virtual void said(WindowNumber window, std::string text) = 0;
  virtual void closed(WindowNumber window) = 0;  // if it throws, it is called again a little later
};

struct ServerOptions {
  std::string address;     // empty: this machine alone, as 127.0.0.1 and ::1
  std::uint16_t port = 0;  // 0: any free one
  // For tests, which cannot wait so long.
  double request_seconds = 15.0;  // for a request to arrive and its answer to leave
  double silence_seconds = 60.0;  // without even an answer to a ping, the window is gone
};

class Server : public Outlet {
 public:
  // Listens. Throws std::runtime_error, one sentence, if it cannot.
  explicit Server(ServerOptions options);
  ~Server() override;

  std::uint16_t port() const;
  std::string address() const;  // to open in a browser: "http://127.0.0.1:8765/"

  // Serves on a thread of its own until stop(), which says goodbye to every window.
  void start(Host& host);
  void stop();

  // From any thread, also for windows that are gone by now. On the server's own thread they act at once, so
  // that its messages arrive before those the session sends later. A window that does not read is closed.
  void send(WindowNumber window, SharedText message) override;
  void show(WindowNumber window, SharedSnapshot snapshot) override;
  void seen(WindowNumber window, std::uint32_t sequence);  // it has the snapshot
  // It has said who it is. Until then a window's place goes to a newcomer when there are no others.
  void admit(WindowNumber window);
  // After what was sent. At most 120 bytes of the reason arrive.
  void close(WindowNumber window, std::string_view reason);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber::studio
