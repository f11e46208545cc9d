// Goals from the source, standing feet, hands on what they touch, and one solve per frame, each from the
// posture of the last.

#include "limber/retargeting/retarget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "limber/figure/edit.h"
#include "limber/kinematics/kinematics.h"
#include "limber/retargeting/role_player.h"
#include "limber/retargeting/source_motion.h"
#include "limber/retargeting/support.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {

namespace {

constexpr int steps_per_frame = 12;  // from one frame to the next a few suffice
constexpr double settled = 2e-3;     // [rad] after a shorter step the next frame is due
// [tolerances] After a step that brought less, the next frame is due: what is missed for good, because a
// limit or another goal is in the way, does not get better by going on.
constexpr double least_gain = 0.05;
constexpr int steps_to_begin = 300;       // from rest to the first frame
constexpr double weight_of_turns = 0.3;   // of orientations against positions
constexpr double shortest_bone = 1e-6;    // [m]
constexpr double foot_radius = 0.08;      // by the length of a leg: of a foot without shapes
constexpr double balance_margin = 0.015;  // by the length of a leg: what the target keeps from its edges

class Retargeter {
 public:
  Retargeter(const Figure& source, const Motion& motion, const Figure& target, const RetargetOptions& options,
             std::vector<RolePair> table)
      : motion_(motion), options_(options), source_(source), target_(target), figure_(target) {
    std::sort(table.begin(), table.end(),
              [](const RolePair& a, const RolePair& b) { return a.role < b.role; });
    source_.update(source.rest_posture());
    target_.update(target.rest_posture());
    for (const RolePair& pair : table) add_player(pair);
    measure();
    add_tasks();
  }

  Retargeted run() {
    Retargeted result{figure_, {}, {}, scale_};
    result.motion.name = motion_.name;
    seen_ = see_source(source_, motion_, players_, leg_);
    measure_feet();
    held_.assign(players_.size(), std::nullopt);
    Solver solver(figure_);
    solver.prepare(tasks_);
    Posture posture = figure_.rest_posture();
    for (std::size_t f = 0; f < motion_.postures.size(); ++f) {
      source_.update(motion_.postures[f]);
      RetargetedFrame frame;
      frame.time = motion_.times[f];
      set_goals(f, frame);
      const int most = f == 0 ? steps_to_begin : steps_per_frame;
      double last = std::numeric_limits<double>::infinity();
      for (int step = 0; step < most; ++step) {
        const StepReport report = solver.step(tasks_, posture);
        const double now = missed_by(report);
        const bool is_done = report.status != StepStatus::moving || report.light == Light::green ||
                             (f > 0 && (report.step_length < settled || last - now < least_gain));
        last = now;
        if (!is_done && step + 1 < most) continue;
        report_missed(report, frame);
        break;
      }
      result.motion.times.push_back(motion_.times[f]);
      result.motion.postures.push_back(posture);
      result.frames.push_back(std::move(frame));
    }
    return result;
  }

  bool has_enough() const { return players_.size() > 1 && players_[0].role.part == BodyPart::pelvis; }

 private:
  Vec3 source_place(const RolePlayer& player) const {
    return source_.segment_pose(player.source).translation;
  }
  Vec3 target_place(const RolePlayer& player) const {
    return target_.segment_pose(player.target) * player.center;
  }

  void add_player(const RolePair& pair) {
    RolePlayer player;
    player.role = pair.role;
    player.source = source_.figure().segment(pair.source);
    player.target = figure_.segment(pair.target);
    player.center = figure_.after(figure_.joint_of(player.target)).inverse().translation;
    std::optional<Role> above = parent_of(player.role);
    while (above && player.parent < 0) {
      for (std::size_t k = 0; k < players_.size(); ++k) {
        if (players_[k].role == *above) player.parent = static_cast<int>(k);
      }
      above = parent_of(*above);
    }
    if (player.role.part == BodyPart::clavicle) return;  // the arm says where it must be
    player.source_rest = source_.segment_pose(player.source).rotation;
    player.target_rest = target_.segment_pose(player.target).rotation;
    player.bone = player.parent < 0 ? Vec3(Vec3::Zero())
                                    : Vec3(target_place(player) - target_place(at(players_, player.parent)));
    players_.push_back(std::move(player));
  }

  // The length of the legs decides how far the pelvis goes; without legs, the whole figure.
  void measure() {
    double source_length = 0.0, target_length = 0.0;
    lowest_target_foot_ = target_.segment_pose(root_segment).translation.z();
    bool has_foot = false;
    for (const RolePlayer& player : players_) {
      if (is_foot(player)) {
        const double height = target_place(player).z();
        lowest_target_foot_ = has_foot ? std::min(lowest_target_foot_, height) : height;
        has_foot = true;
      }
      const bool is_of_leg = player.role.part == BodyPart::shank || is_foot(player);
      if (!is_of_leg || player.parent < 0) continue;
      source_length += (source_place(player) - source_place(at(players_, player.parent))).norm();
      target_length += player.bone.norm();
    }
    if (source_length > shortest_bone && players_[0].role.part == BodyPart::pelvis) {
      const double source_height = source_length + depth_of_hips(&Retargeter::source_place),
                   target_height = target_length + depth_of_hips(&Retargeter::target_place);
      if (source_height > shortest_bone && target_height > 0.0) height_scale_ = target_height / source_height;
    }
    leg_ = source_length > shortest_bone ? source_length / (has_both_legs() ? 2 : 1) : 1.0;
    if (source_length > shortest_bone) scale_ = target_length / source_length;
  }

  // [m] How far below the pelvis the hips lie at rest, both together.
  double depth_of_hips(Vec3 (Retargeter::*place)(const RolePlayer&) const) const {
    double depth = 0.0;
    for (const RolePlayer& player : players_) {
      if (player.role.part != BodyPart::thigh) continue;
      depth += (this->*place)(players_[0]).z() - (this->*place)(player).z();
    }
    return depth;
  }

  bool has_both_legs() const {
    int feet = 0;
    for (const RolePlayer& player : players_) feet += is_foot(player) ? 1 : 0;
    return feet == 2;
  }

  void add_tasks() {
    for (RolePlayer& player : players_) {
      const std::string name = role_name(player.role);
      const Place place = Place::on_segment(player.target, player.center);
      const bool is_pelvis = player.role.part == BodyPart::pelvis;
      if (is_foot(player)) {
        player.keep = tasks_.add(name + " stands", Reach{.frame = place}, {.priority = 1, .tolerance = 1e-4});
      } else if (is_hand(player) && options_.keep_hands) {
        player.keep = tasks_.add(name + " touches", Reach{.frame = place},
                                 {.priority = 2, .tolerance = options_.tolerance, .enabled = false});
      }
      TaskSettings settings{.priority = is_pelvis ? 3 : 4, .tolerance = options_.tolerance};
      if (!is_carried(player.role.part)) player.place = tasks_.add(name, Reach{.frame = place}, settings);
      settings.tolerance = 0.1;
      settings.weight = weight_of_turns;
      const bool turns = is_pelvis || player.role.part == BodyPart::chest ||
                         player.role.part == BodyPart::head || is_foot(player);
      if (turns) {
        player.turn = tasks_.add(name + " turned",
                                 Orient{.frame = Place::on_segment(player.target, Transform())}, settings);
      }
    }
    if (options_.keep_balance && figure_.total_mass() > 0.0) {
      balance_ = tasks_.add("balance", center_inside(support_),
                            {.priority = 2, .tolerance = options_.tolerance, .enabled = false});
    }
  }

  void measure_feet() {
    footprints_.resize(players_.size());
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (!is_foot(players_[k])) continue;
      std::vector<SegmentId> segments = {players_[k].target};
      for (const RolePlayer& toes : players_) {
        if (toes.role == Role{BodyPart::toes, players_[k].role.side}) segments.push_back(toes.target);
      }
      footprints_[k] = footprint(figure_, segments, target_place(players_[k]), foot_radius * scale_ * leg_);
    }
  }

  void set_goals(std::size_t f, RetargetedFrame& frame) {
    std::vector<Vec3> goals(players_.size());
    std::vector<Mat3> turned(players_.size());  // since the source's rest
    for (std::size_t k = 0; k < players_.size(); ++k) {
      RolePlayer& player = players_[k];
      turned[k] = source_.segment_pose(player.source).rotation * player.source_rest.transpose();
      const Vec3 here = source_place(player);
      if (player.parent < 0) {
        goals[k] = scale_ * here;
        // Its height by how high it stands, which is more than the legs: hips lie below it.
        if (seen_.has_feet)
          goals[k].z() = lowest_target_foot_ + height_scale_ * (here.z() - seen_.lowest_foot);
      } else {
        const Vec3& from = goals[static_cast<std::size_t>(player.parent)];
        const Vec3 bone = here - source_place(at(players_, player.parent));
        goals[k] = is_carried(player.role.part) || bone.norm() < shortest_bone
                       ? Vec3(from + turned[static_cast<std::size_t>(player.parent)] * player.bone)
                       : Vec3(from + bone / bone.norm() * player.bone.norm());
      }
      if (player.turn.is_valid())
        tasks_[player.turn].target = Quat(turned[k] * player.target_rest).normalized();
      if (is_foot(player)) stand(k, f, goals[k], frame);
      if (player.place.is_valid()) tasks_[player.place].target = goals[k];
    }
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (is_hand(players_[k]) && players_[k].keep.is_valid()) keep_hand(k, f, goals, turned, frame);
    }
    if (balance_.is_valid()) keep_balance(f, goals, turned, frame);
  }

  // A foot that stands keeps the place where it came down.
  void stand(std::size_t k, std::size_t f, Vec3& goal, RetargetedFrame& frame) {
    const bool stands = seen_.stands[k][f] && options_.lock_feet;
    if (!stands) held_[k].reset();
    if (stands && !held_[k]) {
      held_[k] = goal;
      // On the ground, whatever the proportions of the legs have made of it.
      held_[k]->z() = lowest_target_foot_ + scale_ * (source_place(players_[k]).z() - seen_.lowest_foot);
    }
    if (held_[k]) {
      goal = *held_[k];
      tasks_[players_[k].keep].target = goal;
      frame.standing.push_back(role_name(players_[k].role));
    }
    tasks_.entry(players_[k].keep).settings.enabled = held_[k].has_value();
  }

  // A hand on another part goes with that part; one that rests in the world keeps its place.
  void keep_hand(std::size_t k, std::size_t f, const std::vector<Vec3>& goals,
                 const std::vector<Mat3>& turned, RetargetedFrame& frame) {
    const RolePlayer& hand = players_[k];
    const Touch& touch = seen_.touches[k][f];
    Reach& keep = tasks_[hand.keep];
    const bool rests = touch.share == 0.0 && seen_.rests[k][f];
    if (!rests) held_[k].reset();
    if (rests) {
      if (!held_[k]) held_[k] = goals[k];
      keep.in = {};
      keep.target = *held_[k];
      frame.touching.push_back(role_name(hand.role) + " rests");
    } else if (touch.share > 0.0) {
      const RolePlayer& end = players_[seen_.bones[k][static_cast<std::size_t>(touch.bone)]];
      const auto p = static_cast<std::size_t>(end.parent);
      const RolePlayer& part = players_[p];
      // In the frame of the part: where the source's hand is, and where the hand would be without it.
      const Vec3 joint = target_.segment_pose(part.target).inverse() * target_place(end);
      const Vec3 offset = part.target_rest.transpose() * (scale_ * (turned[p].transpose() * touch.offset));
      const Vec3 there = part.center + touch.along * (joint - part.center) + offset;
      const Vec3 otherwise = part.center + (turned[p] * part.target_rest).transpose() * (goals[k] - goals[p]);
      keep.in = Place::on_segment(part.target, Transform());
      keep.target = touch.share * there + (1.0 - touch.share) * otherwise;
      if (touch.share == 1.0) {
        frame.touching.push_back(role_name(hand.role) + " on " + role_name(part.role));
      }
    }
    const bool is_kept = rests || touch.share > 0.0;
    tasks_.entry(hand.keep).settings.enabled = is_kept;
    if (hand.place.is_valid()) tasks_.entry(hand.place).settings.enabled = !is_kept;
  }

  void keep_balance(std::size_t f, const std::vector<Vec3>& goals, const std::vector<Mat3>& turned,
                    RetargetedFrame& frame) {
    frame.is_balanced = seen_.is_balanced[f];
    tasks_.entry(balance_).settings.enabled = seen_.is_balanced[f];
    if (!seen_.is_balanced[f]) return;
    std::vector<Vec2> ground;
    for (std::size_t k = 0; k < players_.size(); ++k) {
      if (!seen_.stands[k][f]) continue;
      const Vec2 forward = turned[k].col(0).head<2>().normalized();  // how far it is turned about the upright
      for (const Vec2& corner : footprints_[k]) {
        ground.push_back(goals[k].head<2>() + corner.x() * forward +
                         corner.y() * Vec2(-forward.y(), forward.x()));
      }
    }
    *support_ = polygon_around(ground, balance_margin * scale_ * leg_);
  }

  // Tolerances by which goals are missed, all together; infinite while a standing foot is.
  double missed_by(const StepReport& report) const {
    double sum = 0.0;
    for (const TaskReport& task : report.tasks) {
      if (task.satisfied) continue;
      const TaskSettings& settings = tasks_.entry(task.number).settings;
      if (settings.priority == 1) return std::numeric_limits<double>::infinity();
      sum += task.error / settings.tolerance - 1.0;
    }
    return sum;
  }

  void report_missed(const StepReport& report, RetargetedFrame& frame) const {
    for (const TaskReport& task : report.tasks) {
      if (task.satisfied) continue;
      const bool is_angle = task.unit == TaskUnit::radian;
      frame.missed.push_back({tasks_.entry(task.number).name, task.error, is_angle,
                              task.blocked_by == Blocker::none
                                  ? "it was not there yet"
                                  : reason_in_words(task.reasons[0], figure_, tasks_, World())});
    }
  }

  const Motion& motion_;
  const RetargetOptions& options_;
  Kinematics source_, target_;
  Figure figure_;
  std::vector<RolePlayer> players_;  // a parent comes before its children
  TaskList tasks_;
  double leg_ = 1.0, scale_ = 1.0;   // [m] of the source
  double height_scale_ = 1.0;        // of how high the pelvis is
  double lowest_target_foot_ = 0.0;  // [m]
  SourceSeen seen_;
  std::vector<std::optional<Vec3>> held_;        // by player, of the target
  std::vector<std::array<Vec2, 4>> footprints_;  // by player
  std::shared_ptr<SupportPolygon> support_ = std::make_shared<SupportPolygon>();
  TaskId<> balance_;
};

}  // namespace

Expected<Retargeted> retarget(const Figure& source, const Motion& motion, const Figure& target,
                              const RetargetOptions& options) {
  Figure free_target = target;
  if (target.joint(root_joint).type != JointType::free) {
    Joint root;
    root.name = target.joint(root_joint).name;
    root.type = JointType::free;
    Expected<Edited> edited =
        set_joint(target, target.rest_posture(), target.segment_name(root_segment), std::move(root));
    if (!edited) return edited.error();
    free_target = std::move(edited->figure);
  }
  std::vector<RolePair> table = options.table.empty() ? match_names(source, target) : options.table;
  if (motion.empty()) return Error{"the motion has no frames"};
  const std::vector<Role> unmatched = unmatched_roles(source, table);
  const auto has_end = [](BodyPart part) { return part == BodyPart::foot || part == BodyPart::hand; };
  const bool misses_ends =
      std::any_of(unmatched.begin(), unmatched.end(), [&](const Role& role) { return has_end(role.part); });
  const bool has_ends =
      std::any_of(table.begin(), table.end(), [&](const RolePair& pair) { return has_end(pair.role.part); });
  Retargeter retargeter(source, motion, free_target, options, std::move(table));
  if (!retargeter.has_enough()) {
    return Error{
        "fewer than two parts of the body were found in both; expected names such as Hips and LeftFoot, or "
        "a table (--table)"};
  }
  if (misses_ends && !has_ends) {
    return Error{
        "neither a foot nor a hand of the figure was found by its name; expected names such as foot.l and "
        "right_wrist_link, or a table (--table)"};
  }
  Retargeted result = retargeter.run();
  for (const Role& role : unmatched) result.unmatched.push_back(role_name(role));
  return result;
}

}  // namespace limber
