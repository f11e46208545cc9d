// limber reach: where frames can be brought while the tasks of a scene are kept.

#include <charconv>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/kinematics/kinematics.h"
#include "report/quantities.h"
#include "report/reach_report.h"

namespace limber::cli {

namespace {

struct ReachCommandOptions {
  std::string file;
  std::vector<std::string> frames, out;
  std::string plane, color;
  double cell = 0.0, within = 0.0;
  int keep = 0;
  MeshArguments meshes;
  bool json = false, force = false;
  LookOptions look;
};

// The normal with which the first axis of the plane points to the right of a drawing.
Vec3 facing_viewer(std::size_t axis) {
  const Vec3 unit = Vec3::Unit(static_cast<Eigen::Index>(axis));
  return axis == 1 ? Vec3(-unit) : unit;
}

// "xz", through `place`; or "y=0.3".
AccessPlane read_plane(const std::string& text, const Vec3& place) {
  constexpr std::string_view axes = "xyz";
  if (text.size() == 2) {
    const std::size_t a = axes.find(text[0]), b = axes.find(text[1]);
    if (a != std::string_view::npos && b != std::string_view::npos && a != b)
      return {place, facing_viewer(3 - a - b)};
  }
  if (text.size() > 2 && text[1] == '=' && axes.find(text[0]) != std::string_view::npos) {
    double offset = 0.0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 2, end, offset);
    if (read.ec == std::errc() && read.ptr == end && std::isfinite(offset)) {
      const std::size_t axis = axes.find(text[0]);
      return {offset * Vec3::Unit(static_cast<Eigen::Index>(axis)), facing_viewer(axis)};
    }
  }
  throw Failure(ExitCode::usage,
                "reach: --plane: expected xy, xz or yz (through the frame), or a place as in "
                "y=0.3, got " +
                    limber::quoted(text));
}

// The plane that contains the frame where the scene has it.
std::optional<AccessPlane> plane_of(const ReachCommandOptions& options, const Scene& scene,
                                    const std::string& frame) {
  if (options.plane.empty()) return std::nullopt;
  Vec3 place = Vec3::Zero();
  if (const std::optional<FrameId> id = scene.figure.find_frame(frame)) {
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.posture);
    place = now(Place(*id), kinematics).pose.translation;
  }
  return read_plane(options.plane, place);
}

AccessibleSpace find_space(const ReachCommandOptions& options, const Input& input, const std::string& frame) {
  ProgressLine progress("limber: " + printable(frame) + ",");
  AccessOptions access{.frame = frame,
                       .plane = plane_of(options, input.scene, frame),
                       .cell = options.cell,
                       .farthest = options.within,
                       .keep_priority = options.keep};
  Expected<AccessibleSpace> space = accessible_space(input.scene, access, [&](const AccessProgress& now) {
    progress.show(count_text(now.cells, "cell") +
                  (now.is_filling ? " reached" : ", boundary " + fixed_text(100.0 * now.share, 0) + " %"));
    return true;
  });
  if (!space) throw Failure(ExitCode::file, input.name + ": " + space.error().message);
  return *std::move(space);
}

bool is_svg(const std::string& name) {
  return name.ends_with(".svg");
}

ExitCode run_reach(const ReachCommandOptions& options) {
  const Replace replace = options.force ? Replace::always : Replace::never;
  for (const std::string& out : options.out) {
    if (!is_svg(out) && !out.ends_with(".csv"))
      throw Failure(ExitCode::usage, "reach: -o takes a .csv or an .svg file, not " + limber::quoted(out));
    require_writable(out, replace);
  }
  const Input input = load_input(options.file, mesh_options(options.meshes));
  std::vector<AccessibleSpace> spaces;
  for (const std::string& frame : options.frames) spaces.push_back(find_space(options, input, frame));
  const ReachColor color = options.color == "margin"   ? ReachColor::margin
                           : options.color == "effort" ? ReachColor::effort
                                                       : usual_color(spaces);
  if (!options.color.empty() && !has_values(spaces, color)) {
    print_note("nothing to colour by " + options.color + ": " +
               (color == ReachColor::margin ? "the scene has no supports"
                                            : "the figure has no mass, or nothing holds it"));
  }
  for (const std::string& out : options.out)
    write_output(out, is_svg(out) ? reach_svg(input, spaces, color) : reach_csv(spaces), replace);
  print(options.json ? reach_json(input, spaces)
                     : reach_text(input, spaces, Terminal::of(stdout, options.look)));
  return ExitCode::ok;
}

}  // namespace

Action add_reach(CLI::App& command) {
  const auto options = std::make_shared<ReachCommandOptions>();
  command.add_option("SCENE", options->file, "Scene, or a figure at rest; - for standard input")->required();
  command.add_option("--frame", options->frames, "Frame to move; several are moved one after the other")
      ->type_name("FRAME")
      ->required()
      ->expected(1)
      ->take_all();
  command
      .add_option("--plane", options->plane, "Only in a plane: xy, xz, yz (through the frame), or as y=0.3")
      ->type_name("PLANE");
  command
      .add_option("--cell", options->cell, "Side of a cell in metres [a 25th of the reach, in space a tenth]")
      ->type_name("M")
      ->check(above_zero());
  command
      .add_option("--within", options->within, "How far from the start to look, in metres [twice the reach]")
      ->type_name("M")
      ->check(above_zero());
  command.add_option("--keep", options->keep, "Keep only tasks up to this priority [all]")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--color-by", options->color, "Of the SVG: effort or margin [effort, if there is one]")
      ->type_name("WHAT")
      ->check(one_of("color", {"effort", "margin"}));
  command
      .add_option("-o,--output", options->out, "Write the cells (.csv) or a drawing (.svg); may be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command.add_flag("--force", options->force, "Replace the files if they exist");
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  add_mesh_options(command, options->meshes);
  add_look_options(command, options->look);
  add_examples(
      command,
      {{"limber reach scenes/lab-arm.json --frame tip --plane xz -o reach.svg", "an outline"},
       {"limber reach scenes/human-supports.json --frame hand.r -o hand.csv", "in space, in balance"}});
  return [options] { return run_reach(*options); };
}

}  // namespace limber::cli
