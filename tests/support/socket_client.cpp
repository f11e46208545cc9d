#include "support/socket_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace limber::test {

using nlohmann::json;

SocketClient::SocketClient(std::uint16_t port, int receive_buffer) : port_(port) {
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) {
    ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr generic{};
  static_assert(sizeof generic == sizeof address);
  std::memcpy(&generic, &address, sizeof address);
  if (::connect(descriptor_, &generic, sizeof generic) != 0) {
    const std::error_code why(errno, std::generic_category());
    ::close(descriptor_);
    throw std::runtime_error("port " + std::to_string(port) + " cannot be reached: " + why.message());
  }
}

SocketClient::~SocketClient() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

SocketClient::SocketClient(SocketClient&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      port_(other.port_),
      buffer_(std::move(other.buffer_)) {}

SocketClient::Time SocketClient::in(double seconds) {
  return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                std::chrono::duration<double>(seconds));
}

// --- bytes

bool SocketClient::send_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{descriptor_, POLLOUT, 0};
    if (::poll(&ready, 1, 30'000) <= 0) return false;
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void SocketClient::finish_sending() {
  ::shutdown(descriptor_, SHUT_WR);
}

bool SocketClient::fill(Time deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd ready{descriptor_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(0, left.count()))) <= 0) return false;
  char block[65536];
  const ssize_t count = ::recv(descriptor_, block, sizeof block, 0);
  if (count <= 0) return false;
  buffer_.append(block, static_cast<std::size_t>(count));
  return true;
}

bool SocketClient::fill_to(std::size_t size, Time deadline) {
  while (buffer_.size() < size) {
    if (!fill(deadline)) return false;
  }
  return true;
}

std::string SocketClient::take(std::size_t size) {
  std::string bytes = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return bytes;
}

bool SocketClient::receive_bytes(std::size_t count, double seconds) {
  if (!fill_to(count, in(seconds))) return false;
  take(count);
  return true;
}

std::string SocketClient::receive_all(double seconds) {
  const Time deadline = in(seconds);
  while (fill(deadline)) {
  }
  return take(buffer_.size());
}

bool SocketClient::is_hung_up(double seconds) {
  const Time deadline = in(seconds);
  while (fill(deadline)) buffer_.clear();
  return std::chrono::steady_clock::now() < deadline;
}

bool SocketClient::is_cut_off() {
  pollfd state{descriptor_, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) > 0;
}

// --- HTTP

std::string SocketClient::Response::field(const std::string& name) const {
  const std::size_t at = header.find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const std::size_t begin = at + name.size() + 4;
  return header.substr(begin, header.find("\r\n", begin) - begin);
}

SocketClient::Response SocketClient::receive_response(bool has_body, double seconds) {
  const Time deadline = in(seconds);
  Response response;
  std::size_t end = std::string::npos;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill(deadline)) return response;
  }
  response.header = take(end + 4);
  std::transform(response.header.begin(), response.header.end(), response.header.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (response.header.size() > 12) response.status = std::atoi(response.header.c_str() + 9);
  const std::string length = response.field("content-length");
  if (!has_body || length.empty()) return response;
  const std::size_t size = std::stoul(length);
  if (fill_to(size, deadline)) response.body = take(size);
  return response;
}

SocketClient::Response SocketClient::get(const std::string& target, const std::string& method,
                                         const std::string& more) {
  send_bytes(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n" + more +
             "\r\n");
  return receive_response(method != "HEAD");
}

// --- the socket

SocketClient::Response SocketClient::ask_for_socket(const Handshake& handshake) {
  const std::string home = "127.0.0.1:" + std::to_string(port_);
  std::string request = "GET " + handshake.target + " HTTP/1.1\r\n";
  const auto add = [&](const std::string& name, const std::string& value) {
    if (value != "-") request += name + ": " + value + "\r\n";
  };
  add("Host", handshake.host.empty() ? home : handshake.host);
  add("Origin", handshake.origin.empty() ? "http://" + home : handshake.origin);
  add("Connection", "Upgrade");
  add("Upgrade", "websocket");
  add("Sec-WebSocket-Version", handshake.version);
  add("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  add("Sec-WebSocket-Protocol", handshake.protocol.empty() ? "-" : handshake.protocol);
  send_bytes(request + "\r\n");
  return receive_response();
}

bool SocketClient::send_frame(int opcode, std::string_view payload, bool last, bool masked) {
  std::string frame;
  const auto add = [&](std::uint64_t value) { frame += static_cast<char>(value & 0xff); };
  add(static_cast<unsigned>((last ? 0x80 : 0) | opcode));
  const unsigned mask_bit = masked ? 0x80 : 0;
  if (payload.size() < 126) {
    add(mask_bit | payload.size());
  } else if (payload.size() < 65536) {
    add(mask_bit | 126);
    for (const int shift : {8, 0}) add(payload.size() >> shift);
  } else {
    add(mask_bit | 127);
    for (int shift = 56; shift >= 0; shift -= 8) add(std::uint64_t{payload.size()} >> shift);
  }
  const std::string key = masked ? std::string("\x12\x34\x56\x78", 4) : std::string(4, '\0');
  if (masked) frame += key;
  const std::size_t begin = frame.size();
  frame += payload;
  for (std::size_t i = begin; i < frame.size(); ++i)
    frame[i] = static_cast<char>(frame[i] ^ key[(i - begin) % 4]);
  return send_bytes(frame);
}

std::optional<SocketClient::Frame> SocketClient::receive_frame(double seconds) {
  const Time deadline = in(seconds);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[i]); };
  if (!fill_to(2, deadline)) return std::nullopt;
  Frame frame;
  frame.opcode = byte(0) & 0x0f;
  std::size_t header = 2, size = byte(1) & 0x7f;
  if (size >= 126) {
    const std::size_t extra = size == 126 ? 2 : 8;
    if (!fill_to(header + extra, deadline)) return std::nullopt;
    size = 0;
    for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(header + i);
    header += extra;
  }
  if (!fill_to(header + size, deadline)) return std::nullopt;
  take(header);
  frame.payload = take(size);
  return frame;
}

int SocketClient::Frame::close_code() const {
  if (opcode != 8 || payload.size() < 2) return 0;
  return static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
}

std::string SocketClient::Frame::close_reason() const {
  return opcode == 8 && payload.size() > 2 ? payload.substr(2) : "";
}

std::optional<SocketClient::Frame> SocketClient::receive_close(double seconds) {
  const Time deadline = in(seconds);
  while (std::chrono::steady_clock::now() < deadline) {
    std::optional<Frame> frame = receive_frame(seconds);
    if (!frame || frame->opcode == 8) return frame;
  }
  return std::nullopt;
}

// --- the protocol

bool SocketClient::open_window(const std::string& token) {
  return ask_for_socket().status == 101 &&
         command({{"id", 1}, {"do", "hello"}, {"protocol", 2}, {"token", token}}) &&
         wait_for_type("welcome").has_value();
}

std::optional<json> SocketClient::wait_for(const std::function<bool(const json&)>& wanted, double seconds) {
  const Time deadline = in(seconds);
  for (;;) {
    const std::chrono::duration<double> left = deadline - std::chrono::steady_clock::now();
    const std::optional<Frame> frame = receive_frame(std::max(0.0, left.count()));
    if (!frame || frame->opcode == 8) return std::nullopt;
    if (frame->opcode == 2)
      command({{"id", 0}, {"do", "seen"}, {"snapshot", snapshot_sequence(frame->payload)}});
    if (frame->opcode == 9) send_frame(10, frame->payload);
    if (frame->opcode != 1) continue;
    json message = json::parse(frame->payload);
    if (wanted(message)) return message;
  }
}

std::optional<json> SocketClient::wait_for_type(const std::string& type, double seconds) {
  return wait_for([&](const json& message) { return message.at("type") == type; }, seconds);
}

std::optional<json> SocketClient::wait_for_answer(double id, double seconds) {
  return wait_for(
      [&](const json& message) {
        return (message.at("type") == "done" || message.at("type") == "refused") && message.at("id") == id;
      },
      seconds);
}

std::uint32_t snapshot_sequence(const std::string& bytes) {
  std::uint32_t sequence = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sequence |= std::uint32_t{static_cast<unsigned char>(bytes.at(4 + i))} << 8 * i;
  return sequence;
}

}  // namespace limber::test
