// The front of a session: which handler a command goes to, and which messages are due.

#include "limber/session/session.h"

#include <new>
#include <utility>

#include "limber/base/fnv.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "limber/session/commands/import.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/messages/messages.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

constexpr std::size_t largest_command = std::size_t{16} << 20;  // bytes; a dropped file is inside one
constexpr std::size_t longest_refusal = 2000;                   // bytes; names in it may be of any length
constexpr double status_interval = 0.1;                         // [s]
// A thousand edits of the elephant; some 20 of a figure of 20,000 segments.
constexpr double most_bytes_to_undo = 5e8;

const std::string file_of_commands = "command";  // the file's name in errors; not shown to users

[[noreturn]] void refuse_unknown(const json::Value& word) {
  const std::string name = word.text();
  word.fail("there is no command " + limber::quoted(name) + did_you_mean(name, verb_words()));
}

std::shared_ptr<OpenScene> opened(std::string title, std::optional<std::string> file, std::string source,
                                  const Library* library) {
  std::optional<std::uint64_t> hash;
  if (library && file) {
    if (const Expected<std::string> text = library->read(*file, Library::Where::folder))
      hash = text_hash(*text);
  }
  return std::make_shared<OpenScene>(OpenScene{.title = std::move(title),
                                               .file = std::move(file),
                                               .source = std::move(source),
                                               .saved_edit = 0,
                                               .file_hash = hash});
}

// Handlers may look at the snapshot before they change something.
struct OutdateAtEnd {
  Workspace& workspace;
  ~OutdateAtEnd() { workspace.outdate_snapshot(); }
};

json::ObjectKeys keys_of(const Verb& verb) {
  json::ObjectKeys keys{std::string(verb.word) + " command", verb.keys};
  for (const std::string_view common : {"id", "do", "gesture"}) keys.keys.push_back(common);
  return keys;
}

}  // namespace

// Messages as they were last sent: one that would say the same is not sent again.
struct Session::Told {
  std::string status, time;
  double status_time = -1.0;  // [s]
};

std::string message(const Answer& answer) {
  const std::string id = answer.id ? exact_text(*answer.id) : "null";
  if (answer.refused) {
    json::Output refused = json::Output::object();
    refused.set("type", json::Output::text("refused"));
    refused.set("id", answer.id ? json::Output::number(*answer.id) : json::Output::null());
    refused.set("words", json::Output::text(answer.words));
    if (answer.may_replace) refused.set("may_replace", json::Output::truth(true));
    return refused.to_string();
  }
  std::string done = "{\"type\": \"done\", \"id\": " + id;
  const std::string result = answer.later ? answer.later() : answer.result;
  if (!result.empty()) done += ", \"result\": " + result;
  return done + "}\n";
}

Session::Session(Scene scene, std::string title, Library* library, std::optional<std::string> file,
                 std::string source)
    : Session(State{.scene = std::move(scene),
                    .opened = opened(std::move(title), std::move(file), std::move(source), library)},
              library) {}
Session::Session(State start, Library* library)
    : workspace_(std::make_unique<Workspace>(std::move(start), library)), told_(std::make_unique<Told>()) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

namespace {

void refuse(Answer& answer, const std::string& words) {
  answer.refused = true;
  answer.silent = false;
  answer.words =
      words.size() <= longest_refusal ? words : std::string(beginning(words, longest_refusal)) + "...";
}

// The answer says what `work` throws.
template <class Work>
void carry_out(Answer& answer, const Work& work) {
  try {
    work();
  } catch (const json::ReadError& problem) {
    refuse(answer, problem.in_document());
  } catch (const WouldReplace& problem) {
    answer.may_replace = true;
    refuse(answer, problem.what());
  } catch (const Refusal& problem) {
    refuse(answer, problem.what());
  } catch (const std::invalid_argument& problem) {  // from the library, for what does not fit
    refuse(answer, problem.what());
  } catch (const std::bad_alloc&) {
    refuse(answer, "there is not enough memory for this");
  } catch (const std::exception& bug) {  // which must cost the command, not the scene
    refuse(answer, "internal error in limber, please report it: " + std::string(bug.what()));
  }
}

json::Tree parsed(std::string_view command) {
  if (command.size() > largest_command) throw Refusal("a command may have at most 16 MB");
  try {
    return json::parse(command, file_of_commands);
  } catch (const json::ReadError& problem) {
    throw Refusal("not a valid command: " + problem.in_document());
  }
}

}  // namespace

Answer Session::apply(std::string_view command, std::uint32_t window) {
  Answer answer = begin(command, window);
  if (!answer.import) return answer;
  answer.import->read();
  finish(answer, window);
  return answer;
}

Answer Session::begin(std::string_view command, std::uint32_t window) {
  Answer answer;
  carry_out(answer, [&] {
    const json::Tree tree = parsed(command);
    const json::Value object(tree.root(), file_of_commands);
    object.require_object();
    if (const auto id = object.find("id"); id && id->is(json::Kind::number)) answer.id = id->node().number();
    const json::Value word = object.at("do");
    const Verb* verb = find_verb(word.name());
    if (!verb) refuse_unknown(word);
    if (!answer.id && !verb->traits.is_silent)
      object.at("id").fail_type("a number, which the answer repeats");
    object.require_object(keys_of(*verb));
    answer.silent = verb->traits.is_silent;
    if (verb->traits.is_drag && workspace_->held() && workspace_->held()->window != window) {
      if (answer.silent) return;
      throw Refusal("another window is dragging the figure");
    }
    std::optional<Workspace::Checkpoint> before;
    if (verb->traits.is_recorded && !verb->traits.is_silent) before = workspace_->checkpoint();
    workspace_->verb = verb->word;
    workspace_->window = window;
    workspace_->outdate_snapshot();
    const OutdateAtEnd outdate{*workspace_};
    try {
      verb->handle(*workspace_, object, answer);
      if (verb->traits.is_recorded) workspace_->timeline.command_applied(*workspace_, command);
      if (!answer.silent) workspace_->history.keep_bytes(most_bytes_to_undo);
    } catch (const std::bad_alloc&) {
      if (before) workspace_->go_back(std::move(*before));
      throw;
    }
  });
  return answer;
}

void Session::finish(Answer& answer, std::uint32_t window) {
  const std::shared_ptr<Import> import = std::exchange(answer.import, nullptr);
  carry_out(answer, [&] {
    std::map<std::uint32_t, std::shared_ptr<Import>>& imports = workspace_->questions.imports;
    if (const auto last = imports.find(window); last != imports.end() && last->second == import) {
      imports.erase(last);
    }
    if (!import->is_wanted) throw Refusal("another file was opened instead");
    workspace_->verb = import->verb;
    workspace_->window = window;
    workspace_->outdate_snapshot();
    const OutdateAtEnd outdate{*workspace_};
    import->land(*workspace_, answer);
    workspace_->history.keep_bytes(most_bytes_to_undo);
  });
}

bool Session::release(std::uint32_t window) {
  workspace_->windows_with_statics.erase(window);
  workspace_->dropped.erase(window);
  workspace_->questions.give_up_import(window);
  if (!workspace_->held() || workspace_->held()->window != window) return false;
  apply(R"({"id": 0, "do": "drag-end"})", window);  // as a command, so that recordings have it
  return true;
}

bool Session::step(double seconds) {
  try {
    return workspace_->step(seconds);
  } catch (const std::bad_alloc&) {
    workspace_->give_up_solving();
    return false;
  }
}

double Session::step_clearance() const {
  return workspace_->motion().steps().clearance;
}

std::vector<std::string> Session::all_messages() {
  std::vector<std::string> messages = {figure_message(*workspace_), scene_message(*workspace_),
                                       status_message(*workspace_, snapshot()),
                                       workspace_->timeline.message(*workspace_)};
  if (workspace_->library) messages.push_back(workspace_->library->files_message());
  messages.push_back(techniques_message());
  return messages;
}

std::vector<std::string> Session::take_changes(double now) {
  Changes changed = workspace_->news.take();
  std::vector<std::string> messages;
  if (changed.figure) messages.push_back(figure_message(*workspace_));
  if (changed.figure || changed.scene) messages.push_back(scene_message(*workspace_));
  if (changed.status) {
    // The last one before the figure rests cannot wait: nothing follows it for a long time.
    const bool is_time = now >= told_->status_time + status_interval || now < told_->status_time;
    if (is_time || workspace_->motion().solver().is_resting()) {
      std::string status = status_message(*workspace_, snapshot());
      if (status != told_->status) {
        messages.push_back(told_->status = std::move(status));
        told_->status_time = now;
      }
    } else {
      workspace_->news.status_changed();
    }
  }
  if (changed.time) {
    std::string time = workspace_->timeline.message(*workspace_);
    if (time != told_->time) messages.push_back(told_->time = std::move(time));
  }
  if (changed.files && workspace_->library) messages.push_back(workspace_->library->files_message());
  for (std::string& notice : changed.notices) messages.push_back(std::move(notice));
  return messages;
}

std::list<std::string> Session::take_notices() {
  return workspace_->news.take_notices();
}

void Session::tell_everything_again() {
  *told_ = {};
  News& news = workspace_->news;
  news.figure_changed();
  news.scene_changed();
  news.status_changed();
  news.time_changed();
  news.files_changed();
}

const Snapshot& Session::snapshot() {
  return workspace_->snapshot();
}

void Session::give_up_questions() {
  workspace_->questions.give_up();
  workspace_->timeline.give_up_opening();
}

const Scene& Session::scene() const {
  return workspace_->now().scene;
}
const Posture& Session::posture() const {
  return workspace_->shown();
}
const std::string& Session::source() const {
  return workspace_->now().opened->source;
}
std::uint64_t Session::saves() const {
  return workspace_->news.saves();
}
std::uint64_t Session::revision() const {
  return workspace_->news.revision();
}

}  // namespace limber
