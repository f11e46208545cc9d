#pragma once
// A client of the studio on bare sockets: it can be as rude as a test needs, which a library would not let
// it.

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace limber::test {

class SocketClient {
 public:
  explicit SocketClient(std::uint16_t port, int receive_buffer = 0);  // throws when nobody listens there
  ~SocketClient();
  SocketClient(SocketClient&& other) noexcept;
  SocketClient& operator=(SocketClient&&) = delete;

  std::uint16_t port() const { return port_; }

  // --- bytes
  bool send_bytes(std::string_view bytes);                       // false: the other end is gone
  void finish_sending();                                         // the other end sees the end of our bytes
  bool receive_bytes(std::size_t count, double seconds = 30.0);  // and drops them; false: fewer came
  std::string receive_all(double seconds);                       // until it hangs up, or so long
  bool is_hung_up(double seconds);                               // what comes until then is dropped
  bool is_cut_off();  // did it hang up? What came before stays to be read

  // --- HTTP
  struct Response {
    int status = 0;      // 0: there was none
    std::string header;  // whole, lower case
    std::string body;
    std::string field(const std::string& name) const;  // empty: not there
  };
  Response receive_response(bool has_body = true, double seconds = 30.0);
  Response get(const std::string& target, const std::string& method = "GET", const std::string& more = "");

  // --- the socket
  struct Handshake {
    std::string host, origin;  // empty: the right ones; "-": none
    std::string target = "/socket";
    std::string protocol = "limber.1";  // empty: none
    std::string version = "13";
  };
  Response ask_for_socket(const Handshake& handshake);
  Response ask_for_socket() { return ask_for_socket(Handshake{}); }

  struct Frame {
    int opcode = 0;  // 1 text, 2 binary, 8 close, 9 ping, 10 pong
    std::string payload;
    int close_code() const;  // of a close frame, else 0
    std::string close_reason() const;
  };
  bool send_frame(int opcode, std::string_view payload, bool last = true, bool masked = true);
  bool send_text(std::string_view text) { return send_frame(1, text); }
  std::optional<Frame> receive_frame(double seconds = 30.0);
  // The close frame, whatever comes before it; nothing: it hung up without one, or too late.
  std::optional<Frame> receive_close(double seconds = 30.0);

  // --- the protocol
  bool open_window(
      const std::string& token =
          "");  // the handshake and hello; what the studio says to a new window is still to be read
  bool command(nlohmann::json command) { return send_text(command.dump()); }
  // The next message for which `wanted` holds; snapshots are acknowledged.
  std::optional<nlohmann::json> wait_for(const std::function<bool(const nlohmann::json&)>& wanted,
                                         double seconds = 30.0);
  std::optional<nlohmann::json> wait_for_type(const std::string& type, double seconds = 30.0);
  std::optional<nlohmann::json> wait_for_answer(double id, double seconds = 30.0);  // done or refused

 private:
  using Time = std::chrono::steady_clock::time_point;
  static Time in(double seconds);
  bool fill(Time deadline);  // more bytes into buffer_; false: hung up or too late
  bool fill_to(std::size_t size, Time deadline);
  std::string take(std::size_t size);

  int descriptor_ = -1;
  std::uint16_t port_;
  std::string buffer_;
};

// The sequence number in a snapshot.
std::uint32_t snapshot_sequence(const std::string& bytes);

}  // namespace limber::test
