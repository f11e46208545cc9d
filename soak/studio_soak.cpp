// One life of a studio. What its windows say is random; what is checked is not.
#include "studio_soak.h"

#include <chrono>
#include <memory>

#include "checks.h"
#include "limber/files/files.h"
#include "limber/session/recording.h"
#include "studio_process.h"
#include "tests/support/temporary_folder.h"
#include "window.h"

namespace limber::soak {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr double autosave_seconds = 1.0;  // [s] no more than this may be lost (docs/studio.md)
constexpr std::size_t most_windows = 3;
// [bytes] Far above the 24 MiB that short runs took; undo keeps every edit, so it grows with them.
constexpr std::size_t memory_limit = std::size_t{1} << 30;

class Life {
 public:
  Life(const std::filesystem::path& limber, const std::filesystem::path& scene, std::uint64_t seed,
       Findings& findings, StudioCounts& counts)
      : limber_(limber), random_(seed), findings_(findings), counts_(counts) {
    start(scene.string());
    how_ = scene.filename().string() + ", seed " + std::to_string(seed) + "\n";
  }

  void run(double seconds) {
    windows_.push_back(open());
    const std::string first = exported();
    work(0.5 * seconds);
    record(0.3 * seconds);
    if (fine_) undo_everything(first);
    work(0.2 * seconds);
    if (fine_) survive_a_kill();
    if (fine_ && !studio_->ask_to_end()) found("the studio did not end well when asked to");
    for (auto& window : windows_) count(*window);
  }

 private:
  void start(const std::string& scene) {
    studio_ = std::make_unique<StudioProcess>(limber_, scene, folder_.path());
    ++counts_.lives;
  }

  std::unique_ptr<Window> open() {
    return std::make_unique<Window>(studio_->port(), studio_->token(), random_);
  }

  void work(double seconds) {
    const Clock::time_point start = Clock::now();
    while (fine_ && std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
      come_and_go();
      Window& window = *windows_[random_() % windows_.size()];
      if (!window.act()) return found_silent(window);
      listen(0.002);
      counts_.most_memory = std::max(counts_.most_memory, studio_->memory());
      if (studio_->memory() > memory_limit) return found_in(window, "the studio takes more than 1 GiB");
    }
  }

  // Every window reads all the time, as a browser does: the studio hangs up on one that does not.
  void listen(double seconds) {
    for (auto& window : windows_) {
      window->listen(seconds);
      if (!window->problem().empty()) return found_in(*window, window->problem());
    }
  }

  // Now and then a window opens, or one goes away, also in the middle of a drag.
  void come_and_go() {
    const int choice = any_number(random_, 0, 199);
    if (choice == 0 && windows_.size() < most_windows) windows_.push_back(open());
    if (choice == 1 && windows_.size() > 1) {
      count(*windows_.back());
      windows_.pop_back();
    }
  }

  // What a new window does first: whatever the others were doing, the figure is not dragged or played any more.
  void calm() {
    for (auto& window : windows_) window->ask({{"do", "drag-end"}});
    ask({{"do", "live"}});
  }

  json ask(json command) {
    const std::optional<json> answer = windows_.front()->ask(std::move(command));
    if (!answer) found_silent(*windows_.front());
    return answer.value_or(json::object());
  }

  std::string exported() {
    return without_posture(ask({{"do", "export"}, {"what", "scene"}}).at("result").at("text"));
  }

  void record(double seconds) {
    calm();
    ask({{"do", "record-start"}});
    work(seconds);
    if (!fine_) return;
    calm();
    ask({{"do", "record-stop"}});
    if (ask({{"do", "record-save"}, {"file", "soak"}, {"replace", true}}).value("type", "") != "done") return;
    const Expected<Recording> recording =
        parse_recording(test::contents_of(folder_.path() / "soak.recording.json"), "soak.recording.json");
    if (!recording) return found("a saved recording cannot be read: " + recording.error().message);
    if (const Replayed again = replay(*recording); !again.is_same) {
      return found("a saved recording does not replay to its hash: " + again.words);
    }
    ++counts_.recordings_replayed;
  }

  void undo_everything(const std::string& first) {
    calm();
    Window& window = *windows_.front();
    listen(0.2);
    while (fine_ && !window.page().scene().at("undo").is_null()) {
      if (ask({{"do", "undo"}}).value("type", "") != "done") return found_in(window, "undo is refused");
      listen(0.001);
    }
    listen(0.2);
    if (!window.page().scene().at("undo").is_null()) return undo_everything(first);
    if (fine_ && exported() != first) {
      found_in(window, "after undoing everything the scene is not the one it began with");
    }
    ++counts_.scenes_undone;
  }

  // Something is done, a second passes, the process is killed: the next start has it, inside its limits.
  void survive_a_kill() {
    calm();
    const std::string name = "mark " + std::to_string(random_() % 1'000'000);
    const json segments = windows_.front()->page().figure().at("segments");
    const json task = {{"name", name},
                       {"type", "reach"},
                       {"frame", {{"segment", segments.back().at("name")}, {"point", {0, 0, 0}}}},
                       {"target", {0, 0, 1}}};
    if (ask({{"do", "task-add"}, {"task", task}}).value("type", "") != "done") return;
    wait_a_second();
    for (auto& window : windows_) count(*window);
    windows_.clear();
    studio_->kill();
    ++counts_.kills;
    start("");
    windows_.push_back(open());
    for (const json& one : windows_.front()->page().scene().at("tasks")) {
      if (one.value("name", "") == name) return check_restored();
    }
    found("what was done a second before a kill is lost");
  }

  // Longer where the disk is slow: a backup waits for the one before it to be written, so two files are
  // written here, too.
  void wait_a_second() {
    const Clock::time_point start = Clock::now();
    listen(0.6 * autosave_seconds / static_cast<double>(windows_.size()));
    for (int i = 0; i < 2; ++i) (void)save_text(folder_.path() / "as-slow-as-the-disk.txt", "a backup");
    const double left = autosave_seconds - std::chrono::duration<double>(Clock::now() - start).count();
    if (left > 0.0) listen(left / static_cast<double>(windows_.size()));
  }

  void check_restored() {
    ask({{"do", "run-set"}, {"running", false}});
    const std::string text = ask({{"do", "export"}, {"what", "scene"}}).at("result").at("text");
    const Expected<Scene> scene = parse_scene(text, "restored.json", "");
    if (!scene) return found("the restored scene cannot be read: " + scene.error().message);
    const std::string problem = posture_problem(scene->figure, scene->posture);
    if (!problem.empty()) found("restored: " + problem);
  }

  void count(const Window& window) {
    counts_.answers += window.latencies().size();
    counts_.snapshots += window.snapshots();
    counts_.latencies.insert(counts_.latencies.end(), window.latencies().begin(), window.latencies().end());
  }

  void found_silent(const Window& window) {
    if (!studio_->is_running()) return found_in(window, "the studio is gone");
    found_in(window, window.farewell().empty() ? "no answer" : "it hung up: " + window.farewell());
  }
  void found_in(const Window& window, const std::string& what) {
    how_ += window.log();
    found(what);
  }
  void found(const std::string& what) {
    if (fine_) findings_.add("studio: " + what, how_ + test::contents_of(folder_.path() / "studio.log"));
    fine_ = false;
  }

  const std::filesystem::path& limber_;
  Random random_;
  Findings& findings_;
  StudioCounts& counts_;
  test::TemporaryFolder folder_;
  std::unique_ptr<StudioProcess> studio_;
  std::vector<std::unique_ptr<Window>> windows_;
  std::string how_;
  bool fine_ = true;
};

}  // namespace

void run_studio(const std::filesystem::path& limber, const std::vector<std::filesystem::path>& scenes,
                double seconds, std::uint64_t seed, Findings& findings, StudioCounts& counts) {
  const std::filesystem::path& scene = scenes[seed % scenes.size()];
  try {
    Life(limber, scene, seed, findings, counts).run(seconds);
  } catch (const std::exception& problem) {
    findings.add(std::string("studio: ") + problem.what(),
                 scene.filename().string() + ", seed " + std::to_string(seed));
  }
}

}  // namespace limber::soak
