#include "limber/session/session_time.h"

#include "limber/files/json/writer.h"

namespace limber {

namespace {

using json::Output;

constexpr double tell_time = 0.1;      // [s] between messages while playing; the page runs on by itself
constexpr double progress_time = 1.0;  // [s] between notices about a recording being opened
const std::string take_over_words = "go on from the posture shown";

std::string no_recording() {
  return "there is no recording yet: make one, or open a file";
}

// Commands that bring a session which has just been made from the scene to where this one is.
std::vector<std::string> commands_for_the_rest(const SessionParts& parts) {
  std::vector<std::string> commands;
  const auto command = [](std::string_view verb) {
    Output object = Output::object();
    return object.set("id", Output::number(0)).set("do", Output::text(verb));
  };
  const auto name_or_null = [](const std::string& name) {
    return name.empty() ? Output::null() : Output::text(name);
  };
  if (const Chain& chain = parts.now.chain; !(chain == Chain{})) {
    Output set = command("chain-set");
    set.set("root", name_or_null(chain.root)).set("end", name_or_null(chain.end));
    commands.push_back(set.to_string());
  }
  if (parts.world_moves)
    commands.push_back(command("world-run").set("moves", Output::truth(true)).to_string());
  if (!parts.running) commands.push_back(command("run-set").set("running", Output::truth(false)).to_string());
  return commands;
}

}  // namespace

SessionTime& time_of(SessionParts& parts) {
  return static_cast<SessionTime&>(*parts.time);
}

std::unique_ptr<Timeline> make_timeline() {
  return std::make_unique<SessionTime>();
}

SessionTime::~SessionTime() {
  if (opening_) opening_->wanted = false;
}

// --- recording

double SessionTime::recorded_seconds() const {
  return std::chrono::duration<double>(Clock::now() - record_start_).count();
}

void SessionTime::start_recording(SessionParts& parts) {
  if (recorder_) throw Refusal("a recording is being made already");
  if (parts.drag) throw Refusal("let go of the figure first: a recording starts with nothing in hand");
  if (parts.way) throw Refusal("the figure is following a way: a recording starts once it is there");
  if (showing_) live(parts);
  State next = parts.now;
  next.scene = as_read_back(parts.now.scene);
  next.scene.figure_file = parts.now.scene.figure_file;
  next.scene.root = parts.now.scene.root;
  parts.activate(std::move(next));
  parts.restart_mover();
  parts.history.set_floor();

  Scene start = parts.now.scene;
  start.figure_file.clear();  // the figure goes inside
  start.root.clear();
  recorder_.emplace(std::move(start), parts.now.document->title);
  record_start_ = Clock::now();
  for (const std::string& command : commands_for_the_rest(parts))
    recorder_->command(command, 0.0, parts.now.scene);
  parts.changed.time = true;
}

void SessionTime::stop_recording(SessionParts& parts) {
  if (!recorder_) throw Refusal("nothing is being recorded");
  tape_ = std::move(*recorder_).finish(recorded_seconds());
  recorder_.reset();
  tape_name_.reset();
  tape_document_ = parts.now.document;
  parts.history.clear_floor();
  parts.changed.time = parts.changed.scene = true;
}

void SessionTime::command_applied(SessionParts& parts, std::string_view command) {
  if (!recorder_) return;
  recorder_->command(command, recorded_seconds(), parts.now.scene);
  stop_when_full(parts);
}

void SessionTime::step_taken(SessionParts& parts) {
  if (!recorder_) return;
  recorder_->step(recorded_seconds(), parts.solving_seconds, parts.now.scene);
  stop_when_full(parts);
}

void SessionTime::stop_when_full(SessionParts& parts) {
  if (!recorder_->is_full()) return;
  stop_recording(parts);
  parts.notify("warning", "The recording has become as long as one can be, and was stopped.");
}

const Recorded& SessionTime::tape(const SessionParts& parts) const {
  if (!tape_ || !has_tape(parts)) throw Refusal(no_recording());
  return *tape_;
}

// --- opening

std::string Opening::run() {
  ReplayOptions options;
  options.go_on = [this](std::uint64_t so_far) {
    steps = so_far;
    return wanted.load();
  };
  result = replay(recording, options);
  done = true;
  Output answer = Output::object();
  answer.set("duration", Output::number(recording.duration));
  answer.set("steps", Output::number(static_cast<double>(recording.steps)));
  answer.set("hash", Output::text(hash_text(result->recorded.recording.hash)));
  return answer.set("same", Output::truth(result->is_same)).to_string();
}

std::shared_ptr<Opening> SessionTime::open(SessionParts& parts, Recording recording, std::string name) {
  parts.set_drag(std::nullopt);
  State next = parts.draft();
  next.scene = recording.start;
  next.chain = {};
  next.document = std::make_shared<Document>(Document{.title = recording.title});
  parts.commit(std::move(next), {.words = "open recording " + name});
  if (opening_) opening_->wanted = false;
  opening_ = std::make_shared<Opening>(std::move(recording));
  tape_.reset();
  tape_name_ = std::move(name);
  tape_document_ = parts.now.document;
  since_progress_ = 0.0;

  // Shows how it starts until it can be shown.
  live_ = parts.now;
  shown_ = parts.now.scene.posture;
  showing_ = last_source_ = PlaySource::recording;
  player_.load(opening_->recording.duration, 0.0, false);
  parts.changed.time = true;
  return opening_;
}

void SessionTime::take_opened(SessionParts& parts) {
  if (!opening_ || !opening_->done) return;
  const std::shared_ptr<Opening> opened = std::exchange(opening_, nullptr);
  Replayed& replayed = *opened->result;
  if (!replayed.is_same) {
    parts.notify("warning", "This recording does not come out as it was made (" +
                                hash_text(replayed.recorded.recording.hash) + " instead of " +
                                hash_text(opened->recording.hash) +
                                "): it was made by another version of Limber, or changed." +
                                (replayed.words.empty() ? "" : " First, " + replayed.words));
  }
  tape_ = std::move(replayed.recorded);
  parts.changed.time = true;
}

// --- showing

bool SessionTime::advance(SessionParts& parts, double seconds) {
  take_opened(parts);
  if (opening_) {
    since_progress_ += seconds;
    if (since_progress_ >= progress_time) {
      since_progress_ = 0.0;
      const double share =
          static_cast<double>(opening_->steps) / static_cast<double>(opening_->recording.steps + 1);
      parts.notify("info", "Running the recording: " + std::to_string(static_cast<int>(100 * share)) + " %");
    }
    return true;  // comes again to see whether it is done
  }
  if (!player_.playing) return false;
  const double before = player_.position;
  player_.advance(seconds);
  update(parts);
  since_told_ += seconds;
  if (!player_.playing || player_.position < before || since_told_ >= tell_time) {
    since_told_ = 0.0;
    parts.changed.time = true;
  }
  return player_.playing;
}

void SessionTime::update(SessionParts& parts) {
  shown_ = motion_ ? motion_->at(player_.position)
                   : posture_at(tape_->frames, player_.position, parts.now.scene.figure);
  parts.changed.status = true;
}

void SessionTime::show(SessionParts& parts, PlaySource source, std::optional<double> from, bool plays) {
  take_opened(parts);
  const std::vector<Keyframe>& keys = parts.now.scene.keys;
  if (source == PlaySource::keyframes && keys.empty()) throw Refusal("there are no keys yet: add one first");
  if (source == PlaySource::recording && opening_)
    throw Refusal("the recording is still being run: wait a moment");
  if (source == PlaySource::recording && !recorder_ && !(tape_ && has_tape(parts)))
    throw Refusal(no_recording());

  if (recorder_) stop_recording(parts);
  if (!showing_) {
    parts.set_drag(std::nullopt);
    parts.way.reset();
    live_ = parts.now;
  }
  motion_.reset();
  if (source == PlaySource::keyframes) motion_.emplace(parts.now.scene.figure, parts.now.scene.keys);
  const double duration = motion_ ? motion_->end() : tape_->recording.duration;
  const bool goes_on = last_source_ == source && player_.position < duration;
  showing_ = last_source_ = source;
  player_.load(duration, from.value_or(goes_on ? player_.position : 0.0), plays);
  update(parts);
  parts.changed.time = true;
}

void SessionTime::pause(SessionParts& parts) {
  if (!showing_) throw Refusal("nothing is being played");
  player_.playing = false;
  parts.changed.time = true;
}

void SessionTime::live(SessionParts& parts) {
  if (!showing_) return;
  State next = parts.draft();
  showing_.reset();  // so that the step of undo starts from the posture there was before
  live_.reset();
  motion_.reset();
  player_.playing = false;
  parts.commit(std::move(next), {.words = take_over_words});
}

// An edit takes the posture shown over: that is a step of undo by itself, before the edit's own.
void SessionTime::go_live(SessionParts& parts) {
  const bool is_edit = parts.verb != "undo" && parts.verb != "redo";
  if (is_edit && live_) parts.history.add(std::move(*live_), take_over_words, "live", std::nullopt);
  showing_.reset();
  live_.reset();
  motion_.reset();
  player_.playing = false;
  parts.changed.time = true;
}

void SessionTime::commit_keys(SessionParts& parts, std::vector<Keyframe> keys, EditName name) {
  State next = parts.now;
  next.scene.keys = std::move(keys);
  const std::optional<PlaySource> showing = std::exchange(showing_, std::nullopt);
  const Player player = player_;
  try {
    name.keeps_way = true;
    parts.commit(std::move(next), std::move(name));
  } catch (...) {
    showing_ = showing;
    throw;
  }
  player_ = player;
  if (!showing) return;
  if (showing == PlaySource::keyframes && parts.now.scene.keys.empty()) {  // nothing left to show
    live_.reset();
    motion_.reset();
    player_.playing = false;
    return;
  }
  showing_ = showing;
  live_ = parts.now;
  if (showing == PlaySource::keyframes) {
    motion_.emplace(parts.now.scene.figure, parts.now.scene.keys);
    player_.load(motion_->end(), player.position, player.playing);
    update(parts);
  }
}

// --- the message

std::string SessionTime::message(const SessionParts& parts) const {
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
  for (const Keyframe& key : parts.now.scene.keys) {
    Output item = Output::object();
    keys.add(item.set("number", Output::number(key.number)).set("time", Output::number(key.time)));
  }
  message.set("keys", std::move(keys));
  const Recording* last = !has_tape(parts) ? nullptr
                          : tape_          ? &tape_->recording
                          : opening_       ? &opening_->recording
                                           : nullptr;
  if (!last) return message.set("recording", Output::null()).to_string();
  Output recording = Output::object();
  recording.set("name", tape_name_ ? Output::text(*tape_name_) : Output::null());
  recording.set("duration", Output::number(last->duration));
  recording.set("steps", Output::number(static_cast<double>(last->steps)));
  recording.set("hash", Output::text(hash_text(last->hash)));
  return message.set("recording", std::move(recording)).to_string();
}

}  // namespace limber
