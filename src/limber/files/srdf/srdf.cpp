// Reads the elements that Limber uses, and says which others there are.

#include "limber/files/srdf/srdf.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "limber/base/names.h"
#include "limber/files/problem.h"
#include "limber/files/xml_input.h"

namespace limber {

namespace {

using Element = XmlElement;

constexpr std::size_t most_states = 1000;        // the studio has room for so many keys
constexpr std::size_t most_values = 20'000'000;  // of all postures

template <class Read>
void each_child(const Element& element, const char* name, const Read& read) {
  for (auto* child = element.FirstChildElement(name); child; child = child->NextSiblingElement(name))
    read(*child);
}

Srdf read_srdf(const Xml& xml) {
  Srdf srdf;
  each_child(xml.root(), "disable_collisions", [&](const Element& pair) {
    srdf.pairs.push_back({xml.required(pair, "link1"), xml.required(pair, "link2")});
  });
  each_child(xml.root(), "virtual_joint", [&](const Element& joint) {
    srdf.is_floating = srdf.is_floating || xml.required(joint, "type") == "floating";
  });
  each_child(xml.root(), "group_state", [&](const Element& state) {
    if (srdf.states.size() == most_states)
      xml.fail(state, "there are more than 1000 postures (<group_state>); expected at most 1000");
    Srdf::State made{.name = xml.required(state, "name"), .joints = {}};
    each_child(state, "joint", [&](const Element& joint) {
      made.joints.emplace_back(xml.required(joint, "name"), xml.numbers(joint, "value", 1, 7));
    });
    srdf.states.push_back(std::move(made));
  });
  int groups = 0;
  each_child(xml.root(), "group", [&](const Element&) { ++groups; });
  if (groups > 0)
    srdf.notes.push_back("its " + std::to_string(groups) + " groups are for planners, and not used");
  return srdf;
}

// A mimicking joint follows what it mimics; couplings of URDF files have the mimicking joint first.
void follow_mimics(const Figure& figure, Posture& posture) {
  for (int round = 0; round < 3; ++round) {  // mimics of mimics
    for (const Coupling& coupling : figure.couplings()) {
      const Coupling::Term& own = coupling.terms.front();
      if (coupling.range.min != coupling.range.max || own.coordinate != 0 || own.coefficient == 0.0) continue;
      double rest = coupling.range.min;
      for (std::size_t k = 1; k < coupling.terms.size(); ++k) {
        const Coupling::Term& term = coupling.terms[k];
        rest -= term.coefficient * posture.values[figure.first_value(term.joint) + term.coordinate];
      }
      posture.values[figure.first_value(own.joint)] = rest / own.coefficient;
    }
  }
}

}  // namespace

Expected<Srdf> parse_srdf(std::string_view text, const std::string& name) {
  return reading_file([&] { return read_srdf(Xml(text, name, Xml::Of::srdf)); });
}

Expected<Loaded> with_srdf(Loaded loaded, const Srdf& srdf, const std::string& name) {
  const auto warn = [&](const std::string& sentence) { loaded.warnings.push_back(name + ": " + sentence); };
  FigureDescription description = loaded.scene.figure.description();
  using Pair = std::tuple<std::string, std::string, UncheckedPair::Why>;
  const auto plain = [](const UncheckedPair& pair) { return Pair(pair.one, pair.other, pair.why); };
  std::set<Pair> known;
  for (const UncheckedPair& pair : description.unchecked_pairs) known.insert(plain(pair));
  for (const UncheckedPair& pair : srdf.pairs) {
    const std::string* unknown = nullptr;
    for (const std::string* link : {&pair.one, &pair.other}) {
      if (!loaded.scene.figure.find_segment(*link)) unknown = link;
    }
    if (unknown != nullptr) {
      warn("disable_collisions names the link " + limber::quoted(*unknown) +
           ", which the robot does not have");
    } else if (pair.one != pair.other && known.insert(plain(pair)).second) {
      description.unchecked_pairs.push_back(pair);
    }
  }
  if (srdf.is_floating) {
    for (SegmentDescription& segment : description.segments) {
      if (segment.parent.empty() && segment.joint.type == JointType::fixed)
        segment.joint.type = JointType::free;
    }
  }
  Expected<Figure> figure = Figure::build(std::move(description));
  if (!figure) return Error{name + ": " + figure.error().message};
  loaded.scene.figure = std::move(*figure);
  loaded.scene.posture = loaded.scene.figure.rest_posture();
  const std::size_t width = static_cast<std::size_t>(loaded.scene.figure.value_count());
  if (srdf.states.size() * width > most_values) {
    return Error{name + ": there are " + std::to_string(srdf.states.size()) +
                 " postures (<group_state>) of " + std::to_string(width) + " values each; expected at most " +
                 std::to_string(most_values) + " values together"};
  }
  std::string names;
  for (const Srdf::State& state : srdf.states) {
    Posture posture = loaded.scene.figure.rest_posture();
    for (const auto& [joint, values] : state.joints) {
      const std::optional<JointId> number = loaded.scene.figure.find_joint(joint);
      if (!number) {
        warn("the posture " + limber::quoted(state.name) + " has the joint " + limber::quoted(joint) +
             ", which the robot does not have");
        continue;
      }
      const int first = loaded.scene.figure.first_value(*number);
      const auto room = loaded.scene.figure.first_value(JointId{*number + 1}) - first;
      if (static_cast<int>(values.size()) != room) {
        warn("the posture " + limber::quoted(state.name) + " gives " + std::to_string(values.size()) +
             " values to the joint " + limber::quoted(joint) + ", which has " + std::to_string(room));
        continue;
      }
      std::copy(values.begin(), values.end(), posture.values.data() + first);
    }
    follow_mimics(loaded.scene.figure, posture);
    const int key = static_cast<int>(loaded.scene.keys.size());
    loaded.scene.keys.push_back(
        {key + 1, static_cast<double>(key), inside_limits(loaded.scene.figure, posture)});
    names += (names.empty() ? "" : ", ") + state.name + " at " + std::to_string(key) + " s";
  }
  if (!names.empty()) warn("its postures are keys: " + names);
  for (const std::string& note : srdf.notes) warn(note);
  return loaded;
}

}  // namespace limber
