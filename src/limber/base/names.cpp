// Near matches by edit distance, quoting, and patterns with `*`.

#include "limber/base/names.h"

#include <algorithm>
#include <cctype>

namespace limber {

namespace {

constexpr std::size_t longest_quoted_name = 60;
constexpr std::size_t longest_compared_name = 64;  // edit distance is quadratic in the length

std::string lower(std::string_view text) {
  std::string result(text.substr(0, longest_compared_name));
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Levenshtein distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> near_matches(std::string_view name, std::span<const std::string> candidates,
                                      std::size_t most) {
  struct Scored {
    std::size_t distance;
    std::size_t index;
  };
  const std::string wanted = lower(name);
  const std::size_t allowed = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<Scored> scored;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string candidate = lower(candidates[i]);
    std::size_t distance = edit_distance(wanted, candidate);
    // "knee" should suggest "knee.l": a whole-word prefix is closer than its length difference says.
    const bool is_prefix = wanted.size() >= 3 && candidate.starts_with(wanted);
    if (is_prefix) distance = std::min<std::size_t>(distance, 1);
    if (distance <= allowed) scored.push_back({distance, i});
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.distance < b.distance; });
  std::vector<std::string> result;
  for (const Scored& s : scored) {
    if (result.size() == most) break;
    result.push_back(candidates[s.index]);
  }
  return result;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::vector<std::string> near = near_matches(name, candidates);
  if (near.empty()) return "";
  std::string text = " (did you mean ";
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 == near.size() ? " or " : ", ";
    text += quoted(near[i]);
  }
  return text + "?)";
}

std::string_view beginning(std::string_view text, std::size_t most) {
  std::size_t length = std::min(text.size(), most);
  const auto inside_a_character = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  while (length > 0 && length < text.size() && inside_a_character(length)) --length;
  return text.substr(0, length);
}

std::string quoted(std::string_view name) {
  const std::string_view shown = beginning(name, longest_quoted_name);
  std::string text = "\"";
  for (const char c : shown) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  if (shown.size() < name.size()) text += "...";
  return text + "\"";
}

bool matches_pattern(std::string_view name, std::string_view pattern) {
  // Greedy matching with one point of return: the last star seen.
  std::size_t n = 0, p = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace limber
