#include "limber/session/time/replay_with.h"

#include "limber/avoidance/parameters.h"
#include "limber/files/format/solver_json.h"
#include "limber/session/forms/avoidance_form.h"

namespace limber {

namespace {

template <class Enum>
std::string word_of_choice(std::span<const std::string_view> words, Enum value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

}  // namespace

ReplayWith read_replay_with(const json::Value& command) {
  const json::SolverWords& words = json::solver_words();
  ReplayWith with;
  if (const auto technique = command.find("technique")) with.technique = read_technique(*technique).technique;
  if (const auto svd = command.find("svd"))
    with.svd = static_cast<SvdMethod>(svd->word(words.svd_methods, "singular value decomposition"));
  if (const auto mode = command.find("svd_mode"))
    with.svd_mode = static_cast<SvdMode>(mode->word(words.svd_modes, "mode"));
  return with;
}

std::vector<std::string> words_of(const ReplayWith& with) {
  std::vector<std::string> words;
  if (with.technique) words.emplace_back(describe(*with.technique).key);
  if (with.svd) words.push_back(word_of_choice(json::solver_words().svd_methods, *with.svd));
  if (with.svd_mode) words.push_back(word_of_choice(json::solver_words().svd_modes, *with.svd_mode));
  return words;
}

std::string without_recording_ending(std::string name) {
  for (const std::string_view ending : {recording_ending, std::string_view(".json")}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

std::string timing_file(const std::string& recording, const ReplayWith& with) {
  std::string name = recording;
  for (const std::string& word : words_of(with)) name += "." + word;
  return name + std::string(timing_ending);
}

}  // namespace limber
