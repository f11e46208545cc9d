#include "limber/base/number_text.h"
#include "limber/session/session.h"

#include <algorithm>
#include <array>
#include <utility>

#include "limber/base/names.h"
#include "limber/files/json/writer.h"
#include "limber/session/messages.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

constexpr std::size_t largest_command = std::size_t{16} << 20;  // bytes; a dropped file is inside one
constexpr double status_interval = 0.1;                         // [s]

const std::string file_of_commands = "command";  // the file's name in errors; not shown to users

constexpr std::array verb_tables = {drag_verbs, history_verbs, task_verbs,     figure_verbs,
                                    loop_verbs, posture_verbs, world_verbs,    avoidance_verbs,
                                    way_verbs,  file_verbs,    question_verbs, time_verbs};

const Verb* find_verb(std::string_view word) {
  for (const auto table : verb_tables) {
    for (const Verb& verb : table()) {
      if (verb.word == word) return &verb;
    }
  }
  return nullptr;
}

[[noreturn]] void refuse_unknown(const json::Value& word) {
  std::vector<std::string> known;
  for (const auto table : verb_tables) {
    for (const Verb& verb : table()) known.emplace_back(verb.word);
  }
  const std::string name = word.text();
  word.fail("there is no command " + limber::quoted(name) + did_you_mean(name, known));
}

std::shared_ptr<Document> document_of(std::string title, std::optional<std::string> file) {
  return std::make_shared<Document>(
      Document{.title = std::move(title), .file = std::move(file), .saved_edit = 0});
}

json::ObjectKeys keys_of(const Verb& verb) {
  json::ObjectKeys keys{std::string(verb.word) + " command", verb.keys};
  for (const std::string_view common : {"id", "do", "gesture"}) keys.keys.push_back(common);
  return keys;
}

}  // namespace

std::string message(const Answer& answer) {
  const std::string id = answer.id ? exact_text(*answer.id) : "null";
  if (answer.refused) {
    json::Output refused = json::Output::object();
    refused.set("type", json::Output::text("refused"));
    refused.set("id", answer.id ? json::Output::number(*answer.id) : json::Output::null());
    return refused.set("words", json::Output::text(answer.words)).to_string();
  }
  std::string done = "{\"type\": \"done\", \"id\": " + id;
  const std::string result = answer.later ? answer.later() : answer.result;
  if (!result.empty()) done += ", \"result\": " + result;
  return done + "}\n";
}

Session::Session(Scene scene, std::string title, Library* library, std::optional<std::string> file)
    : Session(State{.scene = std::move(scene), .document = document_of(std::move(title), std::move(file))},
              library) {}
Session::Session(State start, Library* library)
    : parts_(std::make_unique<Parts>(std::move(start), library)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Answer Session::apply(std::string_view command) {
  Answer answer;
  const auto refuse = [&](const std::string& words) {
    answer.refused = true;
    answer.silent = false;
    answer.words = words;
    return answer;
  };
  if (command.size() > largest_command) return refuse("a command of more than 16 MB is not read");
  std::optional<json::Tree> tree;
  try {
    tree = json::parse(command, file_of_commands);
  } catch (const json::ReadError& problem) {
    return refuse("this is no command: " + problem.in_document());
  }
  try {
    const json::Value object(tree->root(), file_of_commands);
    object.require_object();
    if (const auto id = object.find("id"); id && id->is(json::Kind::number)) answer.id = id->node().number();
    const json::Value word = object.at("do");
    const Verb* verb = find_verb(word.name());
    if (!verb) refuse_unknown(word);
    if (!answer.id && !verb->traits.is_silent)
      object.at("id").fail_type("a number, which the answer repeats");
    object.require_object(keys_of(*verb));
    answer.silent = verb->traits.is_silent;
    parts_->verb = verb->word;
    verb->handle(*parts_, object, answer);
    if (verb->traits.is_recorded) parts_->time->command_applied(*parts_, command);
  } catch (const json::ReadError& problem) {
    return refuse(problem.in_document());
  } catch (const Refusal& problem) {
    return refuse(problem.what());
  } catch (const std::invalid_argument& problem) {  // what the library says of things that do not fit
    return refuse(problem.what());
  }
  return answer;
}

bool Session::step(double seconds) {
  return parts_->step(seconds);
}

std::vector<std::string> Session::all_messages() {
  std::vector<std::string> messages = {figure_message(*parts_), scene_message(*parts_),
                                       status_message(*parts_), parts_->time->message(*parts_)};
  if (parts_->library) messages.push_back(parts_->library->files_message());
  messages.push_back(techniques_message());
  return messages;
}

std::vector<std::string> Session::take_changes(double now) {
  Changes changed = std::exchange(parts_->changed, {});
  std::vector<std::string> messages;
  if (changed.figure) messages.push_back(figure_message(*parts_));
  if (changed.figure || changed.scene) messages.push_back(scene_message(*parts_));
  if (changed.status) {
    // One that cannot wait: the last one, before nothing more is heard for a long time.
    const bool is_time = now >= parts_->last_status_time + status_interval || now < parts_->last_status_time;
    if (is_time || parts_->resting) {
      std::string status = status_message(*parts_);
      if (status != parts_->last_status) {
        messages.push_back(status);
        parts_->last_status = std::move(status);
        parts_->last_status_time = now;
      }
    } else {
      parts_->changed.status = true;
    }
  }
  if (changed.time) {
    std::string time = parts_->time->message(*parts_);
    if (time != parts_->last_time) messages.push_back(parts_->last_time = std::move(time));
  }
  if (changed.files && parts_->library) messages.push_back(parts_->library->files_message());
  for (std::string& notice : changed.notices) messages.push_back(std::move(notice));
  return messages;
}

void Session::write_frame(std::uint32_t sequence, double now, double step_microseconds,
                          double steps_per_second, std::vector<std::byte>& bytes) {
  limber::write_frame(*parts_, {sequence, now, step_microseconds, steps_per_second}, bytes);
}

void Session::give_up_questions() {
  parts_->search->end(WaySearch::Ending::stopped);
  *parts_->comparison_wanted = false;
}

const Scene& Session::scene() const {
  return parts_->now.scene;
}
const Posture& Session::posture() const {
  return parts_->shown();
}
std::uint64_t Session::revision() const {
  return parts_->revision;
}

}  // namespace limber
