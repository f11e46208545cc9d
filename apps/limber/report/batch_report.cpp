// Counts what was reached, and writes the postures that reach it.

#include "report/batch_report.h"

#include <algorithm>

#include "limber/base/number_text.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/json/writer.h"
#include "report/csv.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

using json::Output;

constexpr std::size_t most_named = 10;  // goals that the summary lists by number

std::string missed_in_words(const ManyReport& report) {
  std::string words;
  std::size_t named = 0, missed = 0;
  for (std::size_t i = 0; i < report.goals.size(); ++i) {
    if (report.goals[i].satisfied || report.goals[i].status == GoalStatus::untried) continue;
    ++missed;
    if (named == most_named) continue;
    ++named;
    words += (words.empty() ? "" : ", ") + std::to_string(i + 1);
  }
  if (missed > named) words += " and " + std::to_string(missed - named) + " more";
  return words;
}

}  // namespace

std::string batch_text(const BatchOutcome& outcome) {
  const ManyReport& report = outcome.report;
  const std::size_t count = report.tried_count(), reached = report.satisfied_count();
  const double one_at_least = std::max(static_cast<double>(count), 1.0);
  double restarts = 0.0, worst_position = 0.0, worst_orientation = 0.0;
  int most_restarts = 0;
  for (const GoalReport& goal : report.goals) {
    if (goal.status == GoalStatus::untried) continue;  // it may have been begun when the batch was stopped
    restarts += goal.restarts;
    most_restarts = std::max(most_restarts, goal.restarts);
    worst_position = std::max(worst_position, goal.position_error);
    worst_orientation = std::max(worst_orientation, goal.orientation_error);
  }
  std::string text = printable(outcome.figure.name()) + ", " +
                     printable(outcome.figure.frame(outcome.frame).name) + ": " + std::to_string(reached) +
                     " of " + std::to_string(count) + " goals reached (" +
                     number_text(100.0 * static_cast<double>(reached) / one_at_least, 4) + " %)\n";
  text += "  restarts      " + number_text(restarts / one_at_least, 3) + " per goal, at most " +
          std::to_string(most_restarts) + "\n";
  text += "  largest error " + number_text(worst_position, 2) + " m, " + number_text(worst_orientation, 2) +
          " rad\n";
  text += "  time          " + number_text(outcome.seconds, 2) + " s on " +
          (report.device == Device::gpu ? "a GPU and " : "") + std::to_string(outcome.threads) +
          (outcome.threads == 1 ? " thread, " : " threads, ") +
          number_text(static_cast<double>(count) / std::max(outcome.seconds, 1e-9), 2) +
          " goals per second\n";
  if (reached < count) text += "  not reached   goal " + missed_in_words(report) + "\n";
  return text;
}

std::string batch_csv_header(const Figure& figure) {
  std::string text = "goal,satisfied,position_error,orientation_error,restarts";
  const Posture rest = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const std::size_t parameters = joint_parameters(figure, rest, j).size();
    for (std::size_t k = 0; k < parameters; ++k) {
      const std::string& name = figure.joint_name(j);
      text += "," + csv_field(parameters == 1 ? name : name + "." + std::to_string(k + 1));
    }
  }
  return text + "\r\n";
}

std::string batch_csv_rows(const Figure& figure, const ManyReport& report, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < report.goals.size(); ++i) {
    const GoalReport& goal = report.goals[i];
    if (goal.status == GoalStatus::untried) continue;
    text += std::to_string(first + i + 1) + (goal.satisfied ? ",yes," : ",no,") +
            exact_text(goal.position_error) + "," + exact_text(goal.orientation_error) + "," +
            std::to_string(goal.restarts);
    const Posture posture = report.posture(i);
    for (const JointId j : figure.joints()) {
      for (const double value : joint_parameters(figure, posture, j)) text += "," + exact_text(value);
    }
    text += "\r\n";
  }
  return text;
}

std::string batch_json(const BatchOutcome& outcome) {
  Output goals = Output::list();
  for (std::size_t i = 0; i < outcome.report.goals.size(); ++i) {
    const GoalReport& goal = outcome.report.goals[i];
    if (goal.status == GoalStatus::untried) continue;
    Output item = Output::object();
    item.set("goal", Output::number(static_cast<double>(i + 1)));  // a stopped batch has gaps
    item.set("satisfied", Output::truth(goal.satisfied));
    item.set("position_error", Output::number(goal.position_error));
    item.set("orientation_error", Output::number(goal.orientation_error));
    item.set("restarts", Output::number(goal.restarts));
    item.set("posture", json::write_posture(outcome.figure, outcome.report.posture(i)));
    goals.add(std::move(item));
  }
  Output document = Output::object();
  document.set("figure", Output::text(outcome.figure.name()));
  document.set("frame", Output::text(outcome.figure.frame(outcome.frame).name));
  document.set("reached", Output::number(static_cast<double>(outcome.report.satisfied_count())));
  document.set("goals", std::move(goals));
  return document.to_string();
}

}  // namespace limber::cli
