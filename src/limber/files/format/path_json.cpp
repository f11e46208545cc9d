// Reads and writes paths, each by its kind.

#include "limber/files/format/path_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/base/overloaded.h"

namespace limber::json {

namespace {

const ObjectKeys path_keys{"path", {"circle", "sines", "spline", "recorded", "csv"}};
const ObjectKeys number_path_keys{"number_path", {"sines", "spline", "recorded", "csv"}};
const ObjectKeys circle_keys{"circle", {"center", "radius", "period", "normal", "phase"}};
const ObjectKeys sines_keys{"sines", {"center", "terms"}};
const ObjectKeys number_sines_keys{"number_sines", {"center", "terms"}};
const ObjectKeys sine_keys{"sine", {"amplitude", "period", "phase"}};
const ObjectKeys number_sine_keys{"number_sine", {"amplitude", "period", "phase"}};
const ObjectKeys spline_keys{"spline", {"keys", "period"}};
const ObjectKeys number_spline_keys{"number_spline", {"keys", "period"}};
const ObjectKeys path_key_keys{"path_key", {"time", "target"}};
const ObjectKeys number_path_key_keys{"number_path_key", {"time", "target"}};
const ObjectKeys recorded_keys{"recorded", {"times", "points", "period"}};
const ObjectKeys number_recorded_keys{"number_recorded", {"times", "points", "period"}};
const ObjectKeys csv_keys{"csv", {"file", "period"}};

bool is_number(PathOf of) {
  return of == PathOf::numbers;
}

Vec3 read_coordinates(const Value& value, PathOf of) {
  return is_number(of) ? Vec3(value.number(), 0.0, 0.0) : value.vec3();
}

Output write_coordinates(const Vec3& value, PathOf of) {
  return is_number(of) ? Output::number(value.x()) : Output::vector(value);
}

double read_period(const Value& object) {
  const auto period = object.find("period");
  return period ? period->positive() : 0.0;
}

Curve read_circle(const Value& object) {
  object.require_object(circle_keys);
  CircleCurve circle{.center = object.at("center").vec3(),
                     .radius = object.at("radius").not_negative(),
                     .period = object.at("period").positive()};
  if (const auto normal = object.find("normal")) circle.normal = normal->unit_vector();
  if (const auto phase = object.find("phase")) circle.phase = phase->number();
  return circle;
}

Curve read_sines(const Value& object, PathOf of) {
  object.require_object(is_number(of) ? number_sines_keys : sines_keys);
  SineCurve sines{.center = read_coordinates(object.at("center"), of)};
  object.at("terms");
  object.for_each("terms", [&](const Value& item) {
    item.require_object(is_number(of) ? number_sine_keys : sine_keys);
    SineCurve::Term term{.amplitude = read_coordinates(item.at("amplitude"), of),
                         .period = item.at("period").positive()};
    if (const auto phase = item.find("phase")) term.phase = phase->number();
    sines.terms.push_back(term);
  });
  return sines;
}

Curve read_spline(const Value& object, PathOf of) {
  object.require_object(is_number(of) ? number_spline_keys : spline_keys);
  KeyCurve curve{.period = read_period(object)};
  object.at("keys");
  object.for_each("keys", [&](const Value& item) {
    item.require_object(is_number(of) ? number_path_key_keys : path_key_keys);
    curve.times.push_back(item.at("time").not_negative());
    curve.points.push_back(read_coordinates(item.at("target"), of));
  });
  return curve;
}

Curve read_recorded(const Value& object, PathOf of) {
  object.require_object(is_number(of) ? number_recorded_keys : recorded_keys);
  SampledCurve curve{.period = read_period(object)};
  object.at("times");
  object.for_each("times", [&](const Value& item) { curve.times.push_back(item.not_negative()); });
  object.at("points");
  object.for_each("points", [&](const Value& item) { curve.points.push_back(read_coordinates(item, of)); });
  return curve;
}

Curve read_csv(const Value& object, PathOf of, const TextLoader& load) {
  object.require_object(csv_keys);
  const Value file = object.at("file");
  if (!load) file.fail("a CSV file can be named only in a scene file; here the path must be \"recorded\"");
  const Expected<std::string> text = load(file.name());
  if (!text) file.fail(text.error().message);
  try {
    SampledCurve curve = read_csv_path(*text, of);
    curve.file = file.name();
    curve.period = read_period(object);
    return curve;
  } catch (const std::invalid_argument& problem) {
    file.fail(limber::quoted(file.name()) + ": " + problem.what());
  }
}

Curve read_curve(const Value& object, PathOf of, const TextLoader& load) {
  object.require_object(is_number(of) ? number_path_keys : path_keys);
  if (object.size() != 1) object.fail("expected one kind of path: circle, sines, spline, recorded or csv");
  const Value kind = object.member(0);
  const std::string_view word = kind.node().name();
  if (word == "circle") return read_circle(kind);
  if (word == "sines") return read_sines(kind, of);
  if (word == "spline") return read_spline(kind, of);
  if (word == "recorded") return read_recorded(kind, of);
  return read_csv(kind, of, load);
}

// The next number of a line, or nothing at its end. Throws where there is something else.
std::optional<double> next_number(std::string_view& line) {
  constexpr std::string_view between = " \t,;\r";
  const std::size_t start = line.find_first_not_of(between);
  if (start == std::string_view::npos) return std::nullopt;
  line.remove_prefix(start);
  std::string_view word = line.substr(0, line.find_first_of(between));
  line.remove_prefix(word.size());
  std::string_view digits = word;
  if (digits.front() == '+') digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
    throw std::invalid_argument("expected a number, got " + quoted(word));
  return value;
}

// The first line may be one of headings: words, of which none is a number, nor meant to be one.
bool is_heading(std::string_view line) {
  return std::none_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
         line.find("nan") == std::string_view::npos && line.find("inf") == std::string_view::npos;
}

void write_period(double period, Output& object) {
  if (period > 0.0) object.set("period", Output::number(period));
}

}  // namespace

SampledCurve read_csv_path(std::string_view text, PathOf of) {
  const std::size_t columns = is_number(of) ? 2 : 4;
  SampledCurve curve;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark some editors put before UTF-8
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string place = "line " + std::to_string(number) + ": ";
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#') continue;
    if (number == 1 && is_heading(line)) continue;
    std::vector<double> values;
    try {
      while (const auto value = next_number(line)) values.push_back(*value);
    } catch (const std::invalid_argument& problem) {
      throw std::invalid_argument(place + problem.what());
    }
    if (values.size() != columns)
      throw std::invalid_argument(place + "expected " + std::to_string(columns) +
                                  " numbers, time first, got " + std::to_string(values.size()));
    if (curve.times.size() == TargetPath::most_samples)
      throw std::invalid_argument(place + "a path has at most " + std::to_string(TargetPath::most_samples) +
                                  " points");
    if (!curve.times.empty() && !(values[0] > curve.times.back()))
      throw std::invalid_argument(place + "the time " + exact_text(values[0]) + " s is not later than the " +
                                  exact_text(curve.times.back()) + " s before it");
    curve.times.push_back(values[0]);
    curve.points.push_back(is_number(of) ? Vec3(values[1], 0, 0) : Vec3(values[1], values[2], values[3]));
  }
  if (curve.times.empty())
    throw std::invalid_argument("there is no line of " + std::to_string(columns) + " numbers, time first");
  return curve;
}

TargetPath read_path(const Value& object, PathOf of, const TextLoader& load) {
  Curve curve = read_curve(object, of, load);
  try {
    return TargetPath(std::move(curve));
  } catch (const std::invalid_argument& problem) {
    object.fail(problem.what());
  }
}

Output write_path(const TargetPath& path, PathOf of, PathFiles files) {
  Output result = Output::object(), inside = Output::object();
  const auto wrap = [&](std::string_view word) { result.set(word, std::move(inside)); };
  std::visit(
      overloaded{[&](const CircleCurve& c) {
                   inside.set("center", Output::vector(c.center)).set("radius", Output::number(c.radius));
                   inside.set("period", Output::number(c.period));
                   if (c.normal != CircleCurve{}.normal) inside.set("normal", Output::vector(c.normal));
                   if (c.phase != 0.0) inside.set("phase", Output::number(c.phase));
                   wrap("circle");
                 },
                 [&](const SineCurve& c) {
                   inside.set("center", write_coordinates(c.center, of));
                   Output terms = Output::list();
                   for (const SineCurve::Term& term : c.terms) {
                     Output one = Output::object();
                     one.set("amplitude", write_coordinates(term.amplitude, of));
                     one.set("period", Output::number(term.period));
                     if (term.phase != 0.0) one.set("phase", Output::number(term.phase));
                     terms.add(std::move(one));
                   }
                   inside.set("terms", std::move(terms));
                   wrap("sines");
                 },
                 [&](const KeyCurve& c) {
                   Output keys = Output::list();
                   for (std::size_t i = 0; i < c.times.size(); ++i) {
                     Output key = Output::object();
                     key.set("time", Output::number(c.times[i]));
                     keys.add(std::move(key.set("target", write_coordinates(c.points[i], of))));
                   }
                   inside.set("keys", std::move(keys));
                   write_period(c.period, inside);
                   wrap("spline");
                 },
                 [&](const SampledCurve& c) {
                   if (!c.file.empty() && files == PathFiles::named) {
                     inside.set("file", Output::text(c.file));
                     write_period(c.period, inside);
                     wrap("csv");
                     return;
                   }
                   inside.set("times", Output::numbers(c.times));
                   Output points = Output::list();
                   for (const Vec3& point : c.points) points.add(write_coordinates(point, of));
                   inside.set("points", std::move(points));
                   write_period(c.period, inside);
                   wrap("recorded");
                 }},
      path.curve());
  return result;
}

std::vector<ObjectKeys> path_formats() {
  return {path_keys,
          number_path_keys,
          circle_keys,
          sines_keys,
          number_sines_keys,
          sine_keys,
          number_sine_keys,
          spline_keys,
          number_spline_keys,
          path_key_keys,
          number_path_key_keys,
          recorded_keys,
          number_recorded_keys,
          csv_keys};
}

}  // namespace limber::json
