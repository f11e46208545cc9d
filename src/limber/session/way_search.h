#pragma once
// The search for a way that is under way on another thread, and why it is not wanted any more. For session/
// only.

#include <atomic>
#include <cstdint>

namespace limber {

class WaySearch {
 public:
  enum class Ending : std::uint8_t { none, stopped, replaced, edited };

  bool is_wanted() const { return ending_.load() == Ending::none; }
  // The first word counts.
  void end(Ending why) {
    Ending none = Ending::none;
    ending_.compare_exchange_strong(none, why);
  }
  const char* ending_in_words() const {
    switch (ending_.load()) {
      case Ending::replaced:
        return "another search was begun";
      case Ending::edited:
        return "the scene was changed while a way was looked for: find one from here";
      case Ending::none:
      case Ending::stopped:
        break;
    }
    return "the search was stopped";
  }

 private:
  std::atomic<Ending> ending_ = Ending::none;
};

}  // namespace limber
