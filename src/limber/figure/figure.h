#pragma once
// An articulated figure: immutable, compiled to flat arrays in depth-first order (a parent comes before its
// children, a branch lies in one piece), cheap to copy (copies share the arrays). To change one, see
// figure/edit.h.
//
// Segments are numbered 0 .. segment_count()-1; joint i joins segment i to its parent, so joints share the
// numbers. The root is segment 0, parent(0) == -1.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/figure/description.h"
#include "limber/figure/posture.h"

namespace limber {

struct FigureData;  // the compiled arrays, see figure/compiled.h

struct Frame {
  std::string name;
  int segment = 0;
  Transform pose;  // in the segment's frame
};

struct Coupling {
  struct Term {
    int joint;
    int coordinate;  // see CouplingDescription::Term
    double coefficient;
  };
  std::string name;
  std::vector<Term> terms;
  Range range;
};

class Figure {
 public:
  // Checks everything a figure promises (one root, no cycles, unique names, finite numbers, sane limits and
  // masses) and compiles it. The error names the segment and what would be right.
  static Expected<Figure> build(FigureDescription description);

  const std::string& name() const;
  const FigureDescription& description() const;  // what it was built from, chains still written once

  int segment_count() const;
  int dof_count() const;    // size of a step
  int value_count() const;  // size of a posture

  int parent(int segment) const;
  int branch_end(int segment) const;  // one past the last segment of the branch that starts here
  const std::string& segment_name(int segment) const;
  const std::string& joint_name(int joint) const;
  const Joint& joint(int joint) const;
  const Transform& before(int joint) const;
  const Transform& after(int joint) const;
  const std::vector<BodyShape>& shapes(int segment) const;
  const MassProperties& mass(int segment) const;
  double total_mass() const;

  int first_dof(int joint) const;
  int first_value(int joint) const;
  int joint_of_dof(int dof) const;
  // "shoulder.r swing x", "trunk.3.1", "root translation z": a degree of freedom in words.
  std::string dof_name(int dof) const;

  std::span<const Frame> frames() const;
  std::span<const Coupling> couplings() const;

  // By name; throws std::invalid_argument naming near matches.
  int segment(std::string_view name) const;
  int joint(std::string_view name) const;
  int frame(std::string_view name) const;
  std::optional<int> find_segment(std::string_view name) const;
  std::optional<int> find_joint(std::string_view name) const;
  std::optional<int> find_frame(std::string_view name) const;

  Posture rest_posture() const;

  const FigureData& data() const { return *data_; }
  bool shares_data_with(const Figure& other) const { return data_ == other.data_; }

 private:
  explicit Figure(std::shared_ptr<const FigureData> data) : data_(std::move(data)) {}
  std::shared_ptr<const FigureData> data_;
};

}  // namespace limber
