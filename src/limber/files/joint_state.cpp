// Joint values as JSON or CSV, by name, out and in; states of ROS are read, too.

#include "limber/files/joint_state.h"

#include <charconv>
#include <map>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/files.h"
#include "limber/files/format/posture_json.h"

namespace limber {

namespace {

const std::string clipboard = "joint state";  // the name of the text in messages

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells = {""};
  bool is_quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && is_quoted && k + 1 < line.size() && line[k + 1] == '"') {
      cells.back() += line[++k];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if ((c == ',' || c == '\t') && !is_quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (text.substr(0, end).find_first_not_of(" \t\r") != text.npos) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

double number_in(const std::string& cell, const std::string& name) {
  double value = 0.0;
  std::string_view rest = cell;
  rest.remove_prefix(std::min(rest.find_first_not_of(" "), rest.size()));
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  const bool is_whole =
      rest.substr(static_cast<std::size_t>(end - rest.data())).find_first_not_of(" ") == rest.npos;
  if (error != std::errc() || !is_whole || !(std::abs(value) <= largest_number)) {
    throw json::ReadError(clipboard, 0, "", name + " is " + limber::quoted(cell) + "; expected a number");
  }
  return value;
}

void read_csv(std::string_view text, const Figure& figure, Posture& posture) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (lines.size() < 2) {
    throw json::ReadError(clipboard, 0, "", "expected JSON, or a line of names and a line of numbers");
  }
  // The names are those that we write, so what we write says which column is what.
  const std::vector<std::string> ours =
      cells_of(lines_of(write_csv(figure, Motion{.name = "", .times = {}, .postures = {}}))[0]);
  std::map<std::string, std::size_t> column;  // from 0, without the time
  for (std::size_t k = 1; k < ours.size(); ++k) column.emplace(ours[k], k - 1);
  const std::vector<std::string> names = cells_of(lines.front()), numbers = cells_of(lines.back());
  if (names.size() != numbers.size()) {
    throw json::ReadError(clipboard, 0, "",
                          "there are " + std::to_string(names.size()) + " names and " +
                              std::to_string(numbers.size()) + " numbers");
  }
  std::vector<double> all;
  for (const JointId j : figure.joints()) {
    for (const double value : joint_parameters(figure, posture, j)) all.push_back(value);
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] == "time") continue;
    const auto known = column.find(names[k]);
    if (known == column.end()) {
      throw json::ReadError(clipboard, 0, "", "the figure has no joint value " + limber::quoted(names[k]));
    }
    all[known->second] = number_in(numbers[k], names[k]);
  }
  const double* next = all.data();
  for (const JointId j : figure.joints()) {
    const std::size_t count = joint_parameters(figure, posture, j).size();
    set_joint_parameters(figure, posture, j, {next, count});
    next += count;
  }
}

// {"name": ["elbow"], "position": [0.5]}
void read_ros(const json::Value& document, const Figure& figure, Posture& posture) {
  const json::Value names = document.at("name"), positions = document.at("position");
  names.require_list();
  const std::vector<double> values = positions.numbers(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const json::Value name = names[k];
    const JointId joint = json::read_joint_name(name, name.text(), figure);
    if (joint_parameters(figure, posture, joint).size() != 1) {
      name.fail("the joint " + limber::quoted(name.text()) + " has not one value; expected a joint with one");
    }
    set_joint_parameters(figure, posture, joint, {&values[k], 1});
  }
}

}  // namespace

std::string write_joint_state(const Figure& figure, const Posture& posture, JointStateForm form) {
  if (form == JointStateForm::csv)
    return write_csv(figure, {.name = "", .times = {0.0}, .postures = {posture}});
  json::Output object = json::Output::object();
  for (const JointId j : figure.joints()) {
    const std::vector<double> parameters = joint_parameters(figure, posture, j);
    if (parameters.empty()) continue;
    object.set(figure.joint_name(j), parameters.size() == 1 ? json::Output::number(parameters[0])
                                                            : json::Output::numbers(parameters));
  }
  return object.to_string();
}

Expected<Posture> read_joint_state(std::string_view text, const Figure& figure, Posture posture) {
  return json::reading([&] {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] != '{') {
      read_csv(text, figure, posture);
    } else {
      const json::Tree tree = json::parse(text, clipboard);
      const json::Value document(tree.root(), clipboard);
      if (document.find("name") && document.find("position")) {
        read_ros(document, figure, posture);
      } else {
        json::read_posture(document, figure, posture);
      }
    }
    return inside_limits(figure, std::move(posture));
  });
}

}  // namespace limber
