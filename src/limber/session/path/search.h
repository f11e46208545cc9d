#pragma once
// A search for a path on another thread: whether and why it was ended, and what it found. The session keeps
// what was found, so that the page can ask to follow it by number.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/posture.h"

namespace limber {

class PathSearch {
 public:
  enum class Ending : std::uint8_t { none, stopped, replaced, edited };

  explicit PathSearch(int number) : number_(number) {}
  int number() const { return number_; }

  bool is_wanted() const { return ending_.load() == Ending::none; }
  void end(Ending why) {  // the first reason counts
    Ending none = Ending::none;
    ending_.compare_exchange_strong(none, why);
  }
  const char* ending_in_words() const {
    switch (ending_.load()) {
      case Ending::replaced:
        return "another search was started";
      case Ending::edited:
        return "the scene was changed during the search; find a path from here";
      case Ending::none:
      case Ending::stopped:
        break;
    }
    return "the search was stopped";
  }

  // The path found: on the searching thread, then on the session's.
  struct Found {
    Figure figure;
    std::vector<Posture> postures;
  };
  void set_found(Found found) {
    const std::lock_guard lock(mutex_);
    found_ = std::move(found);
  }
  std::optional<Found> found() const {
    const std::lock_guard lock(mutex_);
    return found_;
  }

 private:
  const int number_;
  std::atomic<Ending> ending_ = Ending::none;
  mutable std::mutex mutex_;
  std::optional<Found> found_;
};

}  // namespace limber
