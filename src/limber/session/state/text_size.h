#pragma once
// About how much text a scene makes: as a file or backup, which must be read again, and as the messages by
// which a window learns of it. Told from its names and counts, before anything is written.

#include <string_view>

#include "limber/session/state/state.h"

namespace limber {

// [bytes] of either. Writing 15 MB of keys takes 0.3 s. A backup twice as long can still be read
// (json::Limits), and of the two messages the shorter has room beside the longer (studio/outbox.h).
inline constexpr double most_text = 32e6;

struct TextSize {
  double bytes = 0.0;
  std::string_view most_of = {};  // what takes most of it: "keys"
};

TextSize written_size(const State& state);  // with its figure inside, as in a backup
TextSize told_size(const State& state);     // the figure message and the scene message

// Keys, samples or terms of a path.
std::size_t point_count(const TargetPath& path);
// Windows draw a path by its line. Of one recorded with more samples than this they learn how many there are,
// not the samples: every change of the scene would send them again.
inline constexpr std::size_t most_points_told = 2000;
bool is_told_without_points(const TargetPath& path);  // or its points are in a file

}  // namespace limber
