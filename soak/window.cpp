#include "window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "tests/session/decoded_snapshot.h"

namespace limber::soak {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_log = 400'000;  // [bytes] the last commands are what matters

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is_number(const std::vector<float>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}

}  // namespace

Window::Window(std::uint16_t port, const std::string& token, Random& random) : client_(port), page_(random) {
  if (!client_.open_window(token)) throw std::runtime_error("the studio does not greet");
  const Clock::time_point start = Clock::now();
  while (!page_.scene().contains("tasks") || !page_.figure().contains("segments")) {
    if (seconds_since(start) > patience)
      throw std::runtime_error("the studio does not tell a new window all");
    listen(0.05);
  }
}

bool Window::hear_one(double seconds, json* message) {
  const std::optional<test::SocketClient::Frame> frame = client_.receive_frame(seconds);
  if (frame && frame->opcode == 8) farewell_ = frame->close_reason();
  if (!frame || frame->opcode == 8) return false;
  if (frame->opcode == 9) client_.send_frame(10, frame->payload);
  if (frame->opcode == 2) {
    client_.command({{"id", 0}, {"do", "seen"}, {"snapshot", test::snapshot_sequence(frame->payload)}});
    check_snapshot(frame->payload);
  }
  if (frame->opcode != 1) return true;
  *message = json::parse(frame->payload);
  page_.hear(*message);
  return true;
}

void Window::check_snapshot(const std::string& text) {
  ++snapshots_;
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  const test::DecodedSnapshot snapshot = test::decoded(bytes);
  if (!is_number(snapshot.segments) || !is_number(snapshot.values) || !is_number(snapshot.center_of_mass)) {
    problem_ = "a snapshot has a number that is not finite";
  }
}

std::optional<json> Window::ask(json command) {
  command["id"] = ++id_;
  const std::string text = command.dump();
  if (log_.size() > longest_log) log_.erase(0, longest_log / 2);
  log_ += text + "\n";
  const Clock::time_point start = Clock::now();
  if (!client_.send_text(text)) return std::nullopt;
  json message;
  while (seconds_since(start) < patience) {
    message = json();
    if (!hear_one(patience, &message)) return std::nullopt;
    if (message.is_object() && message.contains("id") && message["id"] == id_) {
      latencies_.push_back(seconds_since(start));
      return message;
    }
  }
  return std::nullopt;
}

bool Window::act() {
  json command = page_.next();
  if (command.at("do") == "drag-move") {
    command["id"] = ++id_;
    log_ += command.dump() + "\n";
    return client_.command(command);
  }
  return ask(std::move(command)).has_value();
}

void Window::listen(double seconds) {
  const Clock::time_point start = Clock::now();
  json message;
  for (double left = seconds; left > 0.0; left = seconds - seconds_since(start)) hear_one(left, &message);
}

}  // namespace limber::soak
