// limber retarget: a figure carries out a motion of another skeleton.

#include "limber/retargeting/retarget.h"

#include <algorithm>
#include <map>

#include "commands/arguments.h"
#include "io/foreign_output.h"
#include "io/input.h"
#include "io/mesh_paths.h"
#include "io/output.h"
#include "limber/files/json/writer.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

using json::Output;

struct RetargetCommandOptions {
  std::string motion, figure, out, table, write_table;
  bool slide = false, free_hands = false, no_balance = false, json = false, strict = false, force = false;
  LookOptions look;
};

// The goals that were missed, by role: how often, and the worst of it.
struct Missed {
  int frames = 0;
  double worst = 0.0, when = 0.0;
  bool is_angle = false;
  std::string reason;
};

std::map<std::string, Missed> missed_by_role(const Retargeted& result) {
  std::map<std::string, Missed> all;
  for (const RetargetedFrame& frame : result.frames) {
    for (const MissedGoal& goal : frame.missed) {
      Missed& entry = all[goal.role];
      ++entry.frames;
      if (goal.error <= entry.worst) continue;
      entry.worst = goal.error;
      entry.when = frame.time;
      entry.is_angle = goal.is_angle;
      entry.reason = goal.reason;
    }
  }
  return all;
}

std::string retarget_text(const Retargeted& result, const std::vector<RolePair>& table) {
  std::string text = count_text(result.frames.size(), "frame") + " over " +
                     number_text(result.motion.duration(), 3) + " s, " + count_text(table.size(), "part") +
                     " of the body matched, scaled by " + number_text(result.scale, 3) + "\n";
  for (const RolePair& pair : table) {
    text += "  " + role_name(pair.role) + ": " + pair.source + " -> " + pair.target + "\n";
  }
  if (!result.unmatched.empty()) {
    std::string roles;
    for (const std::string& role : result.unmatched) roles += (roles.empty() ? "" : ", ") + role;
    text += "not found in the figure: " + roles +
            "; --write-table writes a table to add them to, --table reads it\n";
  }
  const std::map<std::string, Missed> missed = missed_by_role(result);
  if (missed.empty()) return text + "every goal was kept\n";
  for (const auto& [role, entry] : missed) {
    text += role + ": missed in " + count_text(entry.frames, "frame") + ", by " +
            (entry.is_angle ? degrees_text(entry.worst) : length_text(entry.worst)) + " at " +
            number_text(entry.when, 3) + " s: " + entry.reason + "\n";
  }
  return text;
}

std::string retarget_json(const Retargeted& result, const std::vector<RolePair>& table) {
  Output document = Output::object();
  document.set("frames", Output::number(static_cast<double>(result.frames.size())));
  document.set("seconds", Output::number(result.motion.duration()));
  document.set("scale", Output::number(result.scale));
  document.set_list("table", table, [](const RolePair& pair) {
    Output row = Output::object();
    row.set("role", Output::text(role_name(pair.role))).set("source", Output::text(pair.source));
    row.set("target", Output::text(pair.target));
    return row;
  });
  document.set_list("unmatched", result.unmatched,
                    [](const std::string& role) { return Output::text(role); });
  Output frames = Output::list();
  for (const RetargetedFrame& frame : result.frames) {
    Output made = Output::object();
    made.set("time", Output::number(frame.time));
    made.set_list("standing", frame.standing, [](const std::string& role) { return Output::text(role); });
    made.set_list("touching", frame.touching, [](const std::string& words) { return Output::text(words); });
    made.set("balance", Output::truth(frame.is_balanced));
    made.set_list("missed", frame.missed, [](const MissedGoal& goal) {
      Output entry = Output::object();
      entry.set("role", Output::text(goal.role)).set("error", Output::number(goal.error));
      entry.set("unit", Output::text(goal.is_angle ? "rad" : "m")).set("reason", Output::text(goal.reason));
      return entry;
    });
    frames.add(std::move(made));
  }
  document.set("report", std::move(frames));
  return document.to_string();
}

// A scene whose keys are the motion, thinned so that the studio can show it.
std::string scene_of_motion(const Retargeted& result, const Figure& figure) {
  Scene scene{.figure = figure, .posture = result.motion.postures.front()};
  scene.keys = keys_of(result.motion);
  return write_scene(scene);
}

ExitCode run_retarget(const RetargetCommandOptions& options) {
  const Replace replace = options.force ? Replace::always : Replace::never;
  require_ending(options.out, {".json", ".bvh", ".glb", ".csv"});
  if (!options.out.empty()) require_writable(options.out, replace);
  if (!options.write_table.empty()) require_writable(options.write_table, replace);
  const Input motion = load_input(options.motion);
  if (motion.motion.empty()) {
    throw Failure(ExitCode::file,
                  motion.name + ": has no motion; expected a BVH, glTF or FBX file with frames");
  }
  const Input figure = load_input(options.figure);
  RetargetOptions settings;
  settings.lock_feet = !options.slide;
  settings.keep_hands = !options.free_hands;
  settings.keep_balance = !options.no_balance;
  settings.table = match_names(motion.scene.figure, figure.scene.figure);
  if (!options.table.empty()) {
    const InputText text = load_text(options.table);
    Expected<std::vector<RolePair>> table =
        read_table(text.text, text.name, motion.scene.figure, figure.scene.figure);
    if (!table) throw Failure(ExitCode::file, table.error().message);
    settings.table = std::move(*table);
  }
  if (!options.write_table.empty()) write_output(options.write_table, write_table(settings.table), replace);
  const Expected<Retargeted> result =
      retarget(motion.scene.figure, motion.motion, figure.scene.figure, settings);
  if (!result) throw Failure(ExitCode::file, "retarget: " + result.error().message);
  if (!options.out.empty()) {
    const Figure placed = with_paths_from(figure, result->figure, options.out, true);
    const std::optional<Written> written = write_foreign(options.out, placed, result->motion);
    write_output(options.out, written ? written->text : scene_of_motion(*result, placed), replace);
  }
  if (options.out != "-") {
    print(options.json ? retarget_json(*result, settings.table) : retarget_text(*result, settings.table));
  }
  return options.strict && !missed_by_role(*result).empty() ? ExitCode::no : ExitCode::ok;
}

}  // namespace

Action add_retarget(CLI::App& command) {
  const auto options = std::make_shared<RetargetCommandOptions>();
  command.add_option("MOTION", options->motion, "Motion to carry out (BVH, glTF, FBX); - for standard input")
      ->required();
  command.add_option("--onto", options->figure, "Figure that carries it out")
      ->required()
      ->type_name("FIGURE");
  command
      .add_option("-o,--output", options->out,
                  "Write the motion: .bvh, .glb, .csv, or .json for a scene with keys")
      ->type_name("OUT");
  command.add_option("--table", options->table, "Which joint is which segment, in place of the rules")
      ->type_name("CSV");
  command.add_option("--write-table", options->write_table, "Write what the rules found, to be edited")
      ->type_name("CSV");
  command.add_flag("--slide", options->slide, "Let standing feet slide");
  command.add_flag("--free-hands", options->free_hands, "Hands need not stay on what they touch");
  command.add_flag("--no-balance", options->no_balance, "Need not stand over its feet where the source does");
  command.add_flag("--json", options->json, "Print JSON: every frame, and what it missed");
  command.add_flag("--strict", options->strict, "Exit code 1 if a goal was missed");
  command.add_flag("--force", options->force, "Replace OUT and the table if they exist");
  add_examples(command, {{"limber retarget examples/walk.bvh --onto models/human.json -o walk.json",
                          "a scene whose keys are the motion"},
                         {"limber retarget walk.bvh --onto robot.urdf --write-table table.csv",
                          "names to be corrected by hand"}});
  return [options] { return run_retarget(*options); };
}

}  // namespace limber::cli
