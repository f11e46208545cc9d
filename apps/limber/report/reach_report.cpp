// Accessible space in numbers.

#include "report/reach_report.h"

#include <algorithm>
#include <limits>

#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "report/csv.h"
#include "report/quantities.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

using json::Output;

// "0.12 to 3.4"
std::string values_text(const AccessibleSpace& space, ReachColor color, double factor) {
  const std::vector<AccessibleSpace> one = {space};
  if (!has_values(one, color)) return "";
  const ValueRange range = values_in(one, color);
  return number_text(factor * range.least, 3) + " to " + number_text(factor * range.largest, 3);
}

std::string reach_extent(const AccessibleSpace& space) {
  constexpr const char* axes[] = {"x", "y", "z"};
  std::string text;
  for (int k = 0; k < 3; ++k) {
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    for (const Vec3& point : space.boundary) {
      least = std::min(least, point[k]);
      largest = std::max(largest, point[k]);
    }
    if (largest - least < 1e-6) continue;
    text += (text.empty() ? "" : ", ") + std::string(axes[k]) + " " + fixed_text(least, 2) + " to " +
            fixed_text(largest, 2);
  }
  return text;
}

void add_notes(const std::vector<std::string>& names, const std::string& what, std::string& text) {
  for (const std::string& name : names) text += "  " + printable(name) + " " + what + "\n";
}

Output optional_number(const std::optional<double>& number) {
  return number ? Output::number(*number) : Output::null();
}

Output names_json(const std::vector<std::string>& names) {
  Output list = Output::list();
  for (const std::string& name : names) list.add(Output::text(name));
  return list;
}

Output space_json(const AccessibleSpace& space) {
  Output object = Output::object();
  object.set("frame", Output::text(space.frame)).set("in_plane", Output::truth(space.in_plane));
  object.set("cell", Output::number(space.cell)).set("origin", Output::vector(space.origin));
  object.set_list("axes", std::vector<int>{0, 1, 2},
                  [&](int k) { return Output::vector(space.axes.col(k)); });
  object.set("size", Output::number(space.size)).set("cut_off", Output::truth(space.is_cut_off));
  object.set("left_out", names_json(space.left_out)).set("unmet", names_json(space.unmet));
  object.set("tries", Output::number(static_cast<double>(space.tries)));
  object.set("steps", Output::number(static_cast<double>(space.steps)));
  object.set_list("cells", space.cells, [](const AccessCell& cell) {
    Output each = Output::object();
    each.set("place", Output::vector(cell.place)).set("edge", Output::truth(cell.is_edge));
    return each.set("effort", optional_number(cell.effort)).set("margin", optional_number(cell.margin));
  });
  Output boundary = Output::list(), outlines = Output::list();
  for (const Vec3& point : space.boundary) boundary.add(Output::vector(point));
  for (const std::vector<Vec3>& outline : space.outlines) {
    Output line = Output::list();
    for (const Vec3& point : outline) line.add(Output::vector(point));
    outlines.add(std::move(line));
  }
  return object.set("boundary", std::move(boundary)).set("outlines", std::move(outlines));
}

}  // namespace

std::optional<double> value_of(const AccessCell& cell, ReachColor color) {
  return color == ReachColor::effort ? cell.effort : color == ReachColor::margin ? cell.margin : std::nullopt;
}

bool has_values(const std::vector<AccessibleSpace>& spaces, ReachColor color) {
  return std::any_of(spaces.begin(), spaces.end(), [&](const AccessibleSpace& space) {
    return std::any_of(space.cells.begin(), space.cells.end(),
                       [&](const AccessCell& cell) { return value_of(cell, color).has_value(); });
  });
}

ReachColor usual_color(const std::vector<AccessibleSpace>& spaces) {
  for (const ReachColor color : {ReachColor::effort, ReachColor::margin}) {
    if (has_values(spaces, color)) return color;
  }
  return ReachColor::none;
}

ValueRange values_in(const std::vector<AccessibleSpace>& spaces, ReachColor color) {
  ValueRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const AccessibleSpace& space : spaces) {
    for (const AccessCell& cell : space.cells) {
      const std::optional<double> value = value_of(cell, color);
      if (!value) continue;
      range.least = std::min(range.least, *value);
      range.largest = std::max(range.largest, *value);
    }
  }
  return range;
}

std::string reach_text(const Input& input, const std::vector<AccessibleSpace>& spaces,
                       const Terminal& terminal) {
  const bool in_plane = spaces.front().in_plane;
  std::string text = terminal.shown(Text(input.scene.figure.name(), Style::strong)) + "  " +
                     (in_plane ? "in a plane" : "in space") + ", cells of " +
                     fixed_text(1000.0 * spaces.front().cell, 1) + " mm\n\n";
  Table table({{"frame", Column::Align::left, true},
               {in_plane ? "area [m2]" : "volume [m3]", align_right},
               {"cells", align_right},
               {"extent [m]"},
               {"effort"},
               {"margin [mm]"}});
  for (const AccessibleSpace& space : spaces) {
    table.add({Text(space.frame, Style::accent), number_text(space.size, 4),
               std::to_string(space.cells.size()), reach_extent(space),
               values_text(space, ReachColor::effort, 1.0), values_text(space, ReachColor::margin, 1000.0)});
  }
  text += table.to_string(terminal, 2);
  std::string notes;
  for (const AccessibleSpace& space : spaces) {
    add_notes(space.left_out, "is left out", notes);
    add_notes(space.unmet, "is not satisfied at the start, and kept only as far as it is", notes);
    if (space.is_cut_off)
      notes += "  " + printable(space.frame) + " reaches farther; this is what was looked at (--within)\n";
  }
  return notes.empty() ? text : text + "\n" + terminal.drawable(notes);
}

std::string reach_json(const Input& input, const std::vector<AccessibleSpace>& spaces) {
  Output document = Output::object();
  document.set("file", Output::text(input.name)).set("figure", Output::text(input.scene.figure.name()));
  document.set_list("spaces", spaces, space_json);
  return document.to_string();
}

std::string reach_csv(const std::vector<AccessibleSpace>& spaces) {
  std::string text = "frame,part,x,y,z,effort,margin\n";
  const auto row = [&](const AccessibleSpace& space, const char* part, const Vec3& place,
                       const std::optional<double>& work, const std::optional<double>& balance) {
    text += csv_field(space.frame) + "," + part;
    for (const double coordinate : place) text += "," + fixed_text(coordinate, 6);
    text += "," + (work ? exact_text(*work) : "") + "," + (balance ? exact_text(*balance) : "") + "\n";
  };
  for (const AccessibleSpace& space : spaces) {
    for (const AccessCell& cell : space.cells)
      row(space, cell.is_edge ? "edge" : "inside", cell.place, cell.effort, cell.margin);
    for (const Vec3& point : space.boundary) row(space, "boundary", point, std::nullopt, std::nullopt);
  }
  return text;
}

}  // namespace limber::cli
