// What is due when, and what a command, a step and a window cause.

#include "limber/session/driver.h"

#include <algorithm>
#include <new>
#include <utility>

#include "limber/base/version.h"
#include "limber/files/json/writer.h"
#include "limber/session/messages/snapshot_message.h"
#include "limber/session/state/news.h"

namespace limber {

namespace {

constexpr double status_time = 0.1;  // [s] a session says its status so often

SharedText shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

std::string welcome(WindowNumber window) {
  using json::Output;
  Output message = Output::object();
  message.set("type", Output::text("welcome")).set("protocol", Output::number(protocol_version));
  message.set("version", Output::text(version())).set("window", Output::number(window));
  return message.to_string();
}

// A bug must cost the command, not the scene.
Answer refusal_of_bug(const std::exception& bug) {
  Answer answer;
  answer.refused = true;
  answer.words = std::string("internal error in limber, please report it: ") + bug.what();
  return answer;
}

}  // namespace

Driver::Driver(Session session, Outlet& outlet, std::function<double()> clock,
               std::function<bool(std::function<void()>)> later, DriverOptions options)
    : session_(std::move(session)),
      outlet_(outlet),
      clock_(std::move(clock)),
      later_(std::move(later)),
      options_(std::move(options)),
      saved_revision_(session_.revision()) {}

// --- when

double Driver::next_step() const {
  return moving_ ? last_step_ + options_.step_time : never;
}

double Driver::next_talk() const {
  if (commanded_) {
    const double next = last_talk_ + options_.shortest_snapshot_time;
    return waits_for_step_ ? std::max(next, last_step_ + options_.step_time) : next;
  }
  if (moving_ || snapshot_is_old_) return last_talk_ + options_.snapshot_time;
  return status_may_follow_ ? last_talk_ + status_time : never;
}

double Driver::next_save() const {
  if (!options_.autosave || session_.revision() == saved_revision_) return never;
  return last_save_ + options_.autosave_time;
}

double Driver::next_time() const {
  return std::min({next_step(), next_talk(), next_save()});
}

void Driver::advance() {
  if (clock_() >= next_step()) step();
  try {
    if (clock_() >= next_talk()) talk();
    if (clock_() >= next_save()) save();
  } catch (const std::bad_alloc&) {
    tell_everything_again();
  }
}

// --- what comes in

void Driver::open_window(WindowNumber window) {
  talk();  // to the others first, so that nothing is said twice
  windows_.push_back(window);
  outlet_.send(window, shared(welcome(window)));
  for (std::string& message : session_.all_messages()) outlet_.send(window, shared(std::move(message)));
  outlet_.show(window, make_snapshot());
  for (const std::string& words : unseen_notices_) {
    outlet_.send(window, shared(notice_message("info", words)));
  }
  unseen_notices_.clear();
}

void Driver::close_window(WindowNumber window) {
  std::erase(windows_, window);
  if (!session_.release(window)) return;
  something_was_done();
  notice("The window that was dragging the figure has gone; the drag has ended.");
}

void Driver::tell_everything_again() {
  session_.tell_everything_again();
  something_was_done();
}

void Driver::notice(const std::string& words) {
  if (windows_.empty()) unseen_notices_.push_back(words);
  for (const WindowNumber window : windows_) outlet_.send(window, shared(notice_message("info", words)));
}

void Driver::command(WindowNumber window, const std::string& text) {
  Answer answer;
  try {
    answer = session_.apply(text, window);
  } catch (const std::exception& bug) {
    answer = refusal_of_bug(bug);
  }
  something_was_done();
  if (answer.later) {
    answer_later(window, std::move(answer));
  } else if (!answer.silent) {
    answers_.emplace_back(window, shared(message(answer)));
  }
}

void Driver::something_was_done() {
  moving_ = commanded_ = waits_for_step_ = snapshot_is_old_ = true;
}

void Driver::answer_later(WindowNumber window, Answer answer) {
  // A std::function must be copyable, and the question may hold a whole scene: so it is shared.
  const auto question = std::make_shared<Answer>(std::move(answer));
  const bool taken = later_([window, question, &outlet = outlet_] {
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
  answers_.emplace_back(window, shared(message(*question)));
}

// --- what is done

void Driver::step() {
  const double begin = clock_();
  const double seconds = std::clamp(begin - last_step_, 0.0, status_time);
  last_step_ = begin;
  waits_for_step_ = false;
  try {
    moving_ = session_.step(seconds);
  } catch (const std::exception& bug) {
    moving_ = false;
    notice(refusal_of_bug(bug).words);
  }
  if (std::exchange(is_clearance_sent_, false)) least_clearance_ = never;
  least_clearance_ = std::min(least_clearance_, session_.step_clearance());
  constexpr double share = 0.05;  // of the newest in the running means
  step_microseconds_ += share * (1e6 * (clock_() - begin) - step_microseconds_);
  if (seconds < status_time) step_interval_ += share * (seconds - step_interval_);
  snapshot_is_old_ = true;
  status_may_follow_ = true;
}

// Changes, then the answers to the commands that made them, then the posture.
void Driver::talk() {
  last_talk_ = clock_();
  if (!moving_ && !snapshot_is_old_) status_may_follow_ = false;
  for (std::string& message : session_.take_changes(last_talk_)) {
    const SharedText text = shared(std::move(message));
    for (const WindowNumber window : windows_) outlet_.send(window, text);
  }
  for (; !answers_.empty(); answers_.pop_front())
    outlet_.send(answers_.front().first, answers_.front().second);
  if (snapshot_is_old_ && !windows_.empty()) {
    const SharedSnapshot snapshot = make_snapshot();
    for (const WindowNumber window : windows_) outlet_.show(window, snapshot);
  }
  snapshot_is_old_ = commanded_ = false;
}

SharedSnapshot Driver::make_snapshot() {
  auto message = std::make_shared<SnapshotMessage>();
  message->sequence = ++sequence_;
  const SnapshotNumbers numbers{
      .sequence = sequence_,
      .time = clock_(),
      .step_microseconds = step_microseconds_,
      .steps_per_second = moving_ && step_interval_ > 0.0 ? 1.0 / step_interval_ : 0.0,
      .least_clearance = least_clearance_};
  write_snapshot(session_.snapshot(), numbers, message->bytes);
  is_clearance_sent_ = true;
  return message;
}

void Driver::save() {
  last_save_ = clock_();
  const std::uint64_t revision = session_.revision();
  if (options_.autosave) options_.autosave(session_.backup());
  saved_revision_ = revision;
}

Session Driver::finish() {
  if (session_.revision() != saved_revision_) save();
  session_.give_up_questions();
  return std::move(session_);
}

}  // namespace limber
