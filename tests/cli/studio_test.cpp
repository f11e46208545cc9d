// limber studio as a process: its output, its exit code, and restoring unsaved work.

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "limber/files/files.h"
#include "limber/session/session.h"
#include "run_limber.h"
#include "support/socket_client.h"

extern char** environ;

namespace limber::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// `limber studio --port 0` with its own home folder. Programs in its folder bin come before the system's.
class StudioProcess {
 public:
  explicit StudioProcess(const fs::path& home, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {LIMBER_CLI, "studio", "--port", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<std::string> variables = {"HOME=" + home.string(), "LC_ALL=C.UTF-8",
                                          "PATH=" + (home / "bin").string() + ":/usr/bin:/bin"};
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> list;
      for (std::string& text : texts) list.push_back(text.data());
      list.push_back(nullptr);
      return list;
    };
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    const int failed = ::posix_spawn(&process_, LIMBER_CLI, &actions, nullptr, pointers(arguments).data(),
                                     pointers(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    output_ = ends[0];
    if (failed) throw std::runtime_error("limber does not start");
    while (said_.find("scenes are saved in") == std::string::npos && read_more()) {
    }
    const std::size_t at = said_.find("http://127.0.0.1:");
    if (at == std::string::npos) throw std::runtime_error("the studio gives no address: " + said_);
    port_ = static_cast<std::uint16_t>(std::stoi(said_.substr(at + 17)));
    if (const std::size_t key = said_.find("#token="); key != std::string::npos)
      token_ = said_.substr(key + 7, 32);
  }
  ~StudioProcess() {
    if (process_ > 0) (void)end(SIGKILL);
    ::close(output_);
  }
  StudioProcess(const StudioProcess&) = delete;
  StudioProcess& operator=(const StudioProcess&) = delete;

  pid_t process() const { return process_; }
  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }
  const std::string& said() const { return said_; }
  SocketClient window() const {
    SocketClient client(port_);
    if (!client.open_window(token_)) throw std::runtime_error("no welcome");
    return client;
  }

  void stop_listening() { ::close(std::exchange(output_, -1)); }
  // Sends the signal and waits; returns the exit code, 128 + n if signal n ended it.
  int end(int signal) {
    ::kill(process_, signal);
    while (read_more()) {
    }
    int status = 0;
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  bool read_more() {
    char block[4096];
    const ssize_t count = ::read(output_, block, sizeof block);
    if (count > 0) said_.append(block, static_cast<std::size_t>(count));
    return count > 0;
  }

  pid_t process_ = -1;
  int output_ = -1;
  std::string said_;
  std::uint16_t port_ = 0;
  std::string token_;
};

// Starts dragging the head, moves it, and does not end the drag.
void drag_the_head(SocketClient& window) {
  window.command(
      {{"id", 10}, {"do", "drag-begin"}, {"segment", "head"}, {"point", {0, 0, 0}}, {"target", {2, 0, 2}}});
  ASSERT_TRUE(window.wait_for_answer(10));
  for (int i = 0; i < 75; ++i) {
    window.command({{"id", 0}, {"do", "drag-move"}, {"target", {2.0, 0.01 * i, 2.0}}});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// A window that has emptied the world, so that there is unsaved work.
SocketClient window_after_an_edit(const StudioProcess& studio) {
  SocketClient window = studio.window();
  window.command({{"id", 5}, {"do", "world-set"}, {"world", json::array()}});
  EXPECT_TRUE(window.wait_for_answer(5));
  return window;
}

TEST(Studio, ExitsCleanlyOnSignals) {
  for (const int signal : {SIGINT, SIGTERM}) {
    TemporaryFolder home;
    StudioProcess studio(home.path());
    EXPECT_NE(studio.said().find("Limber studio: http://127.0.0.1:"), std::string::npos);
    EXPECT_NE(studio.said().find("scenes are saved in " + home.file("Limber").string()), std::string::npos);
    SocketClient window = studio.window();
    EXPECT_EQ(studio.end(signal), 0);
    EXPECT_FALSE(fs::exists(home.file("Limber"))) << "nothing was saved, so no folder is created";
  }
}

TEST(Studio, RestoresTheSceneAfterBeingKilledDuringADrag) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path());
    SocketClient window = studio.window();
    window.command(
        {{"id", 5},
         {"do", "task-add"},
         {"task", {{"type", "reach"}, {"name", "mine"}, {"frame", "trunk.tip"}, {"target", {1, 0, 1}}}}});
    const std::optional<json> added = window.wait_for_answer(5);
    ASSERT_TRUE(added);
    ASSERT_EQ(added->at("type"), "done") << *added;
    drag_the_head(window);
    EXPECT_EQ(studio.end(SIGKILL), 128 + SIGKILL);
  }
  StudioProcess again(home.path());
  SocketClient window(again.port());
  ASSERT_EQ(window.ask_for_socket().status, 101);
  window.command({{"id", 1}, {"do", "hello"}, {"protocol", 2}, {"token", again.token()}});
  const std::optional<json> scene = window.wait_for_type("scene");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->at("title"), "elephant");
  EXPECT_EQ(scene->at("saved"), false);
  bool found = false;
  for (const json& task : scene->at("tasks")) found = found || task.at("name") == "mine";
  EXPECT_TRUE(found) << scene->at("tasks");
  const std::optional<json> notice = window.wait_for_type("notice");
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->at("words"), "Restored your unsaved work.");
}

TEST(Studio, RestoresUnsavedWorkAfterACleanExit) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path());
    const SocketClient window = window_after_an_edit(studio);
    EXPECT_EQ(studio.end(SIGTERM), 0);
    EXPECT_NE(studio.said().find("restored at the next start"), std::string::npos);
  }
  StudioProcess again(home.path());
  EXPECT_NE(again.said().find("Restored your unsaved work"), std::string::npos);
}

TEST(Studio, RestoresNothingAfterSaving) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path());
    SocketClient window = studio.window();
    window.command({{"id", 5}, {"do", "world-set"}, {"world", json::array()}});
    window.command({{"id", 6}, {"do", "save-as"}, {"file", "mine"}});
    const std::optional<json> saved = window.wait_for_answer(6);
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->at("type"), "done") << *saved;
    EXPECT_EQ(studio.end(SIGTERM), 0);
  }
  EXPECT_TRUE(fs::exists(home.file("Limber/mine.json")));
  StudioProcess again(home.path(), {home.file("Limber/mine.json")});
  EXPECT_EQ(again.said().find("Restored"), std::string::npos) << again.said();
  SocketClient window(again.port());
  ASSERT_EQ(window.ask_for_socket().status, 101);
  window.command({{"id", 1}, {"do", "hello"}, {"protocol", 2}, {"token", again.token()}});
  const std::optional<json> scene = window.wait_for_type("scene");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->at("file"), "mine.json");
  EXPECT_EQ(scene->at("saved"), true);
}

// Its folder of scenes is made by the first save, after backups have begun elsewhere.
TEST(Studio, RestoresWhatWasDoneSinceTheFirstSaveOfAll) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path());
    SocketClient window = studio.window();
    window.command({{"id", 5}, {"do", "save-as"}, {"file", "mine"}});
    ASSERT_TRUE(window.wait_for_answer(5));
    window.command({{"id", 6}, {"do", "world-set"}, {"world", json::array()}});
    ASSERT_TRUE(window.wait_for_answer(6));
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_EQ(studio.end(SIGKILL), 128 + SIGKILL);
  }
  ASSERT_TRUE(fs::exists(home.file("Limber/mine.json")));
  StudioProcess again(home.path());
  EXPECT_NE(again.said().find("Restored your unsaved work"), std::string::npos) << again.said();
}

TEST(Studio, UnsavedWorkOnAnotherFileOfTheSameNameIsNotTakenForTheOneThatIsAsked) {
  TemporaryFolder home;
  const std::string arm = contents_of(fs::path(LIMBER_SOURCE_DIR) / "models/lab-arm.json");
  for (const char* folder : {"scenes", "one", "other"}) fs::create_directory(home.path() / folder);
  for (const char* file : {"one/arm.json", "other/arm.json"}) home.write(file, arm);
  const auto open = [&](const char* file) {
    return StudioProcess(home.path(), {home.file(file), "--folder", home.file("scenes")});
  };
  {
    StudioProcess studio = open("one/arm.json");
    SocketClient window = studio.window();
    window.command({{"id", 5}, {"do", "posture-rest"}});
    const json ball = {{"name", "ball"}, {"shape", "sphere"}, {"center", {1, 1, 1}}, {"radius", 0.1}};
    window.command({{"id", 6}, {"do", "obstacle-add"}, {"obstacle", ball}});
    const std::optional<json> answer = window.wait_for_answer(6);
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->at("type"), "done") << *answer;
    EXPECT_EQ(studio.end(SIGTERM), 0);
  }
  StudioProcess other = open("other/arm.json");
  EXPECT_NE(other.said().find("was saved as \"arm-recovered.json\""), std::string::npos) << other.said();
}

TEST(Studio, UnsavedWorkIsKnownAgainUnderTheNameItWasSavedAs) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path(), {"scenes/planar-chain.json"});
    SocketClient window = studio.window();
    window.command({{"id", 5}, {"do", "save-as"}, {"file", "mine.json"}});
    ASSERT_TRUE(window.wait_for_answer(5));
    window.command({{"id", 6}, {"do", "segment-scale"}, {"segment", "link.2"}, {"factor", 2}});
    ASSERT_TRUE(window.wait_for_answer(6));
    EXPECT_EQ(studio.end(SIGTERM), 0);
  }
  StudioProcess again(home.path(), {home.file("Limber/mine.json")});
  EXPECT_NE(again.said().find("Restored your unsaved work."), std::string::npos) << again.said();
  EXPECT_FALSE(fs::exists(home.file("Limber/mine-recovered.json")));
}

// By `git clean`, for example.
TEST(Studio, WorkWhoseBackupWasRemovedIsBackedUpAtTheEnd) {
  TemporaryFolder home;
  fs::create_directory(home.path() / "scenes");
  const std::vector<std::string> arguments = {"--folder", home.file("scenes")};
  {
    StudioProcess studio(home.path(), arguments);
    const SocketClient window = window_after_an_edit(studio);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_GT(fs::remove_all(home.path() / "scenes/.limber"), 0u);
    EXPECT_EQ(studio.end(SIGTERM), 0);
  }
  const StudioProcess again(home.path(), arguments);
  EXPECT_NE(again.said().find("Restored your unsaved work."), std::string::npos) << again.said();
}

TEST(Studio, AReaderOfItsWordsThatGoesAwayDoesNotEndIt) {
  TemporaryFolder home;
  StudioProcess studio(home.path());
  { const SocketClient window = window_after_an_edit(studio); }
  studio.stop_listening();
  EXPECT_EQ(studio.end(SIGTERM), 0);
}

TEST(Studio, OpeningAnotherSceneSavesUnsavedWorkUnderANewName) {
  TemporaryFolder home;
  {
    StudioProcess studio(home.path());
    const SocketClient window = window_after_an_edit(studio);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_EQ(studio.end(SIGKILL), 128 + SIGKILL);
  }
  StudioProcess again(home.path(), {"scenes/snake.json"});
  EXPECT_NE(again.said().find("Your unsaved work on \"elephant\" was saved as \"elephant-recovered.json\"."),
            std::string::npos)
      << again.said();
  EXPECT_TRUE(fs::exists(home.file("Limber/elephant-recovered.json")));
  EXPECT_EQ(limber({"check", home.file("Limber/elephant-recovered.json")}).code, 0);
}

// Writes what a crashed studio with a scene of this title leaves behind.
void leave_behind(const fs::path& folder, const std::string& title) {
  Session session(load_scene(fs::path(LIMBER_SOURCE_DIR) / "scenes/planar-chain.json").value(), title);
  session.apply(R"({"id": 1, "do": "posture-rest"})");
  fs::create_directories(folder);
  ASSERT_TRUE(save_text(folder / "autosave.json", session.backup()));
}

TEST(Studio, UnsavedWorkOfAnyTitleIsSavedUnderANewName) {
  for (const auto& [title, file] : std::vector<std::pair<std::string, std::string>>{
           {".hidden", "hidden-recovered.json"},
           {"a..b", "a.b-recovered.json"},
           {"tab\tand/slash", "tab-and-slash-recovered.json"},
           {"..", "-recovered.json"},
           {std::string(150, 'x'), std::string(40, 'x') + "-recovered.json"},
           {"x-recovered", "x-recovered.json"}}) {
    TemporaryFolder home;
    leave_behind(home.path() / "Limber/.limber", title);
    StudioProcess studio(home.path(), {"scenes/snake.json"});
    EXPECT_NE(studio.said().find(" was saved as \"" + file + "\"."), std::string::npos) << studio.said();
    EXPECT_EQ(limber({"check", home.file("Limber/" + file)}).code, 0);
  }
}

TEST(Studio, UnsavedWorkThatCannotBeSavedWaitsAndIsTriedAgain) {
  TemporaryFolder home;
  const std::string folder = (home.path() / "disk/scenes").string();
  home.write("disk", "no folder can be made here");
  std::string escaped = folder;
  std::replace(escaped.begin(), escaped.end(), '/', '%');
  const fs::path state = home.path() / ".local/state/limber" / escaped;
  leave_behind(state, "arm");
  for (int start = 0; start < 2; ++start) {
    StudioProcess studio(home.path(), {"scenes/snake.json", "--folder", folder});
    EXPECT_NE(studio.said().find(start == 0 ? "could not be saved" : "still waits"), std::string::npos)
        << studio.said();
    EXPECT_TRUE(fs::exists(state / "autosave.unsaved"));
    studio.end(SIGTERM);
  }
  fs::remove(home.path() / "disk");
  StudioProcess studio(home.path(), {"scenes/snake.json", "--folder", folder});
  EXPECT_NE(studio.said().find("was saved as \"arm-recovered.json\""), std::string::npos) << studio.said();
  EXPECT_TRUE(fs::exists(fs::path(folder) / "arm-recovered.json"));
  EXPECT_FALSE(fs::exists(state / "autosave.unsaved"));
}

TEST(Studio, AStartThatFailsRecoversNothingAndOneThatWorksDoesItOnce) {
  TemporaryFolder home, other;
  const fs::path folder = home.path() / "scenes";
  leave_behind(folder / ".limber", "arm");
  const StudioProcess another(other.path());
  const std::string port = std::to_string(another.port());
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(limber({"studio", "scenes/snake.json", "--port", port, "--folder", folder}).code, 2);
  EXPECT_FALSE(fs::exists(folder / "arm-recovered.json"));
  for (int i = 0; i < 2; ++i) {
    StudioProcess studio(home.path(), {"scenes/snake.json", "--folder", folder});
    studio.end(SIGKILL);
  }
  EXPECT_TRUE(fs::exists(folder / "arm-recovered.json"));
  EXPECT_FALSE(fs::exists(folder / "arm-recovered-2.json"))
      << "a kill right after the start recovers it again";
}

TEST(Studio, WhereNoBackupCanBeWrittenUnsavedWorkIsKeptElsewhereAtTheEnd) {
  TemporaryFolder home;
  const fs::path folder = home.path() / "scenes";
  fs::create_directory(folder);
  StudioProcess studio(home.path(), {"scenes/planar-chain.json", "--folder", folder});
  SocketClient window = studio.window();
  fs::rename(folder / ".limber", home.path() / "gone");
  home.write("scenes/.limber", "in the way");  // as if the disk were full
  window.command({{"id", 3}, {"do", "segment-scale"}, {"segment", "link.2"}, {"factor", 2}});
  ASSERT_TRUE(window.wait_for_answer(3));
  EXPECT_EQ(studio.end(SIGTERM), 3);
  const std::size_t at = studio.said().find("it is in ");
  ASSERT_NE(at, std::string::npos) << studio.said();
  const fs::path place = studio.said().substr(at + 9, studio.said().find('\n', at) - at - 9);
  const Expected<Scene> scene = load_scene(place);
  EXPECT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(fs::status(place.parent_path()).permissions(), fs::perms::owner_all) << "nobody else can enter";
  fs::remove_all(place.parent_path());
}

TEST(Studio, PrintsAnAddressWithANewTokenUnlessTold) {
  TemporaryFolder home;
  StudioProcess one(home.path()), two(home.path()), open(home.path(), {"--no-token"});
  EXPECT_EQ(one.token().size(), 32u);
  EXPECT_EQ(one.token().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one.token(), two.token());
  EXPECT_EQ(open.token(), "");
  EXPECT_TRUE(SocketClient(one.port()).open_window(one.token()));
  EXPECT_FALSE(SocketClient(one.port()).open_window(two.token()));
  EXPECT_FALSE(SocketClient(one.port()).open_window(""));
  EXPECT_TRUE(SocketClient(open.port()).open_window(""));
}

// Starts a studio with --open, and a browser that only writes down how it was called.
struct OpenedInBrowser {
  enum class After { nothing, unsaved_work };
  explicit OpenedInBrowser(std::vector<std::string> arguments = {}, After after = After::nothing) {
    fs::permissions(home.path(), fs::perms(0755));
    fs::create_directory(home.path() / "bin");
    const fs::path browser = home.write("bin/xdg-open",
                                        "#!/bin/sh\n"
                                        "grep '^Sig' /proc/self/status >\"$HOME/signals\"\n"
                                        "printf %s \"$*\" >\"$HOME/x\" && mv \"$HOME/x\" \"$HOME/called\"\n");
    fs::permissions(browser, fs::perms(0755));
    if (after == After::unsaved_work) {
      StudioProcess earlier(home.path());
      const SocketClient window = window_after_an_edit(earlier);
      EXPECT_EQ(earlier.end(SIGTERM), 0);
    }
    arguments.push_back("--open");
    studio = std::make_unique<StudioProcess>(home.path(), arguments);
    for (int i = 0; i < 1000 && !fs::exists(home.path() / "called"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    called = contents_of(home.path() / "called");
  }
  // Of the browser, as the kernel shows them: "SigBlk", those that it does not hear.
  std::uint64_t signals(const std::string& kind) const {
    const std::string all = contents_of(home.path() / "signals");
    return std::stoull(all.substr(all.find(kind + ":") + kind.size() + 1), nullptr, 16);
  }
  TemporaryFolder home;
  std::unique_ptr<StudioProcess> studio;
  std::string called;
};

TEST(Studio, TheBrowserIsLedByAFileThatOnlyItsOwnerCanRead) {
  const OpenedInBrowser opened;
  EXPECT_EQ(opened.called.find(opened.studio->token()), std::string::npos);
  EXPECT_EQ(fs::status(opened.called).permissions() & fs::perms(0077), fs::perms::none);
  EXPECT_NE(contents_of(opened.called).find("#token=" + opened.studio->token()), std::string::npos);
}

// Recovered work makes the folder of scenes, where later starts keep backups; this one does not.
TEST(Studio, TheBrowserIsOpenedWhereWorkWasRecovered) {
  const OpenedInBrowser opened({"scenes/planar-chain.json"}, OpenedInBrowser::After::unsaved_work);
  EXPECT_TRUE(fs::exists(opened.home.path() / "Limber/elephant-recovered.json"));
  EXPECT_NE(contents_of(opened.called).find("#token=" + opened.studio->token()), std::string::npos);
}

TEST(Studio, TheBrowserHearsSignals) {
  const OpenedInBrowser opened;
  const auto bit = [](int signal) { return std::uint64_t{1} << (signal - 1); };
  EXPECT_EQ(opened.signals("SigBlk") & (bit(SIGINT) | bit(SIGTERM) | bit(SIGHUP)), 0u);
  EXPECT_EQ(opened.signals("SigIgn") & bit(SIGXFSZ), 0u);
}

// What a process of another user finds out: nothing, if empty.
std::string found_by_a_stranger(const OpenedInBrowser& opened) {
  const StudioProcess& studio = *opened.studio;
  if (SocketClient(studio.port()).open_window("")) return "a window";
  if (SocketClient(studio.port()).get("/thumbnail/gallery/elephant.png").status != 403) return "a picture";
  std::vector<fs::path> files = {"/proc/" + std::to_string(studio.process()) + "/cmdline",
                                 "/proc/" + std::to_string(studio.process()) + "/environ"};
  const auto skip = fs::directory_options::skip_permission_denied;
  for (const auto& file : fs::recursive_directory_iterator(opened.home.path(), skip)) {
    if (file.is_regular_file()) files.push_back(file);
  }
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});  // empty: it may not be read
    if (text.find(studio.token()) != std::string::npos) return "the token in " + file.string();
  }
  return "";
}

TEST(Studio, AnotherUserOfTheMachineGetsNothing) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const OpenedInBrowser opened;
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t stranger = ::fork();
  if (stranger == 0) {
    constexpr uid_t nobody = 65534;
    std::string found = "could not become another user";
    try {
      if (::setgroups(0, nullptr) == 0 && ::setgid(nobody) == 0 && ::setuid(nobody) == 0)
        found = found_by_a_stranger(opened);
    } catch (const std::exception& problem) {
      found = problem.what();
    }
    const bool is_told = ::write(ends[1], found.data(), found.size()) >= 0;
    ::_exit(is_told && found.empty() ? 0 : 1);
  }
  ::close(ends[1]);
  std::string found(4096, ' ');
  found.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], found.data(), found.size()))));
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(stranger, &status, 0), stranger);
  EXPECT_EQ(status, 0) << found;
  EXPECT_EQ(found, "");
}

TEST(Studio, SecondStudioInTheSameFolderSaysSo) {
  TemporaryFolder home;
  StudioProcess first(home.path());
  StudioProcess second(home.path());
  EXPECT_EQ(first.said().find("Another studio"), std::string::npos);
  EXPECT_NE(second.said().find("Another studio uses the same folder"), std::string::npos);
}

TEST(Studio, ErrorsAreOneSentence) {
  TemporaryFolder home;
  StudioProcess running(home.path());
  const Ran taken = limber({"studio", "--port", std::to_string(running.port()), "--folder", home.path()});
  EXPECT_EQ(taken.code, 2);
  EXPECT_EQ(taken.err,
            "limber: studio: port " + std::to_string(running.port()) +
                " is in use by another program; choose another with --port N, or --port 0 for any\n");
  EXPECT_EQ(limber({"studio", "no-such-scene.json", "--folder", home.path()}).code, 3);
  const Ran large = limber(
      {"studio", home.write("large.json", R"({"limber": 1, "name": "worm", "segments": [{"name": "base"}],
      "chains": [{"name": "worm", "parent": "base", "links": 30000, "length": 9, "radius": 0.1, "joints": [{"type": "ball"}]}]})"),
       "--folder", home.path()});
  EXPECT_EQ(large.code, 3);
  EXPECT_NE(large.err.find("large.json: a figure of 30001 segments is too large; the studio takes 20000\n"),
            std::string::npos)
      << large.err;
  EXPECT_EQ(limber({"studio", "--port", "70000"}).code, 2);
  EXPECT_EQ(limber({"studio", "--port", "0", "--listen", "somewhere", "--folder", home.path()}).code, 2);
  EXPECT_EQ(limber({"studio", "--folder", home.write("file", "x")}).code, 2);
}

}  // namespace
}  // namespace limber::test
