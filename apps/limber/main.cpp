// limber: the command line. See docs/cli.md.

#include "commands.h"

namespace limber::cli {
namespace {

constexpr Command commands[] = {
    {"studio", studio_summary, nullptr},
    {"info", "Show a figure or scene: size, mass, frames and the tree of segments", add_info},
    {"check", "Check files and report their errors", add_check},
    {"convert", "Read any figure, motion or scene file and write it in another format", add_convert},
    {"eval", "Evaluate frames, Jacobians, singular values, tasks, masses and limits of a posture", add_eval},
    {"statics", "Show what the supports carry and the joints bear, and how far that is from the limits",
     add_statics},
    {"solve", "Solve the tasks of a scene and report how each turned out", add_solve},
    {"reach", "Find where a frame can be brought while the tasks of a scene are kept", add_reach},
    {"map", "Map where a frame of a figure can go, with how many orientations and how well", add_map},
    {"place", "Find where the base of a robot should stand to reach the poses of a file", add_place},
    {"track", "Follow the moving targets of a scene in time, and say when and why it falls behind",
     add_track},
    {"retarget", "Have a figure carry out a motion of another skeleton, and say what could not be kept",
     add_retarget},
    {"compare", "Run the motion of a scene with every avoidance technique, side by side", add_compare},
    {"tune", "Find parameters with which an avoidance technique meets requirements on a scene", add_tune},
    {"replay", "Replay a recording of the studio and check that it gives the same bits", add_replay},
    {"picture", "Make a picture of a scene: PNG, SVG, or a turning GIF", add_picture},
    {"model", "List the built-in figures, or write one of them", add_model},
    {"grow", "Grow a tree of obstacles from a grammar, and put it into a scene", add_grow},
    {"reproduce", reproduce_summary, nullptr},
};

}  // namespace
}  // namespace limber::cli

int main(int argc, char** argv) {
  return limber::cli::run(argc, argv, limber::cli::commands);
}
