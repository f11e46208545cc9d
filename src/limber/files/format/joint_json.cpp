// Reads and writes joints, their ranges, swing and twist limits.

#include "limber/files/format/joint_json.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/base/number_text.h"
#include "limber/files/format/format_keys.h"

namespace limber::json {

namespace {

double read_limit(const Value& value, double if_none) {
  if (value.is(Kind::null)) return if_none;
  if (!value.is(Kind::number)) value.fail_type("a number, or null for no limit");
  return value.number();
}

double finite_or_none(double limit) {
  return std::abs(limit) <= largest_number ? limit : unlimited;
}

void add_outline(const Value& corners, SwingPolygon& polygon) {
  corners.require_list();
  if (corners.size() < 3)
    corners.fail("expected at least 3 directions, got " + std::to_string(corners.size()));
  if (!polygon.vertices.empty()) polygon.starts.push_back(static_cast<int>(polygon.vertices.size()));
  for (std::size_t i = 0; i < corners.size(); ++i) polygon.vertices.push_back(corners[i].unit_vector());
}

SwingLimit read_swing_limit(const Value& object) {
  object.require_object(swing_limit_keys);
  if (object.size() != 1) object.fail("expected either \"ellipse\", \"polygon\" or \"polygons\"");
  if (const std::optional<Value> ellipse = object.find("ellipse")) {
    const std::vector<double> radii = ellipse->numbers(2);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!(radii[i] > 0.0 && radii[i] < std::numbers::pi)) {
        (*ellipse)[i].fail_type("an angle above 0 and below pi, in radians");
      }
    }
    return SwingEllipse{{radii[0], radii[1]}};
  }
  SwingPolygon limit;
  if (const std::optional<Value> polygon = object.find("polygon")) {
    add_outline(*polygon, limit);
    return limit;
  }
  const Value polygons = object.at("polygons");
  polygons.require_list();
  if (polygons.size() == 0) polygons.fail("expected at least one outline");
  for (std::size_t i = 0; i < polygons.size(); ++i) add_outline(polygons[i], limit);
  return limit;
}

TwistTable read_twist_table(const Value& object) {
  object.require_object(twist_table_keys);
  TwistTable table;
  table.largest_deviation = object.at("largest_deviation").positive();
  const Value rows = object.at("rows");
  rows.require_list();
  if (rows.size() < 2) rows.fail("expected at least 2 rows, from no swing to the largest deviation");
  rows[0].require_list();
  if (rows[0].size() < 3) rows[0].fail("expected at least 3 ranges, one for each azimuth");
  table.deviations = static_cast<int>(rows.size());
  table.azimuths = static_cast<int>(rows[0].size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Value row = rows[r];
    row.require_list();
    if (row.size() != rows[0].size()) {
      row.fail("expected as many ranges as in the first row (" + std::to_string(rows[0].size()) + "), got " +
               std::to_string(row.size()));
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      table.ranges.push_back(read_range(row[k]));
      if (!std::isfinite(table.ranges.back().min) || !std::isfinite(table.ranges.back().max)) {
        row[k].fail("expected both ends of the range; a table has no open ranges");
      }
      if (r == 0 && table.ranges.back() != table.ranges.front()) {
        row[k].fail("expected the same range in all of the first row: without swing there is no azimuth");
      }
    }
  }
  return table;
}

TwistLimit read_twist_limit(const Value& value) {
  if (value.is(Kind::object)) return read_twist_table(value);
  if (!value.is(Kind::list))
    value.fail_type("a range [min, max] or a table {\"largest_deviation\", \"rows\"}");
  return read_range(value);
}

Output write_swing_limit(const SwingLimit& limit) {
  Output object = Output::object();
  if (const auto* ellipse = std::get_if<SwingEllipse>(&limit)) {
    object.set("ellipse", Output::numbers({ellipse->radii.x(), ellipse->radii.y()}));
  } else if (const auto* polygon = std::get_if<SwingPolygon>(&limit)) {
    std::vector<Output> outlines(1, Output::list());
    for (std::size_t i = 0, outline = 0; i < polygon->vertices.size(); ++i) {
      if (outline < polygon->starts.size() && static_cast<int>(i) == polygon->starts[outline]) {
        ++outline;
        outlines.push_back(Output::list());
      }
      outlines.back().add(Output::vector(polygon->vertices[i]));
    }
    if (outlines.size() == 1) return object.set("polygon", std::move(outlines.front()));
    Output list = Output::list();
    for (Output& outline : outlines) list.add(std::move(outline));
    object.set("polygons", std::move(list));
  }
  return object;
}

Output write_twist_limit(const TwistLimit& limit) {
  if (const auto* range = std::get_if<Range>(&limit)) return write_range(*range);
  const auto& table = std::get<TwistTable>(limit);
  Output rows = Output::list();
  for (int r = 0; r < table.deviations; ++r) {
    Output row = Output::list();
    for (int k = 0; k < table.azimuths; ++k) {
      row.add(write_range(at(table.ranges, r * table.azimuths + k)));
    }
    rows.add(std::move(row));
  }
  Output object = Output::object();
  object.set("largest_deviation", Output::number(table.largest_deviation)).set("rows", std::move(rows));
  return object;
}

bool takes(JointType type, std::string_view key) {
  const std::vector<std::string_view>& keys = joint_keys(type).keys;
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

Range read_range(const Value& value) {
  if (value.is(Kind::null)) return {};
  if (!value.is(Kind::list)) value.fail_type("a range [min, max]");
  if (value.size() != 2)
    value.fail("expected a range [min, max], got a list of " + std::to_string(value.size()));
  const Range range{read_limit(value[0], -unlimited), read_limit(value[1], unlimited)};
  if (range.min > range.max) {
    value.fail("the range is empty: its minimum " + exact_text(range.min) + " is above its maximum " +
               exact_text(range.max));
  }
  return range;
}

Output write_range(const Range& range) {
  return Output::numbers({finite_or_none(range.min), finite_or_none(range.max)});
}

std::vector<double> read_parameters(const Value& value, JointType type) {
  const int count = dof_count(type);  // the numbers in a file: rotations are rotation vectors
  if (count == 0) value.fail("a fixed joint has no value");
  if (count == 1 && !value.is(Kind::list)) return {value.number()};
  return value.numbers(static_cast<std::size_t>(count));
}

Output write_parameters(const std::vector<double>& parameters) {
  return parameters.size() == 1 ? Output::number(parameters[0]) : Output::numbers(parameters);
}

Strength::Table read_strength_table(const Value& list) {
  list.require_list();
  if (list.size() == 0) list.fail("expected at least one entry, as {angle, positive, negative}");
  Strength::Table table;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value entry = list[i];
    entry.require_object(strength_entry_keys);
    table.push_back({.angle = entry.at("angle").number(),
                     .positive = entry.at("positive").number(),
                     .negative = entry.at("negative").number()});
  }
  return table;
}

Output write_strength_table(const Strength::Table& table) {
  Output list = Output::list();
  for (const Strength::Entry& entry : table) {
    Output row = Output::object();
    row.set("angle", Output::number(entry.angle)).set("positive", Output::number(entry.positive));
    list.add(row.set("negative", Output::number(entry.negative)));
  }
  return list;
}

std::vector<Strength::Table> read_strength_axes(const Value& list) {
  list.require_list();
  if (list.size() == 0) list.fail("expected the strength of at least one axis");
  std::vector<Strength::Table> axes;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].is(Kind::list)) {
      axes.push_back(read_strength_table(list[i]));
    } else {
      const double torque = list[i].positive();
      axes.push_back({{.angle = 0.0, .positive = torque, .negative = torque}});
    }
  }
  return axes;
}

Output write_strength_axes(const std::vector<Strength::Table>& axes) {
  Output list = Output::list();
  for (const Strength::Table& axis : axes) {
    const bool is_number = axis.size() == 1 && axis[0].angle == 0.0 && axis[0].positive == axis[0].negative;
    list.add(is_number ? Output::number(axis[0].positive) : write_strength_table(axis));
  }
  return list;
}

namespace {

Strength read_joint_strength(const Value& value) {
  if (value.is(Kind::list)) return {.table = read_strength_table(value)};
  if (!value.is(Kind::object)) return {.torque = value.positive()};
  value.require_object(strength_axes_keys);
  return {.axes = read_strength_axes(value.at("axes"))};
}

Output write_joint_strength(const Strength& strength) {
  if (!strength.axes.empty()) return Output::object().set("axes", write_strength_axes(strength.axes));
  return strength.table.empty() ? Output::number(strength.torque) : write_strength_table(strength.table);
}

}  // namespace

Joint read_joint(const Value& object) {
  object.require_object();
  std::array<std::string_view, all_joint_types.size()> words;
  std::transform(all_joint_types.begin(), all_joint_types.end(), words.begin(), joint_type_name);

  Joint joint;
  joint.type = all_joint_types[object.at("type").word(words, "joint type")];
  object.require_object(joint_keys(joint.type));
  if (const auto name = object.find("name")) joint.name = name->name();
  if (const auto axis = object.find("axis")) joint.axis = axis->unit_vector();
  if (const auto axis = object.find("twist_axis")) joint.twist_axis = axis->unit_vector();
  if (const auto range = object.find("range")) joint.ranges[0] = read_range(*range);
  if (const auto ranges = object.find("ranges")) {
    ranges->require_list();
    if (ranges->size() != 2) ranges->fail("expected two ranges, got " + std::to_string(ranges->size()));
    joint.ranges = {read_range((*ranges)[0]), read_range((*ranges)[1])};
  }
  if (const auto swing = object.find("swing")) joint.swing_limit = read_swing_limit(*swing);
  if (const auto twist = object.find("twist")) joint.twist_limit = read_twist_limit(*twist);
  if (const auto rest = object.find("rest")) joint.rest = read_parameters(*rest, joint.type);
  if (const auto inverted = object.find("inverted")) joint.inverted = inverted->truth();
  if (const auto cost = object.find("cost")) joint.cost = cost->positive();
  if (const auto strength = object.find("strength")) joint.strength = read_joint_strength(*strength);
  return joint;
}

Output write_joint(const Joint& joint) {
  Output object = Output::object();
  object.set("type", Output::text(joint_type_name(joint.type)));
  if (!joint.name.empty()) object.set("name", Output::text(joint.name));
  // Always written, because no one remembers the default.
  if (takes(joint.type, "axis")) object.set("axis", Output::vector(joint.axis));
  if (takes(joint.type, "twist_axis")) object.set("twist_axis", Output::vector(joint.twist_axis));
  if (takes(joint.type, "range") && joint.ranges[0].is_limited())
    object.set("range", write_range(joint.ranges[0]));
  if (takes(joint.type, "ranges") && (joint.ranges[0].is_limited() || joint.ranges[1].is_limited())) {
    object.set("ranges", Output::list().add(write_range(joint.ranges[0])).add(write_range(joint.ranges[1])));
  }
  if (takes(joint.type, "swing") && joint.swing_limit.index() != 0)
    object.set("swing", write_swing_limit(joint.swing_limit));
  if (takes(joint.type, "twist") && joint.twist_limit.index() != 0)
    object.set("twist", write_twist_limit(joint.twist_limit));
  if (takes(joint.type, "rest") && !joint.rest.empty()) object.set("rest", write_parameters(joint.rest));
  if (joint.inverted) object.set("inverted", Output::truth(true));
  if (joint.cost != 1.0) object.set("cost", Output::number(joint.cost));
  if (joint.strength.is_known()) {
    object.set("strength", write_joint_strength(joint.strength));
  }
  return object;
}

}  // namespace limber::json
