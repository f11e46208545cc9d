// The trace of `limber solve`.

#include <algorithm>

#include "limber/base/number_text.h"
#include "report/csv.h"
#include "report/solve_report.h"
#include "report/task_words.h"

namespace limber::cli {

std::string_view status_word(StepStatus status) {
  switch (status) {
    case StepStatus::moving:
      return "moving";
    case StepStatus::at_rest:
      return "at-rest";
    case StepStatus::bad_input:
      return "bad-input";
    case StepStatus::not_prepared:
      return "not-prepared";
  }
  return "";
}

Trace::Trace(const TaskList& tasks, const Figure& figure) : text_("step,status,light,step_length") {
  for (const TaskList::Entry& entry : tasks) {
    if (!entry.settings.enabled) continue;
    numbers_.push_back(entry.number);
    const std::string name = entry.name.empty() ? "task " + std::to_string(numbers_.size()) : entry.name;
    const std::string_view unit = unit_text(limber::unit(entry.task, figure));
    text_ += "," + csv_field(unit.empty() ? name : name + " [" + std::string(unit) + "]");
  }
  text_ += "\r\n";
}

void Trace::add(int step, const StepReport& report, std::string_view status) {
  text_ += std::to_string(step) + "," + std::string(status) + "," + light_name(report.light) + "," +
           exact_text(report.step_length);
  for (const TaskId<> number : numbers_) {
    const auto task = std::find_if(report.tasks.begin(), report.tasks.end(),
                                   [&](const TaskReport& r) { return r.number == number; });
    text_ += "," + (task == report.tasks.end() ? std::string() : exact_text(task->error));
  }
  text_ += "\r\n";
}

}  // namespace limber::cli
