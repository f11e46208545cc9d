#include "limber/session/commands/reading.h"

#include <limits>

#include "limber/base/names.h"

namespace limber {

std::optional<double> gesture_of(const json::Value& command) {
  const auto gesture = command.find("gesture");
  return gesture ? std::optional(gesture->number()) : std::nullopt;
}

TaskList::Entry& read_task_number(const json::Value& number, TaskList& tasks) {
  const int wanted = number.integer(0, std::numeric_limits<int>::max());
  std::string known;
  for (TaskList::Entry& entry : tasks) {
    if (entry.number == wanted) return entry;
    known += (known.empty() ? "" : ", ") + std::to_string(entry.number) + " " + limber::quoted(entry.name);
  }
  number.fail("there is no task number " + std::to_string(wanted) +
              (known.empty() ? ": there are no tasks" : "; there are " + known));
}

}  // namespace limber
