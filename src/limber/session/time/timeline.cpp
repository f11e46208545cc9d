// Recording, opening recordings, playback, and the message that tells where all that stands.

#include "limber/session/time/timeline.h"

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "limber/session/library.h"
#include "limber/session/recording.h"
#include "limber/session/time/replay_with.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;

constexpr double message_time = 0.1;  // [s] between messages; during playback the page counts on by itself
const std::string take_over_words = "continue from the posture shown";

std::string no_recording() {
  return "there is no recording yet: make one, or open a file";
}

// Commands that bring a session just made from the scene to where this one is.
std::vector<std::string> commands_for_the_rest(const Workspace& workspace) {
  std::vector<std::string> commands;
  const auto command = [](std::string_view verb) {
    Output object = Output::object();
    return object.set("id", Output::number(0)).set("do", Output::text(verb));
  };
  const auto name_or_null = [](const std::string& name) {
    return name.empty() ? Output::null() : Output::text(name);
  };
  if (const Chain& chain = workspace.now().chain; !(chain == Chain{})) {
    Output set = command("chain-set");
    set.set("root", name_or_null(chain.root)).set("end", name_or_null(chain.end));
    commands.push_back(set.to_string());
  }
  if (workspace.motion().obstacles_move())
    commands.push_back(command("world-run").set("moves", Output::truth(true)).to_string());
  if (const GoalClock& goals = workspace.motion().goals(); !goals.paths().empty()) {
    commands.push_back(command("goals-seek").set("time", Output::number(goals.time())).to_string());
    if (goals.runs()) commands.push_back(command("goals-run").set("run", Output::truth(true)).to_string());
  }
  if (!workspace.motion().solver().is_running())
    commands.push_back(command("run-set").set("running", Output::truth(false)).to_string());
  return commands;
}

// Where the goals that follow paths are; null: there are none.
Output write_goals(const GoalClock& goals) {
  if (goals.paths().empty()) return Output::null();
  Output object = Output::object();
  object.set("run", Output::truth(goals.runs())).set("time", Output::number(goals.time()));
  return object.set("period", Output::number(goals.period())).set("end", Output::number(goals.end()));
}

}  // namespace

Timeline::~Timeline() {
  give_up_opening();
}

// --- recording

double Timeline::recorded_seconds() const {
  return std::chrono::duration<double>(Clock::now() - record_start_).count();
}

void Timeline::start_recording(Workspace& workspace) {
  if (recorder_) throw Refusal("a recording is already being made");
  if (workspace.held()) throw Refusal("cannot start a recording during a drag: let go of the figure first");
  if (workspace.motion().follower().is_following())
    throw Refusal("cannot start a recording while the figure follows a path");
  if (showing_) live(workspace);
  State next = workspace.now();
  next.scene = as_read_back(workspace.now().scene);
  next.scene.figure_file = workspace.now().scene.figure_file;
  next.scene.root = workspace.now().scene.root;
  workspace.activate(std::move(next));
  workspace.restart_solver();
  workspace.history.set_floor();

  Scene start = workspace.now().scene;
  start.figure_file.clear();  // the figure goes inside
  start.root.clear();
  recorder_.emplace(std::move(start), workspace.now().opened->title);
  record_start_ = Clock::now();
  for (const std::string& command : commands_for_the_rest(workspace))
    recorder_->command(command, 0.0, workspace.now().scene);
  workspace.news.time_changed();
}

void Timeline::stop_recording(Workspace& workspace) {
  if (!recorder_) throw Refusal("nothing is being recorded");
  tape_ = std::move(*recorder_).finish(recorded_seconds());
  recorder_.reset();
  give_up_opening();
  opening_.reset();  // it would replace this tape
  tape_name_.reset();
  tape_scene_ = workspace.now().opened;
  workspace.history.clear_floor();
  workspace.news.time_changed();
  workspace.news.scene_changed();
}

void Timeline::command_applied(Workspace& workspace, std::string_view command) {
  if (!recorder_) return;
  recorder_->command(command, recorded_seconds(), workspace.now().scene);
  stop_when_full(workspace);
}

void Timeline::step_taken(Workspace& workspace) {
  if (!recorder_) return;
  recorder_->step(recorded_seconds(), workspace.motion().steps().seconds, workspace.now().scene);
  stop_when_full(workspace);
}

void Timeline::stop_when_full(Workspace& workspace) {
  if (!recorder_->is_full()) return;
  stop_recording(workspace);
  workspace.news.notify("warning", "The recording reached its maximum length and was stopped.");
}

const Recorded& Timeline::tape(const Workspace& workspace) const {
  if (!tape_ || !has_tape(workspace)) throw Refusal(no_recording());
  return *tape_;
}

// --- opening

double Opening::share() const {
  return static_cast<double>(steps) / static_cast<double>(recording.steps + 1);
}

std::string Opening::run() {
  ReplayOptions options;
  options.go_on = [this](std::uint64_t so_far) {
    steps = so_far;
    return wanted.load();
  };
  options.with = with;
  Replayed replayed = replay(recording, options);
  if (replayed.was_stopped)
    throw Refusal("the recording was not replayed to its end: it is not open any more");
  result = std::move(replayed);
  done = true;
  Output answer = Output::object();
  answer.set("duration", Output::number(recording.duration));
  answer.set("steps", Output::number(static_cast<double>(recording.steps)));
  answer.set("hash", Output::text(hash_text(result->recorded.recording.hash)));
  return answer.set("same", Output::truth(result->is_same)).to_string();
}

std::shared_ptr<Opening> Timeline::open(Workspace& workspace, Recording recording, std::string name,
                                        ReplayWith with) {
  workspace.let_go();
  State next = workspace.draft();
  next.scene = recording.start;
  next.chain = {};
  next.opened = std::make_shared<OpenScene>(OpenScene{.title = recording.title});
  workspace.commit(std::move(next), {.words = "open recording " + name});
  opening_ = std::make_shared<Opening>(std::move(recording), with);
  tape_.reset();
  tape_name_ = std::move(name);
  tape_scene_ = workspace.now().opened;
  since_message_ = 0.0;

  // The start is shown until the whole can be.
  live_ = workspace.now();
  shown_ = workspace.now().scene.posture;
  showing_ = last_source_ = PlaySource::recording;
  player_.load(opening_->recording.duration, 0.0, false);
  workspace.news.time_changed();
  return {opening_.get(), [opening = opening_](Opening*) { opening->done = true; }};
}

void Timeline::give_up_opening() noexcept {
  if (!opening_ || opening_->done) return;
  opening_->wanted = false;
  opening_.reset();
}

// What other methods cost, in words and in a file; and the tape, being another one now, gets a name of its
// own.
void Timeline::tell_of_methods(Workspace& workspace, const Opening& opened) {
  const Recorded& recorded = opened.result->recorded;
  const std::string name = without_recording_ending(tape_name_.value_or("recording"));
  const std::string file = timing_file(name, opened.with);
  double solving = 0.0;
  for (const ShownSnapshot& snapshot : recorded.snapshots) solving += snapshot.solving;
  const double steps = std::max(1.0, static_cast<double>(recorded.recording.steps));
  std::string words = "Replayed with";
  for (const std::string& word : words_of(opened.with)) words += " " + word;
  words += ": " + fixed_text(1e6 * solving / steps, 1) + " us per step";
  if (!opened.result->words.empty()) words += "; " + opened.result->words;
  const auto written = workspace.library ? save_timing(*workspace.library, file, recorded, true)
                                         : Expected<std::string>(Error{"there is no folder to save to"});
  words += written ? "; the times are in " + limber::quoted(file) + "."
                   : "; their file was not written: " + written.error().message + ".";
  workspace.news.notify(written ? "info" : "warning", words);
  tape_name_ = file.substr(0, file.size() - timing_ending.size()) + std::string(recording_ending);
}

void Timeline::take_opened(Workspace& workspace) {
  if (!opening_ || !opening_->done) return;
  const std::shared_ptr<Opening> opened = std::exchange(opening_, nullptr);
  if (!opened->result) {  // why, the answer to record-open has said
    if (showing_ == PlaySource::recording) stop_showing();
    workspace.news.time_changed();
    return;
  }
  Replayed& replayed = *opened->result;
  if (opened->with.is_changed()) {
    tell_of_methods(workspace, *opened);
  } else if (!replayed.is_same) {
    workspace.news.notify("warning",
                          "This recording replays differently than recorded (hash " +
                              hash_text(replayed.recorded.recording.hash) + " instead of " +
                              hash_text(opened->recording.hash) +
                              "): it was made by another version of Limber, or edited." +
                              (replayed.words.empty() ? "" : " First difference: " + replayed.words));
  }
  tape_ = std::move(replayed.recorded);
  workspace.news.time_changed();
}

// --- showing

bool Timeline::has_tape(const Workspace& workspace) const {
  return tape_scene_ == workspace.now().opened;
}

bool Timeline::advance(Workspace& workspace, double seconds) {
  take_opened(workspace);
  if (!showing_) return true;  // it could not be replayed: back to solving
  if (shows_opening()) {
    since_message_ += seconds;
    if (since_message_ >= message_time) {
      since_message_ = 0.0;
      workspace.news.time_changed();  // how far it is
    }
    return true;  // asked again until it is done
  }
  if (!player_.playing) return false;
  const double before = player_.position;
  player_.advance(seconds);
  update(workspace);
  since_message_ += seconds;
  if (!player_.playing || player_.position < before || since_message_ >= message_time) {
    since_message_ = 0.0;
    workspace.news.time_changed();
  }
  return player_.playing;
}

void Timeline::update(Workspace& workspace) {
  shown_ = motion_ ? motion_->at(player_.position)
                   : posture_at(tape_->snapshots, player_.position, workspace.now().scene.figure);
  workspace.news.status_changed();
}

void Timeline::show(Workspace& workspace, PlaySource source, std::optional<double> from, bool plays) {
  take_opened(workspace);
  const std::vector<Keyframe>& keys = workspace.now().scene.keys;
  if (source == PlaySource::keyframes && keys.empty())
    throw Refusal("there are no keyframes yet: add one first");
  if (source == PlaySource::recording && opening_)
    throw Refusal("the recording is still being replayed: wait a moment");
  if (source == PlaySource::recording && !recorder_ && !(tape_ && has_tape(workspace)))
    throw Refusal(no_recording());

  if (recorder_) stop_recording(workspace);
  if (!showing_) {
    workspace.let_go();
    workspace.stop_following();
    live_ = workspace.now();
  }
  motion_.reset();
  if (source == PlaySource::keyframes)
    motion_.emplace(workspace.now().scene.figure, workspace.now().scene.keys);
  const double duration = motion_ ? motion_->end() : tape_->recording.duration;
  const bool continues = last_source_ == source && player_.position < duration;
  showing_ = last_source_ = source;
  player_.load(duration, from.value_or(continues ? player_.position : 0.0), plays);
  update(workspace);
  workspace.news.time_changed();
}

void Timeline::pause(Workspace& workspace) {
  if (!showing_) throw Refusal("nothing is being played");
  player_.playing = false;
  workspace.news.time_changed();
}

void Timeline::live(Workspace& workspace) {
  if (!showing_) return;
  State next = workspace.draft();
  stop_showing();  // so that the step of undo starts from the posture there was before
  workspace.commit(std::move(next), {.words = take_over_words});
}

void Timeline::stop_showing() {
  showing_.reset();
  live_.reset();
  motion_.reset();
  player_.playing = false;
}

// An edit takes over the posture shown: that is a step of undo by itself, before the edit's own.
void Timeline::go_live(Workspace& workspace) {
  const bool is_edit = workspace.verb != "undo" && workspace.verb != "redo";
  if (is_edit && live_) workspace.history.add(std::move(*live_), take_over_words, "live", std::nullopt);
  stop_showing();
  workspace.news.time_changed();
}

void Timeline::commit_keys(Workspace& workspace, std::vector<Keyframe> keys, EditName name) {
  State next = workspace.now();
  next.scene.keys = std::move(keys);
  const std::optional<PlaySource> showing = std::exchange(showing_, std::nullopt);
  const Player player = player_;
  try {
    name.keeps = {.path = true, .goals = true};
    workspace.commit(std::move(next), std::move(name));
  } catch (...) {
    showing_ = showing;
    throw;
  }
  player_ = player;
  if (!showing) return;
  if (showing == PlaySource::keyframes && workspace.now().scene.keys.empty()) {  // nothing left to show
    live_.reset();
    motion_.reset();
    player_.playing = false;
    return;
  }
  showing_ = showing;
  live_ = workspace.now();
  if (showing == PlaySource::keyframes) {
    motion_.emplace(workspace.now().scene.figure, workspace.now().scene.keys);
    player_.load(motion_->end(), player.position, player.playing);
    update(workspace);
  }
}

// --- the message

std::string Timeline::message(const Workspace& workspace) const {
  const char* mode = recorder_ ? "recording" : !showing_ ? "live" : player_.playing ? "playing" : "paused";
  const double recorded = recorder_ ? recorded_seconds() : 0.0;
  Output message = Output::object();
  message.set("type", Output::text("time")).set("mode", Output::text(mode));
  message.set("source", !showing_                            ? Output::null()
                        : *showing_ == PlaySource::recording ? Output::text("recording")
                                                             : Output::text("keyframes"));
  message.set("position", Output::number(recorder_ ? recorded : showing_ ? player_.position : 0.0));
  message.set("duration", Output::number(recorder_ ? recorded : showing_ ? player_.duration : 0.0));
  message.set("loop", Output::truth(player_.loop)).set("speed", Output::number(player_.speed));
  Output keys = Output::list();
  for (const Keyframe& key : workspace.now().scene.keys) {
    Output item = Output::object();
    keys.add(item.set("number", Output::number(key.number)).set("time", Output::number(key.time)));
  }
  message.set("keys", std::move(keys)).set("goals", write_goals(workspace.motion().goals()));
  const Recording* last = !has_tape(workspace) ? nullptr
                          : tape_              ? &tape_->recording
                          : opening_           ? &opening_->recording
                                               : nullptr;
  message.set("replaying", shows_opening() ? Output::number(opening_->share()) : Output::null());
  if (!last) return message.set("recording", Output::null()).to_string();
  Output recording = Output::object();
  recording.set("name", tape_name_ ? Output::text(*tape_name_) : Output::null());
  recording.set("duration", Output::number(last->duration));
  recording.set("steps", Output::number(static_cast<double>(last->steps)));
  recording.set("hash", Output::text(hash_text(last->hash)));
  return message.set("recording", std::move(recording)).to_string();
}

}  // namespace limber
