// The thread, and the queue that leads to it.

#include "studio/loop.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace limber::studio {

namespace {

constexpr std::size_t most_commands = 8192;                // that wait
constexpr std::size_t most_bytes = std::size_t{32} << 20;  // of commands that wait
constexpr int files_at_once = 4;                           // that are read
constexpr std::size_t batch = 256;                         // commands between two steps

struct OpenWindow {
  WindowNumber window;
};
struct CloseWindow {
  WindowNumber window;
};
struct Command {
  WindowNumber window;
  std::string text;
};
struct Notice {
  std::string words;
};
struct Back {  // from a thread that has read a file
  std::function<void()> call;
};
using Event = std::variant<OpenWindow, CloseWindow, Command, Notice, Back>;

// From other threads to the session's.
class Mailbox {
 public:
  // False: full. Only commands are ever refused; the number of windows limits the rest.
  bool post(Event event) {
    {
      const std::lock_guard lock(mutex_);
      const Command* command = std::get_if<Command>(&event);
      const std::size_t commands = command ? 1 : 0, bytes = command ? command->text.size() : 0;
      if (command && (commands_ >= most_commands || bytes_ + bytes > most_bytes)) return false;
      events_.push_back(std::move(event));  // there may be no memory for it: so it is counted afterwards
      commands_ += commands;
      bytes_ += bytes;
    }
    wake_.notify_one();
    return true;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
  }

  // Waits until `deadline` at most for something to come. False: it is time to stop.
  bool take(std::chrono::steady_clock::time_point deadline, std::vector<Event>& taken) {
    taken.clear();
    std::unique_lock lock(mutex_);
    const auto something = [&] { return stopping_ || !events_.empty(); };
    if (deadline == std::chrono::steady_clock::time_point::max()) {
      wake_.wait(lock, something);
    } else {
      wake_.wait_until(lock, deadline, something);
    }
    while (!events_.empty() && taken.size() < batch) {
      if (const Command* command = std::get_if<Command>(&events_.front())) {
        --commands_;
        bytes_ -= command->text.size();
      }
      taken.push_back(std::move(events_.front()));
      events_.pop_front();
    }
    return !stopping_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Event> events_;
  std::size_t commands_ = 0;
  std::size_t bytes_ = 0;
  bool stopping_ = false;
};

}  // namespace

struct SessionLoop::Parts {
  using Clock = std::chrono::steady_clock;

  Parts(Session session, Outlet& outlet, Worker& worker, DriverOptions options)
      : driver(
            std::move(session), outlet, [this] { return now(); },
            [&worker](std::function<void()> job) {
              return worker.add(Worker::Kind::question, std::move(job));
            },
            with_readers(std::move(options))) {}

  DriverOptions with_readers(DriverOptions options) {
    options.elsewhere = [this](std::function<void()> work, std::function<void()> back) {
      return readers->add(Worker::Kind::question, [this, work = std::move(work), back = std::move(back)] {
        work();
        mailbox.post(Back{back});
      });
    };
    return options;
  }

  double now() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
  Clock::time_point time_of(double seconds) const {
    if (seconds == Driver::never) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  void run() {
    std::vector<Event> events;
    events.reserve(batch);  // so that taking them needs no memory
    while (mailbox.take(time_of(driver.next_time()), events)) {
      handle_all(events);
      driver.advance();
    }
    handle_all(events);
  }

  void handle_all(std::vector<Event>& events) {
    for (Event& event : events) {
      try {
        std::visit([this](auto& each) { handle(each); }, event);
      } catch (const std::exception& why) {
        driver.failed(why);
      }
    }
  }
  void handle(OpenWindow& event) { driver.open_window(event.window); }
  void handle(CloseWindow& event) { driver.close_window(event.window); }
  void handle(Notice& event) { driver.notice(event.words); }
  void handle(Back& event) { event.call(); }
  void handle(Command& event) { driver.command(event.window, event.text); }

  const Clock::time_point start = Clock::now();
  Mailbox mailbox;
  std::unique_ptr<Worker> readers = std::make_unique<Worker>(files_at_once);
  Driver driver;
  std::thread thread;
};

SessionLoop::SessionLoop(Session session, Outlet& outlet, Worker& worker, DriverOptions options)
    : parts_(std::make_unique<Parts>(std::move(session), outlet, worker, std::move(options))) {
  parts_->thread = std::thread([parts = parts_.get()] { parts->run(); });
}

SessionLoop::~SessionLoop() {
  if (parts_->thread.joinable()) (void)stop();
}

void SessionLoop::open_window(WindowNumber window) {
  parts_->mailbox.post(OpenWindow{window});
}
void SessionLoop::close_window(WindowNumber window) {
  parts_->mailbox.post(CloseWindow{window});
}
bool SessionLoop::command(WindowNumber window, std::string text) {
  return parts_->mailbox.post(Command{window, std::move(text)});
}
void SessionLoop::notice(std::string words) {
  parts_->mailbox.post(Notice{std::move(words)});
}

Session SessionLoop::stop() {
  parts_->mailbox.stop();
  parts_->thread.join();
  Session session = parts_->driver.finish();  // files that are being read are not wanted any more
  parts_->readers.reset();
  return session;
}

}  // namespace limber::studio
