// limber studio: serves the studio until it is interrupted, and restores unsaved work. A program of its own,
// so that nobody waits for the web server to compile before their first `limber info`.

#include "studio/studio.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/files/files.h"
#include "limber/files/text_file.h"
#include "limber/meshes/deadline.h"
#include "limber/session/state/refusal.h"
#include "studio/autosave.h"
#include "studio/folder_library.h"

extern char** environ;

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

using studio::Autosave;
using studio::FolderLibrary;

constexpr const char* first_scene = "scenes/elephant.json";
constexpr std::uint16_t usual_port = 8765;

struct StudioCommandOptions {
  std::string scene;
  std::string folder;
  std::string page_folder;
  std::string listen;
  int port = usual_port;
  bool open = false;
  bool no_token = false;
};

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  return !folder.empty() &&
         fs::weakly_canonical(path, error).parent_path() == fs::weakly_canonical(folder, error);
}

// Where scenes are saved: --folder, else the folder of the scene unless it is a shipped one, else ~/Limber.
fs::path scene_folder(const StudioCommandOptions& options, const fs::path& scene) {
  std::error_code error;
  if (!options.folder.empty()) {
    if (fs::exists(options.folder, error) && !fs::is_directory(options.folder, error)) {
      throw Failure(ExitCode::usage,
                    "studio: --folder: " + limber::quoted(options.folder) + " is not a folder");
    }
    return fs::absolute(options.folder);
  }
  const fs::path gallery = FolderLibrary::shipped_gallery();
  const bool is_shipped = lies_in(scene, gallery) || lies_in(scene, gallery.parent_path() / "models");
  const bool is_file =
      fs::is_regular_file(scene, error);  // and not a pipe, as in: limber studio <(xacro ...)
  if (is_file && !is_shipped) return fs::absolute(scene).parent_path();
  const char* home = std::getenv("HOME");
  if (!home || !*home) {
    throw Failure(ExitCode::usage, "studio: HOME is not set; expected --folder DIR, where scenes are saved");
  }
  return fs::path(home) / "Limber";
}

// What a page is told about the scene: its title, its file, whether it is saved.
struct SceneState {
  std::string title;
  std::string file;  // empty: none
  bool saved = false;
};

// `left` is unsaved work on the scene that is wanted. Scenes from elsewhere may have the same name, and what
// came by standard input is a new one each time.
bool is_work_on(const SceneState& left, const std::string& left_source, const SceneState& wanted,
                const std::string& wanted_source) {
  const bool is_known = !left.file.empty() || !left_source.empty();
  return is_known && left.title == wanted.title && left.file == wanted.file && left_source == wanted_source;
}

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

// The scene that was asked for. One from the folder is saved there again.
Session open_scene(const StudioCommandOptions& options, FolderLibrary& library) {
  const std::string name = options.scene.empty() ? first_scene : options.scene;
  Input input = load_input(name);
  const std::string title = input.path.empty() ? "untitled" : input.path.stem().string();
  std::optional<std::string> file;
  const std::string file_name = input.path.filename().string();
  if (input.kind == FileKind::scene && lies_in(input.path, library.folder(Library::Where::folder)) &&
      library.path_of(file_name, Library::Where::folder)) {
    file = file_name;
  }
  try {
    std::error_code error;
    std::string source;
    if (!file && fs::is_regular_file(input.path, error)) source = fs::canonical(input.path, error).string();
    return Session(std::move(input.scene), title, &library, file, std::move(source));
  } catch (const Refusal& problem) {
    throw Failure(ExitCode::file, "studio: " + shown(input.path) + ": " + problem.what());
  }
}

struct Beginning {
  Session session;
  std::vector<std::string> notices = {};  // shown on the page and on the terminal
};

// Saves recovered work as a scene under a new name, and returns that name.
Expected<std::string> save_as_recovered(Session& session, const FolderLibrary& library) {
  constexpr std::string_view suffix = "-recovered";  // once, however often it is recovered
  constexpr std::size_t longest_title = 40;          // [bytes] so that messages can quote the whole name
  std::string title(beginning(state_of(session).title, longest_title));
  if (!title.ends_with(suffix)) title += suffix;
  const std::string file = library.unused_name(title);
  const Answer answer = session.apply(nlohmann::json{{"id", 0}, {"do", "save-as"}, {"file", file}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (answer.refused) return Error{answer.words};
  return file;
}

std::string kept_in_words(const Expected<fs::path>& kept) {
  return kept ? "it was kept as " + printable(kept->string())
              : "it stays where it is and backups are off, because " + kept.error().message;
}

// What earlier starts could not save, a full disk for example, is tried again.
std::vector<std::string> retry_saving(const Autosave& autosave, FolderLibrary& library) {
  std::vector<std::string> notices;
  for (const fs::path& file : autosave.files_set_aside(Autosave::waiting_ending)) {
    const Expected<std::string> text = read_text(file, Autosave::largest_backup);
    if (!text) continue;
    Expected<Session> session = Session::from_backup(*text, &library);
    if (!session) continue;
    const SceneState state = state_of(*session);
    const std::string& title = state.title;
    std::error_code error;
    if (state.saved) {
      fs::remove(file, error);
      continue;
    }
    const Expected<std::string> saved = save_as_recovered(*session, library);
    if (saved) fs::remove(file, error);
    notices.push_back("Earlier unsaved work on " + limber::quoted(title) +
                      (saved ? " was saved as " + limber::quoted(*saved)
                             : " still waits in " + printable(file.string()) + ": " + saved.error().message) +
                      ".");
  }
  return notices;
}

Beginning begin(const StudioCommandOptions& options, FolderLibrary& library, Autosave* autosave) {
  if (!autosave || !autosave->left_behind()) return {open_scene(options, library)};
  Expected<Session> restored = Session::from_backup(*autosave->left_behind(), &library);
  if (!restored) {
    return {open_scene(options, library),
            {"Your unsaved work could not be read (" + restored.error().message + "); " +
             kept_in_words(autosave->set_aside(Autosave::unreadable_ending)) + "."}};
  }
  const SceneState left = state_of(*restored);
  const std::vector<std::string> told = {"Restored your unsaved work."};
  if (options.scene.empty()) return {std::move(*restored), left.saved ? std::vector<std::string>{} : told};
  Session asked = open_scene(options, library);
  const SceneState wanted = state_of(asked);
  if (left.saved) return {std::move(asked)};
  if (is_work_on(left, restored->source(), wanted, asked.source())) return {std::move(*restored), told};
  const Expected<std::string> saved = save_as_recovered(*restored, library);
  if (saved) autosave->discard_left_behind();
  return {std::move(asked),
          {"Your unsaved work on " + limber::quoted(left.title) +
           (saved ? " was saved as " + limber::quoted(*saved)
                  : " could not be saved (" + saved.error().message + "); " +
                        kept_in_words(autosave->set_aside(Autosave::waiting_ending))) +
           "."}};
}

// Everybody on the machine can see the arguments of a program, so the address goes into a file that only its
// owner can read, and the file leads the browser to the address.
Expected<fs::path> write_door(const fs::path& folder, const std::string& address) {
  if (folder.empty()) return Error{"HOME is not set, so there is no folder for a file that leads it here"};
  const fs::path door = folder / "open-studio.html";
  std::error_code error;
  fs::remove(door, error);
  const int descriptor = ::open(door.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return Error{shown(door) + " cannot be written"};
  ::close(descriptor);
  const Expected<bool> saved =
      save_text(door, "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=" + address +
                          "\"><title>Limber studio</title>\n");
  if (!saved) return saved.error();
  return door;
}

// As from a shell: the signals that stop a studio must stop a browser, too.
class UsualSignals {
 public:
  UsualSignals() {
    sigset_t signals;
    ::posix_spawnattr_init(&attributes_);
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int ignored : {SIGPIPE, SIGXFSZ}) sigaddset(&signals, ignored);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~UsualSignals() { ::posix_spawnattr_destroy(&attributes_); }
  UsualSignals(const UsualSignals&) = delete;
  UsualSignals& operator=(const UsualSignals&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

void open_browser(const std::string& address, const fs::path& folder) {
  const Expected<fs::path> door = write_door(folder, address);
  if (!door) return print_note("the browser was not opened: " + door.error().message);
  std::string program = "xdg-open", argument = door->string();
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, UsualSignals().get(), arguments, environ) != 0) {
    print_note("xdg-open was not found; please open the address yourself");
  }
}

// Where no backup can be written, unsaved work becomes a scene somewhere else, for its user to fetch: in a
// new folder that only they can enter, because everybody may put files and links beside temporary ones.
[[noreturn]] void keep_elsewhere(const Session& session) {
  Scene scene = session.scene();
  scene.posture = session.posture();
  scene.figure_file.clear();  // it stands alone
  std::string folder = (fs::temp_directory_path() / "limber-unsaved-XXXXXX").string();
  if (!::mkdtemp(folder.data()))
    throw Failure(ExitCode::file, "studio: unsaved work is lost: no folder for temporary files can be made");
  const fs::path file = fs::path(folder) / "scene.json";
  const Expected<bool> saved = save_text(file, write_scene(scene));
  if (!saved) throw Failure(ExitCode::file, "studio: unsaved work is lost: " + saved.error().message);
  throw Failure(ExitCode::file,
                "studio: unsaved work could not be kept in its folder; it is in " + printable(file.string()));
}

ExitCode run_studio(const StudioCommandOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);  // a terminal that has gone away must not end a studio with work in it
  // Before the first thread starts, so that every thread inherits the mask and sigwait gets the signals.
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stop_signals, signal);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);

  studio::StudioOptions studio_options;
  studio_options.server.address = options.listen;
  studio_options.server.port = static_cast<std::uint16_t>(options.port);
  try {  // before anything is recovered: a start that cannot be must leave everything as it is
    const studio::Server trial(studio_options.server);
  } catch (const std::runtime_error& problem) {
    throw Failure(ExitCode::usage, std::string("studio: ") + problem.what());
  }

  const fs::path scene = options.scene.empty() ? fs::path() : find_input(options.scene);
  FolderLibrary library(scene_folder(options, scene));
  const fs::path folder = library.folder(Library::Where::folder);
  const fs::path backup_folder = studio::autosave_folder(folder);  // another one once work has been recovered
  Expected<Autosave> kept = Autosave::in(backup_folder, studio::earlier_autosave_folder(folder));
  Autosave* autosave = kept ? &*kept : nullptr;
  std::vector<std::string> retried;  // before `begin`, which may add one more to what waits
  if (autosave) retried = retry_saving(*autosave, library);
  Beginning beginning = begin(options, library, autosave);
  beginning.notices.insert(beginning.notices.begin(), retried.begin(), retried.end());
  if (!autosave) beginning.notices.push_back("Autosave is off: " + kept.error().message + ".");
  if (autosave && autosave->unread()) {
    beginning.notices.push_back("Your unsaved work could not be read (" + *autosave->unread() +
                                "); it is kept and tried again at the next start.");
  }
  if (autosave && autosave->is_second()) {
    beginning.notices.push_back(
        "Another studio uses the same folder; what it saves is not replaced without asking.");
  }

  studio_options.page_folder = options.page_folder;
  if (!options.no_token) studio_options.token = studio::Token::random();
  if (autosave) {
    studio_options.driver.autosave = [autosave](std::string backup) { autosave->save(std::move(backup)); };
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
    print_note(options.no_token
                   ? "anyone who can reach " + options.listen + " can use this studio and its folder"
                   : "what the studio and its pages say to each other is not encrypted");
  }
  print("Limber studio: " + studio->address() + "\nscenes are saved in " + printable(folder.string()) + "\n");
  flush_output();
  if (options.open) open_browser(studio->address(), backup_folder);

  int signal = 0;
  sigwait(&stop_signals, &signal);
  Deadline::pass_all();
  if (autosave) autosave->on_problem({});  // there is nobody left to be told
  Session session = studio->stop();
  if (state_of(session).saved) {
    if (autosave) autosave->finish_and_remove();
    return ExitCode::ok;
  }
  if (!autosave || !autosave->finish([&] { return session.backup(); })) keep_elsewhere(session);
  print_note("unsaved work will be restored at the next start");
  return ExitCode::ok;
}

Action add_studio(CLI::App& command) {
  const auto options = std::make_shared<StudioCommandOptions>();
  command.add_option("SCENE", options->scene, "Scene or figure to open [unsaved work, else the elephant]");
  command.add_option("--port", options->port, "Port to listen on; 0 for any free one [8765]")
      ->type_name("N")
      ->check(CLI::Range(0, 65535));
  command.add_flag("--open", options->open, "Open it in the browser (xdg-open)");
  command
      .add_option("--folder", options->folder, "Where scenes are saved [the folder of SCENE, else ~/Limber]")
      ->type_name("DIR");
  command
      .add_option("--web-dir", options->page_folder,
                  "Serve the page from this folder instead of the program (for development)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  command
      .add_option("--listen", options->listen,
                  "Address to listen on, to allow other machines [this machine only]")
      ->type_name("ADDRESS");
  command.add_flag("--no-token", options->no_token,
                   "Let anyone connect who can reach the port, other users of this machine too");
  add_examples(command, {{"limber studio", "drag an elephant's trunk"},
                         {"limber studio scenes/human-reach.json --open", "and open the browser"},
                         {"limber studio robot.urdf --folder ~/robots", "look at a robot"}});
  return [options] { return run_studio(*options); };
}

}  // namespace

}  // namespace limber::cli

int main(int argc, char** argv) {
  using namespace limber::cli;
  return run_alone(argc, argv, {"studio", studio_summary, add_studio});
}
