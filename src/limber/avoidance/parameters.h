#pragma once
// The table of techniques: name, what it does, where it comes from, and its parameters. Files, the command
// line, the studio's form and tuning are all made from this table; they know no other technique or parameter.
//
//   const TechniqueDescription& objective = describe(Technique::objective);
//   for (const AvoidanceParameter& parameter : objective.parameters)
//     show(parameter.key, parameter.words, value(parameter, scene.avoidance, scene.solver.clearance));

#include <span>
#include <string_view>
#include <variant>

#include "limber/avoidance/options.h"
#include "limber/solver/options.h"

namespace limber {

struct AvoidanceParameter {
  enum class Kind : std::uint8_t { number, integer, truth };
  // Parameters of the documents' techniques are in AvoidanceOptions, the Solver's own in ClearanceOptions.
  using Member = std::variant<double AvoidanceOptions::*, int AvoidanceOptions::*, bool AvoidanceOptions::*,
                              double ClearanceOptions::*, int ClearanceOptions::*, bool ClearanceOptions::*>;

  std::string_view key;            // "gain": in files and on the command line
  std::string_view words;          // one line: what it does, and what 0 stands for
  std::string_view unit;           // "m", "rad", ...; empty: a pure number
  double least = 0.0, most = 0.0;  // both allowed; 0 and 1 for a truth
  Member member = {};
  double tune_least = 0.0, tune_most = 0.0;  // range of tuning, by decades, lengths in units; 0: not tuned

  bool is_tuned() const { return tune_most > 0.0; }
  Kind kind() const;
  double usual() const;  // the default of the option struct
};

// Whose a technique is: ours, of the source documents, or one of the classics that they start from.
enum class TechniqueOrigin : std::uint8_t { limber, documents, classics };
TechniqueOrigin origin(Technique technique);

// The parts of a scene that a technique follows (avoidance/scope.h has it in words).
struct TechniqueScope {
  enum class Tasks : std::uint8_t {
    all,           // of every type and number, closed loops among them
    point,         // the first enabled reach or drag whose target is in the world: a point, and nothing else
    point_or_all,  // the same; all of them where there is no such task
  };
  enum class Joints : std::uint8_t {
    all,
    turning,   // sliding joints and free roots stay as they are
    two_bones  // a hinge, and the ball joint or the parallel hinge above it
  };
  Tasks tasks = Tasks::all;
  Joints joints = Joints::all;
  // In strict order of priority, with criteria, couplings and ties kept, and limits part of the problem.
  // Otherwise all tasks have the same priority, and the limits cut what the step has left them by.
  bool is_solver = false;

  bool operator==(const TechniqueScope&) const = default;
};

struct TechniqueDescription {
  Technique technique;
  std::string_view key;      // "task-priority": in files and on the command line
  std::string_view title;    // "Task priority, worst obstacle"
  std::string_view summary;  // one sentence: what it does and where it fails
  std::string_view source;   // "Ge 2000, 5.2, eq. 4.6"
  std::span<const AvoidanceParameter> parameters;
  TechniqueScope scope = {};

  const AvoidanceParameter* find(std::string_view parameter_key) const;
};

// In the order of the enum.
std::span<const TechniqueDescription> techniques();
const TechniqueDescription& describe(Technique technique);
const TechniqueDescription* find_technique(std::string_view key);

// Truths are 0 and 1.
double value(const AvoidanceParameter& parameter, const AvoidanceOptions& avoidance,
             const ClearanceOptions& clearance);
void set_value(const AvoidanceParameter& parameter, double value, AvoidanceOptions& avoidance,
               ClearanceOptions& clearance);

}  // namespace limber
