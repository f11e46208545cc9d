#pragma once
// Work shared by threads. Who does which piece is left to chance, so pieces must not depend on each other.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

namespace limber {

// Numbers 0, 1, ... count - 1, handed out a block at a time: each number once, to whoever asks.
class Tickets {
 public:
  // They are handed out so many at a time: few where one takes long, so that nobody is left with the last
  // ones; many where it takes nothing, or the threads wait for each other.
  static constexpr std::size_t few = 16, many = 512;
  explicit Tickets(std::size_t count, std::size_t at_a_time = few) : at_a_time_(at_a_time), count_(count) {}

  // What one thread holds.
  class Holder {
   public:
    explicit Holder(Tickets& tickets) : tickets_(tickets) {}
    bool take(std::size_t& number) {
      if (next_ == end_) {
        next_ = std::min(tickets_.next_.fetch_add(tickets_.at_a_time_), tickets_.count_);
        end_ = std::min(next_ + tickets_.at_a_time_, tickets_.count_);
      }
      if (next_ == end_) return false;
      number = next_++;
      return true;
    }

   private:
    Tickets& tickets_;
    std::size_t next_ = 0, end_ = 0;
  };

 private:
  std::atomic<std::size_t> next_ = 0;
  std::size_t at_a_time_;
  std::size_t count_;
};

// Runs `work` on so many threads and returns when all are done; calls `meanwhile` on this thread now and
// then. The first exception of a thread is thrown again here.
void run_on_threads(int count, const std::function<void()>& work, const std::function<void()>& meanwhile);

// As many as the machine has processors, at least 1.
int processor_count();

}  // namespace limber
