#pragma once
// HTTP and one WebSocket on Boost.Beast, for a page on the same machine: docs/decisions/0009. It knows about
// sockets, limits and who may ask; what is asked is a Host's business.
//
// Only who comes from this machine by its own name is answered: Host is exactly 127.0.0.1, localhost or [::1]
// with our port (a foreign name means that a foreign page made its name lead here), and a socket's Origin is
// that with http://.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "limber/session/loop.h"

namespace limber::studio {

// What is sent back to a GET.
struct Reply {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  SharedText body;
  bool may_be_kept = false;  // by the browser, if it asks whether it is still the newest

  static Reply sentence(unsigned status, std::string_view words);
};

// Who answers. All calls come on the server's thread and must not wait.
class Host {
 public:
  virtual ~Host() = default;
  // `reply` may be called later and from any thread, once.
  virtual void get(const std::string& path, std::function<void(Reply)> reply) = 0;
  virtual void opened(WindowNumber window) = 0;
  virtual void said(WindowNumber window, std::string text) = 0;
  virtual void closed(WindowNumber window) = 0;
};

struct ServerOptions {
  std::string address;     // empty: this machine alone, as 127.0.0.1 and ::1
  std::uint16_t port = 0;  // 0: any free one
  // For tests, which cannot wait so long.
  double request_seconds = 15.0;  // for a request to arrive and its answer to leave
  double silence_seconds = 60.0;  // a window that does not even answer pings is gone
};

class Server : public Outlet {
 public:
  // Listens. Throws std::runtime_error, one sentence, when that is not possible.
  explicit Server(ServerOptions options);
  ~Server() override;

  std::uint16_t port() const;
  std::string address() const;  // to open in a browser: "http://127.0.0.1:8765/"

  // Serves on a thread of its own until stop(), which says goodbye to every window.
  void start(Host& host);
  void stop();

  // From any thread, also for windows that are gone by now. On the server's own thread they act
  // at once, so that what it says before the session does also comes before. A window that does not read what
  // it is sent is closed.
  void send(WindowNumber window, SharedText message) override;
  void show(WindowNumber window, SharedFrame frame) override;
  void seen(WindowNumber window, std::uint32_t sequence);  // it has the frame
  void close(WindowNumber window,
             std::string_view reason);  // after what was sent; a reason has up to 120 bytes

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber::studio
