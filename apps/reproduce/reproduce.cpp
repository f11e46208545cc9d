// limber reproduce: runs the experiments of the source documents. A program of its own, because few people
// need it and it takes as long to compile as the solver.

#include <filesystem>

#include "commands/arguments.h"
#include "experiments/catalog.h"
#include "experiments/report/found.h"
#include "experiments/report/page.h"
#include "experiments/report/text.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

namespace fs = std::filesystem;
using namespace experiments;

struct Options {
  std::vector<std::string> names;
  std::string folder;
  bool json = false;
  bool list = false;
  LookOptions look;
};

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : all_experiments()) names.push_back(experiment.name);
  return names;
}

// In the order of the catalogue, each once. A word may be a name, a pattern ("ge-*") or "all".
std::vector<Experiment> chosen_experiments(const std::vector<std::string>& words) {
  const std::vector<std::string> names = experiment_names();
  const auto means = [](const std::string& word, const std::string& name) {
    return word == "all" || matches_pattern(name, word);
  };
  for (const std::string& word : words) {
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return means(word, name); }))
      continue;
    throw Failure(ExitCode::usage, "reproduce: there is no experiment " + limber::quoted(word) +
                                       did_you_mean(word, names) + "; limber reproduce --list lists them");
  }
  std::vector<Experiment> result;
  for (const Experiment& experiment : all_experiments()) {
    if (std::any_of(words.begin(), words.end(),
                    [&](const std::string& word) { return means(word, experiment.name); })) {
      result.push_back(experiment);
    }
  }
  return result;
}

ExitCode list_experiments(const Terminal& terminal) {
  Table table({{""}, {"", Column::Align::left, true}, {"", Column::Align::left, true}});
  for (const Experiment& e : all_experiments()) {
    table.add({Text(e.name, Style::accent), e.title, Text(e.document + ", " + e.place, Style::faint)});
  }
  print(table.to_string(terminal));
  return ExitCode::ok;
}

void require_folder(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    throw Failure(ExitCode::file, folder + ": is a file; expected a folder for the page");
  }
  fs::create_directories(folder, error);
  if (error) throw Failure(ExitCode::file, folder + ": the folder could not be created: " + error.message());
}

std::vector<Outcome> carry_out_all(const std::vector<Experiment>& experiments) {
  std::vector<Outcome> outcomes;
  for (const Experiment& experiment : experiments) {
    ProgressLine line("limber: " + std::to_string(outcomes.size() + 1) + " of " +
                      std::to_string(experiments.size()) + ", " + experiment.name);
    line.show(0.0);
    outcomes.push_back(carry_out(experiment, {.progress = [&](double fraction) { line.show(fraction); }}));
  }
  return outcomes;
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::reproduced) return Style::good;
  return verdict == Verdict::differs ? Style::warning : Style::bad;
}

// Words of a text, as many to a line as fit.
std::string paragraph(const std::string& text, std::size_t indent, std::size_t columns) {
  std::string out, line(indent, ' ');
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (width_of(line) > indent && width_of(line) + 1 + width_of(word) > columns) {
      out += line + "\n";
      line.assign(indent, ' ');
    }
    line += (width_of(line) > indent ? " " : "") + word;
    begin = end + 1;
  }
  return out + line + "\n";
}

void print_outcome(const Outcome& outcome, const Terminal& terminal) {
  const Experiment& e = outcome.experiment;
  Text heading = Text(e.name, Style::strong);
  heading.add("  " + e.title + "  ").add(verdict_words(outcome.verdict), style_of(outcome.verdict));
  print(terminal.shown(heading) + "\n");
  Table table(
      {{""}, {"", Column::Align::left, true}, {"", Column::Align::right}, {"", Column::Align::left, true}});
  for (const Finding& finding : outcome.result.findings) {
    const Verdict verdict = verdict_of(std::vector{finding});
    const char* word = verdict == Verdict::reproduced ? "yes"
                       : verdict == Verdict::differs  ? "differs"
                                                      : "no";
    table.add({Text(word, style_of(verdict)), finding.what,
               quantity(finding.value, finding.unit) + (finding.timing ? " (timing)" : ""),
               Text(finding.claim, Style::faint)});
  }
  for (const Observation& seen : outcome.result.observations)
    table.add({Text("also", Style::faint), seen.what,
               quantity(seen.value, seen.unit) + (seen.timing ? " (timing)" : ""), Text("")});
  print(table.to_string(terminal, 2));
  if (outcome.verdict != Verdict::reproduced) {
    print(terminal.drawable(paragraph(outcome.reason, 2, std::min<std::size_t>(terminal.columns, 100))));
  }
  print("\n");
}

void write_results(const std::vector<Outcome>& outcomes, const fs::path& folder) {
  write_output((folder / "index.html").string(), page_html(outcomes), Replace::always);
  write_output((folder / "found.html").string(), found_html(outcomes), Replace::always);
  write_output((folder / "results.json").string(), results_json(outcomes), Replace::always);
}

ExitCode reproduce(const Options& options) {
  const Terminal terminal = Terminal::of(stdout, options.look);
  if (options.list) return list_experiments(terminal);
  if (options.names.empty()) {
    throw Failure(ExitCode::usage,
                  "reproduce: expected the name of an experiment, or all; --list lists them");
  }
  const std::vector<Experiment> experiments = chosen_experiments(options.names);
  if (!options.folder.empty()) require_folder(options.folder);
  const std::vector<Outcome> outcomes = carry_out_all(experiments);
  if (!options.folder.empty()) write_results(outcomes, options.folder);
  if (options.json) {
    print(results_json(outcomes));
  } else {
    for (const Outcome& outcome : outcomes) print_outcome(outcome, terminal);
    if (!options.folder.empty())
      print("written: " + (fs::path(options.folder) / "index.html").string() + "\n");
  }
  // Timings depend on the machine and its load, so they do not count.
  const bool all_well = std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) {
    return verdict_of(outcome.result.findings, Timings::left_out) == Verdict::not_reproduced;
  });
  return all_well ? ExitCode::ok : ExitCode::no;
}

Action add_reproduce(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("NAME", options->names, "Experiments, or all; * matches any characters");
  command
      .add_option("-o,--output", options->folder,
                  "Folder for index.html, found.html and results.json; created if missing")
      ->type_name("DIR");
  command.add_flag("--json", options->json, "Print JSON instead (docs/experiments.md)");
  command.add_flag("--list", options->list, "List the experiments");
  add_look_options(command, options->look);
  add_examples(command,
               {{"limber reproduce --list", "lists the experiments"},
                {"limber reproduce all -o reproduced", "all of them, as a page: reproduced/index.html"},
                {"limber reproduce baerlocher-5.14 --json", "numbers for a program"}});
  return [options] { return reproduce(*options); };
}

}  // namespace

}  // namespace limber::cli

int main(int argc, char** argv) {
  using namespace limber::cli;
  return run_alone(argc, argv, {"reproduce", reproduce_summary, add_reproduce});
}
