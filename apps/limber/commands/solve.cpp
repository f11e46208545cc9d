// limber solve: solves the tasks of a scene and reports how each turned out.

#include <optional>

#include "analysis/findings.h"
#include "analysis/nearness.h"
#include "commands/arguments.h"
#include "commands/batch_shared.h"
#include "commands/solve_batch.h"
#include "io/input.h"
#include "io/output.h"
#include "io/scene_output.h"
#include "limber/avoidance/mover.h"
#include "limber/avoidance/parameters.h"
#include "report/quantities.h"
#include "report/solve_report.h"
#include "report/task_words.h"

namespace limber::cli {

namespace {

struct SolveCommandOptions {
  std::string file, out, trace;
  MeshArguments meshes;
  int steps = SolveOptions{}.most_steps;
  std::optional<int> restarts;         // none: automatic, or 100 with --batch
  std::string goals, frame, in, gaze;  // --batch
  double tolerance = BatchOptions{}.tolerance;
  int threads = 0;
  std::string device = "auto";
  bool clear = false;
  bool json = false;
  bool strict = false;
  bool force = false;
  LookOptions look;
};

// The task that is farthest from satisfied, for the progress line: "step 12, right hand 0.31 m".
std::string progress_text(int step, const StepReport& report, const TaskList& tasks) {
  const TaskReport* worst = nullptr;
  for (const TaskReport& task : report.tasks) {
    if (!task.satisfied && (!worst || task.error > worst->error)) worst = &task;
  }
  std::string text = "step " + std::to_string(step);
  if (!worst) return text;
  return text + ", " + printable(tasks.entry(worst->number).name) + " " + number_text(worst->error, 2) + " " +
         std::string(unit_text(worst->unit));
}

// The techniques of the source documents have no restarts.
bool is_solvers_own(Technique technique) {
  return technique == Technique::clearance || technique == Technique::off;
}

SolveReport solve_scene(Input& input, const SolveCommandOptions& options, std::optional<Trace>& trace) {
  Scene& scene = input.scene;
  ProgressLine progress("limber: solving,");
  SolveOptions solve;
  solve.most_steps = options.steps;
  solve.restarts = options.restarts.value_or(SolveOptions::automatic);
  int step = 0;
  solve.observe = [&](const StepReport& report, const Posture&) {
    ++step;
    if (trace) trace->add(step, report, status_word(report.status));
    progress.show(progress_text(step, report, scene.tasks));
  };
  try {
    Mover mover(scene.figure, scene.solver, scene.avoidance);
    mover.surround(scene.world);
    return mover.solve(scene.tasks, scene.criteria, scene.posture, solve);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::file, input.name + ": " + problem.what());
  }
}

ExitCode run_solve(const SolveCommandOptions& options) {
  if (int{options.json} + int{options.out == "-"} + int{options.trace == "-"} > 1) {
    throw Failure(ExitCode::usage,
                  "solve: --json, -o - and --trace - all write to standard output; choose one");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  if (!options.trace.empty()) require_writable(options.trace, Replace::always);
  Input input = load_input(options.file, mesh_options(options.meshes));
  std::optional<Trace> trace;
  if (!options.trace.empty()) trace.emplace(input.scene.tasks, input.scene.figure);
  const AvoidanceOptions& avoidance = input.scene.avoidance;
  if (options.restarts.value_or(0) > 0 && !is_solvers_own(avoidance.technique)) {
    print_note("--restarts has no effect here: the scene avoids obstacles by " +
               std::string(describe(avoidance.technique).key) + ", which starts from one posture only");
  }
  if (const std::string forces = force_warning(input.scene); !forces.empty()) {
    print_note(input.name + ": " + forces);
  }
  if (const std::string dynamics = dynamics_note(input.scene, "solve"); !dynamics.empty())
    print_note(input.name + ": " + dynamics);
  const std::string fault = fault_in_words(input.scene, nearness(input.scene));
  const SolveReport report = solve_scene(input, options, trace);
  if (report.status == StepStatus::bad_input) {
    throw Failure(ExitCode::file,
                  input.name + ": the posture or a target contains a value that is not a number");
  }
  if (trace) {
    trace->add(report.steps, report, "end");
    write_output(options.trace, trace->text(), Replace::always);
  }
  if (!options.out.empty()) write_output(options.out, scene_for(options.out, input.scene), replace);
  const bool output_is_taken = options.out == "-" || options.trace == "-";
  if (!output_is_taken) {
    const Nearness near = nearness(input.scene);
    print(options.json ? solve_json(input, report, near)
                       : solve_text(input, report, near, fault, Terminal::of(stdout, options.look)));
  }
  return options.strict && report.light != Light::green ? ExitCode::no : ExitCode::ok;
}

ExitCode run_solve_or_batch(const SolveCommandOptions& options) {
  if (options.goals.empty()) {
    if (!options.frame.empty()) throw Failure(ExitCode::usage, "solve: --frame is for --batch only");
    if (!options.in.empty()) throw Failure(ExitCode::usage, "solve: --in is for --batch only");
    if (!options.gaze.empty()) throw Failure(ExitCode::usage, "solve: --gaze is for --batch only");
    if (options.threads > 0) throw Failure(ExitCode::usage, "solve: --threads is for --batch only");
    if (options.clear) throw Failure(ExitCode::usage, "solve: --clear is for --batch only");
    if (options.device != "auto") throw Failure(ExitCode::usage, "solve: --device is for --batch only");
    return run_solve(options);
  }
  if (!options.trace.empty()) {
    throw Failure(ExitCode::usage, "solve: --trace follows one solve; it does not go with --batch");
  }
  BatchOptions batch;
  batch.figure = options.file;
  batch.goals = options.goals;
  batch.frame = options.frame;
  batch.in = options.in;
  batch.gaze = options.gaze;
  batch.out = options.out;
  batch.tolerance = options.tolerance;
  batch.restarts = options.restarts.value_or(batch.restarts);
  batch.threads = options.threads;
  batch.device = device_named(options.device, "solve");
  batch.clear = options.clear;
  batch.json = options.json;
  batch.strict = options.strict;
  batch.force = options.force;
  return run_batch(batch);
}

}  // namespace

Action add_solve(CLI::App& command) {
  const auto options = std::make_shared<SolveCommandOptions>();
  command.add_option("SCENE", options->file, "Scene with tasks; - for standard input")->required();
  command.add_option("--steps", options->steps, "Largest number of steps [500]")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  command
      .add_option("--restarts", options->restarts,
                  "Other starts to try for what is not satisfied [automatic; --batch: 100]")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  command
      .add_option("--trace", options->trace, "Write the errors of every step as CSV; replaced if it exists")
      ->type_name("FILE");
  command
      .add_option("-o,--output", options->out,
                  "Write the final scene, or a row per goal; - for standard output")
      ->type_name("FILE_OUT");
  add_mesh_options(command, options->meshes);
  command.add_flag("--force", options->force, "Replace FILE_OUT if it exists");
  command
      .add_option("--batch", options->goals,
                  "Reach every pose of this CSV or JSON file; - for standard input")
      ->type_name("GOALS");
  command.add_option("--frame", options->frame, "With --batch: the frame that is moved to the goals")
      ->type_name("NAME");
  command
      .add_option("--in", options->in,
                  "With --batch: goals are seen from this frame of the figure [the world]")
      ->type_name("NAME");
  command
      .add_option("--gaze", options->gaze,
                  "With --batch: this axis of the frame, as in 0,0,1, faces the goals")
      ->type_name("X,Y,Z");
  command.add_option("--tolerance", options->tolerance, "With --batch: in metres and radians [1e-4]")
      ->type_name("T")
      ->check(CLI::Range(1e-9, 1e3));
  command.add_option("--threads", options->threads, "With --batch: 0 for one per processor [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command
      .add_option("--device", options->device,
                  "With --batch: auto, cpu or gpu; the answers are the same [auto]")
      ->type_name("DEVICE");
  command.add_flag("--clear", options->clear,
                   "With --batch: clear of the figure itself without obstacles, too");
  command.add_flag("--strict", options->strict, "Exit code 1 if a task stays unsatisfied");
  add_look_options(command, options->look);
  add_examples(command,
               {{"limber solve scenes/human-reach.json",
                 "how each task turned out, and what blocks those that are unsatisfied"},
                {"limber solve scenes/panda.json -o done.json", "the final scene"},
                {"limber solve scene.json --trace errors.csv --steps 50", "errors step by step, for a plot"},
                {"limber solve arm.urdf --batch goals.csv --frame tool0 -o out.csv",
                 "a posture for every pose of a file"}});
  return [options] { return run_solve_or_batch(*options); };
}

}  // namespace limber::cli
