#pragma once
// What `limber solve` tells: for people, for programs, and step by step for plots.

#include <string>
#include <vector>

#include "io/input.h"
#include "limber/solver/report.h"
#include "analysis/nearness.h"
#include "terminal/terminal.h"

namespace limber::cli {

// "every task is satisfied", "1 of 5 tasks is not satisfied", ...
std::string outcome_in_words(const SolveReport& report);

// What was wrong with a posture to start from: "outside its limits", "overlapping itself", ...; empty:
// nothing.
std::string fault_in_words(const Scene& scene, const Nearness& near);

// The scene of `input`: solved, with its posture at the end, and `near` of that. `fault`: at the start.
std::string solve_text(const Input& input, const SolveReport& report, const Nearness& near,
                       const std::string& fault, const Terminal& terminal);
std::string solve_json(const Input& input, const SolveReport& report, const Nearness& near);

// Why a task is not satisfied, the main reason first: "balance comes first (70 %), knee.r is at its limit".
std::string reasons_in_words(const TaskReport& report, const Scene& scene);

// A table of steps as CSV (RFC 4180): one row per step.
class Trace {
 public:
  Trace(const TaskList& tasks, const Figure& figure);
  void add(int step, const StepReport& report, std::string_view status);
  const std::string& text() const { return text_; }

 private:
  std::vector<int> numbers_;  // of the tasks, column by column
  std::string text_;
};

std::string_view status_word(StepStatus status);  // "moving", "at-rest", ...

}  // namespace limber::cli
