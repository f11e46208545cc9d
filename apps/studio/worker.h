#pragma once
// A thread, or some, for work that may take long: large meshes for a page, questions to the session,
// thumbnails. Each does one job at a time, in this order, at a lower priority than the solver.

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace limber::studio {

class Worker {
 public:
  enum class Kind : std::uint8_t { mesh, question, picture };

  explicit Worker(int threads = 1);
  ~Worker();  // waits for the current jobs; the others are dropped

  // False: too many are waiting. A job that throws, for want of memory for example, is over; it costs neither
  // the others nor the program.
  bool add(Kind kind, std::function<void()> job);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::array<std::deque<std::function<void()>>, 3> waiting_;  // by kind
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace limber::studio
