#pragma once
// The commands a session knows, by their verbs (protocol/README.md).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/files/json/reader.h"
#include "limber/session/session.h"

namespace limber {

class Workspace;

// `command` is the whole object, its keys already checked. A handler throws Refusal, json::ReadError or
// std::invalid_argument before anything has changed.
using Handler = void (*)(Workspace& workspace, const json::Value& command, Answer& answer);
struct Verb {
  std::string_view word;
  std::vector<std::string_view> keys;  // besides "id", "do" and "gesture"
  Handler handle;
  struct Traits {
    bool is_recorded = true;  // changes what the solver does or starts from: recordings keep it
    bool is_silent = false;   // is not answered
    bool is_drag = false;     // while a window drags, only its own are obeyed
  } traits = {};
};
inline constexpr Verb::Traits not_recorded{.is_recorded = false};

// The verb of this word, or of the word that older recordings used for it; null: there is none.
const Verb* find_verb(std::string_view word);
std::vector<std::string> verb_words();  // of today

// One table for each file of commands.
std::span<const Verb> drag_verbs();
std::span<const Verb> history_verbs();
std::span<const Verb> task_verbs();
std::span<const Verb> figure_verbs();
std::span<const Verb> frame_verbs();
std::span<const Verb> coupling_verbs();
std::span<const Verb> loop_verbs();
std::span<const Verb> posture_verbs();
std::span<const Verb> world_verbs();
std::span<const Verb> load_verbs();
std::span<const Verb> avoidance_verbs();
std::span<const Verb> dynamics_verbs();
std::span<const Verb> path_verbs();
std::span<const Verb> access_verbs();
std::span<const Verb> file_verbs();
std::span<const Verb> question_verbs();
std::span<const Verb> time_verbs();
std::span<const Verb> goal_verbs();
std::span<const Verb> retarget_verbs();

}  // namespace limber
