// Walks the figure from the root, one piece per hinge, slide, ball and swing that moves a task's frame.

#include <algorithm>

#include "limber/batch/gatherer.h"

namespace limber::batch {

namespace {

Transform with_z_on(const Vec3& axis) {
  return {Quat::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix(), Vec3::Zero()};
}

}  // namespace

void Gatherer::mark_paths() {
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

// Couplings that tie two hinges or slides to one ratio, as a URDF's mimic does, make one coordinate of
// both.
void Gatherer::find_leads() {
  leads_.clear();
  for (int j = 0; j < figure_.segment_count(); ++j) leads_.push_back({j});
  for (int number = 0; number < static_cast<int>(figure_.couplings().size()); ++number) {
    const Coupling& coupling = figure_.couplings()[static_cast<std::size_t>(number)];
    const bool counts = std::any_of(coupling.terms.begin(), coupling.terms.end(), [&](const auto& term) {
      return is_on_path_[static_cast<std::size_t>(int{term.joint})];
    });
    if (!counts) continue;
    const bool is_ratio = coupling.terms.size() == 2 && coupling.range.min == coupling.range.max &&
                          coupling.terms[0].coefficient != 0.0 && coupling.terms[1].coefficient != 0.0 &&
                          is_single(figure_.joint(coupling.terms[0].joint)) &&
                          is_single(figure_.joint(coupling.terms[1].joint));
    if (is_ratio) {
      merge(coupling);
    } else {
      problem_.couplings.push_back(number);
    }
  }
}

// a1 q1 + a2 q2 = c
void Gatherer::merge(const Coupling& coupling) {
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

int Gatherer::add_piece(int kind, int parent, JointId j, int number, const Transform& fixed) {
  pieces_.push_back({kind, parent, int{j}, number, fixed});
  return static_cast<int>(pieces_.size()) - 1;
}

// A hinge or slide about `axis`, seen from `at`; leaves `at` behind it.
void Gatherer::add_single(int kind, const Vec3& axis, JointId j, int number, Placed& at) {
  const Transform turned = with_z_on(axis);
  at.piece = add_piece(kind, at.piece, j, number, at.offset * turned);
  at.offset = turned.inverse();
}

std::optional<Error> Gatherer::cut_into_pieces() {
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

// The longest way from the world to a task's frame.
void Gatherer::choose_unit() {
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

Placed Gatherer::frame_place(FrameId frame) const {
  const Frame& f = figure_.frame(frame);
  Placed at = placed_[static_cast<std::size_t>(int{f.segment})];
  at.offset = at.offset * f.pose;
  return at;
}

}  // namespace limber::batch
