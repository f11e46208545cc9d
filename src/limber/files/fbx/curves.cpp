// Keys with their flags and slopes. A file keeps the slopes only where somebody set them; of all others it
// says by which rule they follow from the neighbours.

#include "limber/files/fbx/curves.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace limber::fbx {

namespace {

constexpr double longest = 1e5;     // [s]
constexpr double same_time = 1e-8;  // [s] rounding must not miss a step that happens at a key

enum Flags : std::uint32_t {
  is_constant = 0x2,
  is_cubic = 0x8,
  takes_next = 0x100,  // of a constant
  is_tcb = 0x200,
  is_user = 0x400,
  is_clamped = 0x1000,
  ignores_times = 0x2000,
  never_overshoots = 0x4000,
  has_weight_out = 0x1000000,
  has_next_weight_in = 0x2000000,
};

// What a file says about a key beside its time and value; runs of keys share it.
struct Attribute {
  std::uint32_t flags = 0;
  double slope_out = 0.0, next_slope_in = 0.0;  // tension and continuity of a TCB key
  double bias = 0.0;
  double weight_out = 1.0 / 3.0, next_weight_in = 1.0 / 3.0;
};

double finite_or_zero(double x) {
  return std::isfinite(x) ? x : 0.0;
}

std::vector<Attribute> read_attributes(const Element& curve, std::size_t key_count) {
  const auto flags = curve.find("KeyAttrFlags"), data = curve.find("KeyAttrDataFloat"),
             runs = curve.find("KeyAttrRefCount");
  std::vector<Attribute> all(key_count);
  if (!flags || !runs) return all;
  const std::vector<std::int64_t> bits = flags->integers(), lengths = runs->integers();
  const std::vector<float> numbers = data ? data->floats() : std::vector<float>();
  std::size_t key = 0;
  for (std::size_t run = 0; run < std::min(bits.size(), lengths.size()); ++run) {
    Attribute made;
    made.flags = static_cast<std::uint32_t>(bits[run]);
    if (4 * run + 4 <= numbers.size()) {
      const float* of_run = numbers.data() + 4 * run;
      made.slope_out = finite_or_zero(static_cast<double>(of_run[0]));
      made.next_slope_in = finite_or_zero(static_cast<double>(of_run[1]));
      made.bias = finite_or_zero(static_cast<double>(of_run[2]));
      const auto weights = std::bit_cast<std::uint32_t>(of_run[2]);  // two, packed
      const auto part = [](std::uint32_t weight) { return std::clamp(weight * 1e-4, 0.0, 1.0); };
      if (made.flags & has_weight_out) made.weight_out = part(weights & 0xffff);
      if (made.flags & has_next_weight_in) made.next_weight_in = part(weights >> 16);
    }
    for (std::int64_t k = 0; k < lengths[run] && key < key_count; ++k) all[key++] = made;
  }
  return all;
}

// The slope of a key by its neighbours; `lean` towards one of them, in percent.
double followed_slope(const Curve::Key& before, const Curve::Key& key, const Curve::Key& after,
                      std::uint32_t flags, double lean) {
  const double up = key.value - before.value, on = after.value - key.value;
  const double left = key.time - before.time, right = after.time - key.time;
  if ((flags & is_clamped) && std::min(std::abs(up), std::abs(on)) <= 0.0) return 0.0;
  double slope = (up + on) / (left + right);
  if (!(flags & ignores_times)) {
    const double part = left / (left + right);
    slope = 0.5 * slope + 0.5 * ((1.0 - part) * up / left + part * on / right);
    const double weight = std::abs(lean) / 100.0;
    if (weight > 1e-4) {
      const double target = lean > 0.0 ? on / right : up / left;
      const double change = target - slope;
      slope += weight * change;
      if (const double beyond = weight - 5.0; beyond > 0.0) {
        slope += std::copysign(40.0 * beyond * beyond, std::abs(change) > 1e-5 ? change : lean);
      }
    }
  }
  if (flags & never_overshoots) {  // neither side may bend beyond the neighbour's value
    const double sign = slope >= 0.0 ? 1.0 : -1.0;
    const double reach_left = key.weight_in * left, reach_right = key.weight_out * right;
    const double most_left = reach_left > 0.0 ? std::max(sign * up / reach_left, 0.0) : 0.0;
    const double most_right = reach_right > 0.0 ? std::max(sign * on / reach_right, 0.0) : 0.0;
    slope = sign * std::min({sign * slope, most_left, most_right});
  }
  return slope;
}

// Of the first or the last key, towards its only neighbour.
double end_slope(const Curve::Key& first, const Curve::Key& second, std::uint32_t flags, double lean) {
  if (flags & never_overshoots) return 0.0;
  if ((flags & is_clamped) && first.value == second.value) return 0.0;
  double slope = (second.value - first.value) / (second.time - first.time);
  const double beyond = std::abs(lean) / 100.0 - 5.0;
  if (!(flags & ignores_times) && beyond > 0.0) slope += std::copysign(40.0 * beyond * beyond, lean);
  return slope;
}

void find_slopes(std::vector<Curve::Key>& keys, const std::vector<Attribute>& attributes) {
  const std::size_t count = keys.size();
  for (std::size_t k = 0; k < count; ++k) {
    Curve::Key& key = keys[k];
    const Attribute& own = attributes[k];
    key.slope_out = own.slope_out;
    const bool is_first = k == 0, is_last = k + 1 == count;
    if (!is_first) {  // the key before says how it comes in
      const Attribute& before = attributes[k - 1];
      const double step = key.time - keys[k - 1].time;
      const bool is_bent = keys[k - 1].between == Curve::Between::cubic;
      key.slope_in = is_bent ? before.next_slope_in
                     : keys[k - 1].between == Curve::Between::straight
                         ? (key.value - keys[k - 1].value) / step
                         : 0.0;
      key.weight_in = is_bent && !(before.flags & is_tcb) ? before.next_weight_in : 1.0 / 3.0;
      if (is_bent && (before.flags & is_tcb)) key.slope_in = 0.0;
    }
    if (key.between != Curve::Between::cubic) continue;
    key.weight_out = own.weight_out;
    if (own.flags & is_tcb) {
      const double left = is_first ? 0.0 : (key.value - keys[k - 1].value) / (key.time - keys[k - 1].time);
      const double right = is_last ? 0.0 : (keys[k + 1].value - key.value) / (keys[k + 1].time - key.time);
      const double half = is_first || is_last ? 1.0 : 0.5;
      const double t = 1.0 - own.slope_out, c = own.next_slope_in, b = own.bias;
      key.slope_in = half * t * ((1.0 + b) * (1.0 - c) * left + (1.0 - b) * (1.0 + c) * right);
      key.slope_out = half * t * ((1.0 + b) * (1.0 + c) * left + (1.0 - b) * (1.0 - c) * right);
      key.weight_out = 1.0 / 3.0;
    } else if (!(own.flags & is_user)) {
      if (is_first && is_last) {
        key.slope_in = key.slope_out = 0.0;
      } else if (is_first) {
        key.slope_in = key.slope_out = end_slope(key, keys[k + 1], own.flags, key.slope_out);
      } else if (is_last) {
        key.slope_in = key.slope_out = end_slope(keys[k - 1], key, own.flags, -key.slope_in);
      } else {
        const double in = -key.slope_in, out = key.slope_out;
        key.slope_out = followed_slope(keys[k - 1], key, keys[k + 1], own.flags, out);
        key.slope_in = std::abs(in - out) <= 1e-4
                           ? key.slope_out
                           : followed_slope(keys[k - 1], key, keys[k + 1], own.flags, in);
      }
    }
  }
}

// Where on a cubic from 0 to 1 with inner points p and 1 - q its value is x: it rises, since both are
// in 0..1.
double cubic_part(double p, double q, double x) {
  const double c = 3.0 * p, b = 3.0 * (1.0 - q) - 6.0 * p, a = 1.0 - c - b;
  double low = 0.0, high = 1.0, u = x;
  for (int k = 0; k < 60; ++k) {
    const double miss = ((a * u + b) * u + c) * u - x;
    if (std::abs(miss) < 1e-15) break;
    (miss < 0.0 ? low : high) = u;
    const double slope = (3.0 * a * u + 2.0 * b) * u + c;
    const double next = u - miss / slope;
    u = next > low && next < high ? next : 0.5 * (low + high);
  }
  return u;
}

void note_once(std::vector<std::string>& notes, const std::string& note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

}  // namespace

double Curve::at(double time) const {
  auto after =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  if (after != keys.end() && after->time - time < same_time) ++after;
  if (after == keys.begin()) return keys.front().value;
  const Key& from = *(after - 1);
  if (after == keys.end() || time - from.time < same_time) return from.value;
  const Key& to = *after;
  const double step = to.time - from.time, part = (time - from.time) / step;
  switch (from.between) {
    case Between::constant:
      return from.value;
    case Between::constant_next:
      return to.value;
    case Between::straight:
      return from.value + part * (to.value - from.value);
    case Between::cubic:
      break;
  }
  const double u = cubic_part(from.weight_out, to.weight_in, part), v = 1.0 - u;
  const double first = from.value + from.weight_out * step * from.slope_out;
  const double second = to.value - to.weight_in * step * to.slope_in;
  return v * v * v * from.value + 3.0 * u * v * (v * first + u * second) + u * u * u * to.value;
}

double ticks_per_second(const Tree& tree) {
  constexpr double usual = 46'186'158'000.0, newer = 141'120'000.0;
  const auto header = tree.root().find("FBXHeaderExtension");
  if (!header) return usual;
  const auto version = header->find("FBXHeaderVersion"), flags = header->find("OtherFlags");
  const auto definition = flags ? flags->find("TCDefinition") : std::nullopt;
  if (!version || !definition || version->integer(0).value_or(0) < 1004) return usual;
  return definition->integer(0).value_or(127) == 127 ? usual : newer;
}

Curve read_curve(const Element& element, double rate, std::vector<std::string>& notes) {
  Curve curve;
  const auto times = element.find("KeyTime"), values = element.find("KeyValueFloat");
  if (!times || !values) return curve;
  const std::vector<std::int64_t> ticks = times->integers();
  const std::vector<double> heights = values->reals();
  if (ticks.size() != heights.size()) {
    element.fail("has " + std::to_string(ticks.size()) + " times for " + std::to_string(heights.size()) +
                 " values");
  }
  const std::vector<Attribute> all = read_attributes(element, ticks.size());
  std::vector<Attribute> kept;
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    const double time = static_cast<double>(ticks[k]) / rate;
    if (!(std::abs(time) <= longest)) element.fail("key " + std::to_string(k + 1) + " is beyond 1e5 s");
    if (!curve.keys.empty() && time <= curve.keys.back().time) {
      note_once(notes, "keys that are not after the one before them are left out");
      continue;
    }
    Curve::Key key{.time = time, .value = heights[k]};
    const std::uint32_t flags = all[k].flags;
    key.between = flags & is_constant
                      ? (flags & takes_next ? Curve::Between::constant_next : Curve::Between::constant)
                  : flags & is_cubic ? Curve::Between::cubic
                                     : Curve::Between::straight;
    curve.keys.push_back(key);
    kept.push_back(all[k]);
  }
  find_slopes(curve.keys, kept);
  for (const std::string_view side : {"Pre-Extrapolation", "Post-Extrapolation"}) {
    const auto beyond = element.find(side);
    const auto type = beyond ? beyond->find("Type") : std::nullopt;
    if (!type) continue;
    const bool stays = type->bytes(0) ? type->bytes(0) == "C" : type->integer(0) == 'C';
    if (!stays) note_once(notes, "motions that repeat beyond their last key stop there");
  }
  return curve;
}

}  // namespace limber::fbx
