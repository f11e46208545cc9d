// limber studio: the studio in a browser, served from this program until it is told to stop.

#include "studio/studio.h"

#include <spawn.h>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "commands/arguments.h"
#include "io/input.h"
#include "limber/base/names.h"
#include "limber/session/autosave.h"
#include "limber/session/folder_library.h"
#include "io/output.h"

extern char** environ;

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* first_scene = "scenes/elephant.json";
constexpr std::uint16_t usual_port = 8765;

struct Options {
  std::string scene;
  std::string folder;
  std::string page_folder;
  std::string listen;
  int port = usual_port;
  bool open = false;
};

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  return !folder.empty() &&
         fs::weakly_canonical(path, error).parent_path() == fs::weakly_canonical(folder, error);
}

// Where scenes are saved: as told, else beside the scene unless that is one of ours, else ~/Limber.
fs::path scene_folder(const Options& options, const fs::path& scene) {
  std::error_code error;
  if (!options.folder.empty()) {
    if (fs::exists(options.folder, error) && !fs::is_directory(options.folder, error)) {
      throw Failure(ExitCode::usage,
                    "studio: --folder: " + limber::quoted(options.folder) + " is not a folder");
    }
    return fs::absolute(options.folder);
  }
  const fs::path gallery = FolderLibrary::shipped_gallery();
  const bool ours = lies_in(scene, gallery) || lies_in(scene, gallery.parent_path() / "models");
  if (!options.scene.empty() && options.scene != "-" && !ours) return fs::absolute(scene).parent_path();
  const char* home = std::getenv("HOME");
  if (!home || !*home) {
    throw Failure(ExitCode::usage,
                  "studio: HOME is not set; say with --folder DIR where scenes are to be saved");
  }
  return fs::path(home) / "Limber";
}

// What a window is told of the scene: its title, its file, whether it is saved.
struct SceneState {
  std::string title;
  std::string file;  // empty: none
  bool saved = false;
};
SceneState state_of(Session& session) {
  for (const std::string& text : session.all_messages()) {
    const nlohmann::json message = nlohmann::json::parse(text, nullptr, false);
    if (!message.is_object() || message.value("type", "") != "scene") continue;
    SceneState state{message.value("title", ""), "", message.value("saved", false)};
    if (message.contains("file") && message["file"].is_string()) state.file = message["file"];
    return state;
  }
  return {};
}

// The scene that was asked for. One that lies in the folder is saved there again.
Session open_scene(const Options& options, FolderLibrary& library) {
  const std::string name = options.scene.empty() ? first_scene : options.scene;
  Input input = load_input(name);
  const std::string title = input.path.empty() ? "untitled" : input.path.stem().string();
  std::optional<std::string> file;
  const std::string file_name = input.path.filename().string();
  if (input.kind == FileKind::scene && lies_in(input.path, library.folder(Library::Where::folder)) &&
      library.path_of(file_name, Library::Where::folder)) {
    file = file_name;
  }
  return Session(std::move(input.scene), title, &library, file);
}

// Something to say to the person: on the page, and here.
struct Beginning {
  Session session;
  std::vector<std::string> notices = {};
};

// Saves what was left behind under a name of its own; says which.
std::string keep_as_recovered(Session& session, const std::string& title) {
  constexpr int most_names = 1000;
  Answer answer;
  for (int number = 1; number < most_names; ++number) {
    const std::string file =
        title + "-recovered" + (number == 1 ? "" : "-" + std::to_string(number)) + ".json";
    answer = session.apply(nlohmann::json{{"id", 0}, {"do", "save-as"}, {"file", file}}.dump());
    if (!answer.refused) return "kept as " + limber::quoted(file);
    if (answer.words.find("already") == std::string::npos) break;
  }
  return "not kept: " + answer.words;
}

Beginning begin(const Options& options, FolderLibrary& library, const Autosave* autosave) {
  if (!autosave || !autosave->left_behind()) return {open_scene(options, library)};
  Expected<Session> restored = Session::restored(*autosave->left_behind(), &library);
  if (!restored) {
    const fs::path kept = fs::path(autosave->file()).replace_extension(".unreadable");
    std::error_code error;
    fs::rename(autosave->file(), kept, error);
    return {open_scene(options, library),
            {"What you were doing when the studio stopped could not be read and was kept as " +
             kept.string() + ": " + restored.error().message + "."}};
  }
  const SceneState left = state_of(*restored);
  const std::vector<std::string> told = {"Restored what you were doing when the studio stopped."};
  if (options.scene.empty()) return {std::move(*restored), left.saved ? std::vector<std::string>{} : told};
  Session asked = open_scene(options, library);
  const SceneState wanted = state_of(asked);
  if (left.saved) return {std::move(asked)};
  if (left.title == wanted.title && left.file == wanted.file) return {std::move(*restored), told};
  return {std::move(asked),
          {"You were working on " + limber::quoted(left.title) + " when the studio stopped; that was " +
           keep_as_recovered(*restored, left.title) + "."}};
}

void open_browser(const std::string& address) {
  std::string program = "xdg-open", argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
    print_note("xdg-open is not there; open the address yourself");
  }
}

ExitCode run_studio(const Options& options) {
  // Before the first thread is made, so that all of them leave these signals to us.
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stop_signals, signal);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);

  const fs::path scene = options.scene.empty() ? fs::path() : find_input(options.scene);
  FolderLibrary library(scene_folder(options, scene));
  const fs::path folder = library.folder(Library::Where::folder);
  Expected<Autosave> kept = Autosave::in(autosave_folder(folder));
  Autosave* autosave = kept ? &*kept : nullptr;
  Beginning beginning = begin(options, library, autosave);
  if (!autosave)
    beginning.notices.push_back("Nothing is kept for the case of a crash: " + kept.error().message + ".");
  if (autosave && autosave->is_second()) {
    beginning.notices.push_back("Another studio works in the same folder; what is saved there last stays.");
  }

  studio::StudioOptions studio_options;
  studio_options.server.address = options.listen;
  studio_options.server.port = static_cast<std::uint16_t>(options.port);
  studio_options.page_folder = options.page_folder;
  if (autosave) {
    studio_options.loop.autosave = [autosave](std::string snapshot) { autosave->save(std::move(snapshot)); };
  }
  std::optional<studio::Studio> studio;
  try {
    studio.emplace(std::move(beginning.session), library, std::move(studio_options));
  } catch (const std::runtime_error& problem) {
    throw Failure(ExitCode::usage, std::string("studio: ") + problem.what());
  }
  if (autosave) autosave->on_problem([&](std::string words) { studio->notice(std::move(words)); });
  for (const std::string& words : beginning.notices) {
    print_note(words);
    studio->notice(words);
  }
  if (studio->page_is_missing()) print_note(studio::Page::how_to_get_it());
  if (!options.listen.empty()) {
    print_note("whoever can reach " + options.listen + " can use this studio and its folder");
  }
  print("Limber studio: " + studio->address() + "\nscenes are saved in " + printable(folder.string()) + "\n");
  flush_output();
  if (options.open) open_browser(studio->address());

  int signal = 0;
  sigwait(&stop_signals, &signal);
  Session session = studio->stop();
  if (autosave) {
    if (state_of(session).saved) {
      autosave->finish_and_remove();
    } else {
      autosave->finish();
      print_note("what was not saved comes back at the next start");
    }
  }
  return ExitCode::ok;
}

}  // namespace

Action add_studio(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("SCENE", options->scene,
                     "Scene or figure to begin with [what was left unsaved, else the elephant]");
  command.add_option("--port", options->port, "Port to listen on; 0 for any free one [8765]")
      ->type_name("N")
      ->check(CLI::Range(0, 65535));
  command.add_flag("--open", options->open, "Open it in the browser (xdg-open)");
  command
      .add_option("--folder", options->folder,
                  "Where scenes are saved; nothing else is touched [where SCENE lies, else ~/Limber]")
      ->type_name("DIR");
  command
      .add_option("--web-dir", options->page_folder,
                  "Page from this folder instead of the program (for its makers)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  command
      .add_option("--listen", options->listen,
                  "Address to listen on, for other machines as well [this machine alone]")
      ->type_name("ADDRESS");
  add_examples(command, {{"limber studio", "drag an elephant's trunk"},
                         {"limber studio scenes/human-reach.json --open", "and have the browser opened"},
                         {"limber studio robot.urdf --folder ~/robots", "look at a robot"}});
  return [options] { return run_studio(*options); };
}

}  // namespace limber::cli
