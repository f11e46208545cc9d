#pragma once
// The commands, one file each. A command declares its arguments and returns the action to run with them.

#include <functional>
#include <span>
#include <string>

#include "terminal/exit_code.h"

namespace CLI {
class App;
}

namespace limber::cli {

using Action = std::function<ExitCode()>;

Action add_info(CLI::App& command);
Action add_check(CLI::App& command);
Action add_convert(CLI::App& command);
Action add_eval(CLI::App& command);
Action add_statics(CLI::App& command);
Action add_solve(CLI::App& command);
Action add_reach(CLI::App& command);
Action add_place(CLI::App& command);
Action add_map(CLI::App& command);
Action add_retarget(CLI::App& command);
Action add_track(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_tune(CLI::App& command);
Action add_picture(CLI::App& command);
Action add_model(CLI::App& command);
Action add_grow(CLI::App& command);
Action add_replay(CLI::App& command);

struct Command {
  const char* name;
  const char* summary;
  Action (*add)(CLI::App& command);  // null: the program limber-NAME next to this one does it
};

inline constexpr const char* studio_summary = "Open a scene in the browser to drag, edit and solve it";
inline constexpr const char* reproduce_summary =
    "Reproduce the experiments of the source documents, as a page with plots and numbers";

// Everything main does, with these commands.
int run(int argc, char** argv, std::span<const Command> commands);

// Everything the main of limber-NAME does: `limber-NAME arguments` is `limber NAME arguments`.
int run_alone(int argc, char** argv, const Command& command);

}  // namespace limber::cli
