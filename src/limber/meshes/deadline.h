#pragma once
// When work on a file of a stranger is given up, so that nobody waits for hours.

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace limber {

class Deadline {
 public:
  Deadline() = default;  // never
  // [s] from now; infinity, and what a clock cannot count: never.
  explicit Deadline(double seconds) {
    if (seconds < countable)
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(std::max(seconds, 0.0)));
  }

  double left() const {  // [s] at least 0
    if (!end_) return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(*end_ - Clock::now()).count());
  }
  bool has_passed() const { return left() <= 0.0; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double countable = 1e9;  // [s]

  std::optional<Clock::time_point> end_;
};

}  // namespace limber
