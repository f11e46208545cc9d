// limber track: follows the targets of a scene in time.

#include <numeric>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/motion_file.h"
#include "io/output.h"
#include "limber/avoidance/parameters.h"
#include "limber/base/names.h"
#include "limber/files/format/path_json.h"
#include "limber/files/format/task_json.h"
#include "limber/files/json/read_error.h"
#include "limber/files/json/writer.h"
#include "limber/session/recording.h"
#include "report/quantities.h"
#include "report/task_words.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

struct TrackCommandOptions {
  std::string file, out, method;
  std::vector<std::string> paths;
  double seconds = 0.0;
  double dt = TrackOptions{}.dt;
  int lead_in = 0;
  double smooth = 0.0;
  bool as_it_stands = false, json = false, strict = false, force = false;
  LookOptions look;
};

constexpr double rounding_of_overlap = 1e-6;  // [m]
constexpr double rounding_of_limits = 1e-9;   // [1/s] or [1/s^2] less is not worth a word

std::string unit_of(const TaskList::Entry& entry, const Figure& figure) {
  return std::string(unit_text(unit(entry.task, figure)));
}

std::string words_of(const Lag& lag, const Scene& scene) {
  return lag_in_words(lag, scene.figure, scene.tasks, scene.world);
}

// The parts of the scene that are not followed, a sentence each.
std::vector<std::string> left_out(const Scene& scene) {
  std::vector<std::string> sentences;
  const Technique technique = scene.avoidance.technique;
  if (technique != Technique::clearance && technique != Technique::off)
    sentences.push_back("The technique " + std::string(describe(technique).key) +
                        " is not followed: the solver's own clearance stands in for it.");
  if (scene.dynamics.on)
    sentences.push_back(
        "The dynamics of the scene are not followed: joints move as tasks ask, without torques.");
  for (const Obstacle& obstacle : scene.world.obstacles) {
    if (!obstacle.velocity.isZero(0.0) && !scene.paths.of(obstacle.name))
      sentences.push_back("The velocity of " + limber::quoted(obstacle.name) +
                          " is not followed: it stands still; a path would move it.");
  }
  const SolverOptions& given = scene.solver;
  const SolverOptions usual;
  std::string keys;
  const auto name = [&](bool is_other, std::string_view key) {
    if (is_other) keys += (keys.empty() ? "" : ", ") + std::string(key);
  };
  name(given.limits != usual.limits, "limits");
  name(given.formulation != usual.formulation, "formulation");
  name(!(given.damping == usual.damping), "damping");
  name(given.line_search != usual.line_search, "line_search");
  name(given.largest_turn != usual.largest_turn, "largest_turn");
  name(given.largest_error != usual.largest_error, "largest_error");
  name(!scene.recruitment.empty(), "recruitment");
  if (!keys.empty())
    sentences.push_back("Steps in time do not follow these of the solver's settings: " + keys + ".");
  return sentences;
}

std::string smoothing_text(const TrackReport& report, const Scene& scene, double time,
                           const Terminal& terminal) {
  const Smoothing& smoothing = *report.smoothing;
  const std::string what = smoothing.cyclic ? "one cycle, closed" : "all frames";
  if (!smoothing.found)
    return terminal.shown(Text("Not made smooth: nothing better was found that keeps tasks and limits.",
                               Style::warning)) +
           "\n";
  std::string text = "Made smooth over " + number_text(time) + " s, " + what + ": cost " +
                     number_text(smoothing.cost_before) + " to " + number_text(smoothing.cost_after) +
                     " in " + count_text(static_cast<std::size_t>(smoothing.rounds), "round") +
                     (smoothing.settled ? ".\n" : ", not yet settled.\n");
  text += "That took the largest acceleration from " + number_text(smoothing.largest_acceleration_before) +
          " to " + number_text(report.largest_acceleration) + " /s2";
  std::size_t worst = 0;
  const auto growth = [&](std::size_t i) {
    return report.tasks[i].largest_error - smoothing.largest_errors_before[i];
  };
  for (std::size_t i = 1; i < report.tasks.size(); ++i) {
    if (growth(i) > growth(worst)) worst = i;
  }
  if (!report.tasks.empty()) {
    const TaskTrack& task = report.tasks[worst];
    const TaskList::Entry& entry = scene.tasks.entry(task.task);
    text += ", and the largest error of " + entry.name + " from " +
            error_text(smoothing.largest_errors_before[worst]) + " to " + error_text(task.largest_error);
    if (const std::string unit = unit_of(entry, scene.figure); !unit.empty()) text += " " + unit;
  }
  return text + ".\n";
}

std::string clearance_text(double clearance, const Terminal& terminal) {
  if (clearance >= -rounding_of_overlap)
    return "Comes within " + length_text(std::max(0.0, clearance)) + " of an obstacle or of itself.\n";
  const std::string words = "Overlaps an obstacle or itself by " + length_text(-clearance) + ".";
  return terminal.shown(Text(words, Style::warning)) + "\n";
}

std::string track_text(const Input& input, const TrackOptions& options, const TrackReport& report,
                       const Terminal& terminal) {
  const Scene& scene = input.scene;
  std::string text = scene.figure.name() + "  " + std::to_string(scene.figure.dof_count()) +
                     " degrees of freedom, scene " + input.name + ", " +
                     count_text(report.motion.times.size() - 1, "step") + " of " + number_text(options.dt) +
                     " s\n\n";
  Table table({{"task"},
               {"largest error", align_right},
               {"rms", align_right},
               {"at the end", align_right},
               {"behind"},
               {"why"}});
  for (const TaskTrack& task : report.tasks) {
    const TaskList::Entry& entry = scene.tasks.entry(task.task);
    const std::string in = " " + unit_of(entry, scene.figure);
    const Lag* worst = nullptr;
    int count = 0;
    for (const Lag& lag : report.lags) {
      if (int{lag.task} != int{task.task}) continue;
      ++count;
      if (!worst || lag.largest_error > worst->largest_error) worst = &lag;
    }
    std::string behind = "never";
    if (worst) {
      behind = number_text(worst->from) + " s to " + number_text(worst->to) + " s";
      if (count > 1) behind += " and " + count_text(static_cast<std::size_t>(count - 1), "more time");
    }
    table.add({entry.name, error_text(task.largest_error) + in, error_text(task.rms_error) + in,
               error_text(task.last_error) + in, Text(behind, worst ? Style::warning : Style::good),
               worst ? words_of(*worst, scene) : ""});
  }
  text += table.to_string(terminal, 2) + "\n";
  for (const std::string& sentence : left_out(scene))
    text += terminal.shown(Text(sentence, Style::warning)) + "\n";
  if (report.fastest.is_valid()) {
    text += "Fastest: " + scene.figure.dof_name(report.fastest) + ", " + number_text(report.largest_speed) +
            " /s; largest acceleration: " + scene.figure.dof_name(report.hardest) + ", " +
            number_text(report.largest_acceleration) + " /s2.\n";
  }
  if (report.speed_excess > rounding_of_limits || report.acceleration_excess > rounding_of_limits) {
    text += terminal.shown(Text("Limits exceeded where a curved limit of a ball joint was met: by " +
                                    number_text(report.speed_excess) + " /s, " +
                                    number_text(report.acceleration_excess) + " /s2.",
                                Style::warning)) +
            "\n";
  }
  if (!report.closures.empty()) {
    text += "Joints after each cycle of " + number_text(report.period) + " s, from where they were before:";
    for (const CycleClosure& closure : report.closures) text += " " + error_text(closure.offset);
    text += " rad.\n";
  } else if (report.period > 0.0 && report.period <= options.seconds) {
    text += "The time step does not divide the cycle of " + number_text(report.period) +
            " s: whether the joints come back is not measured.\n";
  }
  if (std::isfinite(report.clearance)) text += clearance_text(report.clearance, terminal);
  if (report.smoothing) text += smoothing_text(report, scene, options.smooth, terminal);
  return text + terminal.shown(Text(hash_text(report.hash), Style::strong)) + "\n";
}

std::string track_json(const Input& input, const TrackOptions& options, const TrackReport& report) {
  using json::Output;
  const Scene& scene = input.scene;
  Output document = Output::object();
  document.set("file", Output::text(input.name)).set("seconds", Output::number(options.seconds));
  document.set("dt", Output::number(options.dt));
  document.set("method",
               Output::text(redundancy_words[static_cast<std::size_t>(scene.motion.redundancy.method)]));
  document.set_list("tasks", report.tasks, [&](const TaskTrack& task) {
    const TaskList::Entry& entry = scene.tasks.entry(task.task);
    Output object = Output::object();
    object.set("name", Output::text(entry.name)).set("unit", Output::text(unit_of(entry, scene.figure)));
    object.set("largest_error", Output::number(task.largest_error));
    object.set("rms_error", Output::number(task.rms_error));
    object.set("last_error", Output::number(task.last_error));
    return object.set("errors", Output::numbers(task.errors));
  });
  document.set_list("lags", report.lags, [&](const Lag& lag) {
    Output object = Output::object();
    object.set("task", Output::text(scene.tasks.entry(lag.task).name));
    object.set("from", Output::number(lag.from)).set("to", Output::number(lag.to));
    object.set("largest_error", Output::number(lag.largest_error));
    return object.set("reason", Output::text(words_of(lag, scene)));
  });
  const auto dof = [&](DofId id) {
    return id.is_valid() ? Output::text(scene.figure.dof_name(id)) : Output::null();
  };
  document.set("largest_speed", Output::number(report.largest_speed)).set("fastest", dof(report.fastest));
  document.set("largest_acceleration", Output::number(report.largest_acceleration));
  document.set("hardest", dof(report.hardest));
  document.set("speed_excess", Output::number(report.speed_excess));
  document.set("acceleration_excess", Output::number(report.acceleration_excess));
  document.set("period", Output::number(report.period));
  std::vector<double> closures;
  for (const CycleClosure& closure : report.closures) closures.push_back(closure.offset);
  document.set("closures", Output::numbers(closures));
  document.set("clearance", Output::number(report.clearance));
  if (report.smoothing) {
    const Smoothing& smoothing = *report.smoothing;
    Output object = Output::object();
    object.set("time", Output::number(options.smooth)).set("found", Output::truth(smoothing.found));
    object.set("cyclic", Output::truth(smoothing.cyclic)).set("settled", Output::truth(smoothing.settled));
    object.set("rounds", Output::number(smoothing.rounds));
    object.set("cost_before", Output::number(smoothing.cost_before));
    object.set("cost_after", Output::number(smoothing.cost_after));
    object.set("largest_speed_before", Output::number(smoothing.largest_speed_before));
    object.set("largest_acceleration_before", Output::number(smoothing.largest_acceleration_before));
    document.set("smoothing",
                 object.set("largest_errors_before", Output::numbers(smoothing.largest_errors_before)));
  }
  document.set_list("not_followed", left_out(scene),
                    [](const std::string& words) { return Output::text(words); });
  return document.set("hash", Output::text(hash_text(report.hash))).to_string();
}

// The path that follows the name: a CSV file, or JSON as in a scene.
TargetPath read_path_argument(const std::string& text, json::PathOf of) {
  const auto load = [](const std::string& file) -> Expected<std::string> { return load_text(file).text; };
  const std::string where = "--path";
  const auto read = [&] {
    if (text.starts_with("{")) {
      const json::Tree tree = json::parse(text, where);
      return json::read_path(json::Value(tree.root(), where), of, load);
    }
    const InputText csv = load_text(text);
    try {
      return TargetPath(json::read_csv_path(csv.text, of));
    } catch (const std::invalid_argument& problem) {
      throw Failure(ExitCode::file, csv.name + ": " + problem.what());
    }
  };
  Expected<TargetPath> path = json::reading(read);
  if (!path) throw Failure(ExitCode::usage, "track: " + path.error().message);
  return std::move(*path);
}

// NAME=PATH, of a task or an obstacle.
void give_path(const std::string& argument, const Input& input, Scene& scene) {
  const std::size_t sign = argument.find('=');
  if (sign == std::string::npos)
    throw Failure(ExitCode::usage, "track: --path " + limber::quoted(argument) +
                                       ": expected NAME=FILE.csv or NAME={...}, a path as in a scene");
  const std::string name = argument.substr(0, sign), text = argument.substr(sign + 1);
  std::vector<std::string> names;
  for (const TaskList::Entry& entry : scene.tasks) {
    if (!may_follow_path(entry.task) && entry.name == name)
      throw Failure(ExitCode::usage, "track: --path: the task " + limber::quoted(name) + " of " + input.name +
                                         " has no target that could move; reach, orient, look-at, " +
                                         "center-of-mass and joint tasks have");
    if (!may_follow_path(entry.task)) continue;
    names.push_back(entry.name);
    if (entry.name == name) {
      scene.paths.set(entry.number, read_path_argument(text, json::path_kind(entry.task)));
      return;
    }
  }
  for (const Obstacle& obstacle : scene.world.obstacles) {
    names.push_back(obstacle.name);
    if (obstacle.name == name) {
      scene.paths.set(name, read_path_argument(text, json::PathOf::points));
      return;
    }
  }
  throw Failure(ExitCode::usage, "track: --path: " + input.name + " has no task or obstacle " +
                                     limber::quoted(name) + " that can follow a path" +
                                     did_you_mean(name, names));
}

ExitCode run_track(const TrackCommandOptions& options) {
  if (options.json && options.out == "-")
    throw Failure(ExitCode::usage, "track: --json and -o - both write to standard output; choose one");
  const Replace replace = options.force ? Replace::always : Replace::never;
  const bool csv = options.out.ends_with(".csv");
  if (!options.out.empty() && options.out != "-" && !csv && !options.out.ends_with(".json"))
    throw Failure(ExitCode::usage, "track: -o takes a .json or a .csv file");
  if (!options.out.empty()) require_writable(options.out, replace);
  Input input = load_input(options.file);
  Scene& scene = input.scene;
  if (!options.method.empty()) {
    for (std::size_t i = 0; i < std::size(redundancy_words); ++i) {
      if (redundancy_words[i] == options.method)
        scene.motion.redundancy.method = static_cast<RedundancyMethod>(i);
    }
  }
  for (const std::string& path : options.paths) give_path(path, input, scene);
  const json::Output contained = contained_scene(scene);
  scene = as_contained(contained, scene);
  ProgressLine progress("limber: tracking");
  TrackOptions track_options{.seconds = options.seconds,
                             .dt = options.dt,
                             .settle = !options.as_it_stands,
                             .lead_in = options.lead_in,
                             .smooth = options.smooth};
  track_options.progress = [&](double part) { progress.show(part); };
  TrackReport report;
  try {
    report = track(track_problem(scene), track_options);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::file, input.name + ": " + problem.what());
  }
  if (!options.out.empty()) {
    write_output(
        options.out,
        csv ? motion_csv(scene.figure, report.motion) : motion_json(contained, track_options, report),
        replace);
  }
  if (options.out != "-") {
    print(options.json ? track_json(input, track_options, report)
                       : track_text(input, track_options, report, Terminal::of(stdout, options.look)));
  }
  return options.strict && !report.lags.empty() ? ExitCode::no : ExitCode::ok;
}

}  // namespace

Action add_track(CLI::App& command) {
  const auto options = std::make_shared<TrackCommandOptions>();
  command.add_option("SCENE", options->file, "Scene; - for standard input")->required();
  command.add_option("--seconds", options->seconds, "How long")
      ->type_name("T")
      ->required()
      ->check(above_zero());
  command.add_option("--dt", options->dt, "Time step in seconds")
      ->type_name("DT")
      ->capture_default_str()
      ->check(above_zero());
  command
      .add_option(
          "--path", options->paths,
          "How the target of a task, or an obstacle, moves: NAME=FILE.csv, or NAME={...} as in a scene")
      ->type_name("NAME=PATH")
      ->allow_extra_args(false);
  std::vector<std::string> words;
  for (const std::string_view word : redundancy_words) words.emplace_back(word);
  command.add_option("--method", options->method, "Redundancy method, see docs/motion.md [as in the scene]")
      ->type_name("NAME")
      ->check(one_of("redundancy method", words));
  command.add_option("--lead-in", options->lead_in, "Cycles before time 0, which are not written [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  command
      .add_option(
          "--smooth", options->smooth,
          "Make the motion smooth over all frames at once; T: what is faster goes, 0.1 is a good start")
      ->type_name("T")
      ->check(CLI::Range(1e-6, 1e3));
  command.add_flag("--as-it-stands", options->as_it_stands, "Begin at the posture of the scene, unsolved");
  command.add_option("-o,--output", options->out, "Write the motion: .json or .csv; - for standard output")
      ->type_name("MOTION_OUT");
  command.add_flag("--force", options->force, "Replace MOTION_OUT if it exists");
  command.add_flag("--strict", options->strict, "Exit code 1 if a task fell behind");
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  add_look_options(command, options->look);
  add_examples(command,
               {{"limber track scenes/tevatia-circle.json --seconds 5", "circles, and whether they close"},
                {"limber track scenes/elephant-eight.json --seconds 4 --dt 0.02 --smooth 0.2",
                 "one cycle made smooth as a whole; it closes exactly"},
                {"limber track scenes/human-reach.json --seconds 2 --path \"right hand=hand.csv\"",
                 "a path from a file: lines of time, x, y, z"},
                {"limber track scene.json --seconds 2 -o motion.json",
                 "the motion; limber replay checks it, and the studio opens it with its keys"}});
  return [options] { return run_track(*options); };
}

}  // namespace limber::cli
