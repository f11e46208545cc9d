#pragma once
// The output of `limber eval`: tables and JSON (docs/json.md).

#include <string>

#include "analysis/evaluation.h"
#include "terminal/terminal.h"

namespace limber::cli {

std::string eval_text(const Input& input, const Evaluation& evaluation, const Terminal& terminal);
std::string eval_json(const Input& input, const Evaluation& evaluation);

}  // namespace limber::cli
