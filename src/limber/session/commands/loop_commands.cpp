// Loops: two places of the figure that a task keeps together.

#include "limber/files/format/place_json.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/task_names.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

void join_loop(Workspace& workspace, const json::Value& command, Answer& answer) {
  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  const RelativePosition loop{.first = json::read_place(command.at("first"), figure),
                              .second = json::read_place(command.at("second"), figure)};
  check(loop, figure);
  const std::string name = free_name(next.scene.tasks, "loop " + made_up_name(loop, figure));
  const TaskId<> number = next.scene.tasks.insert(name, loop, {.priority = 1});
  workspace.commit(std::move(next), {.words = "join " + name});
  answer.result = "{\"number\": " + std::to_string(int{number}) + "}";
}

void break_loop(Workspace& workspace, const json::Value& command, Answer&) {
  State next = workspace.draft();
  const json::Value number = command.at("number");
  const TaskList::Entry& entry = read_task_number(number, next.scene.tasks);
  if (!std::holds_alternative<RelativePosition>(entry.task)) number.fail("this task is not a loop");
  std::string words = "break " + entry.name;
  next.scene.tasks.remove(entry.number);
  workspace.commit(std::move(next), {.words = std::move(words)});
}

}  // namespace

std::span<const Verb> loop_verbs() {
  static const std::vector<Verb> verbs = {
      {"loop-join", {"first", "second"}, join_loop},
      {"loop-break", {"number"}, break_loop},
  };
  return verbs;
}

}  // namespace limber
