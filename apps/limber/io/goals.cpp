// Reads goals from CSV (a line of column names, then a row per goal) or JSON. What is wrong is said with file
// and line, and with what would be right.

#include "io/goals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "io/input.h"
#include "limber/files/json/reader.h"
#include "limber/math/rotation.h"
#include "terminal/exit_code.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

using json::ReadError;
using json::Value;

constexpr std::array<std::string_view, 6> columns = {"x", "y", "z", "rx", "ry", "rz"};
constexpr const char* expected_columns = "expected x, y, z and, for orientations, rx, ry, rz";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string quoted(std::string_view text) {
  return "\"" + printable(shortened(text, 40)) + "\"";
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  std::vector<PoseGoal> read() {
    read_names();
    std::vector<PoseGoal> goals;
    std::string_view line;
    while (next_line(line)) {
      if (!trimmed(line).empty()) goals.push_back(goal_of(fields_of(line)));
    }
    return goals;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const { throw ReadError(name_, line_, "", problem); }

  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const auto end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++line_;
    return true;
  }

  // Which of `columns` each field of a row is.
  void read_names() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
    std::string_view line;
    while (next_line(line) && trimmed(line).empty()) {
    }
    if (trimmed(line).empty()) fail(std::string("there are no column names; ") + expected_columns);
    std::array<bool, columns.size()> seen = {};
    for (const std::string_view field : fields_of(line)) {
      const auto found = std::find(columns.begin(), columns.end(), field);
      if (found == columns.end()) fail("unknown column " + quoted(field) + "; " + expected_columns);
      const auto column = static_cast<std::size_t>(found - columns.begin());
      if (seen[column]) fail("column " + quoted(field) + " is there twice");
      seen[column] = true;
      order_.push_back(column);
    }
    const bool has_rotation = seen[3] || seen[4] || seen[5];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!seen[i] && (i < 3 || has_rotation)) {
        fail("column " + quoted(columns[i]) + " is missing; " + expected_columns);
      }
    }
  }

  PoseGoal goal_of(const std::vector<std::string_view>& fields) const {
    if (fields.size() != order_.size()) {
      fail("expected " + std::to_string(order_.size()) + " numbers, as many as there are columns, got " +
           std::to_string(fields.size()));
    }
    std::array<std::optional<double>, columns.size()> values;
    for (std::size_t i = 0; i < fields.size(); ++i) values[order_[i]] = number_of(fields[i], order_[i]);
    PoseGoal goal;
    for (std::size_t i = 0; i < 3; ++i) {
      if (!values[i]) fail(std::string(columns[i]) + ": expected a number, got nothing");
      goal.position[static_cast<Eigen::Index>(i)] = *values[i];
    }
    const auto given =
        std::count_if(values.begin() + 3, values.end(), [](const auto& v) { return v.has_value(); });
    if (given == 3) goal.orientation = exp_quaternion(Vec3(*values[3], *values[4], *values[5]));
    if (given == 1 || given == 2) fail("rx, ry, rz: expected three numbers, or none for any orientation");
    return goal;
  }

  std::optional<double> number_of(std::string_view field, std::size_t column) const {
    if (field.empty()) return std::nullopt;
    if (field.front() == '+') field.remove_prefix(1);
    double value = 0.0;
    const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (problem != std::errc() || end != field.data() + field.size() ||
        !(std::abs(value) <= largest_number)) {
      fail(std::string(columns[column]) + ": expected a number, got " + quoted(field));
    }
    return value;
  }

  std::string_view rest_;
  const std::string& name_;
  int line_ = 0;
  std::vector<std::size_t> order_;  // of the columns in the file
};

PoseGoal goal_of(const Value& value) {
  static const json::ObjectKeys keys{"goal", {"position", "rotation"}};
  value.require_object(keys);
  PoseGoal goal;
  goal.position = value.at("position").vec3();
  if (const auto rotation = value.find("rotation")) goal.orientation = exp_quaternion(rotation->vec3());
  return goal;
}

std::vector<PoseGoal> read_json(const std::string& text, const std::string& name) {
  static const json::ObjectKeys keys{"goals file", {"goals"}};
  const json::Tree tree = json::parse(text, name);
  const Value document(tree.root(), name);
  document.require_object(keys);
  const Value list = document.at("goals");
  list.require_list();
  std::vector<PoseGoal> goals;
  for (std::size_t i = 0; i < list.size(); ++i) goals.push_back(goal_of(list[i]));
  return goals;
}

}  // namespace

Expected<std::vector<PoseGoal>> read_goals(const std::string& text, const std::string& name) {
  return json::reading([&] {
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && (text[first] == '{' || text[first] == '[');
    std::vector<PoseGoal> goals = is_json ? read_json(text, name) : CsvReader(text, name).read();
    if (goals.empty()) throw ReadError(name, 0, "", "there are no goals in it");
    return goals;
  });
}

std::vector<PoseGoal> load_goals(const std::string& argument) {
  const InputText input = load_text(argument);
  Expected<std::vector<PoseGoal>> goals = read_goals(input.text, input.name);
  if (!goals) throw Failure(ExitCode::file, goals.error().message);
  return std::move(*goals);
}

}  // namespace limber::cli
