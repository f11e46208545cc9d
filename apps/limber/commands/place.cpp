// limber place: where the base of a robot should stand to reach the poses of a file.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "commands/arguments.h"
#include "commands/batch_shared.h"
#include "io/goals.h"
#include "io/input.h"
#include "limber/base/names.h"
#include "limber/batch/solve_many.h"
#include "report/place_report.h"

namespace limber::cli {

namespace {

struct PlaceCommandOptions {
  std::string file, poses, frame, x = "-1,1", y = "-1,1", z = "0,0";
  PlaceOptions place;
  ManyArguments many;
  MeshArguments meshes;
  bool json = false, strict = false;
  LookOptions look;
};

// "-1,1", or one number for a place that is given.
Range read_range(const std::string& text, const std::string& option) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at <= end && numbers.size() < 3) {
    double number = 0.0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec != std::errc() || !std::isfinite(number)) break;
    numbers.push_back(number);
    at = read.ptr;
    if (at == end) {
      const Range range{numbers.front(), numbers.back()};
      if (numbers.size() <= 2 && range.min <= range.max) return range;
      break;
    }
    if (*at++ != ',') break;
  }
  throw Failure(ExitCode::usage, "place: " + option + ": expected a range as in -1,1 or one number, got " +
                                     limber::quoted(text));
}

ExitCode run_place(const PlaceCommandOptions& options) {
  PlaceOptions place = options.place;
  place.x = read_range(options.x, "--x");
  place.y = read_range(options.y, "--y");
  place.z = read_range(options.z, "--z");
  apply(options.many, place.solve, "place");
  const Input input = load_input(options.file, mesh_options(options.meshes));
  const std::vector<PoseGoal> poses = load_goals(options.poses);
  const Scene& scene = input.scene;
  const FrameTask task{.frame = frame_of(scene, options.file, options.frame, "place")};
  if (input.kind == FileKind::scene) place.solve.start = scene.posture;
  place.solve.solver = scene.solver;
  place.solve.world = kept_clear_of(scene, options.many.clear);
  place.solve.stop = &Interruption::asked();
  const Interruption interruption;
  const auto begin = std::chrono::steady_clock::now();
  PlaceOutcome outcome{scene.figure, task.frame, poses.size(), {}, 0.0};
  try {
    ProgressLine progress("limber: placing,");
    place.solve.progress = [&](std::size_t done, std::size_t all) {
      progress.show(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)));
    };
    outcome.report = place_base(scene.figure, task, poses, place);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::usage, problem.what());
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const std::string& note : outcome.report.notes) print_note(note);
  if (Interruption::asked()) print_note("stopped: the best of the places tried so far");
  print(options.json ? place_json(outcome) : place_text(outcome, Terminal::of(stdout, options.look)));
  const bool reaches_all =
      !outcome.report.best.empty() && outcome.report.best.front().reached == static_cast<int>(poses.size());
  return (options.strict && !reaches_all) || Interruption::asked() ? ExitCode::no : ExitCode::ok;
}

}  // namespace

Action add_place(CLI::App& command) {
  const auto options = std::make_shared<PlaceCommandOptions>();
  command.add_option("ROBOT", options->file, "Figure, robot or scene; - for standard input")->required();
  command
      .add_option("--poses", options->poses, "CSV or JSON file of poses in the world, as for solve --batch")
      ->type_name("FILE")
      ->required();
  command.add_option("--frame", options->frame, "The frame that is moved to the poses")->type_name("NAME");
  command.add_option("--x", options->x, "Where the base may stand, in metres: a range or one number [-1,1]")
      ->type_name("MIN,MAX");
  command.add_option("--y", options->y, "Likewise [-1,1]")->type_name("MIN,MAX");
  command.add_option("--z", options->z, "Likewise [0]")->type_name("MIN,MAX");
  command.add_option("--step", options->place.step, "Of the first grid of places, in metres [0.1]")
      ->type_name("M")
      ->check(above_zero());
  command.add_option("--headings", options->place.headings, "Turns about z that are tried [8]")
      ->type_name("N")
      ->check(CLI::Range(1, 3600));
  command
      .add_option("--refine", options->place.refinements, "How often the step is halved around the best [2]")
      ->type_name("N")
      ->check(CLI::Range(0, 20));
  command.add_option("--keep", options->place.keep, "Places to refine and report [5]")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  add_many_options(command, options->place.solve, options->many, "Other starts to try for a pose [20]");
  command.add_flag("--json", options->json, "Print JSON (docs/cli.md)");
  command.add_flag("--strict", options->strict, "Exit code 1 unless some place reaches every pose");
  add_mesh_options(command, options->meshes);
  add_look_options(command, options->look);
  add_examples(
      command,
      {{"limber place models/panda-like.json --poses poses.csv --frame flange",
        "on the floor around the origin"},
       {"limber place arm.urdf --poses poses.csv --frame tool0 --x 0,2 --y -1,1 --z 0.4,0.8", "on a lift"}});
  return [options] { return run_place(*options); };
}

}  // namespace limber::cli
