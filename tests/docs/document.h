#pragma once
// The code blocks of a Markdown document: commands to run, output to compare, code taken from a file.
//
// A block is fenced by ``` or indented by four spaces. The line before it may say, invisibly to readers,
//
//   <!-- not run: REASON -->        opens a window, takes minutes, needs what is not here
//   <!-- not compared: REASON -->   is run and must succeed, its output is not compared
//   <!-- timings: … -->             in this block … stands for any text within a line
//   <!-- from FILE -->              its lines are lines of FILE, in order; a line "..." skips some
//
// In a block with lines that begin with "$ ", these are commands and the lines after each its output. In
// any other block without a language every line that begins with ./run or limber is a command; two spaces
// or # begin a remark.

#include <string>
#include <string_view>
#include <vector>

namespace limber::docs {

struct Block {
  int line = 0;          // of the document, from 1: that of its first line
  std::string language;  // "cpp", "json" or empty
  std::string marker;    // the text of the comment before it: "not run: REASON"; or empty
  std::vector<std::string> lines;
};
std::vector<Block> blocks(std::string_view document);

struct Command {
  int line = 0;
  std::string text;      // without "$ " and without remark
  bool compared = true;  // false: only the exit code counts
  std::string output;    // expected
};
// All commands of a block that are to be run: those of limber. None of a block marked "not run" or "from".
std::vector<Command> commands(const Block& block);

// Every command shown, run or not: the first words of lines that begin with "$ ", "./" or "tools/".
std::vector<Command> shown(const Block& block);

// Whether the output is as expected; with `timings` each … of a line stands for any text. Empty: yes.
// Otherwise the first line that differs, in words.
std::string difference(std::string_view expected, std::string_view output, bool timings);

// Whether the block's lines are lines of the file, in order and without a gap but where "..." stands;
// indentation as a whole may differ. Empty: yes. Otherwise the line that is not there.
std::string not_from(const Block& block, std::string_view file);

}  // namespace limber::docs
