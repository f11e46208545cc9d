// Reads and writes places, turns and axes.

#include "limber/files/format/place_json.h"

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/geometry_json.h"
#include "limber/math/rotation.h"

namespace limber::json {

namespace {

const ObjectKeys on_segment_keys{"place_on_a_segment", {"segment", "point", "pose"}};
const ObjectKeys in_world_keys{"place_in_the_world", {"world"}};

constexpr std::array<std::string_view, 7> axes_words = {"x", "y", "z", "xy", "xz", "yz", "xyz"};

Transform read_pose(const Value& value) {
  value.require_object(placement_keys);
  return read_position_and_rotation(value);
}

Output write_pose(const Transform& pose) {
  Output object = Output::object();
  write_position_and_rotation(pose, object);
  return object;
}

}  // namespace

std::string read_frame_name(const Value& value, const Figure& figure) {
  std::string name = value.name();
  if (figure.find_frame(name)) return name;
  std::vector<std::string> names;
  for (const Frame& frame : figure.frames()) names.push_back(frame.name);
  value.fail("figure " + limber::quoted(figure.name()) + " has no frame " + limber::quoted(name) +
             did_you_mean(name, names));
}

SegmentId read_segment_name(const Value& value, const Figure& figure) {
  const std::string name = value.name();
  if (const std::optional<SegmentId> segment = figure.find_segment(name)) return *segment;
  value.fail("figure " + limber::quoted(figure.name()) + " has no segment " + limber::quoted(name) +
             did_you_mean(name, data_of(figure).segment_names));
}

Place read_place(const Value& value, const Figure& figure) {
  if (value.is(Kind::text)) return figure.frame(read_frame_name(value, figure));
  if (!value.is(Kind::object)) {
    value.fail_type(
        "the name of a frame, {\"segment\": ...} or {\"world\": {\"position\": ..., \"rotation\": ...}}");
  }
  if (const auto world = value.find("world")) {
    value.require_object(in_world_keys);
    return Place::in_world(read_pose(*world));
  }
  value.require_object(on_segment_keys);
  const SegmentId segment = read_segment_name(value.at("segment"), figure);
  const auto point = value.find("point"), pose = value.find("pose");
  if (point && pose) pose->fail("a place has a point or a pose; expected only one of them");
  if (pose) return Place::on_segment(segment, read_pose(*pose));
  return Place::on_segment(segment, point ? point->vec3() : Vec3(Vec3::Zero()));
}

Output write_place(const Place& place, const Figure& figure) {
  if (place.frame.is_valid()) return Output::text(figure.frame(place.frame).name);
  Output object = Output::object();
  if (!place.segment.is_valid()) return object.set("world", write_pose(place.pose));
  object.set("segment", Output::text(figure.segment_name(place.segment)));
  const bool turned = !write_pose({place.pose.rotation, Vec3::Zero()}).is_empty();
  if (turned) {
    object.set("pose", write_pose(place.pose));
  } else if (place.pose.translation != Vec3::Zero()) {
    object.set("point", Output::vector(place.pose.translation));
  }
  return object;
}

Place read_place_or_world(const Value& object, std::string_view key, const Figure& figure) {
  const auto value = object.find(key);
  return value ? read_place(*value, figure) : Place{};
}

void write_place_unless_world(const Place& place, const Figure& figure, std::string_view key,
                              Output& object) {
  if (place != Place{}) object.set(key, write_place(place, figure));
}

std::vector<ObjectKeys> place_formats() {
  return {on_segment_keys, in_world_keys};
}

Quat read_turn(const Value& value) {
  return Quat(read_rotation(value)).normalized();
}

Output write_turn(const Quat& turn) {
  const auto round_trip = [](const Vec3& k) { return log_rotation(Quat(exp_rotation(k)).normalized()); };
  return Output::vector(settled_rotation_vector(log_rotation(turn), round_trip));
}

Axes read_axes(const Value& object, const Axes& usual) {
  const auto value = object.find("axes");
  if (!value) return usual;
  const std::string_view word = axes_words[value->word(axes_words, "choice of axes")];
  const auto counts = [&](char axis) { return word.find(axis) != std::string_view::npos; };
  return {counts('x'), counts('y'), counts('z')};
}

void write_axes(const Axes& axes, const Axes& usual, Output& object) {
  if (axes != usual) object.set("axes", Output::text(axes_word(axes)));
}

std::string axes_word(const Axes& axes) {
  std::string word;
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[axis]) word += static_cast<char>('x' + axis);
  }
  return word;
}

}  // namespace limber::json
