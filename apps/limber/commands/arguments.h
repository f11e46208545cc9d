#pragma once
// What the commands share in reading their arguments.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "limber/files/files.h"
#include "limber/math/types.h"
#include "terminal/terminal.h"

namespace limber::cli {

struct CourseOptions;

// Accepts one of a few words: `unknown view "sides" (did you mean "side"?); expected front, side or top`.
CLI::Validator one_of(const std::string& what, const std::vector<std::string>& words);

CLI::Validator above_zero();

// "front, side or top"
std::string words_or(const std::vector<std::string>& words);

// "0.5,-1,2": three finite numbers. `what` begins the error message: "compare: --via".
Vec3 read_point(const std::string& text, const std::string& what);

// --color and --ascii, for the commands that print tables.
void add_look_options(CLI::App& command, LookOptions& options);
// --package NAME=DIR, --xacro NAME=VALUE and --capsules, for the commands that read robots.
struct MeshArguments {
  std::vector<std::string> packages;         // "arm=/home/me/arm_description"
  std::vector<std::string> xacro_arguments;  // "side=left"
  bool capsules = false;
  std::string srdf;
};
void add_mesh_options(CLI::App& command, MeshArguments& arguments);
MeshOptions mesh_options(const MeshArguments& arguments);  // throws Failure

// --frames and --task, for the commands that move a goal.
void add_course_options(CLI::App& command, CourseOptions& options);

// Lines of examples below the options: {"limber info models/elephant.json", "what it does"}.
struct Example {
  std::string command;
  std::string remark;
};
void add_examples(CLI::App& command, const std::vector<Example>& examples);

// Help in this order: description, usage, arguments and options, examples.
std::shared_ptr<CLI::FormatterBase> help_formatter();

// What is wrong with the command line, in one sentence.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace limber::cli
