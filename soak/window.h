#pragma once
// A window of a running studio: sends commands, hears everything, checks every snapshot, and times answers.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "page.h"
#include "tests/support/socket_client.h"

namespace limber::soak {

class Window {
 public:
  // Throws when the studio does not greet.
  Window(std::uint16_t port, const std::string& token, Random& random);

  // The answer (done or refused); nothing: the studio hung up or was silent for `patience` seconds.
  std::optional<nlohmann::json> ask(nlohmann::json command);
  // Sends the page's next command and waits for its answer, if it has one. False: no answer came.
  bool act();
  // Hears what comes within so many seconds.
  void listen(double seconds);

  Page& page() { return page_; }
  const std::string& problem() const { return problem_; }  // "" or what was wrong in a message
  // What the studio said when it hung up; "" if it did not.
  const std::string& farewell() const { return farewell_; }
  const std::string& log() const { return log_; }
  const std::vector<double>& latencies() const { return latencies_; }  // [s] of edits
  std::uint64_t snapshots() const { return snapshots_; }

  static constexpr double patience = 30.0;  // [s]

 private:
  bool hear_one(double seconds, nlohmann::json* message);
  void check_snapshot(const std::string& bytes);

  test::SocketClient client_;
  Page page_;
  int id_ = 1;
  std::string log_, problem_, farewell_;
  std::vector<double> latencies_;
  std::uint64_t snapshots_ = 0;
};

}  // namespace limber::soak
