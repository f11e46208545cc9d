// limber eval: evaluates a posture without solving: frames, Jacobians, tasks, masses, limits, clearance.

#include "commands/arguments.h"
#include "io/input.h"
#include "report/eval_report.h"

namespace limber::cli {

Action add_eval(CLI::App& command) {
  struct Options {
    std::string file;
    std::vector<std::string> frames;
    bool json = false;
    LookOptions look;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("SCENE", options->file, "Scene, or a figure at rest; - for standard input")->required();
  command.add_option("--frame", options->frames, "Only this frame; may be repeated")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command.add_flag("--json", options->json, "Print JSON, Jacobians included (docs/json.md)");
  add_look_options(command, options->look);
  add_examples(command, {{"limber eval models/panda-like.json", "an arm at rest"},
                         {"limber eval scene.json --frame hand.r --json", "one frame, with its Jacobian"}});
  return [options] {
    const Input input = load_input(options->file);
    const Evaluation evaluation = evaluate(input.scene, options->frames);
    print(options->json ? eval_json(input, evaluation)
                        : eval_text(input, evaluation, Terminal::of(stdout, options->look)));
    return ExitCode::ok;
  };
}

}  // namespace limber::cli
