// limber info: what is in a figure or a scene.

#include "commands/arguments.h"
#include "io/input.h"
#include "report/info_report.h"

namespace limber::cli {

Action add_info(CLI::App& command) {
  struct Options {
    std::string file;
    bool json = false;
    bool all = false;
    LookOptions look;
    MeshArguments meshes;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("FILE", options->file, "Figure (JSON or URDF) or scene; - for standard input")
      ->required();
  command.add_flag("--json", options->json, "Print JSON instead (docs/json.md)");
  command.add_flag("--all", options->all, "Show every segment and frame: do not fold runs of equal links");
  add_look_options(command, options->look);
  add_mesh_options(command, options->meshes);
  add_examples(command, {{"limber info models/elephant.json", "a shipped figure, from any folder"},
                         {"limber info robot.urdf --all", "every segment on its own line"},
                         {"limber model snake --links 60 | limber info -", "without a file"}});
  return [options] {
    const Input input = load_input(options->file, mesh_options(options->meshes));
    print(options->json ? info_json(input)
                        : info_text(input, options->all, Terminal::of(stdout, options->look)));
    return ExitCode::ok;
  };
}

}  // namespace limber::cli
