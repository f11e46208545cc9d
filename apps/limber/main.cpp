// limber: the command line. See docs/cli.md.

#include "commands.h"

namespace limber::cli {
namespace {

constexpr Command commands[] = {
    {"studio", "Open a scene in the browser, to drag, to change and to watch being solved", add_studio},
    {"info", "Show a figure or scene: its size, weight, frames and the tree of its segments", add_info},
    {"check", "Say whether files are right, and what is wrong with those that are not", add_check},
    {"convert", "Read any figure or scene file and write it as Limber's JSON", add_convert},
    {"eval", "Work out frames, Jacobians, singular values, tasks, masses and limits of a posture", add_eval},
    {"solve", "Move the figure to what the tasks of a scene ask, and say what came of each", add_solve},
    {"compare", "Run the motion of a scene by every technique of avoiding obstacles, side by side",
     add_compare},
    {"tune", "Find the numbers with which a technique keeps clear and smooth on a scene", add_tune},
    {"replay", "Run a recording of the studio again, and say whether it comes out the same to the last bit",
     add_replay},
    {"picture", "Make a picture of a scene: PNG, SVG, or a turning GIF", add_picture},
    {"model", "List the figures Limber can make, or write one of them", add_model},
    {"reproduce", reproduce_summary, nullptr},
};

}  // namespace
}  // namespace limber::cli

int main(int argc, char** argv) {
  return limber::cli::run(argc, argv, limber::cli::commands);
}
