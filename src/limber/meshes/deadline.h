#pragma once
// When work on a file of a stranger is given up, so that nobody waits for hours.

#include <algorithm>
#include <atomic>
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
    if (all_have_passed_) return 0.0;
    if (!end_) return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(*end_ - Clock::now()).count());
  }
  bool has_passed() const { return left() <= 0.0; }

  // The program ends, and nobody waits for meshes any more. From any thread; for good.
  static void pass_all() { all_have_passed_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double countable = 1e9;  // [s]
  static inline std::atomic<bool> all_have_passed_ = false;

  std::optional<Clock::time_point> end_;
};

}  // namespace limber
