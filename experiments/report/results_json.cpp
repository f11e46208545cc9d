// The results of the experiments as JSON (docs/experiments.md).

#include "experiments/report/page.h"
#include "limber/base/version.h"
#include "limber/files/json/writer.h"

namespace limber::experiments {

namespace {

using json::Output;

Output agreeing_json(const Agreeing& agreeing) {
  if (agreeing.is_empty()) return Output::list();               // no value at all
  return Output::numbers({agreeing.least(), agreeing.most()});  // an open end is null
}

Output finding_json(const Finding& finding) {
  Output object = Output::object();
  object.set("what", Output::text(finding.what)).set("claim", Output::text(finding.claim));
  object.set("value", Output::number(finding.value)).set("unit", Output::text(finding.unit));
  object.set("agrees", agreeing_json(finding.agrees)).set("holds", Output::truth(finding.holds()));
  object.set("timing", Output::truth(finding.timing));
  if (!finding.explanation.empty()) {
    object.set("explanation", Output::text(finding.explanation));
    object.set("explained", agreeing_json(finding.explained));
  }
  return object;
}

Output observation_json(const Observation& observation) {
  Output object = Output::object();
  object.set("what", Output::text(observation.what)).set("value", Output::number(observation.value));
  object.set("unit", Output::text(observation.unit));
  return object.set("timing", Output::truth(observation.timing));
}

Output axis_json(const Axis& axis) {
  Output object = Output::object();
  object.set("label", Output::text(axis.label));
  object.set("logarithmic", Output::truth(axis.spacing == Spacing::logarithmic));
  return object;
}

Output series_json(const Series& series) {
  std::vector<double> x, y;
  for (const Vec2& point : series.points) x.push_back(point.x()), y.push_back(point.y());
  Output object = Output::object();
  object.set("label", Output::text(series.label));
  object.set("x", Output::numbers(x)).set("y", Output::numbers(y));
  return object;
}

Output plot_json(const Plot& plot) {
  Output object = Output::object();
  object.set("title", Output::text(plot.title)).set("timing", Output::truth(plot.timing));
  object.set("x", axis_json(plot.x)).set("y", axis_json(plot.y));
  Output all = Output::list();
  for (const Series& series : plot.series) all.add(series_json(series));
  return object.set("series", std::move(all));
}

Output outcome_json(const Outcome& outcome) {
  const Experiment& e = outcome.experiment;
  Output object = Output::object();
  object.set("name", Output::text(e.name)).set("title", Output::text(e.title));
  object.set("document", Output::text(e.document)).set("place", Output::text(e.place));
  object.set("claim", Output::text(e.claim));
  object.set("verdict", Output::text(verdict_key(outcome.verdict)));
  object.set("reason", Output::text(outcome.reason));
  object.set("about_time", Output::truth(e.is_about_time));
  Output parameters = Output::object(), findings = Output::list(), observations = Output::list(),
         plots = Output::list();
  for (const Parameter& parameter : e.parameters)
    parameters.set(parameter.name, Output::text(parameter.value));
  for (const Finding& finding : outcome.result.findings) findings.add(finding_json(finding));
  for (const Observation& observation : outcome.result.observations)
    observations.add(observation_json(observation));
  for (const Plot& plot : outcome.result.plots) plots.add(plot_json(plot));
  object.set("parameters", std::move(parameters)).set("findings", std::move(findings));
  object.set("observations", std::move(observations)).set("plots", std::move(plots));
  object.set("command", Output::text(rerun_command(e)));
  return object.set("seconds", Output::number(outcome.seconds));
}

}  // namespace

std::string results_json(const std::vector<Outcome>& outcomes) {
  Output all = Output::list();
  for (const Outcome& outcome : outcomes) all.add(outcome_json(outcome));
  Output root = Output::object();
  root.set("version", Output::text(version()));
  return root.set("experiments", std::move(all)).to_string();
}

}  // namespace limber::experiments
