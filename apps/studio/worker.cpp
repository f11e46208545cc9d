// One thread, which does what is most urgent first and outlives a job that throws.

#include "studio/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <exception>

namespace limber::studio {

namespace {
// By kind; pictures: more than a gallery and a full folder ask for at once.
constexpr std::size_t most_waiting[] = {1024, 64, 1024};
}  // namespace

Worker::Worker(int threads) {
  for (int k = 0; k < threads; ++k) threads_.emplace_back([this] { run(); });
}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Worker::add(Kind kind, std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    const auto place = static_cast<std::size_t>(kind);
    std::deque<std::function<void()>>& queue = waiting_[place];
    if (queue.size() >= most_waiting[place]) return false;
    queue.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

void Worker::run() {
  // On Linux this is the priority of this thread alone. If it is refused, only smoothness suffers.
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
  for (;;) {
    std::function<void()> job;
    {
      std::unique_lock lock(mutex_);
      const auto next = [&] {
        return std::find_if(waiting_.begin(), waiting_.end(), [](const auto& jobs) { return !jobs.empty(); });
      };
      wake_.wait(lock, [&] { return stopping_ || next() != waiting_.end(); });
      if (stopping_) return;
      auto& queue = *next();
      job = std::move(queue.front());
      queue.pop_front();
    }
    try {
      job();
    } catch (const std::exception&) {  // whoever waits for it hears of its end when it is let go of
    }
  }
}

}  // namespace limber::studio
