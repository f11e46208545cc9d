// limber picture: a scene as PNG, SVG, or a turntable GIF.

#include "limber/picture/picture.h"

#include <algorithm>
#include <charconv>

#include "analysis/picture_view.h"
#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

const std::vector<std::string> formats = {"png", "svg", "gif"};
const std::vector<std::string> marks = {"targets", "frames", "joints", "skeleton", "mass", "names"};

struct PictureCommandOptions {
  std::string file, out;
  MeshArguments meshes;
  std::string size;    // "1280x800"
  std::string format;  // empty: from the name of `out`
  std::string view;    // empty: the scene's camera, or three-quarter
  double turn = 0.0;   // [deg]
  std::string theme = "dark";
  std::vector<std::string> show;
  bool no_ground = false;
  bool no_blend = false;
  bool linear_skin = false;
  int frames = 0;
  int quality = 0;
  int threads = 0;
};

std::string format_of(const PictureCommandOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::size_t dot = options.out.rfind('.');
  std::string extension = dot == std::string::npos ? "" : options.out.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(formats.begin(), formats.end(), extension) != formats.end()) return extension;
  throw Failure(ExitCode::usage,
                "picture: " + limber::quoted(options.out) +
                    " does not say its format; expected a name ending in .png, .svg or .gif, or --format");
}

// "1280x800"
void set_size(const std::string& text, PictureOptions& picture) {
  const char *begin = text.data(), *end = begin + text.size();
  const auto width = std::from_chars(begin, end, picture.width);
  const bool has_x = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = has_x ? std::from_chars(width.ptr + 1, end, picture.height) : width;
  if (!has_x || height.ec != std::errc() || height.ptr != end) {
    throw Failure(ExitCode::usage, "picture: --size: expected WIDTHxHEIGHT in pixels as in 1280x800, got " +
                                       limber::quoted(text));
  }
}

PictureOptions picture_options(const PictureCommandOptions& options, const std::string& format,
                               Scene& scene) {
  PictureOptions picture;
  if (format == "gif") picture.width = 640, picture.height = 400;
  if (!options.size.empty()) set_size(options.size, picture);
  if (!options.view.empty()) {
    scene.camera.reset();
    picture.camera =
        view_camera(scene, options.view, static_cast<double>(picture.width) / std::max(picture.height, 1));
  }
  picture.turn = options.turn * degree;
  picture.theme = options.theme == "light" ? PictureTheme::light : PictureTheme::dark;
  picture.ground = !options.no_ground;
  picture.blend = !options.no_blend;
  picture.linear_skin = options.linear_skin;
  picture.threads = options.threads;
  if (options.frames > 0) picture.frames = options.frames;
  if (options.quality > 0) picture.light_samples = options.quality;
  const auto shows = [&](const char* mark) {
    return std::find(options.show.begin(), options.show.end(), mark) != options.show.end();
  };
  picture.show_targets = options.show.empty() || shows("targets");
  picture.show_frames = shows("frames");
  picture.show_joints = shows("joints");
  picture.show_skeleton = shows("skeleton");
  picture.show_center_of_mass = shows("mass");
  picture.show_names = shows("names");
  return picture;
}

ExitCode make_picture(const PictureCommandOptions& options) {
  const std::string format = format_of(options);
  require_writable(options.out, Replace::always);
  Input input = load_input(options.file, mesh_options(options.meshes));
  PictureOptions picture = picture_options(options, format, input.scene);
  std::string bytes;
  try {
    ProgressLine progress("limber: drawing " + options.out);
    picture.progress = [&](double fraction) { progress.show(fraction); };
    if (format == "svg") {
      bytes = svg_text(input.scene, picture);
    } else if (format == "gif") {
      bytes = gif_bytes(render_turntable(input.scene, picture), picture.frame_time);
    } else {
      bytes = png_bytes(render(input.scene, picture));
    }
  } catch (const std::invalid_argument& bad_option) {
    throw Failure(ExitCode::usage, bad_option.what());
  }
  // A picture can always be made again, so replacing one loses nothing.
  write_output(options.out, bytes, Replace::always);
  return ExitCode::ok;
}

}  // namespace

Action add_picture(CLI::App& command) {
  const auto options = std::make_shared<PictureCommandOptions>();
  command.add_option("SCENE", options->file, "Scene, or a figure at rest; - for standard input")->required();
  command
      .add_option("-o,--output", options->out, "Picture to write, .png, .svg or .gif; replaced if it exists")
      ->required()
      ->type_name("FILE");
  command.add_option("--size", options->size, "Width and height in pixels [1280x800, of a GIF 640x400]")
      ->type_name("WxH");
  command.add_option("--view", options->view, "Front, side, top or three-quarter [the scene's camera]")
      ->type_name("VIEW")
      ->check(one_of("view", view_names()));
  command
      .add_option("--turn", options->turn, "Turn the camera around the figure, in degrees counter-clockwise")
      ->type_name("DEG");
  command.add_option("--theme", options->theme, "dark, or light for paper [dark]")
      ->type_name("THEME")
      ->check(one_of("theme", {"dark", "light"}));
  command
      .add_option("--show", options->show,
                  "Marks: targets, frames, joints, skeleton, mass, names (SVG) [targets]")
      ->type_name("MARK,")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->check(one_of("mark", marks));
  add_mesh_options(command, options->meshes);
  command.add_flag("--no-ground", options->no_ground, "Leave out the floor");
  command.add_flag("--no-blend", options->no_blend, "Draw every link by itself instead of smooth limbs");
  command.add_flag("--linear-skin", options->linear_skin, "Blend a skin linearly, not by dual quaternions");
  command.add_option("--frames", options->frames, "Frames of a GIF, for one full turn [48]")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command.add_option("--quality", options->quality, "Light rays per pixel; more is finer and slower [6]")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command.add_option("--threads", options->threads, "Number of threads; 0 for all of the machine [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command.add_option("--format", options->format, "png, svg or gif, if the file's name does not say")
      ->type_name("KIND")
      ->check(one_of("kind of picture", formats));
  add_examples(command,
               {{"limber picture models/elephant.json -o elephant.png", ""},
                {"limber picture models/human.json -o human.svg --view side --show skeleton,mass", ""},
                {"limber picture scene.json -o turn.gif --frames 72 --size 480x300", ""}});
  return [options] { return make_picture(*options); };
}

}  // namespace limber::cli
