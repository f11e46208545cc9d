#pragma once
// An experiment: one figure or table of the source documents, reproduced.
//
// Each statement of a document becomes a finding: a number we measure, and the values that agree with the
// document (agreeing.h). The verdict follows from the findings:
//
//   reproduced         every number agrees with the document
//   differs            some do not, but are in the range that our explanation of the difference predicts
//   not reproduced     a number is in neither range, or no number could have been
//
// Numbers that no document says anything about are observations: they are shown, and decide nothing.
//
// The same run gives the same numbers on every machine, except numbers marked as timings. They count where
// the figure is about time, and are not allowed elsewhere.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/agreeing.h"
#include "experiments/report/plot.h"

namespace limber::experiments {

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
  // Whether some value would be in neither range.
  bool can_fail() const { return explanation.empty() || !accept_everything(agrees, explained); }
};

// A number that belongs to the picture, about which no document claims anything.
struct Observation {
  std::string what;
  double value = 0.0;
  std::string unit;
  bool timing = false;
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
  std::vector<Observation> observations = {};
  std::vector<Plot> plots;
  std::string conclusion;  // one or two sentences: what was seen, and why it is so

  // The finding that was added, until the next is.
  Finding& add(std::string what, std::string claim, double value, std::string unit, const Agreeing& agrees);
  Finding& add_timing(std::string what, std::string claim, double value, std::string unit,
                      const Agreeing& agrees);
  void note(std::string what, double value, std::string unit);
  void note_timing(std::string what, double value, std::string unit);
};

// A wrong method that can be put in the place of the right one: the verdict must notice.
struct Replacement {
  std::string key;   // "no-projector"
  std::string what;  // what is done instead
};

struct RunOptions {
  bool shortened = false;  // fewer repetitions and sizes, for tests; the same claims
  std::function<void(double)> progress = [](double) {};  // 0..1
  std::string replacement = {};  // the key of one of the experiment's replacements; empty: as it should be

  bool replaces(std::string_view key) const { return replacement == key; }
};

struct Experiment {
  std::string name;      // on the command line: "baerlocher-5.9"
  std::string title;     // what it is about
  std::string document;  // "Baerlocher 2001"
  std::string place;     // "section 5.3.5, figure 5.9"
  std::string claim;     // what the document says, in our own words
  std::vector<Parameter> parameters;
  std::function<Result(const RunOptions&)> run;
  bool is_about_time = false;  // its claims are about speed: timings count
  std::vector<Replacement> replacements = {};
};

// An experiment that was run.
struct Outcome {
  Experiment experiment;
  Result result;
  Verdict verdict = Verdict::not_reproduced;
  std::string reason;    // of the verdict
  double seconds = 0.0;  // a timing
};
// Runs it. An exception gives the verdict "not reproduced", with its message as the reason; so does a timing
// among the findings of an experiment that is not about time.
Outcome carry_out(const Experiment& experiment, const RunOptions& options);

// The command that runs an experiment again.
std::string rerun_command(const Experiment& experiment);

}  // namespace limber::experiments
