// limber statics: what supports carry and joints bear in the posture of a scene.

#include "commands/arguments.h"
#include "io/input.h"
#include "report/statics_report.h"

namespace limber::cli {

Action add_statics(CLI::App& command) {
  struct Options {
    std::string file;
    bool json = false;
    LookOptions look;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("SCENE", options->file, "Scene, or a figure at rest; - for standard input")->required();
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  add_look_options(command, options->look);
  add_examples(command, {{"limber statics scenes/human-supports.json", "a person standing on two feet"},
                         {"limber solve scene.json -o - | limber statics -", "the posture after solving"}});
  return [options] {
    const Input input = load_input(options->file);
    const StaticsReport report =
        report_on_loads(input.scene.figure, input.scene.posture, input.scene.tasks.loads, &input.scene.world);
    print(options->json ? statics_json(input, report)
                        : statics_text(input, report, Terminal::of(stdout, options->look)));
    return ExitCode::ok;
  };
}

}  // namespace limber::cli
