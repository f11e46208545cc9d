#pragma once
// Other methods for a replay, as commands and file names have them.

#include <string>
#include <string_view>
#include <vector>

#include "limber/files/json/reader.h"
#include "limber/session/recording.h"

namespace limber {

// "technique", "svd" and "svd_mode" of a command, all optional.
ReplayWith read_replay_with(const json::Value& command);

// The words of what is changed: {"objective", "golub-reinsch"}.
std::vector<std::string> words_of(const ReplayWith& with);

inline constexpr std::string_view recording_ending = ".recording.json", timing_ending = ".timing.txt";
// "reach", "reach.json" and "reach.recording.json" all mean reach.
std::string without_recording_ending(std::string name);
// The timing file of a replay, beside the recording's own: "reach" ->
// "reach.objective.golub-reinsch.timing.txt".
std::string timing_file(const std::string& recording, const ReplayWith& with);

}  // namespace limber
