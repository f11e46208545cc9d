#pragma once
// The results of the experiments for people (one self-contained HTML page without scripts) and for programs
// (JSON, docs/experiments.md).

#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace limber::experiments {

std::string page_html(const std::vector<Outcome>& outcomes);
std::string results_json(const std::vector<Outcome>& outcomes);

// The style sheet of the page.
extern const char* const page_style;

}  // namespace limber::experiments
