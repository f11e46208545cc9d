// libFuzzer: any bytes on a connection to the studio's server. The first byte says whether they come at once, as
// requests of HTTP, or after the handshake of a WebSocket, as its frames; the second, in how many pieces. The word
// PORT stands for the server's. Behind the server is a host that answers at once and sends back what windows say, so
// that outgoing frames are tried as well. Whatever comes, the server hangs up in the end, and answers the next
// request.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "apps/studio/server.h"
#include "tests/support/socket_client.h"

namespace {

using limber::studio::Reply;
using limber::test::SocketClient;

class Echo : public limber::studio::Host {
 public:
  Echo() : server_({.request_seconds = 0.5, .silence_seconds = 1.0}) { server_.start(*this); }
  ~Echo() override { server_.stop(); }
  std::uint16_t port() const { return server_.port(); }

  void get(const std::string& path, const std::string&, std::function<void(Reply)> reply) override {
    reply(Reply::sentence(path == "/" ? 200 : 404, path));
  }
  void opened(limber::WindowNumber) override {}
  void said(limber::WindowNumber window, std::string text) override {
    server_.admit(window);
    if (text == "close") server_.close(window, text);
    server_.send(window, std::make_shared<const std::string>(std::move(text)));
  }
  void closed(limber::WindowNumber) override {}

 private:
  limber::studio::Server server_;
};

[[noreturn]] void fail(const char* what) {
  std::cerr << what << "\n";
  std::abort();
}

// The port of a connection that was closed is free again after a minute: with thousands of them one has to wait.
SocketClient connected(std::uint16_t port) {
  for (int tries = 0; tries < 100; ++tries) {
    try {
      return SocketClient(port);
    } catch (const std::runtime_error& problem) {
      if (tries == 99) fail(problem.what());
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }
  fail("nobody listens");
}

// On a busy machine a request may come later than the server waits for it.
constexpr int most_tries = 3;

bool answers(std::uint16_t port) {
  for (int tries = 0; tries < most_tries; ++tries) {
    if (connected(port).get("/").status == 200) return true;
  }
  return false;
}

SocketClient proper_window(std::uint16_t port) {
  for (int tries = 0; tries < most_tries; ++tries) {
    SocketClient client = connected(port);
    if (client.ask_for_socket().status == 101) return client;
  }
  fail("a proper window is not let in");
}

std::string with_port(std::string bytes, std::uint16_t port) {
  constexpr std::string_view mark = "PORT";
  const std::string number = std::to_string(port);
  for (std::size_t at = 0; (at = bytes.find(mark, at)) != std::string::npos; at += number.size())
    bytes.replace(at, mark.size(), number);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Echo echo;
  if (size < 2) return 0;
  const std::string sent =
      with_port(std::string(reinterpret_cast<const char*>(data) + 2, size - 2), echo.port());
  std::string_view bytes = sent;
  SocketClient client = data[0] % 2 == 1 ? proper_window(echo.port()) : connected(echo.port());
  const std::size_t piece = std::max<std::size_t>(1, bytes.size() / (1 + data[1] % 4));
  bool is_open = true;
  for (; is_open && !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    is_open = client.send_bytes(bytes.substr(0, piece));
  }
  client.finish_sending();
  if (!client.is_hung_up(10.0)) fail("the server does not hang up");
  if (!answers(echo.port())) fail("the next request is not answered");
  return 0;
}
