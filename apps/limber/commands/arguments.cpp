// Help, examples, and what is wrong with a command line, on top of CLI11.

#include "commands/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "analysis/scene_course.h"
#include "limber/base/names.h"

namespace limber::cli {

namespace {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(28);
    label("Positionals", "Arguments");
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return CLI::detail::find_and_replace(CLI::Formatter::make_option_name(option, is_positional), ",", ", ");
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = app->get_description() + ".\n\n" + make_usage(app, name) +
                       make_subcommands(app, mode) + make_positionals(app) + make_groups(app, mode);
    if (!app->get_footer().empty()) text += "\n" + app->get_footer() + "\n";
    // CLI11 leaves two empty lines between groups.
    for (std::size_t at; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
    return text;
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string text = "Usage: " + name;
    const bool has_commands = !app->get_subcommands({}).empty();
    if (has_commands) return text + " COMMAND ...\n";
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_positional()) text += " " + make_option_usage(option);
    }
    for (const CLI::Option* option : app->get_options()) {
      if (option->nonpositional() && option->get_required()) {
        text += " " + option->get_name() + " " + option->get_type_name();
      }
    }
    return text + " [OPTIONS]\n";
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0 || option->get_positional()) return "";
    std::string text = " " + option->get_type_name();
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += "...";
    return text;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string usual = option->get_default_str();
    return option->get_description() + (usual.empty() ? "" : " [" + usual + "]");
  }

  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override {
    const std::vector<const CLI::App*> subcommands = app->get_subcommands({});
    if (subcommands.empty()) return "";
    std::ostringstream text;
    text << "\nCommands:\n";
    for (const CLI::App* command : subcommands) {
      CLI::detail::format_help(text, command->get_name(), command->get_description(), 12);
    }
    return text.str();
  }
};

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// "arm=/home/me/arm": what is left and right of the first equals sign. `expected` begins the message.
std::pair<std::string, std::string> name_and_value(const std::string& text, const std::string& expected) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw Failure(ExitCode::usage, expected + ", got " + limber::quoted(text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

std::string words_or(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

CLI::Validator above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double number = 0.0;
        const bool is_good = CLI::detail::lexical_cast(text, number) && number > 0.0 && std::isfinite(number);
        return is_good ? std::string() : "expected a number above 0, not " + limber::quoted(text);
      },
      "");
}

CLI::Validator one_of(const std::string& what, const std::vector<std::string>& words) {
  const auto check = [what, words](std::string& word) -> std::string {
    if (std::find(words.begin(), words.end(), word) != words.end()) return "";
    return "unknown " + what + " " + limber::quoted(word) + did_you_mean(word, words) + "; expected " +
           words_or(words);
  };
  return CLI::Validator(check, "", what);
}

Vec3 read_point(const std::string& text, const std::string& what) {
  Vec3 point;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int axis = 0; axis < 3; ++axis) {
    const auto [next, problem] = std::from_chars(at, end, point[axis]);
    const bool ends_well = axis == 2 ? next == end : next != end && *next == ',';
    if (problem != std::errc() || !ends_well || !std::isfinite(point[axis])) {
      throw Failure(ExitCode::usage, what + ": " + limber::quoted(text) +
                                         " is not a point; expected three numbers, as in 0.5,-1,2");
    }
    at = next + 1;
  }
  return point;
}

void add_look_options(CLI::App& command, LookOptions& options) {
  command.add_option("--color", options.color, "Use colours: auto (on a terminal), always or never")
      ->check(one_of("choice of colours", {"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group("Looks");
  command.add_flag("--ascii", options.ascii, "Draw with plain ASCII characters")->group("Looks");
}

void add_mesh_options(CLI::App& command, MeshArguments& arguments) {
  command.add_option("--package", arguments.packages, "Where a package is that meshes name, as in arm=~/arm")
      ->type_name("NAME=DIR")
      ->expected(1)
      ->take_all()
      ->group("Meshes");
  command.add_option("--xacro", arguments.xacro_arguments, "An argument of a xacro file, as in side=left")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all()
      ->group("Meshes");
  command
      .add_flag("--capsules", arguments.capsules, "Collision meshes become capsules: faster, and less exact")
      ->group("Meshes");
  command.add_option("--srdf", arguments.srdf, "SRDF of the robot, in place of the one beside its URDF")
      ->type_name("FILE")
      ->group("Meshes");
}

MeshOptions mesh_options(const MeshArguments& arguments) {
  MeshOptions options;
  for (const std::string& package : arguments.packages) {
    const auto [name, folder] =
        name_and_value(package, "--package: expected NAME=DIR as in arm=/home/me/arm_description");
    options.packages[name] = folder;
  }
  for (const std::string& argument : arguments.xacro_arguments) {
    options.xacro_arguments.insert(name_and_value(argument, "--xacro: expected NAME=VALUE as in side=left"));
  }
  if (arguments.capsules) options.solids = MeshOptions::Solids::capsules;
  options.srdf = arguments.srdf;
  return options;
}

void add_course_options(CLI::App& command, CourseOptions& options) {
  command.add_option("--frames", options.frames, "Number of steps [250]")
      ->type_name("N")
      ->check(CLI::Range(10, 100'000));
  command.add_option("--task", options.task, "The task whose goal moves [the one farthest from its goal]")
      ->type_name("NAME");
}

void add_examples(CLI::App& command, const std::vector<Example>& examples) {
  std::ostringstream text;
  text << "Examples:\n";
  for (const Example& example : examples) {
    text << "  " << example.command << "\n";
    if (!example.remark.empty()) text << "      " << example.remark << "\n";
  }
  std::string footer = text.str();
  footer.pop_back();
  command.footer(footer);
}

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string called = chosen.empty() ? "limber" : "limber " + command.get_name();
  std::string sentence = error.what();
  const std::vector<std::string> extras = command.remaining();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) && !extras.empty()) {
    const std::string extra = extras.front().substr(0, extras.front().find('='));
    sentence = extra.starts_with("-")
                   ? "unknown option " + limber::quoted(extra) + did_you_mean(extra, option_names(command))
                   : "unexpected argument " + limber::quoted(extra);
  }
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.')) sentence.pop_back();
  return (chosen.empty() ? "" : command.get_name() + ": ") + sentence + "; see " + called + " --help";
}

}  // namespace limber::cli
