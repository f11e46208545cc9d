// limber compare: the same motion of a scene with every avoidance technique, side by side.

#include <algorithm>

#include "analysis/findings.h"
#include "commands/arguments.h"
#include "io/output.h"
#include "limber/avoidance/bare_limb.h"
#include "limber/base/names.h"
#include "report/compare_report.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

struct CompareOptions {
  std::string file, svg;
  std::vector<std::string> techniques = {"all"};
  std::vector<std::string> corners;
  CourseOptions course;
  bool json = false;
  bool list = false;
  bool bare = false;  // also the limb alone
  LookOptions look;
};

std::vector<std::string> technique_keys() {
  std::vector<std::string> keys;
  for (const TechniqueDescription& technique : techniques()) keys.emplace_back(technique.key);
  return keys;
}

// In the order of the table, each once.
std::vector<const TechniqueDescription*> chosen_techniques(const std::vector<std::string>& words) {
  std::vector<bool> wanted(techniques().size(), false);
  for (const std::string& word : words) {
    if (word == "all") {
      wanted.assign(wanted.size(), true);
      continue;
    }
    const TechniqueDescription* technique = find_technique(word);
    if (!technique) {
      throw Failure(ExitCode::usage, "compare: unknown technique " + limber::quoted(word) +
                                         did_you_mean(word, technique_keys()) +
                                         "; limber compare --list lists them, and all means all of them");
    }
    wanted[static_cast<std::size_t>(technique->technique)] = true;
  }
  std::vector<const TechniqueDescription*> result;
  for (const TechniqueDescription& technique : techniques()) {
    if (wanted[static_cast<std::size_t>(technique.technique)]) result.push_back(&technique);
  }
  return result;
}

constexpr std::size_t summary_width = 92;  // columns

// Each with what it does and cannot do.
ExitCode list_techniques(const Terminal& terminal) {
  Table table({{""}, {"", Column::Align::left, true}, {"", Column::Align::left, true}});
  for (const TechniqueDescription& t : techniques()) {
    table.add({Text(t.key, Style::accent), t.title, Text(t.source, Style::faint)});
    for (const std::string& line : wrapped(t.summary, summary_width)) table.add_line(Text("    " + line));
  }
  print(table.to_string(terminal));
  return ExitCode::ok;
}

ComparedTechnique run_one(const SceneCourse& course, const Scene& scene,
                          const TechniqueDescription& technique, const std::optional<Course>& bare,
                          const std::function<void(double)>& progress) {
  ComparedTechnique result{.technique = &technique};
  AvoidanceOptions options = scene.avoidance;
  options.technique = technique.technique;
  const auto frames = static_cast<double>(course.course.targets.size());
  TasksOnCourse tasks(course.course.figure, course.course.solver, technique.technique, course.course.tasks);
  try {
    result.measures = run(course.course, options,
                          [&](int frame, const Posture&, const StepReport& report, const MotionMeter& meter) {
                            result.clearance.push_back(meter.clearance());
                            result.error.push_back(course.error(report));
                            tasks.add(report);
                            progress((frame + 1) / frames);
                            return true;
                          });
  } catch (const std::invalid_argument& problem) {
    result.problem = problem.what();
    return result;
  }
  for (const double error : result.error) result.mean_error += error / frames;
  result.final_error = result.error.back();
  result.tasks = tasks.tasks();
  result.standing = standing_of(result.measures, tasks);
  result.broken_by = tasks.broken_by();
  if (bare) result.bare = run(*bare, options);
  return result;
}

void rank(std::vector<ComparedTechnique>& rows) {
  for (ComparedTechnique& row : rows) {
    if (!row.problem.empty()) continue;
    row.rank =
        1 + static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const ComparedTechnique& other) {
          return other.problem.empty() && ranks_before(other.standing, row.standing);
        }));
  }
}

ExitCode compare(const CompareOptions& options) {
  const Terminal terminal = Terminal::of(stdout, options.look);
  if (options.list) return list_techniques(terminal);
  if (options.file.empty())
    throw Failure(ExitCode::usage, "compare: expected a scene; see limber compare --help");
  const std::vector<const TechniqueDescription*> techniques = chosen_techniques(options.techniques);
  if (options.json && options.svg == "-") {
    throw Failure(ExitCode::usage, "compare: --json and --svg - both write to standard output; choose one");
  }
  if (!options.svg.empty()) require_writable(options.svg, Replace::always);
  const Input input = load_input(options.file);
  CourseOptions course_options = options.course;
  for (const std::string& corner : options.corners)
    course_options.corners.push_back(read_point(corner, "compare: --via"));
  if (const std::string dynamics = dynamics_note(input.scene, "compare"); !dynamics.empty())
    print_note(input.name + ": " + dynamics);
  const SceneCourse course = course_of(input, course_options, "compare");
  if (options.bare && course_options.drag.empty())
    throw Failure(ExitCode::usage, "compare: --bare compares limbs; say with --drag which frame is dragged");
  const std::optional<Course> bare = options.bare ? std::optional(bare_limb(course.course)) : std::nullopt;
  std::vector<ComparedTechnique> rows;
  {
    ProgressLine line("limber: comparing");
    for (const TechniqueDescription* technique : techniques) {
      const std::string what = std::string(technique->key) + ", " + std::to_string(rows.size() + 1) + " of " +
                               std::to_string(techniques.size());
      rows.push_back(run_one(course, input.scene, *technique, bare, [&](double done) {
        line.show(what + ", " + std::to_string(static_cast<int>(100.0 * done)) + " %");
      }));
    }
  }
  rank(rows);
  if (!options.svg.empty()) write_output(options.svg, compare_svg(input, course, rows), Replace::always);
  if (options.svg != "-") {
    print(options.json ? compare_json(input, course, rows) : compare_text(input, course, rows, terminal));
  }
  return ExitCode::ok;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto options = std::make_shared<CompareOptions>();
  command.add_option("SCENE", options->file, "Scene with obstacles and a goal; - for standard input");
  command
      .add_option("--techniques", options->techniques,
                  "Techniques, as in objective,two-worst; --list lists them [all]")
      ->type_name("NAMES")
      ->delimiter(',');
  add_course_options(command, options->course);
  command
      .add_option("--via", options->corners, "A point the goal passes through, in metres; may be repeated")
      ->type_name("X,Y,Z")
      ->expected(1)
      ->take_all();
  command
      .add_option("--drag", options->course.drag,
                  "Drag this frame through the points of --via instead, with no other task")
      ->type_name("FRAME");
  command.add_option("--joints", options->course.joints, "Joints that may move for the drag, as in trunk.*")
      ->type_name("NAMES")
      ->delimiter(',');
  command.add_flag("--bare", options->bare, "With --drag: also the limb cut off from the figure, to compare");
  command.add_flag("--json", options->json, "Print JSON, with the curves (docs/json.md)");
  command.add_option("--svg", options->svg, "Draw clearance and error over time; replaced if it exists")
      ->type_name("FILE");
  command.add_flag("--list", options->list, "List the techniques");
  add_look_options(command, options->look);
  add_examples(command,
               {{"limber compare scenes/tsuji-discs.json", "every technique, on the way to the scene's goal"},
                {"limber compare scene.json --techniques clearance,objective --svg curves.svg",
                 "two techniques, and a plot of clearance and error over time"},
                {"limber compare scenes/elephant.json --drag trunk.tip --via 3,0.9,0.9 --bare",
                 "the trunk alone, on the elephant and cut off"}});
  return [options] { return compare(*options); };
}

}  // namespace limber::cli
