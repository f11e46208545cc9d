// limber check: reads files and reports their errors and warnings.

#include <algorithm>
#include <fstream>

#include "analysis/findings.h"
#include "commands/arguments.h"
#include "limber/files/json/writer.h"
#include "report/info_report.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

namespace fs = std::filesystem;
using json::Output;

enum class FileState { ok, warned, wrong, unreadable };

struct Checked {
  std::string file;
  FileState state = FileState::ok;
  std::string summary;  // of a file without errors
  std::string error;    // one sentence; empty: none
  std::vector<std::string> warnings;
};

bool can_be_opened(const std::string& argument) {
  if (argument == "-") return true;
  std::error_code error;
  const fs::path path = find_input(argument);
  if (fs::is_fifo(path, error)) return true;
  return fs::is_regular_file(path, error) && std::ifstream(path).is_open();
}

std::string summary_of(const Input& input) {
  const Figure& figure = input.scene.figure;
  std::string text = std::string(kind_name(input.kind)) + " " + figure.name() + ", " +
                     count_text(static_cast<std::size_t>(figure.segment_count()), "segment") + ", " +
                     std::to_string(figure.dof_count()) + " DOF";
  if (const int coupled = coupled_dof_count(figure); coupled > 0) {
    text += " (" + std::to_string(figure.dof_count() - coupled) + " without coupled joints)";
  }
  if (figure.total_mass() > 0.0) text += ", " + mass_text(figure.total_mass());
  if (input.kind == FileKind::scene) {
    text += ", " + count_text(input.scene.world.obstacles.size(), "obstacle") + ", " +
            count_text(input.scene.tasks.size(), "task");
  }
  return text;
}

// Error sentences begin with the file's name, which the line shows already.
std::string without_file_name(std::string sentence, const std::string& file) {
  if (sentence.starts_with(file + ": ")) return sentence.substr(file.size() + 2);
  if (sentence.starts_with(file + ":")) return "line " + sentence.substr(file.size() + 1);
  return sentence;
}

Checked check(const std::string& argument, const MeshOptions& meshes) {
  Checked checked;
  checked.file = argument;
  const bool opened = can_be_opened(argument);
  const Expected<Input> input = try_load_input(argument, meshes);
  if (!input) {
    checked.state = opened ? FileState::wrong : FileState::unreadable;
    checked.error = input.error().message;
    return checked;
  }
  checked.summary = summary_of(*input);
  if (!input->meshes.empty()) checked.summary += ", " + input->meshes;
  checked.warnings = warnings_about(*input);
  checked.state = checked.warnings.empty() ? FileState::ok : FileState::warned;
  return checked;
}

void print_checked(const Checked& checked, const Terminal& terminal) {
  Text line;
  const bool is_right = checked.error.empty();
  line.add(is_right ? "ok     " : "wrong  ", is_right ? Style::good : Style::bad);
  const std::string where =
      checked.file == "-" ? "standard input" : find_input(checked.file).generic_string();
  line.add(checked.file, Style::strong).add(": ");
  line.add(is_right ? checked.summary : without_file_name(checked.error, where));
  std::string out = terminal.shown(line) + "\n";
  for (const std::string& warning : checked.warnings) {
    out += terminal.shown(Text("       ").add("warning", Style::warning).add(": " + warning)) + "\n";
  }
  print(out);
}

Output checked_json(const Checked& checked) {
  Output warnings = Output::list();
  for (const std::string& warning : checked.warnings) warnings.add(Output::text(warning));
  Output object = Output::object();
  object.set("file", Output::text(checked.file)).set("ok", Output::truth(checked.error.empty()));
  if (checked.error.empty()) {
    object.set("summary", Output::text(checked.summary));
  } else {
    object.set("error", Output::text(checked.error));
  }
  object.set("warnings", std::move(warnings));
  return object;
}

}  // namespace

Action add_check(CLI::App& command) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
    bool strict = false;
    LookOptions look;
    MeshArguments meshes;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("FILE", options->files, "Figures (JSON or URDF) and scenes; - for standard input")
      ->required();
  command.add_flag("--json", options->json, "Print JSON instead (docs/json.md)");
  command.add_flag("--strict", options->strict, "Treat warnings as errors");
  add_look_options(command, options->look);
  add_mesh_options(command, options->meshes);
  add_examples(command, {{"limber check models/*.json scenes/*.json",
                          "one line each; exit code 0 if there are no errors"},
                         {"limber check --strict --json robot.urdf", "for a script"},
                         {"limber check <(xacro arm.xacro) --package arm_description=..", "from a pipe"}});
  return [options] {
    const Terminal terminal = Terminal::of(stdout, options->look);
    Output list = Output::list();
    FileState worst = FileState::ok;
    for (const std::string& file : options->files) {
      const Checked checked = check(file, mesh_options(options->meshes));
      worst = std::max(worst, checked.state);
      if (options->json) {
        list.add(checked_json(checked));
      } else {
        print_checked(checked, terminal);
      }
    }
    if (options->json) print(list.to_string());
    if (worst == FileState::unreadable) return ExitCode::file;
    return worst == FileState::wrong || (worst == FileState::warned && options->strict) ? ExitCode::no
                                                                                        : ExitCode::ok;
  };
}

}  // namespace limber::cli
