// From the command line to a command and its exit code.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <new>

#include "commands.h"
#include "commands/arguments.h"
#include "limber/base/names.h"
#include "limber/base/version.h"
#include "terminal/terminal.h"

namespace limber::cli {

namespace {

constexpr const char* exit_codes =
    "Exit codes:\n"
    "  0   success; where the command answers a question, the answer is yes\n"
    "  1   the answer is no: check found an error, solve --strict an unsatisfied task, tune no\n"
    "      parameters that meet the requirements, replay a different hash, reproduce a false claim\n"
    "  2   the command line is not valid\n"
    "  3   a file could not be read, understood or written\n"
    "  70  internal error in limber";

constexpr const char* first_steps =
    "Examples:\n"
    "  limber info models/elephant.json           the figure as a tree\n"
    "  limber check *.json *.urdf                 which files have errors, and which errors\n"
    "  limber picture models/human.json -o h.png  what it looks like\n"
    "  limber solve scenes/human-reach.json       how far its tasks can be satisfied\n"
    "  limber compare scenes/tsuji-discs.json     how each technique avoids its obstacles\n"
    "  limber COMMAND --help                      more about a command\n"
    "\n"
    "FILE may be a figure (JSON or URDF) or a scene. A file that does not exist is looked up\n"
    "among those shipped with limber (models/, scenes/); - is standard input.";

using Commands = std::span<const Command>;

std::vector<std::string> command_names(Commands commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  return names;
}

// CLI11 would report it as an unexpected argument.
void require_known_command(int argc, char** argv, Commands commands) {
  const std::vector<std::string> names = command_names(commands);
  if (argc < 2) return;
  const std::string word = argv[1];
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw Failure(ExitCode::usage, "unknown command " + limber::quoted(word) + did_you_mean(word, names) +
                                     "; limber --help lists them");
}

// Runs a command that is a program of its own in place of this process; returns if the command is not one of
// those.
void hand_over(int argc, char** argv, Commands commands) {
  const auto is_it = [&](const Command& command) {
    return argc > 1 && command.name == std::string_view(argv[1]);
  };
  const auto command = std::find_if(commands.begin(), commands.end(), is_it);
  if (command == commands.end() || command->add != nullptr) return;
  std::error_code error;
  const auto program = std::filesystem::canonical("/proc/self/exe", error).parent_path() /
                       ("limber-" + std::string(command->name));
  std::vector<char*> arguments(argv + 1, argv + argc);
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  throw Failure(ExitCode::usage, std::string(command->name) + ": the program " + program.filename().string() +
                                     " is not built; in the repository, ./run " + command->name +
                                     " builds it");
}

ExitCode parse_and_act(int argc, char** argv, Commands commands) {
  CLI::App app("Limber " + std::string(version()) + " poses highly articulated figures", "limber");
  app.formatter(help_formatter());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("--version", "limber " + std::string(version()), "Show the version");
  app.footer(std::string(first_steps) + "\n\n" + exit_codes);
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default(false);

  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : commands) {
    CLI::App* subcommand = app.add_subcommand(command.name, command.summary);
    if (command.add != nullptr) actions.emplace_back(subcommand, command.add(*subcommand));
  }
  if (argc < 2) {
    std::fputs(app.help().c_str(), stderr);
    return ExitCode::usage;
  }
  require_known_command(argc, argv, commands);
  hand_over(argc, argv, commands);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(app.help());
    return ExitCode::ok;
  } catch (const CLI::CallForVersion& version_text) {
    print(std::string(version_text.what()) + "\n");
    return ExitCode::ok;
  } catch (const CLI::ParseError& error) {
    throw Failure(ExitCode::usage, usage_sentence(app, error));
  }
  for (const auto& [subcommand, act] : actions) {
    if (subcommand->parsed()) return act();
  }
  return ExitCode::usage;
}

// Beyond most of the machine's memory an allocation fails, which costs a command and a sentence. Without the
// limit the system grants it, and then ends this program, or another one.
void limit_memory() {
  const double machine =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  rlimit limit{};
  if (!(machine > 0.0) || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, static_cast<rlim_t>(0.8 * machine));
  ::setrlimit(RLIMIT_DATA, &limit);
}

ExitCode run_guarded(int argc, char** argv, Commands commands) {
  try {
    const ExitCode code = parse_and_act(argc, argv, commands);
    flush_output();
    return code;
  } catch (const Failure& failure) {
    print_error(failure.what());
    return failure.code();
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
    return ExitCode::internal;
  } catch (const std::exception& fault) {
    print_error(std::string("internal error in limber; please report it with the command you ran: ") +
                fault.what());
    return ExitCode::internal;
  }
}

}  // namespace

int run(int argc, char** argv, std::span<const Command> commands) {
  limit_memory();
  // When the reader of a pipe exits (`limber info x | head`), the next write ends limber without a message,
  // even if the parent process ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails, which is said
  return static_cast<int>(run_guarded(argc, argv, commands));
}

int run_alone(int argc, char** argv, const Command& command) {
  std::string program = "limber", name = command.name;
  std::vector<char*> arguments = {program.data(), name.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  return run(static_cast<int>(arguments.size()), arguments.data(), {&command, 1});
}

}  // namespace limber::cli
