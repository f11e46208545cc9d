// limber convert: reads any figure or scene file, edits it if asked, and writes it in the format that the
// output's ending names.

#include <charconv>

#include "commands/arguments.h"
#include "io/foreign_output.h"
#include "io/input.h"
#include "io/mesh_paths.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/figure/edit.h"
#include "limber/files/files.h"
#include "limber/scene/edit.h"

namespace limber::cli {

namespace {

struct ConvertOptions {
  std::string in, out;
  MeshArguments meshes;
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

// The motion of the file, or the keys of the scene, or just its posture.
Motion motion_to_write(const Input& input, bool is_edited) {
  if (!input.motion.empty() && !is_edited) return input.motion;
  Motion motion;
  motion.name = input.scene.figure.name();
  for (const Keyframe& key : input.scene.keys) {
    motion.times.push_back(key.time);
    motion.postures.push_back(key.posture);
  }
  if (motion.empty()) motion = evenly_spaced({input.scene.posture}, 0.0, motion.name);
  return motion;
}

ExitCode convert(const ConvertOptions& options) {
  const Replace replace = options.force ? Replace::always : Replace::never;
  require_ending(options.out, {".json", ".urdf", ".xml", ".mjcf", ".bvh", ".glb", ".csv"});
  require_writable(options.out, replace);
  const bool is_urdf = options.out.ends_with(".urdf");
  MeshOptions meshes = mesh_options(options.meshes);
  meshes.read = !is_urdf;  // which names their files
  Input input = load_input(options.in, meshes);
  Scene& scene = input.scene;
  for (const std::string& links : options.links) set_links(links, scene);
  if (!options.root.empty()) apply(re_root(scene.figure, scene.posture, options.root), scene, "--root");
  if (options.floating) make_floating(scene);
  const bool is_edited = !options.links.empty() || !options.root.empty() || options.floating;
  scene.figure = with_paths_from(input, scene.figure, options.out, !is_urdf);
  if (const auto written = write_foreign(options.out, scene.figure, motion_to_write(input, is_edited))) {
    for (const std::string& note : written->notes) print_note("convert: " + note);
    write_output(options.out, written->text, replace);
    return ExitCode::ok;
  }
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
  command.add_option("IN", options->in, "Figure, motion or scene in any format; - for standard input")
      ->required();
  command
      .add_option("-o,--output", options->out,
                  "File to write: .json, .urdf, .xml (MJCF), .bvh, .glb or .csv; -: JSON")
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
  add_mesh_options(command, options->meshes);
  command.add_flag("--force", options->force, "Replace OUT if it exists");
  add_examples(command,
               {{"limber convert robot.urdf -o robot.json", "a robot as a figure file"},
                {"limber convert models/human.json -o human.xml", "a figure for MuJoCo"},
                {"limber convert models/elephant.json --links trunk=60 -o elephant60.json", "a finer trunk"},
                {"limber convert models/human.json --root foot.l -o - | limber info -", "rooted at a foot"}});
  return [options] { return convert(*options); };
}

}  // namespace limber::cli
