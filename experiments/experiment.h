#pragma once
// An experiment: one figure or table of the source documents, reproduced.
//
// Each statement of a document becomes a finding: a number we measure, and the values that agree with the
// document. The verdict follows from the findings:
//
//   reproduced         every number agrees with the document
//   differs            some do not, but are in the range that our explanation of the difference predicts
//   not reproduced     a number is in neither range
//
// The same run gives the same numbers on every machine, except numbers marked as timings.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "experiments/report/plot.h"

namespace limber::experiments {

// The values that agree with a statement, ends included.
struct Agreeing {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool contains(double value) const { return value >= least && value <= most; }  // never NaN
};
inline Agreeing at_least(double value) {
  return {.least = value};
}
inline Agreeing at_most(double value) {
  return {.most = value};
}
inline Agreeing between(double least, double most) {
  return {least, most};
}
// No value agrees: for a statement known to be wrong, which then needs an explanation.
inline Agreeing nothing() {
  return {1.0, 0.0};
}

struct Finding {
  std::string what;   // what was measured: "error of E2 at rest, formulation B"
  std::string claim;  // what the document says about it, in our words
  double value = 0.0;
  std::string unit;     // "m", "us"; empty: a pure number
  Agreeing agrees;      // values that agree with the claim
  bool timing = false;  // differs from run to run and from machine to machine
  // For a claim that we know does not hold: why, and the values that this explanation predicts.
  std::string explanation;
  Agreeing explained = nothing();

  bool holds() const { return agrees.contains(value); }
  bool is_explained() const { return !holds() && !explanation.empty() && explained.contains(value); }
};

enum class Verdict { reproduced, differs, not_reproduced };
const char* verdict_words(Verdict verdict);  // "reproduced", "differs, explained", "not reproduced"
const char* verdict_key(Verdict verdict);    // "reproduced", "differs", "not_reproduced": in JSON

enum class Timings { counted, left_out };
// No findings at all: not reproduced.
Verdict verdict_of(const std::vector<Finding>& findings, Timings timings = Timings::counted);

struct Parameter {
  std::string name;
  std::string value;
};

struct Result {
  std::vector<Finding> findings;
  std::vector<Plot> plots;
  std::string conclusion;  // one or two sentences: what was seen, and why it is so

  // The finding that was added, until the next is.
  Finding& add(std::string what, std::string claim, double value, std::string unit, const Agreeing& agrees);
  Finding& add_timing(std::string what, std::string claim, double value, std::string unit,
                      const Agreeing& agrees);
};

struct RunOptions {
  bool shortened = false;  // fewer repetitions and sizes, for tests; the same claims
  std::function<void(double)> progress = [](double) {};  // 0..1
};

struct Experiment {
  std::string name;      // on the command line: "baerlocher-5.9"
  std::string title;     // what it is about
  std::string document;  // "Baerlocher 2001"
  std::string place;     // "section 5.3.5, figure 5.9"
  std::string claim;     // what the document says, in our own words
  std::vector<Parameter> parameters;
  std::function<Result(const RunOptions&)> run;
};

// An experiment that was run.
struct Outcome {
  Experiment experiment;
  Result result;
  Verdict verdict = Verdict::not_reproduced;
  std::string reason;    // of the verdict
  double seconds = 0.0;  // a timing
};
// Runs it. An exception gives the verdict "not reproduced", with its message as the reason.
Outcome carry_out(const Experiment& experiment, const RunOptions& options);

// The command that runs an experiment again.
std::string rerun_command(const Experiment& experiment);

}  // namespace limber::experiments
