#include "limber/session/commands/verbs.h"

#include <array>

namespace limber {

namespace {

constexpr std::array verb_tables = {
    drag_verbs, history_verbs, task_verbs,     figure_verbs, frame_verbs,     coupling_verbs,
    loop_verbs, posture_verbs, world_verbs,    load_verbs,   avoidance_verbs, dynamics_verbs,
    path_verbs, file_verbs,    question_verbs, time_verbs,   goal_verbs,      access_verbs};

struct OldWord {
  std::string_view old_word, word;
};
constexpr std::array<OldWord, 3> old_words = {
    {{"way-find", "path-find"}, {"way-stop", "path-stop"}, {"way-follow", "path-follow"}}};

std::string_view word_of_today(std::string_view word) {
  for (const OldWord& each : old_words) {
    if (each.old_word == word) return each.word;
  }
  return word;
}

}  // namespace

const Verb* find_verb(std::string_view given) {
  const std::string_view word = word_of_today(given);
  for (const auto table : verb_tables) {
    for (const Verb& verb : table()) {
      if (verb.word == word) return &verb;
    }
  }
  return nullptr;
}

std::vector<std::string> verb_words() {
  std::vector<std::string> words;
  for (const auto table : verb_tables) {
    for (const Verb& verb : table()) words.emplace_back(verb.word);
  }
  return words;
}

}  // namespace limber
