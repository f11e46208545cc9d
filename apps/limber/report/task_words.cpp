// Names of tasks, their places and rows.

#include "report/task_words.h"

#include "limber/base/overloaded.h"
#include "limber/figure/figure.h"
#include "limber/tasks/place_name.h"

namespace limber::cli {

namespace {

std::string letters(const Axes& axes) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[axis]) text += static_cast<char>('x' + axis);
  }
  return text;
}

const char* side_words(OnEllipsoid::Side side) {
  switch (side) {
    case OnEllipsoid::Side::on:
      return " on an ellipsoid of ";
    case OnEllipsoid::Side::inside:
      return " inside an ellipsoid of ";
    case OnEllipsoid::Side::outside:
      return " outside an ellipsoid of ";
  }
  return "";
}

}  // namespace

std::string_view unit_text(TaskUnit unit) {
  switch (unit) {
    case TaskUnit::metre:
      return "m";
    case TaskUnit::radian:
      return "rad";
    case TaskUnit::none:
      return "";
  }
  return "";
}

std::string place_in_words(const Place& place, const Figure& figure) {
  return (place.segment.is_valid() && !place.frame.is_valid() ? "a point of " : "") +
         place_name(place, figure);
}

std::string task_in_words(const Task& task, const Figure& figure) {
  const auto words = [&](const Place& place) { return place_in_words(place, figure); };
  // "reach hand.r in pelvis": only where the place is not the world itself.
  const auto in = [&](const Place& place) { return place == Place{} ? "" : " in " + words(place); };
  const std::string type(type_name(task));
  return type + std::visit(overloaded{
                               [&](const Reach& t) { return " " + words(t.frame) + in(t.in); },
                               [&](const Orient& t) { return " " + words(t.frame) + in(t.in); },
                               [&](const LookAt& t) { return " " + words(t.frame) + in(t.in); },
                               [&](const RelativePosition& t) {
                                 return " " + words(t.first) + " to " + words(t.second);
                               },
                               [&](const RelativeOrientation& t) {
                                 return " " + words(t.first) + " to " + words(t.second);
                               },
                               [&](const CenterOfMass& t) { return in(t.in); },
                               [&](const OnEllipsoid& t) {
                                 return " " + words(t.frame) + side_words(t.side) + words(t.center);
                               },
                               [&](const JointValue& t) { return " " + figure.joint_name(t.joint); },
                               [&](const Region& t) { return " " + words(t.frame) + in(t.in); },
                               [&](const Drag& t) { return " " + figure.segment_name(t.segment); },
                               [](const SupportShare& t) { return " " + t.support; },
                               [&](const JointStrength& t) { return " " + figure.joint_name(t.joint); },
                               [](const auto&) { return std::string(); },
                           },
                           task);
}

std::string task_frame(const Task& task, const Figure& figure) {
  return std::visit(overloaded{
                        [&](const RelativePosition& t) { return place_name(t.first, figure); },
                        [&](const RelativeOrientation& t) { return place_name(t.first, figure); },
                        [&](const Drag& t) { return figure.segment_name(t.segment); },
                        [&](const auto& t) {
                          if constexpr (requires { place_name(t.frame, figure); })
                            return place_name(t.frame, figure);
                          return std::string();
                        },
                    },
                    task);
}

std::string task_axes(const Task& task) {
  return std::visit(
      [](const auto& t) {
        if constexpr (requires { t.axes; }) return letters(t.axes);
        return std::string();
      },
      task);
}

std::vector<std::string> row_names(const Task& task, const Figure& figure) {
  std::vector<std::string> names;
  if (std::holds_alternative<LookAt>(task)) return {"x", "y"};  // across the gaze
  if (std::holds_alternative<Drag>(task)) return {"x", "y", "z"};
  if (std::holds_alternative<OnEllipsoid>(task)) return {"surface"};
  if (std::holds_alternative<Balance>(task)) return {"margin"};
  if (std::holds_alternative<Inertia>(task)) return {"radius"};
  if (std::holds_alternative<SupportShare>(task)) return {"share"};
  if (std::holds_alternative<JointStrength>(task)) return {"up", "down"};
  if (const auto* t = std::get_if<JointValue>(&task)) {
    static constexpr const char* of_a_ball[] = {"swing x", "swing y", "twist"};
    if (figure.joint(t->joint).type == JointType::ball) return {of_a_ball[t->coordinate]};
    return {figure.dof_name(DofId{figure.first_dof(t->joint) + t->coordinate})};
  }
  if (const auto* t = std::get_if<Region>(&task)) {
    if (std::holds_alternative<Region::InsideBox>(t->inside)) return {"+x", "-x", "+y", "-y", "+z", "-z"};
    return {"wall"};
  }
  for (const char axis : task_axes(task)) names.emplace_back(1, axis);
  for (int row = static_cast<int>(names.size()); row < row_count(task); ++row) {
    names.push_back("row " + std::to_string(row + 1));
  }
  return names;
}

}  // namespace limber::cli
