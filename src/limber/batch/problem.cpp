// Walks the figure from the root, one element per hinge, slide, ball and swing that moves a task's frame; then
// numbers the elements by depth and lists which dof moves which group.

#include "limber/batch/problem.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "limber/batch/limit_tables.h"
#include "limber/batch/starts.h"

namespace limber::batch {

namespace {

// The tolerance is met with room for the rotation error's approximation (3e-6) and for rounding.
constexpr double within = 0.9999;

Transform with_z_on(const Vec3& axis) {
  return {Quat::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix(), Vec3::Zero()};
}

// value of a joint = ratio * value of the joint that leads it + offset; a joint that nothing leads leads
// itself.
struct Lead {
  int joint;
  double ratio = 1.0, offset = 0.0;
};

// An element before it is numbered by depth.
struct Piece {
  int kind;
  int parent;  // piece
  int joint;   // of the figure
  int number;  // which of the joint's values it is: elbow 0, 1; free 0, 1, 2 and its ball
  Transform fixed;
};

struct Placed {
  int piece = -1;
  Transform offset;  // of the segment in that piece's frame
};

class Gatherer {
 public:
  Gatherer(const Figure& figure, std::span<const FrameTask> tasks, const Posture& start,
           const ProblemOptions& options)
      : figure_(figure), tasks_(tasks), start_(start), options_(options) {}

  Expected<Problem> gather() {
    if (!figure_.ties().empty()) return Error{"the figure has ties, which close loops"};
    mark_paths();
    if (std::optional<Error> problem = find_leads()) return *problem;
    if (std::optional<Error> problem = cut_into_pieces()) return *problem;
    if (pieces_.empty()) return Error{"nothing moves the frame"};
    choose_unit();
    problem_.model = std::make_unique<Model>();
    if (std::optional<Error> problem = check_sizes()) return *problem;
    number_by_depth();
    if (std::optional<Error> problem = add_coordinates()) return *problem;
    add_elements();
    add_groups();
    if (std::optional<Error> problem = add_columns()) return *problem;
    choose_patience();
    problem_.attempts = options_.restarts + 1;
    problem_.starts = make_starts(problem_, start_, options_);
    return std::move(problem_);
  }

 private:
  Model& model() { return *problem_.model; }

  static Error too_large(const char* what, int count, int most) {
    return Error{"the figure is too large: " + std::to_string(count) + " " + what + ", at most " +
                 std::to_string(most) + " fit"};
  }

  void mark_paths() {
    is_on_path_.assign(static_cast<std::size_t>(figure_.segment_count()), false);
    const auto mark = [&](FrameId frame) {
      for (SegmentId s = figure_.frame(frame).segment; s != no_segment; s = figure_.parent(s)) {
        is_on_path_[static_cast<std::size_t>(int{s})] = true;
      }
    };
    for (const FrameTask& task : tasks_) {
      mark(task.frame);
      if (task.in.is_valid()) mark(task.in);
    }
  }

  static bool is_single(const Joint& joint) {
    return joint.type == JointType::revolute || joint.type == JointType::prismatic;
  }

  // Couplings that tie two hinges or slides to one ratio, as a URDF's mimic does, make one coordinate of
  // both.
  std::optional<Error> find_leads() {
    leads_.clear();
    for (int j = 0; j < figure_.segment_count(); ++j) leads_.push_back({j});
    for (const Coupling& coupling : figure_.couplings()) {
      const bool counts = std::any_of(coupling.terms.begin(), coupling.terms.end(), [&](const auto& term) {
        return is_on_path_[static_cast<std::size_t>(int{term.joint})];
      });
      if (!counts) continue;
      const bool is_ratio = coupling.terms.size() == 2 && coupling.range.min == coupling.range.max &&
                            coupling.terms[0].coefficient != 0.0 && coupling.terms[1].coefficient != 0.0 &&
                            is_single(figure_.joint(coupling.terms[0].joint)) &&
                            is_single(figure_.joint(coupling.terms[1].joint));
      if (!is_ratio) {
        return Error{"the coupling \"" + coupling.name + "\" is not a fixed ratio of two hinges or slides"};
      }
      merge(coupling);
    }
    return std::nullopt;
  }

  // a1 q1 + a2 q2 = c
  void merge(const Coupling& coupling) {
    const Lead first = lead(int{coupling.terms[0].joint}), second = lead(int{coupling.terms[1].joint});
    if (first.joint == second.joint) return;
    const double a1 = coupling.terms[0].coefficient, a2 = coupling.terms[1].coefficient;
    const double ratio = -a1 * first.ratio / (a2 * second.ratio);
    const double offset = ((coupling.range.min - a1 * first.offset) / a2 - second.offset) / second.ratio;
    for (Lead& l : leads_) {
      if (l.joint != second.joint) continue;
      l = {first.joint, l.ratio * ratio, l.ratio * offset + l.offset};
    }
  }

  const Lead& lead(int joint) const { return leads_[static_cast<std::size_t>(joint)]; }
  const Joint& joint(int j) const { return figure_.joint(JointId{j}); }

  int add_piece(int kind, int parent, JointId j, int number, const Transform& fixed) {
    pieces_.push_back({kind, parent, int{j}, number, fixed});
    return static_cast<int>(pieces_.size()) - 1;
  }

  // A hinge or slide about `axis`, seen from `at`; leaves `at` behind it.
  void add_single(int kind, const Vec3& axis, JointId j, int number, Placed& at) {
    const Transform turned = with_z_on(axis);
    at.piece = add_piece(kind, at.piece, j, number, at.offset * turned);
    at.offset = turned.inverse();
  }

  std::optional<Error> cut_into_pieces() {
    placed_.assign(static_cast<std::size_t>(figure_.segment_count()), {});
    for (const SegmentId s : figure_.segments()) {
      if (!is_on_path_[static_cast<std::size_t>(int{s})]) continue;
      const JointId j = figure_.joint_of(s);
      const Joint& joint = figure_.joint(j);
      Placed at = s == root_segment ? Placed{} : placed_[static_cast<std::size_t>(int{figure_.parent(s)})];
      at.offset = at.offset * figure_.before(j);
      const double sign = joint.inverted ? -1.0 : 1.0;
      switch (joint.type) {
        case JointType::fixed:
          break;
        case JointType::revolute:
          add_single(hinge, sign * joint.axis, j, 0, at);
          break;
        case JointType::prismatic:
          add_single(slide, sign * joint.axis, j, 0, at);
          break;
        case JointType::elbow:
          if (joint.inverted) return refusal(j, "is an elbow seen from its outer side");
          add_single(hinge, joint.axis, j, 0, at);
          add_single(hinge, joint.twist_axis, j, 1, at);
          break;
        case JointType::free:
          if (joint.inverted) return refusal(j, "is a free joint seen from its outer side");
          for (int k = 0; k < 3; ++k) add_single(slide, Vec3::Unit(k), j, k, at);
          at.piece = add_piece(ball, at.piece, j, 3, at.offset);
          at.offset = Transform{};
          break;
        case JointType::ball:
          if (joint.inverted) return refusal(j, "is a ball joint seen from its outer side");
          at.piece = add_piece(ball, at.piece, j, 0, at.offset);
          at.offset = Transform{};
          break;
        case JointType::swing:
          if (joint.inverted) return refusal(j, "is a swing joint seen from its outer side");
          if (joint.swing_limit.index() != 0)
            return refusal(j, "is a swing joint inside an ellipse or a polygon");
          at.piece = add_piece(swing, at.piece, j, 0, at.offset);
          at.offset = Transform{};
          break;
      }
      at.offset = at.offset * figure_.after(j);
      placed_[static_cast<std::size_t>(int{s})] = at;
    }
    return std::nullopt;
  }

  Error refusal(JointId j, const char* what) const {
    return Error{"the joint \"" + figure_.joint_name(j) + "\" " + what};
  }

  // The longest way from the world to a task's frame.
  void choose_unit() {
    std::vector<double> length;
    for (const Piece& piece : pieces_) {
      double l = piece.parent < 0
                     ? 0.0
                     : length[static_cast<std::size_t>(piece.parent)] + piece.fixed.translation.norm();
      const Range& range = joint(piece.joint).ranges[0];
      if (piece.kind == slide && is_single(joint(piece.joint)) && range.max - range.min < unlimited) {
        l += range.max - range.min;
      }
      length.push_back(l);
    }
    double longest = 0.0;
    for (const FrameTask& task : tasks_) {
      const Placed at = frame_place(task.frame);
      if (at.piece < 0) continue;
      longest = std::max(longest, length[static_cast<std::size_t>(at.piece)] + at.offset.translation.norm());
    }
    unit_ = longest > 0.0 ? longest : 1.0;
  }

  Placed frame_place(FrameId frame) const {
    const Frame& f = figure_.frame(frame);
    Placed at = placed_[static_cast<std::size_t>(int{f.segment})];
    at.offset = at.offset * f.pose;
    return at;
  }

  static int dofs_of(int kind) { return kind == ball ? 3 : kind == swing ? 2 : 1; }

  std::optional<Error> check_sizes() const {
    const int pieces = static_cast<int>(pieces_.size());
    if (pieces > most::elements)
      return too_large("hinges, slides and balls move the tasks", pieces, most::elements);
    int groups = 0, dofs = 0;
    for (const FrameTask& task : tasks_) groups += asks_place(task) + asks_orientation(task);
    if (groups > most::groups)
      return too_large("positions and orientations are asked for", groups, most::groups);
    for (const Piece& piece : pieces_) dofs += dofs_of(piece.kind);
    if (dofs > most::dofs) return too_large("degrees of freedom move the tasks", dofs, most::dofs);
    return std::nullopt;
  }

  void number_by_depth() {
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

  double length_unit(int kind) const { return kind == slide ? unit_ : 1.0; }

  // The coordinate that moves a piece: its state, and what one unit of state means in the unit of the joint
  // that leads.
  struct Single {
    int state, dof;
    double scale;
  };

  std::optional<Error> add_coordinates() {
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
          problem_.outputs.push_back(
              {hinge, value + static_cast<int>(k), m.states++, 1.0, 0.0, range, {}, {}});
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

  std::optional<Error> add_ball(int element, const Piece& piece, int value) {
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

  static int kind_of(const Joint& joint) { return joint.type == JointType::prismatic ? slide : hinge; }
  const Piece& piece_at(int element) const {
    return pieces_[static_cast<std::size_t>(order_[static_cast<std::size_t>(element)])];
  }
  std::pair<int, int> key_of(const Piece& piece) const { return {lead(piece.joint).joint, piece.number}; }

  // Where all joints that one coordinate leads are inside their ranges, in the unit of the joint that leads.
  Range range_of(std::pair<int, int> key, const Piece& piece) const {
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

  void add_outputs(std::pair<int, int> key, const Piece& piece, const Single& single, int value) {
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

  const Single& single_of(int element) const {
    const Piece& piece = piece_at(element);
    return piece.kind == ball || piece.kind == swing ? own_state_.at(element) : singles_.at(key_of(piece));
  }

  void add_elements() {
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

  // Entries that are a rounding away from 0 or 1 become so: a product less.
  static double tidy(double x) {
    constexpr double rounding = 1e-15;
    for (const double whole : {0.0, 1.0, -1.0}) {
      if (std::abs(x - whole) < rounding) return whole;
    }
    return x;
  }
  void write(const Transform& t, double* numbers) const {
    for (int k = 0; k < 9; ++k) numbers[k] = tidy(t.rotation(k % 3, k / 3));
    for (int k = 0; k < 3; ++k) numbers[9 + k] = tidy(t.translation[k] / unit_);
  }

  void add_groups() {
    Model& m = model();
    std::vector<int> priorities;
    for (const FrameTask& task : tasks_) priorities.push_back(task.priority);
    std::sort(priorities.begin(), priorities.end());
    priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
    m.levels = static_cast<int>(priorities.size());
    const double near = within * options_.position_tolerance / unit_,
                 straight = within * options_.orientation_tolerance;
    for (int level = 0; level < m.levels; ++level) {
      int goal = 0;
      for (const FrameTask& task : tasks_) {
        const bool counts = task.priority == priorities[static_cast<std::size_t>(level)];
        if (asks_place(task) && counts)
          add_group(task, task.gaze ? to_face : to_place, level, goal, task.gaze ? straight : near);
        if (asks_place(task)) goal += 3;
        if (asks_orientation(task) && counts) add_group(task, to_orientation, level, goal, straight);
        if (asks_orientation(task)) goal += 4;
      }
      m.goal_size = goal;
    }
  }

  static bool asks_place(const FrameTask& task) { return task.position || task.gaze; }
  static bool asks_orientation(const FrameTask& task) { return task.orientation && !task.gaze; }

  void add_group(const FrameTask& task, int kind, int level, int goal, double tolerance) {
    const Placed at = frame_place(task.frame);
    Group& group = model().group[model().groups++];
    group.kind = kind;
    group.element = element_at(at);
    group.level = level;
    group.goal = goal;
    group.weight = task.weight;
    group.limit = tolerance * tolerance;
    double numbers[12];
    write(at.offset, numbers);
    for (int k = 0; k < 9; ++k)
      group.local[k] = kind == to_orientation ? numbers[k] : k < 3 ? numbers[9 + k] : 0.0;
    if (kind == to_face) {
      const Vec3 axis = at.offset.rotation * task.gaze->normalized();
      for (int k = 0; k < 3; ++k) group.local[3 + k] = axis[k];
    }
    group.in = -2;
    if (!task.in.is_valid()) return;
    const Placed in = frame_place(task.in);
    group.in = element_at(in);
    write(in.offset, group.frame);
  }

  int element_at(const Placed& at) const {
    return at.piece < 0 ? -1 : element_of_[static_cast<std::size_t>(at.piece)];
  }

  std::optional<Error> add_columns() {
    Model& m = model();
    int sources = 0, shared = 0;
    std::vector<std::vector<int>> of_group(static_cast<std::size_t>(m.groups));  // dof to column, or -1
    for (int g = 0; g < m.groups; ++g) {
      std::map<int, std::vector<Source>> by_dof;
      // Elements that carry both what is moved and the goal change nothing about how far off it is.
      std::vector<bool> carries_goal(static_cast<std::size_t>(m.elements), false);
      for (int i = m.group[g].in; i >= 0; i = m.element[i].parent)
        carries_goal[static_cast<std::size_t>(i)] = true;
      const auto add = [&](int i, int side) {
        const int dof = single_of(i).dof;
        const int kind = m.element[i].kind, dofs = dofs_of(kind);
        for (int k = 0; k < dofs; ++k) by_dof[dof + k].push_back({i, dofs == 1 ? 2 : k, side});
      };
      for (int i = m.group[g].element; i >= 0; i = m.element[i].parent) {
        if (!carries_goal[static_cast<std::size_t>(i)]) add(i, 1);
        carries_goal[static_cast<std::size_t>(i)] = false;
      }
      for (int i = m.group[g].in; i >= 0; i = m.element[i].parent) {
        if (carries_goal[static_cast<std::size_t>(i)]) add(i, -1);
      }
      std::vector<int>& columns = of_group[static_cast<std::size_t>(g)];
      columns.assign(static_cast<std::size_t>(m.dofs), -1);
      for (const auto& [dof, list] : by_dof) {
        columns[static_cast<std::size_t>(dof)] = m.columns;
        m.column[m.columns++] = {g, dof, sources, static_cast<int>(list.size())};
        if (sources + static_cast<int>(list.size()) > most::sources) {
          return too_large("coupled joints", sources, most::sources);
        }
        for (const Source& source : list) m.source[sources++] = source;
      }
    }
    int listed = 0;
    for (int d = 0; d < m.dofs; ++d) {
      m.first_of_dof[d] = listed;
      for (const std::vector<int>& columns : of_group) {
        const int column = columns[static_cast<std::size_t>(d)];
        if (column >= 0) m.column_of_dof[listed++] = column;
      }
    }
    m.first_of_dof[m.dofs] = listed;
    int pair = 0;
    for (int g = 0; g < m.groups; ++g) {
      for (int h = 0; h <= g; ++h) {
        m.first_of_pair[pair++] = shared;
        for (std::size_t d = 0; d < static_cast<std::size_t>(m.dofs); ++d) {
          const int of_g = of_group[static_cast<std::size_t>(g)][d],
                    of_h = of_group[static_cast<std::size_t>(h)][d];
          if (of_g < 0 || of_h < 0) continue;
          m.shared[shared][0] = of_g;
          m.shared[shared++][1] = of_h;
        }
      }
    }
    m.first_of_pair[pair] = shared;
    return std::nullopt;
  }

  // Chosen by trial: one pose of an arm arrives in ten steps or hardly at all; several tasks take longer.
  void choose_patience() {
    Model& m = model();
    const bool is_arm = m.groups <= 2;
    m.damping = is_arm ? 0.1 : 0.02;
    m.least_damping = is_arm ? 1e-6 : 1e-5;
    m.largest_step = is_arm ? 1.5 : 0.6;
    m.enough = m.levels > 1 ? 0.98 : 0.8;
    m.hasty_steps = is_arm && m.levels == 1 ? 16 : 40;
    m.hasty_idle = is_arm && m.levels == 1 ? 2 : 4;
    m.patient_steps = is_arm && m.levels == 1 ? 40 : 80;
    m.patient_idle = is_arm && m.levels == 1 ? 4 : 8;
  }

  const Figure& figure_;
  std::span<const FrameTask> tasks_;
  const Posture& start_;
  const ProblemOptions& options_;
  std::vector<bool> is_on_path_;  // segments
  std::vector<Lead> leads_;       // joints
  std::vector<Piece> pieces_;
  std::vector<Placed> placed_;  // segments
  double unit_ = 1.0;
  std::vector<int> order_, element_of_;  // element to piece, piece to element
  std::map<std::pair<int, int>, Single> singles_;
  std::map<int, Single> own_state_;  // of balls and swings, by element
  std::map<int, int> axes_of_;       // likewise, where they have axes in Work::axes
  int axes_ = 0;
  Problem problem_;
};

}  // namespace

void Problem::write_values(const double* state, Eigen::Ref<VecX> values) const {
  for (const Output& output : outputs) {
    const double* const s = state + output.state;
    if (output.kind == ball) {
      // What the kernel brought inside is there but for rounding.
      const Quat q = nearest_allowed(output.swing, output.twist, Quat(s[0], s[1], s[2], s[3]));
      for (int k = 0; k < 4; ++k) values[output.value + k] = q.coeffs()[k];
    } else {
      values[output.value] = output.range.clamp(output.scale * s[0] + output.offset);
    }
  }
}

Expected<Problem> gather_problem(const Figure& figure, std::span<const FrameTask> tasks, const Posture& start,
                                 const ProblemOptions& options) {
  return Gatherer(figure, tasks, start, options).gather();
}

}  // namespace limber::batch
