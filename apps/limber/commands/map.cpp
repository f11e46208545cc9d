// limber map: where a frame of a figure can go, as a map of cells.

#include <algorithm>
#include <chrono>

#include "commands/arguments.h"
#include "commands/batch_shared.h"
#include "io/input.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/batch/solve_many.h"
#include "limber/files/json/writer.h"
#include "report/quantities.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

struct MapCommandOptions {
  std::string file, frame, min, max, out;
  ReachMapOptions map;
  ManyArguments many;
  MeshArguments meshes;
  bool json = false, force = false;
};

std::string map_csv(const ReachMap& map) {
  const bool with_effort = std::any_of(map.cells.begin(), map.cells.end(),
                                       [](const ReachCell& cell) { return cell.effort.has_value(); });
  std::string text = "x,y,z,share,room,manipulability";
  text += with_effort ? ",effort\r\n" : "\r\n";
  for (const ReachCell& cell : map.cells) {
    for (int k = 0; k < 3; ++k) text += exact_text(cell.center[k]) + ",";
    text += exact_text(cell.share) + "," + exact_text(cell.room) + "," + exact_text(cell.manipulability);
    if (with_effort) text += "," + (cell.effort ? exact_text(*cell.effort) : "");
    text += "\r\n";
  }
  return text;
}

const ReachCell* best_cell(const ReachMap& map) {
  const auto best = std::max_element(
      map.cells.begin(), map.cells.end(),
      [](const ReachCell& a, const ReachCell& b) { return a.manipulability < b.manipulability; });
  return best == map.cells.end() ? nullptr : &*best;
}

std::string map_text(const Figure& figure, FrameId frame, const ReachMap& map, int orientations,
                     double seconds) {
  const std::string unit = map.plane ? " m2" : " m3";
  std::string text = printable(figure.name()) + ", " + printable(figure.frame(frame).name) + ": " +
                     std::to_string(map.cells.size()) + " cells of " + number_text(map.cell, 3) +
                     " m reached, " + number_text(map.size(), 3) + unit + "\n";
  if (map.missed) {
    text += "  perhaps missed    " + count_text(*map.missed, "cell") + ", at most " +
            std::to_string(*map.missed_at_most) + ", by how late the others were found\n";
  }
  if (orientations > 0 && !map.cells.empty()) {
    const auto all =
        std::count_if(map.cells.begin(), map.cells.end(), [](const ReachCell& c) { return c.share == 1.0; });
    double sum = 0.0;
    for (const ReachCell& cell : map.cells) sum += cell.share;
    text += "  orientations      " + number_text(100.0 * sum / static_cast<double>(map.cells.size()), 3) +
            " % of " + std::to_string(orientations) + " on average, all of them in " + std::to_string(all) +
            " cells\n";
  }
  if (const ReachCell* best = best_cell(map)) {
    text += "  moves best at     x " + fixed_text(best->center.x(), 3) + "  y " +
            fixed_text(best->center.y(), 3) + "  z " + fixed_text(best->center.z(), 3) + ", manipulability " +
            number_text(best->manipulability, 3) + unit + "\n";
  }
  const auto easiest =
      std::min_element(map.cells.begin(), map.cells.end(), [](const ReachCell& a, const ReachCell& b) {
        return a.effort.value_or(unlimited) < b.effort.value_or(unlimited);
      });
  if (easiest != map.cells.end() && easiest->effort) {
    text += "  easiest at        x " + fixed_text(easiest->center.x(), 3) + "  y " +
            fixed_text(easiest->center.y(), 3) + "  z " + fixed_text(easiest->center.z(), 3) + ", effort " +
            number_text(*easiest->effort, 3) + "\n";
  }
  text += "  time              " + number_text(seconds, 2) + " s" +
          (map.device == Device::gpu ? " on a GPU" : "") + ", " + std::to_string(map.queries) + " queries\n";
  return text;
}

std::string map_json(const Figure& figure, FrameId frame, const ReachMap& map) {
  using json::Output;
  Output cells = Output::list();
  for (const ReachCell& cell : map.cells) {
    Output item = Output::object(), center = Output::list();
    for (int k = 0; k < 3; ++k) center.add(Output::number(cell.center[k]));
    item.set("center", std::move(center));
    item.set("share", Output::number(cell.share));
    item.set("room", Output::number(cell.room));
    item.set("manipulability", Output::number(cell.manipulability));
    if (cell.effort) item.set("effort", Output::number(*cell.effort));
    cells.add(std::move(item));
  }
  Output document = Output::object();
  document.set("figure", Output::text(figure.name()));
  document.set("frame", Output::text(figure.frame(frame).name));
  document.set("cell", Output::number(map.cell));
  document.set(map.plane ? "area" : "volume", Output::number(map.size()));
  document.set("queries", Output::number(static_cast<double>(map.queries)));
  if (map.missed) {
    document.set("missed", Output::number(static_cast<double>(*map.missed)));
    document.set("missed_at_most", Output::number(static_cast<double>(*map.missed_at_most)));
  }
  document.set("cells", std::move(cells));
  return document.to_string();
}

ExitCode run_map(const MapCommandOptions& options) {
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) {
    if (!options.out.ends_with(".csv"))
      throw Failure(ExitCode::usage, "map: -o takes a .csv file, not " + limber::quoted(options.out));
    require_writable(options.out, replace);
  }
  ReachMapOptions map = options.map;
  if (!options.min.empty()) map.min = read_point(options.min, "map: --min");
  if (!options.max.empty()) map.max = read_point(options.max, "map: --max");
  apply(options.many, map.solve, "map");
  const Input input = load_input(options.file, mesh_options(options.meshes));
  const Scene& scene = input.scene;
  const FrameId frame = frame_of(scene, options.file, options.frame, "map");
  if (input.kind == FileKind::scene) map.solve.start = scene.posture;
  map.solve.solver = scene.solver;
  map.solve.world = kept_clear_of(scene, options.many.clear);
  map.solve.stop = &Interruption::asked();
  const Interruption interruption;
  const auto begin = std::chrono::steady_clock::now();
  ReachMap found;
  try {
    ProgressLine progress("limber: mapping,");
    map.solve.progress = [&](std::size_t done, std::size_t all) {
      progress.show(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)));
    };
    found = reach_map(scene.figure, frame, map);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::usage, problem.what());
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const std::string& note : found.notes) print_note(note);
  if (Interruption::asked()) print_note("stopped: the cells that were asked so far");
  if (!options.out.empty()) write_output(options.out, map_csv(found), replace);
  print(options.json ? map_json(scene.figure, frame, found)
                     : map_text(scene.figure, frame, found, map.orientations, seconds));
  return Interruption::asked() ? ExitCode::no : ExitCode::ok;
}

}  // namespace

Action add_map(CLI::App& command) {
  const auto options = std::make_shared<MapCommandOptions>();
  command.add_option("FIGURE", options->file, "Figure, robot or scene; - for standard input")->required();
  command.add_option("--frame", options->frame, "The frame that is moved")->type_name("NAME");
  command.add_option("--cell", options->map.cell, "Side of a cell in metres [0.1]")
      ->type_name("M")
      ->check(above_zero());
  command
      .add_option("--orientations", options->map.orientations, "To ask for in each cell; 0: any will do [0]")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000));
  command.add_flag("--effort", options->map.effort,
                   "Also what the joints bear there: sum of (torque/strength)^2");
  command.add_option("--min", options->min, "Corner of what is mapped, in metres [as far as the frame gets]")
      ->type_name("X,Y,Z");
  command.add_option("--max", options->max, "The opposite corner [likewise]")->type_name("X,Y,Z");
  add_many_options(command, options->map.solve, options->many,
                   "Other starts to try for a query; at the border ten times as many [10]");
  command.add_option("-o,--output", options->out, "Write the cells as CSV")->type_name("FILE");
  command.add_flag("--force", options->force, "Replace the file if it exists");
  command.add_flag("--json", options->json, "Print JSON (docs/cli.md)");
  add_mesh_options(command, options->meshes);
  add_examples(command,
               {{"limber map models/panda-like.json --frame flange --cell 0.2", "where the flange can be"},
                {"limber map arm.urdf --frame tool0 --cell 0.05 --orientations 50 -o map.csv",
                 "and with how many orientations"}});
  return [options] { return run_map(*options); };
}

}  // namespace limber::cli
