#pragma once
// Tasks and criteria in the scene format. A new type is one row in the table of task_json.cpp, its words in
// docs/scene.schema.json, and its page in docs/json.md. Private to files/.

#include <vector>

#include "limber/files/json_reader.h"
#include "limber/files/json_writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// Checked against the figure: frames must exist, joint patterns must match something.
TaskDescription read_task(const Value& object, const Figure& figure);
Output write_task(const TaskDescription& task);
std::vector<ObjectKeys> task_formats();  // the keys of each type

CriterionDescription read_criterion(const Value& object);
Output write_criterion(const CriterionDescription& criterion);
std::vector<ObjectKeys> criterion_formats();

// The name of a frame the figure has.
std::string read_frame_name(const Value& value, const Figure& figure);

}  // namespace limber::json
