#pragma once
// Places, rotations and axes of tasks and criteria:
//
//   "hand.r"                                        a frame of the figure
//   {"segment": "hand.r", "point": [0, 0, 0.1]}     a point of a segment; or "pose": {"position", "rotation"}
//   {"world": {"position": [1, 0, 0]}}              fixed in the world
//

#include <vector>

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/tasks/task.h"

namespace limber::json {

// The name of a frame of the figure.
std::string read_frame_name(const Value& value, const Figure& figure);
SegmentId read_segment_name(const Value& value, const Figure& figure);

Place read_place(const Value& value, const Figure& figure);
Output write_place(const Place& place, const Figure& figure);
// The place under `key`; the world if absent.
Place read_place_or_world(const Value& object, std::string_view key, const Figure& figure);
void write_place_unless_world(const Place& place, const Figure& figure, std::string_view key, Output& object);
std::vector<ObjectKeys> place_formats();

// Rotation vectors that read back as themselves.
Quat read_turn(const Value& value);
Output write_turn(const Quat& turn);

// "xy"; absent: `usual`.
Axes read_axes(const Value& object, const Axes& usual);
void write_axes(const Axes& axes, const Axes& usual, Output& object);
std::string axes_word(const Axes& axes);  // "xyz", "y"

}  // namespace limber::json
