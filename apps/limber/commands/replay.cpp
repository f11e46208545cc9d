// limber replay: runs a recording again and checks that the result has the same bits.

#include "limber/session/recording.h"

#include <algorithm>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/motion_file.h"
#include "io/output.h"
#include "limber/avoidance/parameters.h"
#include "limber/base/names.h"
#include "limber/files/files.h"
#include "limber/files/format/solver_json.h"
#include "limber/files/json/writer.h"
#include "limber/session/state/refusal.h"
#include "limber/session/time/replay_with.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

struct ReplayCommandOptions {
  std::string file, timing, out;
  std::string technique, svd, svd_mode;  // other than recorded; empty: as recorded
  bool json = false;
  bool force = false;
  LookOptions look;
};

constexpr const char* beside = "beside the recording";  // what --timing alone means

template <class Enum>
std::string word_of(std::span<const std::string_view> words, Enum value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

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
  const Scene& start = again.start;
  object.set("technique", Output::text(describe(start.avoidance.technique).key));
  object.set("svd", Output::text(word_of(json::solver_words().svd_methods, start.solver.svd)));
  object.set("svd_mode", Output::text(word_of(json::solver_words().svd_modes, start.solver.svd_mode)));
  object.set("problem", replayed.words.empty() ? Output::null() : Output::text(replayed.words));
  object.set("steps", Output::number(static_cast<double>(again.steps)));
  object.set("commands", Output::number(static_cast<double>(again.commands.size())));
  object.set("snapshots", Output::number(static_cast<double>(again.snapshots.size())));
  object.set("duration", Output::number(recording.duration));
  return object.set("solving", Output::number(seconds_solving(replayed.recorded))).to_string();
}

std::string replay_text(const Recording& recording, const Replayed& replayed, const ReplayWith& with,
                        const Terminal& terminal) {
  const Recording& again = replayed.recorded.recording;
  Text hash(hash_text(again.hash), Style::strong);
  if (with.is_changed()) {
    hash.add("  with " + std::string(describe(again.start.avoidance.technique).key) + ", " +
             word_of(json::solver_words().svd_methods, again.start.solver.svd) + ", " +
             word_of(json::solver_words().svd_modes, again.start.solver.svd_mode));
  } else if (replayed.is_same) {
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

template <class Enum>
std::optional<Enum> chosen(const std::string& word, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

ReplayWith methods_of(const ReplayCommandOptions& options) {
  ReplayWith with;
  if (!options.technique.empty()) {
    const TechniqueDescription* technique = find_technique(options.technique);
    if (technique == nullptr) {
      std::vector<std::string> known;
      for (const TechniqueDescription& each : techniques()) known.emplace_back(each.key);
      throw Failure(ExitCode::usage, "replay: there is no technique " + limber::quoted(options.technique) +
                                         did_you_mean(options.technique, known) +
                                         "; limber compare --list lists them");
    }
    with.technique = technique->technique;
  }
  with.svd = chosen<SvdMethod>(options.svd, json::solver_words().svd_methods);
  with.svd_mode = chosen<SvdMode>(options.svd_mode, json::solver_words().svd_modes);
  return with;
}

// "reach.objective.row-givens.timing.txt" beside "reach.recording.json", whose own is "reach.timing.txt".
std::string timing_beside(const ReplayCommandOptions& options) {
  if (options.file == "-")
    throw Failure(ExitCode::usage, "replay: --timing needs a file name for a recording from standard input");
  std::string name = find_input(options.file).string();
  for (const std::string_view ending : {".json", ".recording"}) {
    if (name.ends_with(ending)) name.erase(name.size() - ending.size());
  }
  return timing_file(name, methods_of(options));
}

Replayed run(const Recording& recording, const std::string& name, const ReplayWith& with) {
  ProgressLine progress("limber: replaying");
  ReplayOptions options{.with = with};
  options.go_on = [&](std::uint64_t steps) {
    progress.show(static_cast<double>(steps) / static_cast<double>(recording.steps + 1));
    return true;
  };
  try {
    return replay(recording, options);
  } catch (const Refusal& problem) {
    throw Failure(ExitCode::file, name + ": " + problem.what());
  }
}

// A motion of `limber track`: tracked again.
ExitCode replay_motion(const TrackedMotion& motion, const std::string& name,
                       const ReplayCommandOptions& options) {
  const TrackReport again = track(track_problem(motion.scene), motion.options);
  const bool same = again.hash == motion.hash;
  if (options.json) {
    using json::Output;
    Output object = Output::object();
    object.set("file", Output::text(name)).set("hash", Output::text(hash_text(again.hash)));
    object.set("recorded_hash", Output::text(hash_text(motion.hash))).set("same", Output::truth(same));
    print(
        object.set("steps", Output::number(static_cast<double>(again.motion.times.size() - 1))).to_string());
  } else {
    Text hash(hash_text(again.hash), Style::strong);
    hash.add(same ? "  as recorded" : "  differs from the motion: " + hash_text(motion.hash),
             same ? Style::good : Style::bad);
    print(Terminal::of(stdout, options.look).shown(hash) + "\n");
  }
  return same ? ExitCode::ok : ExitCode::no;
}

ExitCode run_replay(ReplayCommandOptions options) {
  if (options.timing == beside) options.timing = timing_beside(options);
  if (int{options.json} + int{options.timing == "-"} + int{options.out == "-"} > 1) {
    throw Failure(ExitCode::usage,
                  "replay: --json, -o - and --timing - all write to standard output; choose one");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  if (!options.timing.empty()) require_writable(options.timing, Replace::always);
  const InputText input = load_text(options.file);
  if (const auto motion = read_tracked_motion(input.text, input.name))
    return replay_motion(*motion, input.name, options);
  const Expected<Recording> recording = parse_recording(input.text, input.name);
  if (!recording) throw Failure(ExitCode::file, recording.error().message);

  const ReplayWith with = methods_of(options);
  const Replayed replayed = run(*recording, input.name, with);
  if (!options.timing.empty()) write_output(options.timing, timing_text(replayed.recorded), Replace::always);
  if (!options.out.empty()) {
    Scene end = replayed.end;
    end.figure_file.clear();
    end.root.clear();
    write_output(options.out, write_scene(end), replace);
  }
  if (options.timing != "-" && options.out != "-") {
    print(options.json ? replay_json(input.name, *recording, replayed)
                       : replay_text(*recording, replayed, with, Terminal::of(stdout, options.look)));
  }
  return replayed.is_same || with.is_changed() ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Action add_replay(CLI::App& command) {
  const auto options = std::make_shared<ReplayCommandOptions>();
  command
      .add_option("FILE", options->file,
                  "Recording made in the studio, or motion of limber track; - for standard input")
      ->required();
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  command
      .add_option("--timing", options->timing,
                  "Write the solving time of every snapshot; replaced if it exists; without OUT, beside FILE")
      ->type_name("OUT")
      ->expected(0, 1)
      ->default_str(beside);
  command
      .add_option("--technique", options->technique,
                  "Another avoidance technique; limber compare --list lists them [as recorded]")
      ->type_name("NAME");
  const auto words = [](std::span<const std::string_view> list) {
    return std::vector<std::string>(list.begin(), list.end());
  };
  command.add_option("--svd", options->svd, "Another singular value decomposition [as recorded]")
      ->type_name("METHOD")
      ->check(one_of("singular value decomposition", words(json::solver_words().svd_methods)));
  command.add_option("--svd-mode", options->svd_mode, "full, one-sweep or small-angle [as recorded]")
      ->type_name("MODE")
      ->check(one_of("mode", words(json::solver_words().svd_modes)));
  command.add_option("-o,--output", options->out, "Write the final scene; - for standard output")
      ->type_name("SCENE_OUT");
  command.add_flag("--force", options->force, "Replace SCENE_OUT if it exists");
  add_look_options(command, options->look);
  add_examples(
      command,
      {{"limber replay reach.recording.json", "its hash; exit code 1 if it differs from the recording"},
       {"limber replay reach.recording.json --timing times.txt", "how long solving takes on this machine"},
       {"limber replay reach.recording.json --technique objective --svd golub-reinsch --timing",
        "the same drags with other methods; the time they take goes to a file beside the first"},
       {"limber replay reach.recording.json -o end.json", "the final scene"}});
  return [options] { return run_replay(*options); };
}

}  // namespace limber::cli
