#include "limber/session/loop.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <variant>

#include "limber/base/version.h"

namespace limber {

namespace {

using nlohmann::json;

constexpr std::size_t most_commands = 8192;                // that wait
constexpr std::size_t most_bytes = std::size_t{32} << 20;  // of commands that wait
constexpr std::size_t batch = 256;                         // commands between two steps
constexpr double status_time = 0.1;                        // [s] a session says its status so often

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
using Event = std::variant<OpenWindow, CloseWindow, Command, Notice>;

// From other threads to the session's.
class Mailbox {
 public:
  // False: full. Only commands are ever refused, the rest is as bounded as the number of windows.
  bool post(Event event) {
    {
      const std::lock_guard lock(mutex_);
      if (const Command* command = std::get_if<Command>(&event)) {
        if (commands_ >= most_commands || bytes_ + command->text.size() > most_bytes) return false;
        ++commands_;
        bytes_ += command->text.size();
      }
      events_.push_back(std::move(event));
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

std::string welcome(WindowNumber window) {
  return json{{"type", "welcome"}, {"protocol", protocol_version}, {"version", version()}, {"window", window}}
      .dump();
}

std::string notice_message(const std::string& words) {
  return json{{"type", "notice"}, {"kind", "info"}, {"words", words}}.dump(-1, ' ', false,
                                                                           json::error_handler_t::replace);
}

SharedText shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// A fault of ours must cost the command, not the scene.
Answer refusal_of_fault(const std::exception& fault) {
  Answer answer;
  answer.refused = true;
  answer.words = std::string("this is a fault in limber, please report it: ") + fault.what();
  return answer;
}

}  // namespace

struct SessionLoop::Parts {
  using Clock = std::chrono::steady_clock;
  static constexpr double never = std::numeric_limits<double>::infinity();

  Parts(Session session_in, Outlet& outlet_in, Worker& worker_in, LoopOptions options_in)
      : session(std::move(session_in)),
        outlet(outlet_in),
        worker(worker_in),
        options(std::move(options_in)),
        autosaved_revision(session.revision()) {}

  void run() {
    std::vector<Event> events;
    while (mailbox.take(time_of(next_deadline()), events)) {
      handle_all(events);
      if (moving && now() >= last_step + options.step_time) step();
      if (now() >= next_talk()) talk();
      if (now() >= next_autosave()) autosave();
    }
    handle_all(events);
    if (session.revision() != autosaved_revision) autosave();
  }

  // --- when: seconds since the start ---

  double now() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
  Clock::time_point time_of(double seconds) const {
    if (seconds == never) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  double next_deadline() const {
    const double next_step = moving ? last_step + options.step_time : never;
    return std::min({next_step, next_talk(), next_autosave()});
  }
  double next_talk() const {
    if (commanded) {
      const double next = last_talk + options.shortest_frame_time;
      return waits_for_step ? std::max(next, last_step + options.step_time) : next;
    }
    if (moving || frame_is_old) return last_talk + options.frame_time;
    return status_may_follow ? last_talk + status_time : never;
  }
  double next_autosave() const {
    if (!options.autosave || session.revision() == autosaved_revision) return never;
    return last_autosave + options.autosave_time;
  }

  // --- what comes in ---

  void handle_all(std::vector<Event>& events) {
    for (Event& event : events) std::visit([this](auto& each) { handle(each); }, event);
  }

  void handle(OpenWindow& event) {
    talk();  // the others first, so that nothing is told twice
    windows.push_back(event.window);
    outlet.send(event.window, shared(welcome(event.window)));
    for (std::string& message : session.all_messages()) outlet.send(event.window, shared(std::move(message)));
    outlet.show(event.window, make_frame());
    for (const std::string& words : unseen_notices) outlet.send(event.window, shared(notice_message(words)));
    unseen_notices.clear();
  }

  void handle(CloseWindow& event) { std::erase(windows, event.window); }

  void handle(Notice& event) {
    if (windows.empty()) unseen_notices.push_back(event.words);
    for (const WindowNumber window : windows) outlet.send(window, shared(notice_message(event.words)));
  }

  void handle(Command& event) {
    Answer answer;
    try {
      answer = session.apply(event.text);
    } catch (const std::exception& fault) {
      answer = refusal_of_fault(fault);
    }
    moving = commanded = waits_for_step = frame_is_old = true;
    if (answer.later) {
      answer_later(event.window, std::move(answer));
    } else if (!answer.silent) {
      answers.emplace_back(event.window, shared(message(answer)));
    }
  }

  void answer_later(WindowNumber window, Answer answer) {
    // A std::function must be copyable, and the question may hold a whole scene: so it is shared.
    const auto question = std::make_shared<Answer>(std::move(answer));
    const bool taken = worker.add(Worker::Kind::question, [window, question, &outlet = outlet] {
      try {
        question->result = std::exchange(question->later, nullptr)();
      } catch (const std::exception& problem) {
        question->refused = true;
        question->words = problem.what();
      }
      outlet.send(window, shared(message(*question)));
    });
    if (taken) return;
    question->later = nullptr;
    question->refused = true;
    question->words = "the studio is still working on earlier questions; ask again in a moment";
    answers.emplace_back(window, shared(message(*question)));
  }

  // --- what goes on ---

  void step() {
    const double begin = now();
    const double seconds = std::clamp(begin - last_step, 0.0, status_time);
    last_step = begin;
    waits_for_step = false;
    try {
      moving = session.step(seconds);
    } catch (const std::exception& fault) {
      moving = false;
      Notice notice{refusal_of_fault(fault).words};
      handle(notice);
    }
    const double took = now() - begin;
    constexpr double share = 0.05;  // of the newest in the running means
    step_microseconds += share * (1e6 * took - step_microseconds);
    if (seconds < status_time) step_interval += share * (seconds - step_interval);
    frame_is_old = true;
    status_may_follow = true;
  }

  // --- what goes out: changes, then the answers to the commands that made them, then the posture ---

  void talk() {
    last_talk = now();
    if (!moving && !frame_is_old) status_may_follow = false;
    for (std::string& message : session.take_changes(last_talk)) {
      const SharedText text = shared(std::move(message));
      for (const WindowNumber window : windows) outlet.send(window, text);
    }
    for (auto& [window, text] : answers) outlet.send(window, std::move(text));
    answers.clear();
    if (frame_is_old && !windows.empty()) {
      const SharedFrame frame = make_frame();
      for (const WindowNumber window : windows) outlet.show(window, frame);
    }
    frame_is_old = commanded = false;
  }

  SharedFrame make_frame() {
    auto frame = std::make_shared<PostureFrame>();
    frame->sequence = ++sequence;
    const double rate = moving && step_interval > 0.0 ? 1.0 / step_interval : 0.0;
    session.write_frame(sequence, now(), step_microseconds, rate, frame->bytes);
    return frame;
  }

  void autosave() {
    last_autosave = now();
    autosaved_revision = session.revision();
    if (options.autosave) options.autosave(session.snapshot());
  }

  Session session;
  Outlet& outlet;
  Worker& worker;
  LoopOptions options;
  Mailbox mailbox;

  Clock::time_point start = Clock::now();
  std::vector<WindowNumber> windows;
  std::vector<std::string> unseen_notices;
  std::vector<std::pair<WindowNumber, SharedText>> answers;  // for the next talk
  bool moving = true;
  bool frame_is_old = true;       // since the last frame the posture or the scene changed
  bool commanded = false;         // and a command did it
  bool waits_for_step = false;    // what it did to the posture shows only after a step
  bool status_may_follow = true;  // the session says its status so often at most: ask once more when it rests
  double last_step = -1.0, last_talk = -1.0, last_autosave = 0.0;
  std::uint64_t autosaved_revision;
  std::uint32_t sequence = 0;
  double step_microseconds = 0.0;  // running mean
  double step_interval = 0.0;      // [s] running mean while moving
  std::thread thread;
};

SessionLoop::SessionLoop(Session session, Outlet& outlet, Worker& worker, LoopOptions options)
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
  parts_->session.give_up_questions();
  return std::move(parts_->session);
}

}  // namespace limber
