#pragma once
// The output of `limber solve`: text, JSON (docs/json.md), and a trace of every step.

#include <string>
#include <vector>

#include "analysis/nearness.h"
#include "io/input.h"
#include "limber/solver/report.h"
#include "terminal/terminal.h"

namespace limber::cli {

// "every task is satisfied", "1 of 5 tasks is not satisfied", ...
std::string outcome_in_words(const SolveReport& report);

// What is wrong with a start posture: "outside its limits", "overlapping itself", ...; empty: nothing.
std::string fault_in_words(const Scene& scene, const Nearness& near);

// `input` has the final posture, and `near` is that of it; `fault` is that of the start posture.
std::string solve_text(const Input& input, const SolveReport& report, const Nearness& near,
                       const std::string& fault, const Terminal& terminal);
std::string solve_json(const Input& input, const SolveReport& report, const Nearness& near);

// Why a task is not satisfied, the main reason first: "balance comes first (70 %), knee.r is at its limit".
std::string reasons_in_words(const TaskReport& report, const Scene& scene);

// A row per step, as CSV (RFC 4180).
class Trace {
 public:
  Trace(const TaskList& tasks, const Figure& figure);
  void add(int step, const StepReport& report, std::string_view status);
  const std::string& text() const { return text_; }

 private:
  std::vector<TaskId<>> numbers_;  // of the tasks in the columns
  std::string text_;
};

std::string_view status_word(StepStatus status);  // "moving", "at-rest", ...

}  // namespace limber::cli
