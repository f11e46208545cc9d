// Numbers the pieces by depth, and gives each its coordinate, its limits and its way back to the posture.

#include <algorithm>
#include <cmath>

#include "limber/batch/gatherer.h"
#include "limber/batch/limit_tables.h"
#include "limber/batch/starts.h"

namespace limber::batch {

namespace {

// Entries that are a rounding away from 0 or 1 become so: a product less.
double tidy(double x) {
  constexpr double rounding = 1e-15;
  for (const double whole : {0.0, 1.0, -1.0}) {
    if (std::abs(x - whole) < rounding) return whole;
  }
  return x;
}

}  // namespace

void Gatherer::number_by_depth() {
  std::vector<int> depth;
  for (const Piece& piece : pieces_) {
    depth.push_back(piece.parent < 0 ? 0 : depth[static_cast<std::size_t>(piece.parent)] + 1);
  }
  order_.resize(pieces_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<int>(i);
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
    return depth[static_cast<std::size_t>(a)] < depth[static_cast<std::size_t>(b)];
  });
  element_of_.resize(pieces_.size());
  Model& m = model();
  m.elements = static_cast<int>(order_.size());
  m.depths = 0;
  for (int i = 0; i < m.elements; ++i) {
    const std::size_t piece = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
    element_of_[piece] = i;
    if (depth[piece] == m.depths) m.first_of_depth[m.depths++] = i;
  }
  m.first_of_depth[m.depths] = m.elements;
}

std::optional<Error> Gatherer::add_coordinates() {
  Model& m = model();
  for (int i = 0; i < m.elements; ++i) {
    const Piece& piece = piece_at(i);
    const int value = figure_.first_value(JointId{piece.joint}) + piece.number;
    if (piece.kind == ball) {
      if (std::optional<Error> problem = add_ball(i, piece, value)) return problem;
      continue;
    }
    if (piece.kind == swing) {
      if (axes_ == most::axes) return too_large("balls with limits and swings", axes_ + 1, most::axes);
      own_state_[i] = {m.states, m.dofs, 1.0};
      axes_of_[i] = axes_++;
      for (std::size_t k = 0; k < 2; ++k) {
        const Range& range = joint(piece.joint).ranges[k];
        m.coordinate[m.coordinates++] = {
            swing, m.states, m.dofs++, -1, std::max(range.min, -no_limit), std::min(range.max, no_limit)};
        problem_.outputs.push_back({hinge, value + static_cast<int>(k), m.states++, 1.0, 0.0, range, {}, {}});
      }
      continue;
    }
    const auto key = key_of(piece);
    if (singles_.count(key)) continue;
    const int kind = is_single(joint(key.first)) ? kind_of(joint(key.first)) : piece.kind;
    const Single single{m.states, m.dofs, length_unit(kind)};
    singles_[key] = single;
    Range range = range_of(key, piece);
    m.coordinate[m.coordinates++] = {kind,
                                     m.states,
                                     m.dofs,
                                     -1,
                                     std::max(range.min / single.scale, -no_limit),
                                     std::min(range.max / single.scale, no_limit)};
    m.states += 1;
    m.dofs += 1;
    add_outputs(key, piece, single, value);
  }
  return std::nullopt;
}

std::optional<Error> Gatherer::add_ball(int element, const Piece& piece, int value) {
  Model& m = model();
  own_state_[element] = {m.states, m.dofs, 1.0};
  const Joint& joint = this->joint(piece.joint);
  int limit = -1;
  if (is_limiting(joint.swing_limit, joint.twist_limit)) {
    if (axes_ == most::axes) return too_large("balls with limits and swings", axes_ + 1, most::axes);
    const Expected<int> added = add_limit(m, joint.swing_limit, joint.twist_limit, axes_);
    if (!added) return refusal(JointId{piece.joint}, added.error().message.c_str());
    limit = *added;
    axes_of_[element] = axes_++;
  }
  m.coordinate[m.coordinates++] = {ball, m.states, m.dofs, limit, -no_limit, no_limit};
  problem_.outputs.push_back({ball, value, m.states, 1.0, 0.0, {}, joint.swing_limit, joint.twist_limit});
  m.states += 4;
  m.dofs += 3;
  return std::nullopt;
}

// Where all joints that one coordinate leads are inside their ranges, in the unit of the joint that leads.
Range Gatherer::range_of(std::pair<int, int> key, const Piece& piece) const {
  if (!is_single(joint(piece.joint))) {
    return joint(piece.joint).type == JointType::elbow
               ? joint(piece.joint).ranges[static_cast<std::size_t>(piece.number)]
               : Range{};
  }
  Range range;
  for (int j = 0; j < figure_.segment_count(); ++j) {
    const Lead& l = lead(j);
    if (l.joint != key.first || !is_single(joint(j))) continue;
    double low = (joint(j).ranges[0].min - l.offset) / l.ratio;
    double high = (joint(j).ranges[0].max - l.offset) / l.ratio;
    if (low > high) std::swap(low, high);
    range = {std::max(range.min, low), std::min(range.max, high)};
  }
  return range;
}

void Gatherer::add_outputs(std::pair<int, int> key, const Piece& piece, const Single& single, int value) {
  if (!is_single(joint(piece.joint))) {
    const Range range = range_of(key, piece);
    problem_.outputs.push_back({piece.kind, value, single.state, single.scale, 0.0, range, {}, {}});
    return;
  }
  for (int j = 0; j < figure_.segment_count(); ++j) {
    const Lead& l = lead(j);
    if (l.joint != key.first || !is_single(joint(j))) continue;
    problem_.outputs.push_back({kind_of(joint(j)),
                                figure_.first_value(JointId{j}),
                                single.state,
                                l.ratio * single.scale,
                                l.offset,
                                joint(j).ranges[0],
                                {},
                                {}});
  }
}

const Gatherer::Single& Gatherer::single_of(int element) const {
  const Piece& piece = piece_at(element);
  return piece.kind == ball || piece.kind == swing ? own_state_.at(element) : singles_.at(key_of(piece));
}

void Gatherer::add_elements() {
  Model& m = model();
  m.unit = unit_;
  for (int i = 0; i < m.elements; ++i) {
    const Piece& piece = piece_at(i);
    Element& element = m.element[i];
    const Single& single = single_of(i);
    element.kind = piece.kind;
    element.parent = piece.parent < 0 ? -1 : element_of_[static_cast<std::size_t>(piece.parent)];
    element.state = single.state;
    element.axes = axes_of_.count(i) ? axes_of_.at(i) : -1;
    const Lead l = is_single(joint(piece.joint)) ? lead(piece.joint) : Lead{piece.joint};
    const double length = length_unit(piece.kind);
    const bool is_own = piece.kind == ball || piece.kind == swing;
    element.ratio = is_own ? 1.0 : l.ratio * single.scale / length;
    element.offset = is_own ? 0.0 : l.offset / length;
    write(piece.fixed, element.fixed);
    constexpr double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    element.is_turned = !std::equal(same, same + 9, element.fixed);
  }
}

void Gatherer::write(const Transform& t, double* numbers) const {
  for (int k = 0; k < 9; ++k) numbers[k] = tidy(t.rotation(k % 3, k / 3));
  for (int k = 0; k < 3; ++k) numbers[9 + k] = tidy(t.translation[k] / unit_);
}

}  // namespace limber::batch
