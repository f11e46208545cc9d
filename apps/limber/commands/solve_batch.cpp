// Reads figure and goals, solves them share by share, writes the postures of each as it comes, and prints a
// summary. Ctrl-C ends it with what is there.

#include "commands/solve_batch.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "commands/arguments.h"
#include "commands/batch_shared.h"
#include "io/goals.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/avoidance/parameters.h"
#include "report/batch_report.h"
#include "terminal/terminal.h"

namespace limber::cli {

namespace {

// Obstacles are avoided by the solver's own clearance, or not at all.
void say_how_it_avoids(const Scene& scene) {
  const Technique technique = scene.avoidance.technique;
  if (technique == Technique::clearance || technique == Technique::off) return;
  print_note("--batch keeps clear by clearance: the scene's technique " +
             std::string(describe(technique).key) + " solves one goal at a time");
}

bool ends_with_json(const std::string& file) {
  return std::string_view(file).ends_with(".json");
}

// Goals that are solved and written at a time: enough for a GPU, and seldom more than a second's work.
constexpr std::size_t share = 1 << 18;

// Solves all goals; `written` gets each share when it is there.
template <class Written>
ManyReport solve_in_shares(const Figure& figure, const FrameTask& task, const std::vector<PoseGoal>& goals,
                           SolveManyOptions options, const Written& written) {
  ManyReport all;
  all.goals.resize(goals.size());
  all.values.resize(static_cast<Eigen::Index>(goals.size()), figure.value_count());
  const auto tell = options.progress;
  for (std::size_t first = 0; first < goals.size() && !Interruption::asked(); first += share) {
    const std::size_t count = std::min(share, goals.size() - first);
    options.progress = [&](std::size_t done, std::size_t) { tell(first + done, goals.size()); };
    options.to_come = goals.size() - first - count;
    const ManyReport part = solve_many(figure, {&task, 1}, {goals.data() + first, count}, options);
    std::copy(part.goals.begin(), part.goals.end(), all.goals.begin() + static_cast<long>(first));
    all.values.middleRows(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count)) = part.values;
    if (part.device == Device::gpu) all.device = Device::gpu;
    for (const std::string& note : part.notes) {
      if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end()) all.notes.push_back(note);
    }
    written(part, first);
  }
  return all;
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
  FrameTask task{.frame = frame_of(scene, options.figure, options.frame, "solve: --batch")};
  if (!options.in.empty()) task.in = named_frame(scene.figure, options.in, "solve: --in");
  if (!options.gaze.empty()) task.gaze = read_direction(options.gaze, "solve: --gaze");

  SolveManyOptions many;
  many.position_tolerance = many.orientation_tolerance = options.tolerance;
  many.restarts = options.restarts;
  many.threads = options.threads > 0 ? options.threads
                                     : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  many.device = options.device;
  many.stop = &Interruption::asked();
  many.solver = scene.solver;
  if (input.kind == FileKind::scene) many.start = scene.posture;
  say_how_it_avoids(scene);
  many.world = kept_clear_of(scene, options.clear);
  std::optional<StreamedOutput> csv;
  if (!options.out.empty() && !ends_with_json(options.out)) {
    csv.emplace(options.out, replace);
    csv->write(batch_csv_header(scene.figure));
  }
  BatchOutcome outcome{scene.figure, task.frame, {}, 0.0, many.threads};
  const Interruption interruption;
  const auto begin = std::chrono::steady_clock::now();
  try {
    ProgressLine progress("limber: solving,");
    many.progress = [&](std::size_t done, std::size_t all) {
      progress.show(static_cast<double>(done) / static_cast<double>(all));
    };
    outcome.report =
        solve_in_shares(scene.figure, task, goals, many, [&](const ManyReport& part, std::size_t first) {
          if (csv) csv->write(batch_csv_rows(scene.figure, part, first));
        });
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::file, input.name + ": " + problem.what());
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (csv) csv->close();
  if (!options.out.empty() && !csv) write_output(options.out, batch_json(outcome), replace);
  for (const std::string& note : outcome.report.notes) print_note(note);
  if (Interruption::asked()) {
    print_note("stopped: " + std::to_string(outcome.report.tried_count()) + " of " +
               std::to_string(goals.size()) + " goals were tried, and their postures are kept");
  }
  if (options.json) {
    print(batch_json(outcome));
  } else if (options.out != "-") {
    print(batch_text(outcome));
  }
  const bool all_reached = outcome.report.satisfied_count() == outcome.report.goals.size();
  return (options.strict && !all_reached) || Interruption::asked() ? ExitCode::no : ExitCode::ok;
}

}  // namespace limber::cli
