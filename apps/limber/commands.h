#pragma once
// The commands, one file each. A command declares its arguments and returns the action to run with them.

#include <functional>
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
Action add_solve(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_tune(CLI::App& command);
Action add_picture(CLI::App& command);
Action add_model(CLI::App& command);
Action add_replay(CLI::App& command);
Action add_reproduce(CLI::App& command);
Action add_studio(CLI::App& command);

struct Command {
  const char* name;
  const char* summary;
  Action (*add)(CLI::App& command);
};
inline constexpr Command commands[] = {
    {"studio", "Open a scene in the browser to drag, edit and solve it", add_studio},
    {"info", "Show a figure or scene: size, mass, frames and the tree of segments", add_info},
    {"check", "Check files and report their errors", add_check},
    {"convert", "Read any figure or scene file and write it as Limber's JSON", add_convert},
    {"eval", "Evaluate frames, Jacobians, singular values, tasks, masses and limits of a posture", add_eval},
    {"solve", "Solve the tasks of a scene and report how each turned out", add_solve},
    {"compare", "Run the motion of a scene with every avoidance technique, side by side", add_compare},
    {"tune", "Find parameters with which an avoidance technique meets requirements on a scene", add_tune},
    {"replay", "Replay a recording of the studio and check that it gives the same bits", add_replay},
    {"picture", "Make a picture of a scene: PNG, SVG, or a turning GIF", add_picture},
    {"model", "List the built-in figures, or write one of them", add_model},
    {"reproduce", "Reproduce the experiments of the source documents, as a page with plots and numbers",
     add_reproduce},
};

// Everything main does.
int run(int argc, char** argv);

}  // namespace limber::cli
