// The replay: which command or step comes next, and what it shows.

#include "limber/session/recording.h"

#include <chrono>

#include "limber/base/version.h"
#include "limber/files/json/reader.h"
#include "limber/session/session.h"
#include "limber/session/time/posture_hash.h"

namespace limber {

namespace {

Scene changed(Scene scene, const ReplayWith& with) {
  if (with.technique) scene.avoidance.technique = *with.technique;
  if (with.svd) scene.solver.svd = *with.svd;
  if (with.svd_mode) scene.solver.svd_mode = *with.svd_mode;
  return scene;
}

// Stands for a command that would set methods: it changes nothing, and undo counts it.
constexpr const char* no_change = R"({"id": 0, "do": "avoidance-set", "avoidance": {}})";

bool sets_methods(const std::string& command) {
  const Expected<std::string> word = json::reading([&] {
    const json::Tree tree = json::parse(command, "command");
    return json::Value(tree.root(), "command").at("do").name();
  });
  return word && (*word == "avoidance-set" || *word == "solver-set");
}

class Run {
 public:
  Run(const Recording& recording, const ReplayWith& with)
      : recording_(recording),
        is_changed_(with.is_changed()),
        session_(changed(recording.start, with), recording.title) {
    result_.recording = {.title = recording.title,
                         .start = changed(recording.start, with),
                         .commands = recording.commands,
                         .snapshots = recording.snapshots,
                         .duration = recording.duration};
    show();
  }

  bool has_command() const {
    return commands_ < recording_.commands.size() &&
           recording_.commands[commands_].step <= result_.recording.steps;
  }
  bool has_step() const { return result_.recording.steps < recording_.steps; }

  void command() {
    RecordedCommand& command = result_.recording.commands[commands_++];
    if (is_changed_ && sets_methods(command.text)) command.text = no_change;
    const Answer answer = session_.apply(command.text);
    if (answer.refused && words_.empty())
      words_ = "command " + std::to_string(commands_) + " of the recording is refused now: " + answer.words;
    after_event();
  }

  void step() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    session_.step(0.0);
    solving_ += std::chrono::duration<double>(Clock::now() - begin).count();
    ++result_.recording.steps;
    after_event();
  }

  Replayed finish(bool was_stopped) && {
    result_.recording.hash = hash_.value();
    result_.recording.made_with = build_name();
    Replayed replayed{.recorded = std::move(result_),
                      .was_stopped = was_stopped,
                      .words = std::move(words_),
                      .end = session_.scene()};
    replayed.is_same = !was_stopped && replayed.recorded.recording.hash == recording_.hash;
    if (!replayed.is_same && !is_changed_ && replayed.words.empty() && !recording_.made_with.empty() &&
        recording_.made_with != build_name()) {
      replayed.words =
          "recorded with " + recording_.made_with + ", replayed with " + std::string(build_name());
    }
    return replayed;
  }

  std::uint64_t steps() const { return result_.recording.steps; }

 private:
  void after_event() {
    hash_.add(session_.posture());
    show();
  }

  void show() {
    while (snapshots_ < recording_.snapshots.size()) {
      const RecordedSnapshot& next = recording_.snapshots[snapshots_];
      if (next.steps != result_.recording.steps || next.commands != commands_) return;
      result_.snapshots.push_back(
          {next.time, next.steps, std::exchange(solving_, 0.0), session_.scene().figure, session_.posture()});
      ++snapshots_;
    }
  }

  const Recording& recording_;
  bool is_changed_;
  Session session_;
  Recorded result_{.recording = {.start = recording_.start}, .snapshots = {}};
  PostureHash hash_;
  std::size_t commands_ = 0, snapshots_ = 0;
  double solving_ = 0.0;  // [s] since the last snapshot
  std::string words_;
};

}  // namespace

Replayed replay(const Recording& recording, const ReplayOptions& options) {
  Run run(recording, options.with);
  while (run.has_command() || run.has_step()) {
    if (options.go_on && !options.go_on(run.steps())) return std::move(run).finish(true);
    if (run.has_command()) {
      run.command();
    } else {
      run.step();
    }
  }
  return std::move(run).finish(false);
}

}  // namespace limber
