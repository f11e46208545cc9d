#include "limber/tasks/immovable.h"

#include "limber/base/overloaded.h"

namespace limber {

namespace {

SegmentId segment_of(const Place& place, const Figure& figure) noexcept {
  return place.frame.is_valid() ? figure.frame(place.frame).segment : place.segment;
}

// The segment between which and the world the task is; none: it is about others as well.
SegmentId segment_in_world(const Task& task, const Figure& figure) noexcept {
  const auto between = [&](const Place& moved, const Place& in) {
    if (!in.moves()) return segment_of(moved, figure);
    return moved.moves() ? no_segment : segment_of(in, figure);
  };
  return std::visit(overloaded{
                        [&](const Reach& t) { return between(t.frame, t.in); },
                        [&](const Orient& t) { return between(t.frame, t.in); },
                        [&](const LookAt& t) { return between(t.frame, t.in); },
                        [&](const RelativePosition& t) { return between(t.first, t.second); },
                        [&](const RelativeOrientation& t) { return between(t.first, t.second); },
                        [&](const OnEllipsoid& t) { return between(t.frame, t.center); },
                        [&](const Region& t) { return between(t.frame, t.in); },
                        [&](const Drag& t) { return t.segment; },
                        [](const auto&) { return no_segment; },
                    },
                    task);
}

}  // namespace

SegmentId immovable_segment(const Task& task, const Figure& figure) noexcept {
  const SegmentId segment = segment_in_world(task, figure);
  for (SegmentId s = segment; s.is_valid(); s = figure.parent(s)) {
    if (dof_count(figure.joint(figure.joint_of(s)).type) > 0) return no_segment;
  }
  return segment;
}

}  // namespace limber
