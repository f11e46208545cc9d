// limber replay: runs a recording again and checks that the result has the same bits.

#include "limber/session/recording.h"

#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/files/files.h"
#include "limber/files/json/writer.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

struct ReplayCommandOptions {
  std::string file, timing, out;
  bool json = false;
  bool force = false;
  LookOptions look;
};

double seconds_solving(const Recorded& recorded) {
  double sum = 0.0;
  for (const ShownSnapshot& snapshot : recorded.snapshots) sum += snapshot.solving;
  return sum;
}

std::string replay_json(const std::string& name, const Recording& recording, const Replayed& replayed) {
  using json::Output;
  const Recording& again = replayed.recorded.recording;
  Output object = Output::object();
  object.set("file", Output::text(name)).set("title", Output::text(recording.title));
  object.set("hash", Output::text(hash_text(again.hash)));
  object.set("recorded_hash", Output::text(hash_text(recording.hash)));
  object.set("same", Output::truth(replayed.is_same));
  object.set("problem", replayed.words.empty() ? Output::null() : Output::text(replayed.words));
  object.set("steps", Output::number(static_cast<double>(again.steps)));
  object.set("commands", Output::number(static_cast<double>(again.commands.size())));
  object.set("snapshots", Output::number(static_cast<double>(again.snapshots.size())));
  object.set("duration", Output::number(recording.duration));
  return object.set("solving", Output::number(seconds_solving(replayed.recorded))).to_string();
}

std::string replay_text(const Recording& recording, const Replayed& replayed, const Terminal& terminal) {
  const Recording& again = replayed.recorded.recording;
  Text hash(hash_text(again.hash), Style::strong);
  if (replayed.is_same) {
    hash.add("  as recorded", Style::good);
  } else {
    hash.add("  differs from the recording: " + hash_text(recording.hash), Style::bad);
  }
  const double solving = seconds_solving(replayed.recorded);
  const double mean = again.steps > 0 ? solving / static_cast<double>(again.steps) : 0.0;
  std::string text = terminal.shown(hash) + "\n";
  if (!replayed.words.empty()) text += terminal.shown(Text(replayed.words, Style::warning)) + "\n";
  const std::string what = printable(recording.title) + ": " + count_text(again.steps, "step") + " and " +
                           count_text(again.commands.size(), "command") + " in " +
                           number_text(recording.duration, 3) + " s; solving took " +
                           number_text(solving, 3) + " s, " + number_text(1e6 * mean, 3) + " us per step";
  return text + terminal.shown(Text(what, Style::faint)) + "\n";
}

Replayed run(const Recording& recording) {
  ProgressLine progress("limber: replaying");
  ReplayOptions options;
  options.go_on = [&](std::uint64_t steps) {
    progress.show(static_cast<double>(steps) / static_cast<double>(recording.steps + 1));
    return true;
  };
  return replay(recording, options);
}

ExitCode run_replay(const ReplayCommandOptions& options) {
  if (int{options.json} + int{options.timing == "-"} + int{options.out == "-"} > 1) {
    throw Failure(ExitCode::usage,
                  "replay: --json, -o - and --timing - all write to standard output; choose one");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  if (!options.timing.empty()) require_writable(options.timing, Replace::always);
  const InputText input = load_text(options.file);
  const Expected<Recording> recording = parse_recording(input.text, input.name);
  if (!recording) throw Failure(ExitCode::file, recording.error().message);

  const Replayed replayed = run(*recording);
  if (!options.timing.empty()) write_output(options.timing, timing_text(replayed.recorded), Replace::always);
  if (!options.out.empty()) {
    Scene end = replayed.end;
    end.figure_file.clear();
    end.root.clear();
    write_output(options.out, write_scene(end), replace);
  }
  if (options.timing != "-" && options.out != "-") {
    print(options.json ? replay_json(input.name, *recording, replayed)
                       : replay_text(*recording, replayed, Terminal::of(stdout, options.look)));
  }
  return replayed.is_same ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Action add_replay(CLI::App& command) {
  const auto options = std::make_shared<ReplayCommandOptions>();
  command.add_option("FILE", options->file, "Recording made in the studio; - for standard input")->required();
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  command
      .add_option("--timing", options->timing,
                  "Write the solving time of every snapshot; replaced if it exists")
      ->type_name("OUT");
  command.add_option("-o,--output", options->out, "Write the final scene; - for standard output")
      ->type_name("SCENE_OUT");
  command.add_flag("--force", options->force, "Replace SCENE_OUT if it exists");
  add_look_options(command, options->look);
  add_examples(
      command,
      {{"limber replay reach.recording.json", "its hash; exit code 1 if it differs from the recording"},
       {"limber replay reach.recording.json --timing times.txt", "how long solving takes on this machine"},
       {"limber replay reach.recording.json -o end.json", "the final scene"}});
  return [options] { return run_replay(*options); };
}

}  // namespace limber::cli
