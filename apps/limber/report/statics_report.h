#pragma once
// The output of `limber statics`: tables and JSON (docs/json.md).

#include "io/input.h"
#include "limber/files/json/writer.h"
#include "limber/statics/report.h"
#include "terminal/terminal.h"

namespace limber::cli {

std::string statics_text(const Input& input, const StaticsReport& report, const Terminal& terminal);
std::string statics_json(const Input& input, const StaticsReport& report);
// The same as a part of another document, for eval and solve.
json::Output statics_object(const Figure& figure, const StaticsReport& report);

}  // namespace limber::cli
