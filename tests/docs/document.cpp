// Reads Markdown line by line, as far as the documents here use it: see document.h.
#include "document.h"

#include <algorithm>
#include <sstream>

namespace limber::docs {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// "not run: why" for a line <!-- not run: why -->.
std::string marker_of(const std::string& line) {
  constexpr std::string_view open = "<!-- ", close = " -->";
  if (!line.starts_with(open) || !line.ends_with(close)) return "";
  return line.substr(open.size(), line.size() - open.size() - close.size());
}

bool is_limber(std::string_view command) {
  return command == "./run" || command.starts_with("./run ") || command.starts_with("limber ") ||
         command.starts_with("build/dev/examples/");
}

std::string without_remark(std::string_view line) {
  for (const std::string_view remark : {"  ", " #"})
    line = line.substr(0, std::min(line.find(remark), line.size()));
  return std::string(line);
}

bool has_prompts(const Block& block) {
  return std::any_of(block.lines.begin(), block.lines.end(),
                     [](const auto& line) { return line.starts_with("$ "); });
}

// Whether `text` matches a pattern in which each …, with the blanks before it, stands for anything.
bool matches(std::string_view pattern, std::string_view text) {
  constexpr std::string_view anything = "…";
  const auto gap = pattern.find(anything);
  if (gap == std::string_view::npos) return pattern == text;
  std::string_view before = pattern.substr(0, gap);
  while (before.ends_with(' ')) before.remove_suffix(1);
  if (!text.starts_with(before)) return false;
  const std::string_view rest = pattern.substr(gap + anything.size());
  for (std::size_t at = before.size(); at <= text.size(); ++at) {
    if (matches(rest, text.substr(at))) return true;
  }
  return false;
}

std::string without_blanks_before(const std::string& line, std::size_t count) {
  const auto first = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(std::min(first, count));
}

}  // namespace

std::vector<Block> blocks(std::string_view document) {
  const std::vector<std::string> lines = lines_of(document);
  std::vector<Block> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool fenced = lines[i].starts_with("```");
    const bool indented =
        lines[i].starts_with("    ") && (i == 0 || lines[i - 1].empty() || !marker_of(lines[i - 1]).empty());
    if (!fenced && !indented) continue;
    Block block;
    if (i > 0) block.marker = marker_of(lines[i - 1]);
    if (fenced) {
      block.language = lines[i].substr(3);
      block.line = static_cast<int>(i) + 2;
      for (++i; i < lines.size() && !lines[i].starts_with("```"); ++i) block.lines.push_back(lines[i]);
    } else {
      block.line = static_cast<int>(i) + 1;
      for (; i < lines.size() && lines[i].starts_with("    "); ++i) block.lines.push_back(lines[i].substr(4));
    }
    result.push_back(block);
  }
  return result;
}

std::vector<Command> shown(const Block& block) {
  std::vector<Command> result;
  if (!block.language.empty()) return result;
  const bool prompts = has_prompts(block);
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    const std::string& line = block.lines[i];
    const int number = block.line + static_cast<int>(i);
    if (!prompts) {
      if (is_limber(line) || line.starts_with("./") || line.starts_with("tools/")) {
        result.push_back({number, without_remark(line), false, ""});
      }
    } else if (line.starts_with("$ ")) {
      result.push_back({number, line.substr(2), !block.marker.starts_with("not compared"), ""});
    } else if (!result.empty()) {
      result.back().output += line + "\n";
    }
  }
  return result;
}

std::vector<Command> commands(const Block& block) {
  if (block.marker.starts_with("not run: ") || block.marker.starts_with("from ")) return {};
  std::vector<Command> result = shown(block);
  std::erase_if(result, [](const Command& command) { return !is_limber(command.text); });
  return result;
}

std::string difference(std::string_view expected, std::string_view output, bool timings) {
  const std::vector<std::string> want = lines_of(expected), got = lines_of(output);
  for (std::size_t i = 0; i < std::max(want.size(), got.size()); ++i) {
    const std::string wanted = i < want.size() ? want[i] : "(nothing)",
                      gotten = i < got.size() ? got[i] : "(nothing)";
    if (timings ? matches(wanted, gotten) : wanted == gotten) continue;
    return "line " + std::to_string(i + 1) + "\n  shown:   " + wanted + "\n  printed: " + gotten;
  }
  return "";
}

std::string not_from(const Block& block, std::string_view file) {
  const std::vector<std::string> lines = lines_of(file);
  std::string missing = "an empty block";
  std::size_t furthest = 0;
  for (const std::size_t indentation : {0, 2, 4}) {  // of the file, to be taken off
    auto next = lines.begin();
    bool anywhere = true;  // the next line may be anywhere below
    std::size_t i = 0;
    for (; i < block.lines.size(); ++i) {
      if (block.lines[i] == "...") {
        anywhere = true;
        continue;
      }
      const auto found = std::find_if(
          next, anywhere ? lines.end() : next + (next != lines.end()),
          [&](const auto& line) { return without_blanks_before(line, indentation) == block.lines[i]; });
      if (found == (anywhere ? lines.end() : next + (next != lines.end()))) break;
      next = found + 1;
      anywhere = false;
    }
    if (i == block.lines.size() && i > 0) return "";
    if (i >= furthest && i < block.lines.size()) {
      furthest = i;
      missing = "\"" + block.lines[i] + "\"";
    }
  }
  return missing;
}

}  // namespace limber::docs
