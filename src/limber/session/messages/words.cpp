// Amounts, shortfalls and the state of all tasks, as a person would say them.

#include "limber/session/messages/words.h"

#include <limits>
#include <numbers>

#include "limber/base/number_text.h"

namespace limber {

namespace {

// Two digits that matter: 7.3, 12, 0.4; hundreds and more as they are.
std::string rounded(double value) {
  return value < 9.95 ? without_trailing_zeros(fixed_text(value, 1)) : fixed_text(value, 0);
}

std::string length_in_words(double metres) {
  if (metres < 5e-5) return "less than 0.1 mm";
  if (metres < 0.00995) return rounded(1e3 * metres) + " mm";
  if (metres < 0.995) return rounded(1e2 * metres) + " cm";
  return rounded(metres) + " m";
}

std::string angle_in_words(double radians) {
  const double degrees = radians * 180.0 / std::numbers::pi;
  if (degrees < 0.05) return "less than 0.1 degrees";
  const std::string digits = rounded(degrees);
  return digits + (digits == "1" ? " degree" : " degrees");
}

}  // namespace

std::string amount_in_words(double amount, TaskUnit unit) {
  switch (unit) {
    case TaskUnit::metre:
      return length_in_words(amount);
    case TaskUnit::radian:
      return angle_in_words(amount);
    case TaskUnit::none:
      break;
  }
  return rounded(amount);
}

std::string shortfall_in_words(const Task& task, const TaskValue& now) {
  const std::string amount = amount_in_words(now.error, now.unit);
  if (std::holds_alternative<Region>(task)) return amount + " outside";
  const bool goes_somewhere = std::holds_alternative<Reach>(task) || std::holds_alternative<Drag>(task);
  if (goes_somewhere && now.unit == TaskUnit::metre) return amount + " short";
  if (std::holds_alternative<RelativePosition>(task)) return amount + " apart";
  return amount + " off";
}

std::string clearance_in_words(double clearance, const std::string& segment, const std::string& other) {
  constexpr double touching = 5e-5;  // [m] what reads as nothing
  if (clearance < -touching) return segment + " " + length_in_words(-clearance) + " inside " + other;
  if (clearance < touching) return segment + " touches " + other;
  return segment + " " + length_in_words(clearance) + " clear of " + other;
}

std::string standing_in_words(const TaskList& list, std::span<const TaskValue> tasks) {
  int asked = 0, missed = 0, missed_first = 0, first = std::numeric_limits<int>::max();
  for (const TaskValue& task : tasks) {
    if (task.enabled) first = std::min(first, list.entry(task.number).settings.priority);
  }
  for (const TaskValue& task : tasks) {
    if (!task.enabled) continue;
    ++asked;
    if (task.satisfied) continue;
    ++missed;
    if (list.entry(task.number).settings.priority == first) ++missed_first;
  }
  if (list.empty()) return "The figure has no tasks.";
  if (asked == 0) return "All tasks are switched off.";
  if (missed == 0) return asked == 1 ? "The task is reached." : "All tasks are reached.";
  if (asked == 1) return "The task is not reached.";
  const std::string of_first = "priority " + std::to_string(first);
  std::string words = std::to_string(missed) + " of " + std::to_string(asked) + " tasks " +
                      (missed == 1 ? "is" : "are") + " not reached";
  if (missed == asked) words = "No task is reached";
  if (missed_first == 0) return words + "; all of " + of_first + " are.";
  if (missed_first == missed) return words + (missed == 1 ? "; it has " : "; all have ") + of_first + ".";
  return words + "; " + std::to_string(missed_first) + " of them have " + of_first + ".";
}

}  // namespace limber
