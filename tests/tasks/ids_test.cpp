// Passing one kind of number where another is wanted does not compile. Everything here is checked while
// compiling.
#include <concepts>

#include "limber/figure/joint_chain.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/obstacle_index.h"
#include "limber/world/proximity.h"
#include "limber/world/world.h"

namespace limber {
namespace {

// True if `accepts` says yes to the wanted kind, and no to every other kind.
template <class Wanted, class Accepts>
constexpr bool takes_only(Accepts accepts) {
  const auto is_right = [&]<class Kind>(Kind) {
    return accepts.template operator()<Kind>() == std::same_as<Kind, Wanted>;
  };
  return is_right(SegmentId{}) && is_right(JointId{}) && is_right(DofId{}) && is_right(FrameId{}) &&
         is_right(CouplingId{}) && is_right(ObstacleId{}) && is_right(TaskId<>{});
}

// The expression compiles for an id `i` of this kind, and of no other kind.
#define LIMBER_TAKES_ONLY(kind, parameters, expression) \
  static_assert(takes_only<kind>([]<class I>() { return requires parameters { expression; }; }))

// clang-format off
LIMBER_TAKES_ONLY(SegmentId, (I i, const Figure& f), f.parent(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Figure& f), f.mass(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Figure& f), f.shapes(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Figure& f), f.joint_of(i));
LIMBER_TAKES_ONLY(JointId, (I i, const Figure& f), f.joint(i));
LIMBER_TAKES_ONLY(JointId, (I i, const Figure& f), f.first_dof(i));
LIMBER_TAKES_ONLY(JointId, (I i, const Figure& f), f.segment_of(i));
LIMBER_TAKES_ONLY(FrameId, (I i, const Figure& f), f.frame(i));
LIMBER_TAKES_ONLY(DofId, (I i, const Figure& f), f.joint_of_dof(i));
LIMBER_TAKES_ONLY(DofId, (I i, const Figure& f), f.dof_name(i));
LIMBER_TAKES_ONLY(JointId, (I i, const Figure& f, const Posture& p), (joint_parameters(f, p, i)));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Figure& f, SegmentId s), (chain_between(f, s, i)));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Kinematics& k), k.segment_pose(i));
LIMBER_TAKES_ONLY(FrameId, (I i, const Kinematics& k), k.frame_pose(i));
LIMBER_TAKES_ONLY(FrameId, (I i, const Kinematics& k), k.frame_position(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, const Kinematics& k, Vec3 p, RowMatrixRef r), (k.translation_jacobian(i, p, r)));
LIMBER_TAKES_ONLY(FrameId, (I i, const Kinematics& k, RowMatrixRef r), (k.frame_jacobian(i, r)));
LIMBER_TAKES_ONLY(SegmentId, (I i, const MassDistribution& m), m.branch_mass(i));
LIMBER_TAKES_ONLY(FrameId, (I i), (Reach{.frame = i}));
LIMBER_TAKES_ONLY(FrameId, (I i), (Orient{.frame = i}));
LIMBER_TAKES_ONLY(FrameId, (I i), (LookAt{.frame = i}));
LIMBER_TAKES_ONLY(FrameId, (I i), (Region{.frame = i}));
LIMBER_TAKES_ONLY(FrameId, (I i), (Manipulability{.frame = i}));
LIMBER_TAKES_ONLY(FrameId, (I i), Place(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, Transform x), (Place::on_segment(i, x)));
LIMBER_TAKES_ONLY(SegmentId, (I i), (Drag{.segment = i}));
LIMBER_TAKES_ONLY(JointId, (I i), (JointValue{.joint = i}));
LIMBER_TAKES_ONLY(JointId, (I i), (Flexion::Term{.joint = i}));
LIMBER_TAKES_ONLY(JointId, (I i, TaskSettings t), t.joints.push_back(i));
LIMBER_TAKES_ONLY(TaskId<>, (I i, TaskList t), t.remove(i));
LIMBER_TAKES_ONLY(TaskId<>, (I i, const TaskList& t), t.entry(i));
LIMBER_TAKES_ONLY(SegmentId, (I i, Contact c), c.segment = i);
LIMBER_TAKES_ONLY(ObstacleId, (I i, Contact c), c.obstacle = i);
LIMBER_TAKES_ONLY(ObstacleId, (I i, const ObstacleIndex& o), o.solid(i));
LIMBER_TAKES_ONLY(ObstacleId, (I i, const World& w), (spoken_name(w, i)));
// clang-format on
#undef LIMBER_TAKES_ONLY

}  // namespace
}  // namespace limber
