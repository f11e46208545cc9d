#pragma once
// The chain that the tasks move: the joints from the chain's root to its effector (Ge 2000, A.5.1), for
// several tasks the union of their chains. The techniques of the documents know no other unknowns.
//
//   reach, drag, ...    joints between what the task is measured in (else the world) and what it moves
//   joint value         that joint
//   centre of mass, custom    all joints
//
// of these, only those the task may use (TaskSettings::joints, which is how a chain that begins further out
// is written). Of the segments, the chain's own are those on the way that some joint of the chain moves, with
// all that is rigidly attached to them; what hangs from them by joints of its own is carried along.

#include <cstdint>
#include <span>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber {

// An unknown: a degree of freedom of a chain, and the segments [first, end) it moves.
struct ChainColumn {
  DofId dof;
  SegmentId first, end;

  bool moves(SegmentId segment) const noexcept { return segment >= first && segment < end; }
};

class TaskChain {
 public:
  explicit TaskChain(const Figure& figure);  // the only function that allocates

  // Finds the chain of the enabled tasks. True: it is another one than before. The tasks must fit the figure.
  bool follow(const TaskList& tasks) noexcept;

  std::span<const ChainColumn> columns() const noexcept { return columns_; }
  // Per segment: whether its joint belongs to the chain.
  std::span<const std::uint8_t> joints() const noexcept { return joints_; }
  bool has_joint(SegmentId segment) const noexcept { return at(joints_, segment) != 0; }
  bool has(SegmentId segment) const noexcept { return at(on_chain_, segment) != 0; }

  // [m] The mean distance between neighbouring joints of the chain at rest, pairs in the same place left out;
  // the reach if all are in one place.
  double mean_link() const noexcept;
  // [m] From the chain's root to its end, link by link; of the longest way if there are several. The figure's
  // if that is nothing.
  double reach() const noexcept;

 private:
  enum Mark : std::uint8_t { on_way = 1, is_joint = 2 };
  void mark(const TaskList::Entry& entry) noexcept;
  void mark_way(SegmentId segment, SegmentId reference, const TaskSettings& settings) noexcept;
  void mark_segment(SegmentId segment, const TaskSettings& settings) noexcept;

  Figure figure_;
  std::vector<double> link_;         // [m] per segment: from its parent's origin to its own, at rest
  std::vector<std::uint8_t> marks_;  // per segment: what was found
  std::vector<std::uint8_t> known_;  // the marks of the chain below
  std::vector<ChainColumn> columns_;
  std::vector<std::uint8_t> joints_, on_chain_, moved_;
  double whole_reach_ = 1.0;
};

// In `to`, joints outside the chain get their values in `from`.
void keep_outside(const TaskChain& chain, const Figure& figure, const Posture& from, Posture& to) noexcept;

}  // namespace limber
