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

static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Figure& f) { f.parent(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Figure& f) { f.mass(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Figure& f) { f.shapes(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Figure& f) { f.joint_of(i); }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i, const Figure& f) { f.joint(i); }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i, const Figure& f) { f.first_dof(i); }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i, const Figure& f) { f.segment_of(i); }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i, const Figure& f) { f.frame(i); }; }));
static_assert(takes_only<DofId>([]<class I>() { return requires(I i, const Figure& f) { f.joint_of_dof(i); }; }));
static_assert(takes_only<DofId>([]<class I>() { return requires(I i, const Figure& f) { f.dof_name(i); }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i, const Figure& f, const Posture& p) { joint_parameters(f, p, i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Figure& f, SegmentId s) { chain_between(f, s, i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Kinematics& k) { k.segment_pose(i); }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i, const Kinematics& k) { k.frame_pose(i); }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i, const Kinematics& k) { k.frame_position(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const Kinematics& k, Vec3 p, RowMatrixRef r) { k.translation_jacobian(i, p, r); }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i, const Kinematics& k, RowMatrixRef r) { k.frame_jacobian(i, r); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, const MassDistribution& m) { m.branch_mass(i); }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { Reach{.frame = i}; }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { Orient{.frame = i}; }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { LookAt{.frame = i}; }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { Region{.frame = i}; }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { Manipulability{.frame = i}; }; }));
static_assert(takes_only<FrameId>([]<class I>() { return requires(I i) { Place(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, Transform x) { Place::on_segment(i, x); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i) { Drag{.segment = i}; }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i) { JointValue{.joint = i}; }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i) { Flexion::Term{.joint = i}; }; }));
static_assert(takes_only<JointId>([]<class I>() { return requires(I i, TaskSettings t) { t.joints.push_back(i); }; }));
static_assert(takes_only<TaskId<>>([]<class I>() { return requires(I i, TaskList t) { t.remove(i); }; }));
static_assert(takes_only<TaskId<>>([]<class I>() { return requires(I i, const TaskList& t) { t.entry(i); }; }));
static_assert(takes_only<SegmentId>([]<class I>() { return requires(I i, Contact c) { c.segment = i; }; }));
static_assert(takes_only<ObstacleId>([]<class I>() { return requires(I i, Contact c) { c.obstacle = i; }; }));
static_assert(takes_only<ObstacleId>([]<class I>() { return requires(I i, const ObstacleIndex& o) { o.solid(i); }; }));
static_assert(takes_only<ObstacleId>([]<class I>() { return requires(I i, const World& w) { spoken_name(w, i); }; }));

}  // namespace
}  // namespace limber
