// limber convert: reads any figure or scene file, edits it if asked, and writes Limber's JSON.

#include <charconv>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/figure/edit.h"
#include "limber/files/files.h"
#include "limber/scene/edit.h"

namespace limber::cli {

namespace {

struct ConvertOptions {
  std::string in, out;
  std::string root;
  std::vector<std::string> links;  // "trunk=60"
  bool floating = false;
  std::string as;  // "figure" or "scene"; empty: as the input
  bool force = false;
};

void apply(Expected<Edited> edited, Scene& scene, const std::string& option) {
  if (!edited) throw Failure(ExitCode::usage, "convert: " + option + ": " + edited.error().message);
  for (const std::string& dropped :
       set_figure(scene, std::move(edited->figure), std::move(edited->posture))) {
    print_note("convert: removed " + dropped);
  }
}

void set_links(const std::string& argument, Scene& scene) {
  const std::size_t equals = argument.find('=');
  int links = 0;
  const char* end = argument.data() + argument.size();
  const bool has_number = equals != std::string::npos && equals + 1 < argument.size();
  const auto parsed = std::from_chars(has_number ? argument.data() + equals + 1 : end, end, links);
  if (!has_number || parsed.ec != std::errc() || parsed.ptr != end) {
    throw Failure(ExitCode::usage,
                  "convert: --links: expected CHAIN=N as in trunk=60, got " + limber::quoted(argument));
  }
  apply(set_chain_links(scene.figure, scene.posture, argument.substr(0, equals), links), scene, "--links");
}

void make_floating(Scene& scene) {
  Joint joint = scene.figure.joint(root_joint);
  if (joint.type == JointType::free) return;
  Joint floating;
  floating.name = joint.name;
  floating.type = JointType::free;
  apply(set_joint(scene.figure, scene.posture, scene.figure.segment_name(root_segment), floating), scene,
        "--floating");
}

ExitCode convert(const ConvertOptions& options) {
  if (options.out.ends_with(".urdf")) {
    throw Failure(ExitCode::usage,
                  "convert: only JSON can be written, not URDF; expected an output file ending in .json");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  require_writable(options.out, replace);
  Input input = load_input(options.in);
  Scene& scene = input.scene;
  for (const std::string& links : options.links) set_links(links, scene);
  if (!options.root.empty()) apply(re_root(scene.figure, scene.posture, options.root), scene, "--root");
  if (options.floating) make_floating(scene);
  const bool as_scene = options.as.empty() ? input.kind == FileKind::scene : options.as == "scene";
  // The figure is written inside the scene: a path to its file may not be valid from the new place, and the
  // figure may have been edited.
  scene.figure_file.clear();
  scene.root.clear();
  write_output(options.out, as_scene ? write_scene(scene) : write_figure(scene.figure), replace);
  return ExitCode::ok;
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto options = std::make_shared<ConvertOptions>();
  command.add_option("IN", options->in, "Figure (JSON or URDF) or scene; - for standard input")->required();
  command.add_option("-o,--output", options->out, "File to write; - for standard output")
      ->required()
      ->type_name("OUT");
  command.add_option("--root", options->root, "Make this segment the root; nothing moves")
      ->type_name("SEGMENT");
  command
      .add_option("--links", options->links, "Number of links of a chain, as in trunk=60; may be repeated")
      ->type_name("CHAIN=N")
      ->expected(1)
      ->take_all();
  command.add_flag("--floating", options->floating, "Let the root move freely");
  command.add_option("--as", options->as, "Write a figure or a scene [as the input]")
      ->type_name("KIND")
      ->check(one_of("kind of file", {"figure", "scene"}));
  command.add_flag("--force", options->force, "Replace OUT if it exists");
  add_examples(command,
               {{"limber convert robot.urdf -o robot.json", "a robot as a figure file"},
                {"limber convert models/elephant.json --links trunk=60 -o elephant60.json", "a finer trunk"},
                {"limber convert models/human.json --root foot.l -o - | limber info -", "rooted at a foot"}});
  return [options] { return convert(*options); };
}

}  // namespace limber::cli
