// Reads figure and goals, solves them all, writes the postures and prints a summary.

#include "commands/solve_batch.h"

#include <chrono>
#include <set>
#include <thread>

#include "commands/arguments.h"
#include "io/goals.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/avoidance/parameters.h"
#include "report/batch_report.h"
#include "terminal/terminal.h"

namespace limber::cli {

namespace {

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

FrameId frame_of(const Scene& scene, const BatchOptions& options) {
  const Figure& figure = scene.figure;
  if (!options.frame.empty()) {
    try {
      return figure.frame(options.frame);
    } catch (const std::invalid_argument& problem) {
      throw Failure(ExitCode::usage, std::string("solve: --frame: ") + problem.what());
    }
  }
  const std::set<int> asked = frames_asked_for(scene.tasks);
  if (asked.size() == 1) return FrameId{*asked.begin()};
  if (figure.frames().size() == 1) return FrameId{0};
  if (figure.frames().empty()) {
    throw Failure(ExitCode::file, options.figure + ": the figure has no frame that could be moved to a goal");
  }
  std::vector<std::string> names;
  for (const Frame& frame : figure.frames()) names.push_back(printable(frame.name));
  throw Failure(ExitCode::usage, "solve: --batch needs --frame, one of " + words_or(names));
}

// Obstacles are avoided by the solver's own clearance, or not at all.
bool avoids(const Scene& scene) {
  const Technique technique = scene.avoidance.technique;
  if (technique != Technique::clearance && technique != Technique::off) {
    print_note("--batch keeps clear by clearance: the scene's technique " +
               std::string(describe(technique).key) + " solves one goal at a time");
  }
  return technique != Technique::off && !scene.world.obstacles.empty();
}

bool ends_with_json(const std::string& file) {
  return std::string_view(file).ends_with(".json");
}

}  // namespace

ExitCode run_batch(const BatchOptions& options) {
  if (options.json && options.out == "-") {
    throw Failure(ExitCode::usage, "solve: --json and -o - both write to standard output; choose one");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  const Input input = load_input(options.figure);
  const std::vector<PoseGoal> goals = load_goals(options.goals);
  const Scene& scene = input.scene;
  const FrameId frame = frame_of(scene, options);

  SolveManyOptions many;
  many.position_tolerance = many.orientation_tolerance = options.tolerance;
  many.restarts = options.restarts;
  many.threads = options.threads > 0 ? options.threads
                                     : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  many.solver = scene.solver;
  if (input.kind == FileKind::scene) many.start = scene.posture;
  if (avoids(scene)) many.world = &scene.world;
  ProgressLine progress("limber: solving,");
  many.progress = [&](std::size_t done, std::size_t all) {
    progress.show(static_cast<double>(done) / static_cast<double>(all));
  };
  const auto begin = std::chrono::steady_clock::now();
  BatchOutcome outcome{scene.figure, frame, {}, 0.0, many.threads};
  try {
    outcome.report = solve_many(scene.figure, frame, goals, many);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::file, input.name + ": " + problem.what());
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (!options.out.empty()) {
    write_output(options.out, ends_with_json(options.out) ? batch_json(outcome) : batch_csv(outcome),
                 replace);
  }
  if (options.json) {
    print(batch_json(outcome));
  } else if (options.out != "-") {
    print(batch_text(outcome));
  }
  const bool all_reached = outcome.report.satisfied_count() == outcome.report.goals.size();
  return options.strict && !all_reached ? ExitCode::no : ExitCode::ok;
}

}  // namespace limber::cli
