#pragma once
// Names that people type: quoting them in messages, suggesting near matches, matching patterns.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

// The candidates closest to `name` (at most `most` of them), best first: few edits away, or sharing a long
// prefix. Ties keep the order of the candidates, so the answer is the same on every run.
std::vector<std::string> near_matches(std::string_view name, std::span<const std::string> candidates,
                                      std::size_t most = 3);

// ` (did you mean "knee.l" or "knee.r"?)`, or an empty string when nothing is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

// "name" in double quotes, cut to a readable length, with control characters replaced.
std::string quoted(std::string_view name);

// The first `most` bytes, or fewer where that would cut a character of UTF-8 in two.
std::string_view beginning(std::string_view text, std::size_t most);

// True when `name` matches a pattern in which `*` stands for any run of characters ("spine*").
bool matches_pattern(std::string_view name, std::string_view pattern);

}  // namespace limber
