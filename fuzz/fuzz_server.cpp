// libFuzzer: any bytes on a connection to a running studio, as HTTP requests or, after a valid handshake, as
// WebSocket frames. Whatever comes, the next visitor gets the page.

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "limber/files/files.h"
#include "studio/studio.h"

namespace {

namespace fs = std::filesystem;
using limber::studio::FolderLibrary;
using limber::studio::Studio;

fs::path empty_folder() {
  std::string name = (fs::temp_directory_path() / "limber-fuzz-XXXXXX").string();
  if (!::mkdtemp(name.data())) std::abort();
  return name;
}

Studio& studio() {
  static FolderLibrary library(empty_folder(), "");
  static Studio running(
      limber::Session(limber::load_scene(fs::path(LIMBER_SOURCE_DIR) / "scenes/planar-chain.json").value(),
                      "arm", &library),
      library, {});
  return running;
}

class Connection {
 public:
  Connection() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(studio().port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::abort();
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void send(std::string_view bytes) { (void)!::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  // What comes within so many milliseconds of silence.
  std::string receive(int silence) {
    std::string all;
    pollfd ready{socket_, POLLIN, 0};
    char block[4096];
    while (::poll(&ready, 1, silence) > 0) {
      const ssize_t count = ::recv(socket_, block, sizeof block, 0);
      if (count <= 0) break;
      all.append(block, static_cast<std::size_t>(count));
      if (all.size() > sizeof block * 16) break;
    }
    return all;
  }

 private:
  int socket_;
};

std::string home() {
  return "127.0.0.1:" + std::to_string(studio().port());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  {
    Connection visitor;
    if (data[0] % 2 == 1) {
      visitor.send("GET /socket HTTP/1.1\r\nHost: " + home() + "\r\nOrigin: http://" + home() +
                   "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: limber.1\r\n\r\n");
      if (!visitor.receive(1000).starts_with("HTTP/1.1 101")) std::abort();
    }
    visitor.send(bytes);
    (void)visitor.receive(1);
  }
  Connection next;
  next.send("GET / HTTP/1.1\r\nHost: " + home() + "\r\nConnection: close\r\n\r\n");
  if (!next.receive(5000).starts_with("HTTP/1.1 200")) std::abort();
  return 0;
}
