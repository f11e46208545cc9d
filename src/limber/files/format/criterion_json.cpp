// Reads and writes criteria, each by its type.

#include "limber/files/format/criterion_json.h"

#include <array>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/place_json.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/format/task_json.h"
#include "limber/tasks/task_list.h"

namespace limber::json {

namespace {

const ObjectKeys term_keys{"flexion_term", {"joint", "coordinate", "sign"}};

// Those that are not as usual, joint by joint.
Output write_numbers_by_joint(const std::vector<double>& numbers, double usual, const Figure& figure) {
  Output object = Output::object();
  if (numbers.empty()) return object;
  for (const JointId joint : figure.joints()) {
    if (dof_count(figure.joint(joint).type) == 0) continue;
    const double number = at(numbers, figure.first_dof(joint));
    if (number != usual) object.set(figure.joint_name(joint), Output::number(number));
  }
  return object;
}

Criterion read_reference(const Value& object, const Figure& figure) {
  ReferencePosture criterion;
  if (const auto reference = object.find("reference")) {
    criterion.reference = figure.rest_posture();
    read_posture(*reference, figure, criterion.reference);
  }
  if (const auto weights = object.find("weights"))
    criterion.weights = by_dof(read_joint_numbers(*weights, figure, &Value::not_negative), figure,
                               std::vector<double>(static_cast<std::size_t>(figure.dof_count()), 1.0));
  if (const auto angles = object.find("stiffens_at"))
    criterion.stiffens_at =
        by_dof(read_joint_numbers(*angles, figure, &Value::positive), figure,
               std::vector<double>(static_cast<std::size_t>(figure.dof_count()), unlimited));
  return criterion;
}

Criterion read_mid_range(const Value&, const Figure&) {
  return MidRange{};
}

Criterion read_manipulability(const Value& object, const Figure& figure) {
  return Manipulability{.frame = read_place(object.at("frame"), figure),
                        .axes = read_axes(object, Manipulability{}.axes)};
}

Criterion read_flexion(const Value& object, const Figure& figure) {
  Flexion criterion;
  if (const Value terms = object.at("terms"); terms.is(Kind::text)) {
    static constexpr std::array<std::string_view, 2> words = {"whole-body", "whole-body-extension"};
    const bool extends = terms.word(words, "choice of joints") == 1;
    criterion = whole_body_flexion(figure);
    for (Flexion::Term& term : criterion.terms) term.sign *= extends ? -1.0 : 1.0;
    return criterion;
  }
  object.for_each("terms", [&](const Value& item) {
    item.require_object(term_keys);
    const Value joint = item.at("joint");
    Flexion::Term term{.joint = read_joint_name(joint, joint.name(), figure)};
    if (const auto coordinate = item.find("coordinate")) term.coordinate = coordinate->integer(0, 5);
    if (const auto sign = item.find("sign")) term.sign = sign->number();
    criterion.terms.push_back(term);
  });
  return criterion;
}

Criterion read_effort(const Value&, const Figure&) {
  return Effort{};
}

struct CriterionWriter {
  const Figure& figure;
  Output& object;

  void operator()(const ReferencePosture& c) const {
    if (c.reference.values.size() > 0) object.set("reference", write_posture(figure, c.reference));
    if (Output weights = write_numbers_by_joint(c.weights, 1.0, figure); !weights.is_empty())
      object.set("weights", std::move(weights));
    if (Output angles = write_numbers_by_joint(c.stiffens_at, unlimited, figure); !angles.is_empty())
      object.set("stiffens_at", std::move(angles));
  }
  void operator()(const MidRange&) const {}
  void operator()(const Effort&) const {}
  void operator()(const Manipulability& c) const {
    object.set("frame", write_place(c.frame, figure));
    write_axes(c.axes, Manipulability{}.axes, object);
  }
  void operator()(const Flexion& c) const {
    Output terms = Output::list();
    for (const Flexion::Term& term : c.terms) {
      Output item = Output::object();
      item.set("joint", Output::text(figure.joint_name(term.joint)));
      if (term.coordinate != 0) item.set("coordinate", Output::number(term.coordinate));
      if (term.sign != 1.0) item.set("sign", Output::number(term.sign));
      terms.add(std::move(item));
    }
    object.set("terms", std::move(terms));
  }
  void operator()(const CustomCriterion&) const {
    throw std::invalid_argument("it is made of functions, which a file cannot contain");
  }
};

struct CriterionType {
  std::string_view word;  // as type_name has it
  std::vector<std::string_view> own_keys;
  Criterion (*read)(const Value& object, const Figure& figure);
};

const std::vector<CriterionType>& criterion_types() {
  static const std::vector<CriterionType> types = {
      {"posture", {"reference", "weights", "stiffens_at"}, read_reference},
      {"mid-range", {}, read_mid_range},
      {"manipulability", {"frame", "axes"}, read_manipulability},
      {"flexion", {"terms"}, read_flexion},
      {"effort", {}, read_effort},
  };
  return types;
}

const std::vector<ObjectKeys>& criterion_keys() {
  static const std::vector<ObjectKeys> keys =
      keys_by_type(criterion_types(), "_criterion", {"gain", "enabled"});
  return keys;
}

}  // namespace

WeightedCriterion read_criterion(const Value& object, const Figure& figure) {
  object.require_object();
  std::vector<std::string_view> words;
  for (const CriterionType& type : criterion_types()) words.push_back(type.word);
  const std::size_t index = object.at("type").word(words, "criterion");
  object.require_object(criterion_keys()[index]);
  WeightedCriterion result;
  if (const auto name = object.find("name")) result.name = name->name();
  if (const auto gain = object.find("gain")) result.gain = gain->not_negative();
  if (const auto enabled = object.find("enabled")) result.enabled = enabled->truth();
  result.criterion = criterion_types()[index].read(object, figure);
  try {
    check(result.criterion, figure);
  } catch (const std::invalid_argument& problem) {
    object.fail(problem.what());
  }
  return result;
}

Output write_criterion(const WeightedCriterion& criterion, const Figure& figure) {
  Output object = Output::object();
  if (!criterion.name.empty()) object.set("name", Output::text(criterion.name));
  object.set("type", Output::text(type_name(criterion.criterion)));
  try {
    std::visit(CriterionWriter{figure, object}, criterion.criterion);
  } catch (const std::invalid_argument& problem) {
    const std::string called =
        criterion.name.empty() ? "a custom criterion" : "criterion " + limber::quoted(criterion.name);
    throw std::invalid_argument(called + " cannot be saved: " + problem.what());
  }
  object.set("gain", Output::number(criterion.gain));
  if (!criterion.enabled) object.set("enabled", Output::truth(false));
  return object;
}

std::vector<ObjectKeys> criterion_formats() {
  std::vector<ObjectKeys> formats = criterion_keys();
  formats.push_back(term_keys);
  return formats;
}

}  // namespace limber::json
