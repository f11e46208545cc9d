// limber tune: finds parameters with which an avoidance technique meets requirements on a scene.

#include "analysis/findings.h"
#include "analysis/scene_course.h"
#include "commands/arguments.h"
#include "io/output.h"
#include "io/scene_output.h"
#include "limber/avoidance/parameters.h"
#include "limber/avoidance/tuning.h"
#include "limber/base/names.h"
#include "limber/files/json/writer.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

using json::Output;

struct TuneOptions {
  std::string file, technique, out;
  double clearance = 0.0;  // [m]
  double bend = 180.0;     // [deg]
  double mean_error = std::numeric_limits<double>::infinity();
  int reversals = std::numeric_limits<int>::max();
  int refinements = TuningOptions{}.refinements;
  CourseOptions course;
  bool json = false;
  bool force = false;
};

const TechniqueDescription& technique_of(const TuneOptions& options, const Scene& scene) {
  if (options.technique.empty()) return describe(scene.avoidance.technique);
  const TechniqueDescription* technique = find_technique(options.technique);
  if (technique) return *technique;
  std::vector<std::string> keys;
  for (const TechniqueDescription& each : techniques()) keys.emplace_back(each.key);
  throw Failure(ExitCode::usage, "tune: unknown technique " + limber::quoted(options.technique) +
                                     did_you_mean(options.technique, keys) +
                                     "; limber compare --list lists them");
}

void require_tunable(const TechniqueDescription& technique) {
  const bool any = std::any_of(technique.parameters.begin(), technique.parameters.end(),
                               [](const AvoidanceParameter& parameter) { return parameter.is_tuned(); });
  if (!any) {
    throw Failure(ExitCode::usage, "tune: the technique " + limber::quoted(std::string(technique.key)) +
                                       " has no parameter to tune; limber compare --list lists the others");
  }
}

std::string result_json(const Input& input, const SceneCourse& course, const TuningResult& result,
                        const TuningWishes& wishes) {
  const TechniqueDescription& technique = describe(result.best.avoidance.technique);
  const Measures& m = result.best.measures;
  Output document = Output::object(), parameters = Output::object();
  for (const AvoidanceParameter& parameter : technique.parameters) {
    if (!parameter.is_tuned()) continue;
    parameters.set(parameter.key,
                   Output::number(value(parameter, result.best.avoidance, result.best.clearance)));
  }
  document.set("file", Output::text(input.name)).set("figure", Output::text(input.scene.figure.name()));
  document.set("course", Output::text(course.words)).set("technique", Output::text(technique.key));
  document.set("found", Output::truth(result.found)).set("trials", Output::number(result.trials));
  document.set("parameters", std::move(parameters));
  document.set("least_clearance", Output::number(m.least_clearance));
  document.set("largest_bend", Output::number(m.largest_bend));
  document.set("mean_error", Output::number(m.mean_error)).set("reversals", Output::number(m.reversals));
  document.set("shortfall", Output::number(result.best.shortfall));
  return document.set("words", Output::text(in_words(result, wishes))).to_string();
}

ExitCode run_tune(const TuneOptions& options) {
  if (options.json && options.out == "-")
    throw Failure(ExitCode::usage, "tune: --json and -o - both write to standard output; choose one");
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  Input input = load_input(options.file);
  const TechniqueDescription& technique = technique_of(options, input.scene);
  require_tunable(technique);
  if (const std::string dynamics = dynamics_note(input.scene, "tune"); !dynamics.empty())
    print_note(input.name + ": " + dynamics);
  const SceneCourse course = course_of(input, options.course, "tune");
  const TuningWishes wishes{.clearance = options.clearance,
                            .bend = options.bend * degree,
                            .mean_error = options.mean_error,
                            .reversals = options.reversals};
  AvoidanceOptions start = input.scene.avoidance;
  start.technique = technique.technique;
  TuningResult result;
  {
    ProgressLine line("limber: tuning,");
    TuningOptions tuning{.refinements = options.refinements};
    tuning.progress = [&](double done, const TuningTrial& trial) {
      line.show(std::to_string(static_cast<int>(100.0 * done)) + " %, " + in_words(trial));
      return true;
    };
    try {
      result = tune(course.course, start, wishes, tuning);
    } catch (const std::invalid_argument& problem) {
      throw Failure(ExitCode::file, input.name + ": " + problem.what());
    }
  }
  if (!options.out.empty()) {
    input.scene.avoidance = result.best.avoidance;
    input.scene.solver.clearance = result.best.clearance;
    write_output(options.out, scene_for(options.out, input.scene), replace);
  }
  if (options.out != "-")
    print(options.json ? result_json(input, course, result, wishes) : in_words(result, wishes) + "\n");
  return result.found ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Action add_tune(CLI::App& command) {
  const auto options = std::make_shared<TuneOptions>();
  command.add_option("SCENE", options->file, "Scene with obstacles and a goal; - for standard input")
      ->required();
  command
      .add_option("--technique", options->technique,
                  "Technique; limber compare --list lists them [the scene's]")
      ->type_name("NAME");
  command.add_option("--clearance", options->clearance, "Least clearance in every frame, in metres [0]")
      ->type_name("M")
      ->check(CLI::Range(0.0, 1e6));
  command.add_option("--bend", options->bend, "Largest bend between neighbouring links, in degrees [180]")
      ->type_name("DEG")
      ->check(CLI::Range(0.0, 180.0));
  command.add_option("--error", options->mean_error, "Largest mean error of the worst task [any]")
      ->type_name("E")
      ->check(CLI::Range(0.0, 1e6));
  command.add_option("--reversals", options->reversals, "Frames in which a joint reverses, at most [any]")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command.add_option("--refinements", options->refinements, "Number of refinements of the search [4]")
      ->type_name("N")
      ->check(CLI::Range(0, 12));
  add_course_options(command, options->course);
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  command
      .add_option("-o,--output", options->out,
                  "Write the scene with the best parameters; - for standard output")
      ->type_name("SCENE_OUT");
  command.add_flag("--force", options->force, "Replace SCENE_OUT if it exists");
  add_examples(command, {{"limber tune scene.json --technique objective --clearance 0.02 --bend 20",
                          "a gain that keeps 2 cm without bends of more than 20 degrees, if there is one"},
                         {"limber tune scene.json --technique cost --reversals 0 -o tuned.json",
                          "the scene with the best parameters"}});
  return [options] { return run_tune(*options); };
}

}  // namespace limber::cli
