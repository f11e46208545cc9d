// Loops: two places of the figure that stay together. A task keeps them so, and the solver closes it.

#include "limber/files/format/place_json.h"
#include "limber/session/command.h"
#include "limber/session/parts.h"
#include "limber/session/task_names.h"

namespace limber {

namespace {

void join(SessionParts& parts, const json::Value& command, Answer& answer) {
  State next = parts.draft();
  const Figure& figure = next.scene.figure;
  const RelativePosition loop{.first = json::read_place(command.at("first"), figure),
                              .second = json::read_place(command.at("second"), figure)};
  check(loop, figure);
  const std::string name = free_name(next.scene.tasks, "loop " + made_up_name(loop, figure));
  const int number = next.scene.tasks.insert(name, loop, {.priority = 1});
  parts.commit(std::move(next), {.words = "join " + name});
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

void break_open(SessionParts& parts, const json::Value& command, Answer&) {
  State next = parts.draft();
  const json::Value number = command.at("number");
  const TaskList::Entry& entry = read_task_number(number, next.scene.tasks);
  if (!std::holds_alternative<RelativePosition>(entry.task)) number.fail("this task is no loop");
  std::string words = "break " + entry.name;
  next.scene.tasks.remove(entry.number);
  parts.commit(std::move(next), {.words = std::move(words)});
}

}  // namespace

std::span<const Verb> loop_verbs() {
  static const std::vector<Verb> verbs = {
      {"loop-join", {"first", "second"}, join},
      {"loop-break", {"number"}, break_open},
  };
  return verbs;
}

}  // namespace limber
