#pragma once
// What the commands share that solve many poses: `solve --batch`, `map` and `place`.

#include <CLI/CLI.hpp>
#include <atomic>
#include <string>

#include "limber/batch/solve_many.h"
#include "limber/scene/scene.h"

namespace limber::cli {

// By name; throws Failure that begins with `option`.
FrameId named_frame(const Figure& figure, const std::string& name, const std::string& option);

// The frame that is moved: `name`, or the only one that the scene's tasks ask for, or that there is. `who`
// asks for one otherwise: "solve: --batch".
FrameId frame_of(const Scene& scene, const std::string& file, const std::string& name,
                 const std::string& who);

// "0,0,1", made a unit vector.
Vec3 read_direction(const std::string& text, const std::string& what);

// "auto", "cpu" or "gpu"; `command` begins the complaint.
Device device_named(const std::string& name, const std::string& command);

// What postures are kept clear of: the scene's obstacles and the figure itself, and with --clear the figure
// itself where there are no obstacles too. Null: nothing.
const World* kept_clear_of(const Scene& scene, bool clear);

// --restarts, --tolerance, --threads, --device and --clear, for `map` and `place`. `restarts_help` says what
// restarts are for.
struct ManyArguments {
  double tolerance = 1e-4;  // [m] and [rad]
  std::string device = "auto";
  bool clear = false;
};
void add_many_options(CLI::App& command, SolveManyOptions& solve, ManyArguments& arguments,
                      const std::string& restarts_help);
void apply(const ManyArguments& arguments, SolveManyOptions& solve, const std::string& command);

// Ctrl-C asks for an end while this lives; a second one ends the program as usual.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static const std::atomic<bool>& asked();

 private:
  void (*before_)(int);
};

}  // namespace limber::cli
