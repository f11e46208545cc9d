// Frames by name, directions, devices, options, and what Ctrl-C does.

#include "commands/batch_shared.h"

#include <csignal>
#include <set>
#include <vector>

#include "commands/arguments.h"
#include "terminal/exit_code.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

std::atomic<bool> is_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler writes it

// The frames that the tasks of a scene move.
std::set<int> frames_asked_for(const TaskList& tasks) {
  std::set<int> frames;
  for (const TaskList::Entry& entry : tasks) {
    if (const auto* reach = std::get_if<Reach>(&entry.task)) frames.insert(reach->frame.frame);
    if (const auto* orient = std::get_if<Orient>(&entry.task)) frames.insert(orient->frame.frame);
  }
  frames.erase(FrameId{});
  return frames;
}

}  // namespace

FrameId named_frame(const Figure& figure, const std::string& name, const std::string& option) {
  try {
    return figure.frame(name);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::usage, option + ": " + problem.what());
  }
}

FrameId frame_of(const Scene& scene, const std::string& file, const std::string& name,
                 const std::string& who) {
  const Figure& figure = scene.figure;
  if (!name.empty()) return named_frame(figure, name, who.substr(0, who.find(':')) + ": --frame");
  const std::set<int> asked = frames_asked_for(scene.tasks);
  if (asked.size() == 1) return FrameId{*asked.begin()};
  if (figure.frames().size() == 1) return FrameId{0};
  if (figure.frames().empty()) {
    throw Failure(ExitCode::file, file + ": the figure has no frame that could be moved to a goal");
  }
  std::vector<std::string> names;
  for (const Frame& frame : figure.frames()) names.push_back(printable(frame.name));
  throw Failure(ExitCode::usage, who + " needs --frame, one of " + words_or(names));
}

Vec3 read_direction(const std::string& text, const std::string& what) {
  const Vec3 direction = read_point(text, what);
  if (!(direction.norm() > 0.0)) throw Failure(ExitCode::usage, what + ": 0,0,0 is no direction");
  return direction.normalized();
}

Device device_named(const std::string& name, const std::string& command) {
  if (name == "auto") return Device::automatic;
  if (name == "cpu") return Device::cpu;
  if (name == "gpu") return Device::gpu;
  throw Failure(ExitCode::usage, command + ": --device " + printable(name) + ": expected auto, cpu or gpu");
}

const World* kept_clear_of(const Scene& scene, bool clear) {
  if (clear) return &scene.world;
  return scene.avoidance.technique != Technique::off && !scene.world.obstacles.empty() ? &scene.world
                                                                                       : nullptr;
}

void add_many_options(CLI::App& command, SolveManyOptions& solve, ManyArguments& arguments,
                      const std::string& restarts_help) {
  command.add_option("--restarts", solve.restarts, restarts_help)
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command.add_option("--tolerance", arguments.tolerance, "In metres and radians [1e-4]")
      ->type_name("T")
      ->check(CLI::Range(1e-9, 1e3));
  command.add_option("--threads", solve.threads, "0 for one per processor [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command.add_option("--device", arguments.device, "auto, cpu or gpu; the answers are the same [auto]")
      ->type_name("DEVICE");
  command.add_flag("--clear", arguments.clear, "Keep clear of the figure itself without obstacles, too");
}

void apply(const ManyArguments& arguments, SolveManyOptions& solve, const std::string& command) {
  solve.device = device_named(arguments.device, command);
  solve.position_tolerance = solve.orientation_tolerance = arguments.tolerance;
}

Interruption::Interruption() {
  is_interrupted = false;
  before_ = std::signal(SIGINT, [](int) {
    is_interrupted = true;
    std::signal(SIGINT, SIG_DFL);
  });
}

Interruption::~Interruption() {
  std::signal(SIGINT, before_);
}

const std::atomic<bool>& Interruption::asked() {
  return is_interrupted;
}

}  // namespace limber::cli
