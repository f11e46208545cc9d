// What is due when, and what a command, a step and a window cause.

#include "limber/session/driver.h"

#include <algorithm>
#include <new>
#include <utility>

#include "limber/base/version.h"
#include "limber/files/json/writer.h"
#include "limber/session/commands/import.h"
#include "limber/session/messages/snapshot_message.h"
#include "limber/session/state/news.h"

namespace limber {

namespace {

constexpr double status_time = 0.1;        // [s] a session says its status so often
constexpr double silence_time = 0.5;       // [s] after messages could not be made
constexpr std::size_t usual_windows = 64;  // a host may have more: then opening one may find no memory
constexpr const char* no_memory = "there is not enough memory for this";

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
constexpr std::string_view bug_words = "internal error in limber, please report it: ";

bool is_out_of_memory(const std::exception& why) {
  return dynamic_cast<const std::bad_alloc*>(&why) != nullptr;
}

// The message that answers a question. Throws std::bad_alloc and nothing else.
std::string answered(Answer& question) {
  try {
    question.result = std::exchange(question.later, nullptr)();
    return message(question);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    question.refused = true;
    question.words = problem.what();
    return message(question);
  }
}

}  // namespace

Driver::Driver(Session session, Outlet& outlet, std::function<double()> clock,
               std::function<bool(std::function<void()>)> later, DriverOptions options)
    : session_(std::move(session)),
      outlet_(outlet),
      clock_(std::move(clock)),
      later_(std::move(later)),
      options_(std::move(options)),
      saved_revision_(session_.revision()),
      known_saves_(session_.saves()) {
  windows_.reserve(usual_windows);
  newcomers_.reserve(usual_windows);
}

// --- when

double Driver::next_step() const {
  return moving_ ? last_step_ + options_.step_time : never;
}

double Driver::next_talk() const {
  if (commanded_) {
    const double next = std::max(silent_until_, last_talk_ + options_.shortest_snapshot_time);
    return waits_for_step_ ? std::max(next, last_step_ + options_.step_time) : next;
  }
  const bool has_notices = !notices_.empty() && !windows_.empty();
  if (moving_ || snapshot_is_old_ || has_notices) {
    return std::max(silent_until_, last_talk_ + options_.snapshot_time);
  }
  return status_may_follow_ ? std::max(silent_until_, last_talk_ + status_time) : never;
}

double Driver::next_save() const {
  if (!options_.autosave || session_.revision() == saved_revision_) return never;
  // A backup of the largest scenes takes most of a second: they may not be what the time is spent on.
  constexpr double share = 0.1;
  return last_save_ + std::max(options_.autosave_time, save_time_ / share);
}

double Driver::next_time() const {
  return std::min({next_step(), next_talk(), next_save()});
}

void Driver::advance() noexcept {
  if (clock_() >= next_step()) step();
  if (clock_() >= next_talk()) try_to_talk();
  if (clock_() >= next_save()) try_to_save();  // also where nothing can be said
}

// --- what comes in

void Driver::open_window(WindowNumber window) {
  newcomers_.push_back(window);
  try_to_talk();
}

void Driver::tell_everything(WindowNumber window) {
  outlet_.send(window, shared(welcome(window)));
  for (std::string& message : session_.all_messages()) outlet_.send(window, shared(std::move(message)));
  outlet_.show(window, make_snapshot());
}

void Driver::close_window(WindowNumber window) {
  std::erase(windows_, window);
  std::erase(newcomers_, window);
  if (!session_.release(window)) return;
  something_was_done();
  notice("The window that was dragging the figure has gone; the drag has ended.");
}

void Driver::failed(const std::exception& why) noexcept {
  session_.tell_everything_again();
  something_was_done();
  if (!is_out_of_memory(why)) tell_of(bug_words, why);
}

// False: there is no memory for it.
bool Driver::tell_of(std::string_view what, const std::exception& why) noexcept {
  try {
    notice(std::string(what) + (is_out_of_memory(why) ? std::string(no_memory) + "." : why.what()));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void Driver::notice(const std::string& words) {
  notices_.push_back(notice_message("info", words));
  try {
    send_notices();
  } catch (const std::exception&) {  // with the next messages
  }
}

void Driver::command(WindowNumber window, const std::string& text) {
  Answer answer = options_.elsewhere ? session_.begin(text, window) : session_.apply(text, window);
  if (answer.import) {
    read_elsewhere(window, std::move(answer));
  } else {
    done(window, std::move(answer));
  }
}

// The session goes on meanwhile.
void Driver::read_elsewhere(WindowNumber window, Answer answer) {
  const auto begun = std::make_shared<Answer>(std::move(answer));
  const bool taken = options_.elsewhere([begun] { begun->import->read(); },
                                        [this, window, begun] {
                                          session_.finish(*begun, window);
                                          done(window, std::move(*begun));
                                        });
  if (taken) return;
  begun->import = nullptr;
  begun->refused = true;
  begun->words = "the studio is still reading other files; try again in a moment";
  done(window, std::move(*begun));
}

// A command has been carried out, or refused.
void Driver::done(WindowNumber window, Answer answer) {
  // At once: a backup from before the save would be restored as unsaved work that the file does not have.
  if (std::exchange(known_saves_, session_.saves()) != session_.saves() && options_.autosave) try_to_save();
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
  Answer poor;
  poor.id = question->id;
  poor.refused = true;
  poor.words = no_memory;
  // That message is made now, when there is memory.
  const bool taken = later_([window, question, &outlet = outlet_, refusal = shared(message(poor))] {
    try {
      outlet.send(window, shared(answered(*question)));
    } catch (const std::bad_alloc&) {
      std::string().swap(question->result);  // assigning would keep its memory
      outlet.send(window, refusal);
    }
  });
  if (taken) return;
  question->later = nullptr;
  question->refused = true;
  question->words = "the studio is still working on earlier questions; ask again in a moment";
  answers_.emplace_back(window, shared(message(*question)));
}

// --- what is done

void Driver::step() noexcept {
  const double begin = clock_();
  const double seconds = std::clamp(begin - last_step_, 0.0, status_time);
  last_step_ = begin;
  waits_for_step_ = false;
  try {
    moving_ = session_.step(seconds);
  } catch (const std::exception& bug) {
    moving_ = false;
    tell_of(bug_words, bug);
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
  notices_.splice(notices_.end(), session_.take_notices());
  for (std::string& message : session_.take_changes(last_talk_)) {
    const SharedText text = shared(std::move(message));
    for (const WindowNumber window : windows_) outlet_.send(window, text);
  }
  send_notices();
  send_answers();
  if (snapshot_is_old_ && !windows_.empty()) {
    const SharedSnapshot snapshot = make_snapshot();
    for (const WindowNumber window : windows_) outlet_.show(window, snapshot);
  }
  // After the others, so that nothing is said twice.
  for (; !newcomers_.empty(); newcomers_.erase(newcomers_.begin())) {
    tell_everything(newcomers_.front());
    windows_.push_back(newcomers_.front());
  }
  send_notices();  // from before there was a window
  snapshot_is_old_ = commanded_ = false;
}

void Driver::send_answers() {
  for (; !answers_.empty(); answers_.pop_front())
    outlet_.send(answers_.front().first, answers_.front().second);
}

void Driver::send_notices() {
  for (; !notices_.empty() && !windows_.empty(); notices_.pop_front()) {
    const SharedText message = shared(notices_.front());
    for (const WindowNumber window : windows_) outlet_.send(window, message);
  }
}

// Messages that cannot be made, for want of memory or by a bug, are tried again, but neither at full speed
// nor with a notice each time; and whoever waits for an answer gets it.
void Driver::try_to_talk() noexcept {
  try {
    talk();
    told_of_silence_ = false;
  } catch (const std::exception& why) {
    session_.tell_everything_again();
    snapshot_is_old_ = true;
    commanded_ = false;
    silent_until_ = clock_() + silence_time;
    if (!is_out_of_memory(why)) told_of_silence_ = told_of_silence_ || tell_of(bug_words, why);
    try {
      send_answers();
    } catch (const std::exception&) {  // next time
    }
  }
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
  save_time_ = clock_() - last_save_;
}

bool Driver::try_to_save() noexcept {
  try {
    save();
    told_of_no_backup_ = false;
    return true;
  } catch (const std::exception& why) {
    told_of_no_backup_ = told_of_no_backup_ || tell_of("Your work is not being backed up: ", why);
    return false;
  }
}

Session Driver::finish() {
  session_.give_up_questions();
  answers_.clear();
  return std::move(session_);
}

}  // namespace limber
