// A random session: commands and steps, every posture checked; then rest, replay and undo.
#include "session_soak.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "checks.h"
#include "limber/files/files.h"
#include "limber/session/recording.h"
#include "limber/session/session.h"
#include "page.h"
#include "tests/session/folder_in_memory.h"

namespace limber::soak {
namespace {

using nlohmann::json;

constexpr int most_steps_to_rest = 3000;
constexpr int commands_between_backups = 20;

// What this thread's session was told, for the handler of a crash: nothing else is left of it then.
thread_local const std::string* told_so_far = nullptr;

void keep_log_of_crash(int signal) {
  const int file = ::open("soak-found/crash.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && told_so_far && ::write(file, told_so_far->data(), told_so_far->size()) >= 0) ::close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// A small figure takes its steps faster, and gets more of them: so each figure has a share of the time.
int commands_in_a_session(const Figure& figure) {
  const int dofs = std::max(figure.dof_count(), 1);
  return std::clamp(200'000 / (dofs * dofs), 120, 3'000);
}

class RandomSession {
 public:
  RandomSession(const std::filesystem::path& file, std::uint64_t seed, Findings& findings,
                SessionCounts& counts)
      : random_(seed),
        page_(random_),
        session_(load_scene(file).value(), file.stem().string(), &folder_),
        findings_(findings),
        counts_(counts),
        log_(file.filename().string() + ", seed " + std::to_string(seed) + "\n") {}

  void run() {
    told_so_far = &log_;
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, keep_log_of_crash);
    for (const std::string& text : session_.all_messages()) page_.hear(json::parse(text));
    const std::string start = without_posture(write_scene(session_.scene()));
    const bool is_recorded = any_number(random_, 0, 1) == 1;
    if (is_recorded) tell({{"do", "record-start"}});
    const int commands = commands_in_a_session(session_.scene().figure);
    for (int i = 0; i < commands && fine_; ++i) {
      tell(page_.next());
      step(any_number(random_, 0, 60));
      if (i % commands_between_backups == 0 && fine_) check_backup();
    }
    if (is_recorded && fine_) replay_it();
    tell({{"do", "drag-end"}});
    tell({{"do", "live"}});
    if (fine_) check_rest();
    if (fine_) undo_everything(start);
    ++counts_.sessions;
  }

 private:
  bool tell(json command) {
    command["id"] = 1;
    const std::string text = command.dump();
    log_ += text + "\n";
    Answer answer = session_.apply(text);
    ++counts_.commands;
    if (answer.refused) ++counts_.refused;
    if (answer.refused && (answer.words.empty() || answer.words.find('\n') != std::string::npos)) {
      found("a refusal without one sentence");
    }
    for (const std::string& message : session_.take_changes(now_ += 0.2)) page_.hear(json::parse(message));
    check_posture();
    return !answer.refused;
  }

  void step(int count) {
    log_ += "# " + std::to_string(count) + " steps\n";
    for (int i = 0; i < count && fine_; ++i) {
      if (!session_.step(0.01)) return;
      ++counts_.steps;
      check_posture();
    }
  }

  void check_posture() {
    // While keyframes are played the posture between two keys is what was asked, and the solver is not.
    if (page_.time().value("mode", "live") != "live" && page_.time().value("mode", "live") != "recording")
      return;
    const std::string problem = posture_problem(session_.scene().figure, session_.posture());
    if (!problem.empty()) found(problem);
  }

  // Whatever edits have led to can be restored.
  void check_backup() {
    const Expected<Session> restored = Session::from_backup(session_.backup(), nullptr);
    if (!restored) found("a backup cannot be read: " + restored.error().message);
  }

  void check_rest() {
    tell({{"do", "avoidance-set"}, {"avoidance", {{"technique", "clearance"}}}});
    tell({{"do", "world-run"}, {"moves", false}});
    tell({{"do", "goals-run"}, {"run", false}});
    tell({{"do", "run-set"}, {"running", true}});
    for (int i = 0; i < most_steps_to_rest && fine_; ++i) {
      if (!session_.step(0.01)) break;
      ++counts_.steps;
      check_posture();
    }
    const std::string problem = priority_problem(session_.scene());
    if (!problem.empty()) found(problem);
    ++counts_.rests_checked;
  }

  void replay_it() {
    tell({{"do", "drag-end"}});
    if (!tell({{"do", "record-stop"}}) || !tell({{"do", "record-save"}, {"file", "soak.recording.json"}}))
      return;
    for (const auto& [name, text] : folder_.files) {
      if (!name.ends_with(".recording.json")) continue;
      const Expected<Recording> recording = parse_recording(text, name);
      if (!recording) {
        found("a recording that was just written cannot be read: " + recording.error().message);
      } else if (const Replayed again = replay(*recording); !again.is_same) {
        found("a recording does not replay to its hash: " + again.words);
      }
      ++counts_.recordings_replayed;
    }
  }

  // All but the posture: the solver moves it between the start and the first edit.
  // (Undo.AndRedoLeadThroughTheSameBits compares it too.)
  void undo_everything(const std::string& start) {
    while (page_.scene().contains("undo") && !page_.scene().at("undo").is_null()) {
      if (!tell({{"do", "undo"}})) return found("undo is refused although there is something to undo");
      ++counts_.undone;
    }
    if (without_posture(write_scene(session_.scene())) != start) {
      found("after undoing everything the scene is not the one it began with");
    }
  }

  void found(const std::string& what) {
    fine_ = false;
    findings_.add(what, log_);
  }

  Random random_;
  Page page_;
  test::FolderInMemory folder_;
  Session session_;
  Findings& findings_;
  SessionCounts& counts_;
  std::string log_;
  double now_ = 0.0;
  bool fine_ = true;
};

}  // namespace

void run_session(const std::vector<std::filesystem::path>& scenes, std::uint64_t seed, Findings& findings,
                 SessionCounts& counts) {
  const std::filesystem::path& file = scenes[seed % scenes.size()];
  try {
    RandomSession(file, seed, findings, counts).run();
  } catch (const std::exception& problem) {
    findings.add(std::string("an exception: ") + problem.what(),
                 file.string() + ", seed " + std::to_string(seed));
  }
}

}  // namespace limber::soak
