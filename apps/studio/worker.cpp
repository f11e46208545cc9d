#include "studio/worker.h"

#include <sys/resource.h>
#include <unistd.h>

namespace limber::studio {

namespace {
constexpr std::size_t most_questions = 64;
constexpr std::size_t most_pictures = 1024;  // more than a gallery and a full folder ask for at once
}  // namespace

Worker::Worker() : thread_([this] { run(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

bool Worker::add(Kind kind, std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    std::deque<std::function<void()>>& queue = kind == Kind::question ? questions_ : pictures_;
    if (queue.size() >= (kind == Kind::question ? most_questions : most_pictures)) return false;
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
      wake_.wait(lock, [&] { return stopping_ || !questions_.empty() || !pictures_.empty(); });
      if (stopping_) return;
      std::deque<std::function<void()>>& queue = questions_.empty() ? pictures_ : questions_;
      job = std::move(queue.front());
      queue.pop_front();
    }
    job();
  }
}

}  // namespace limber::studio
