#include "limber/threads/tickets.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace limber {

namespace {
constexpr std::chrono::milliseconds between_calls{50};  // of `meanwhile`: often enough for a progress bar
}

int processor_count() {
  const unsigned count = std::thread::hardware_concurrency();
  return count > 0 ? static_cast<int>(count) : 1;
}

void run_on_threads(int count, const std::function<void()>& work, const std::function<void()>& meanwhile) {
  std::mutex mutex;
  std::condition_variable done;
  int running = count;
  std::exception_ptr problem;
  const auto run = [&] {
    std::exception_ptr mine;
    try {
      work();
    } catch (...) {
      mine = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    if (mine && !problem) problem = mine;
    --running;
    done.notify_one();
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(run);
  {
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, between_calls, [&] { return running == 0; })) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
  }
  threads.clear();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace limber
