#pragma once
// A thread for work that may take long: questions to the session, thumbnails. One job at a time, questions
// before pictures, at a lower priority than the solver.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace limber::studio {

class Worker {
 public:
  enum class Kind : std::uint8_t { question, picture };

  Worker();
  ~Worker();  // waits for the current job; the others are dropped

  // False: too many are waiting. A job must not throw.
  bool add(Kind kind, std::function<void()> job);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> questions_, pictures_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace limber::studio
