// Runs experiments, and derives their verdicts and reasons from the findings.

#include "experiments/experiment.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "experiments/report/text.h"

namespace limber::experiments {

const char* verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::differs:
      return "differs, explained";
    case Verdict::not_reproduced:
      break;
  }
  return "not reproduced";
}

const char* verdict_key(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::differs:
      return "differs";
    case Verdict::not_reproduced:
      break;
  }
  return "not_reproduced";
}

namespace {

Verdict verdict_of(const Finding& finding) {
  if (!finding.can_fail()) return Verdict::not_reproduced;
  if (finding.holds()) return Verdict::reproduced;
  return finding.is_explained() ? Verdict::differs : Verdict::not_reproduced;
}

// "error of E2 is 0.31 m; at most 0.1 m would agree with the document"
std::string complaint(const Finding& finding) {
  if (!finding.can_fail()) return finding.what + ": every possible value agrees or is explained";
  return finding.what + " is " + quantity(finding.value, finding.unit) + "; " +
         agreeing_words(finding.agrees, finding.unit) + " would agree with the document";
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    if (sentence.empty()) continue;
    text += (text.empty() ? "" : " ") + sentence;
    if (text.back() != '.') text += '.';
  }
  return text;
}

std::string reason_for(const Result& result, Verdict verdict) {
  std::vector<std::string> sentences;
  for (const Finding& finding : result.findings) {
    if (verdict_of(finding) != verdict || verdict == Verdict::reproduced) continue;
    sentences.push_back(verdict == Verdict::differs ? finding.explanation : complaint(finding));
  }
  // One difference may explain several findings: say it once.
  sentences.erase(std::unique(sentences.begin(), sentences.end()), sentences.end());
  if (verdict == Verdict::not_reproduced) {
    if (result.findings.empty()) sentences.push_back("Nothing was measured");
  } else {
    sentences.insert(sentences.begin(), result.conclusion);
  }
  return joined(sentences);
}

void require_timings_only_where_they_count(const Experiment& experiment, const Result& result) {
  if (experiment.is_about_time) return;
  for (const Finding& finding : result.findings) {
    if (finding.timing)
      throw std::logic_error(finding.what + " is a timing, but the experiment is not about time");
  }
}

}  // namespace

Finding& Result::add(std::string what, std::string claim, double value, std::string unit,
                     const Agreeing& agrees) {
  return findings.emplace_back(Finding{.what = std::move(what),
                                       .claim = std::move(claim),
                                       .value = value,
                                       .unit = std::move(unit),
                                       .agrees = agrees});
}

Finding& Result::add_timing(std::string what, std::string claim, double value, std::string unit,
                            const Agreeing& agrees) {
  Finding& finding = add(std::move(what), std::move(claim), value, std::move(unit), agrees);
  finding.timing = true;
  return finding;
}

void Result::note(std::string what, double value, std::string unit) {
  observations.push_back({std::move(what), value, std::move(unit)});
}

void Result::note_timing(std::string what, double value, std::string unit) {
  observations.push_back({std::move(what), value, std::move(unit), true});
}

Verdict verdict_of(const std::vector<Finding>& findings, Timings timings) {
  Verdict worst = Verdict::reproduced;
  bool any = false;
  for (const Finding& finding : findings) {
    any = true;
    if (finding.timing && timings == Timings::left_out) continue;
    worst = std::max(worst, verdict_of(finding));
  }
  return any ? worst : Verdict::not_reproduced;
}

Outcome carry_out(const Experiment& experiment, const RunOptions& options) {
  Outcome outcome{.experiment = experiment};
  const auto start = std::chrono::steady_clock::now();
  try {
    outcome.result = experiment.run(options);
    require_timings_only_where_they_count(experiment, outcome.result);
    outcome.verdict = verdict_of(outcome.result.findings);
    outcome.reason = reason_for(outcome.result, outcome.verdict);
  } catch (const std::exception& fault) {
    outcome.reason = std::string("The experiment failed: ") + fault.what();
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

std::string rerun_command(const Experiment& experiment) {
  return "limber reproduce " + experiment.name + " -o DIR";
}

}  // namespace limber::experiments
