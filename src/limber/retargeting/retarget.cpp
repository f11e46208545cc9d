// Goals from the source, standing feet, and one solve per frame, each from the posture of the last.

#include "limber/retargeting/retarget.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "limber/figure/edit.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {

namespace {

// A foot stands while it is slower than this, by the length of a leg and second: at a walk the swinging foot
// has about 3, the standing one below 0.1 with the noise of a capture.
constexpr double standing_speed = 0.35;
constexpr double standing_height = 0.12;  // and lower than this above its lowest, by the length of a leg
constexpr int steps_per_frame = 12;       // from one frame to the next a few suffice
constexpr double settled = 2e-3;          // [rad] after a shorter step the next frame is due
constexpr int steps_to_begin = 300;       // from rest to the first frame
constexpr double weight_of_turns = 0.3;   // of orientations against positions
constexpr double shortest_bone = 1e-6;    // [m]

std::optional<Role> parent_of(const Role& role) {
  switch (role.part) {
    case BodyPart::pelvis:
      return std::nullopt;
    case BodyPart::chest:
    case BodyPart::thigh:
      return Role{BodyPart::pelvis, ' '};
    case BodyPart::neck:
    case BodyPart::clavicle:
    case BodyPart::upper_arm:
      return Role{BodyPart::chest, ' '};
    case BodyPart::head:
      return Role{BodyPart::neck, ' '};
    case BodyPart::forearm:
      return Role{BodyPart::upper_arm, role.side};
    case BodyPart::hand:
      return Role{BodyPart::forearm, role.side};
    case BodyPart::shank:
      return Role{BodyPart::thigh, role.side};
    case BodyPart::foot:
      return Role{BodyPart::shank, role.side};
    case BodyPart::toes:
      return Role{BodyPart::foot, role.side};
  }
  return std::nullopt;
}

// These move with the part they hang from: their goals follow from its pose.
bool is_carried(BodyPart part) {
  return part == BodyPart::thigh || part == BodyPart::upper_arm || part == BodyPart::clavicle;
}

struct Player {
  Role role;
  SegmentId source, target;
  Vec3 center;       // of the joint, in the target's segment
  int parent = -1;   // another player
  Vec3 bone;         // from the parent's joint to this one, target at rest, in the world
  Mat3 source_rest;  // rotation of the source at rest
  Mat3 target_rest;  // rotation of the target at rest
  TaskId<Reach> place = {};
  TaskId<Orient> turn = {};
  TaskId<Reach> stand = {};  // of feet
};

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
    find_standing();
    Solver solver(figure_);
    solver.prepare(tasks_);
    Posture posture = figure_.rest_posture();
    for (std::size_t f = 0; f < motion_.postures.size(); ++f) {
      source_.update(motion_.postures[f]);
      RetargetedFrame frame;
      frame.time = motion_.times[f];
      set_goals(f, frame);
      const int most = f == 0 ? steps_to_begin : steps_per_frame;
      for (int step = 0; step < most; ++step) {
        const StepReport report = solver.step(tasks_, posture);
        const bool is_done = report.status != StepStatus::moving || report.light == Light::green ||
                             (f > 0 && report.step_length < settled);
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
  static bool is_foot(const Player& player) { return player.role.part == BodyPart::foot; }

  Vec3 source_place(const Player& player) const { return source_.segment_pose(player.source).translation; }
  Vec3 target_place(const Player& player) const {
    return target_.segment_pose(player.target) * player.center;
  }

  void add_player(const RolePair& pair) {
    Player player;
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
    for (const Player& player : players_) {
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
    leg_ = source_length > shortest_bone ? source_length / (has_both_legs() ? 2 : 1) : 1.0;
    if (source_length > shortest_bone) scale_ = target_length / source_length;
  }

  bool has_both_legs() const {
    int feet = 0;
    for (const Player& player : players_) feet += is_foot(player) ? 1 : 0;
    return feet == 2;
  }

  void add_tasks() {
    for (Player& player : players_) {
      const std::string name = role_name(player.role);
      const Place place = Place::on_segment(player.target, player.center);
      const bool is_pelvis = player.role.part == BodyPart::pelvis;
      if (is_foot(player)) {
        player.stand =
            tasks_.add(name + " stands", Reach{.frame = place}, {.priority = 1, .tolerance = 1e-4});
      }
      TaskSettings settings{.priority = is_pelvis ? 2 : 3, .tolerance = options_.tolerance};
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
  }

  // Which feet stand in which frame: slow, and near the lowest they ever are.
  void find_standing() {
    const std::size_t frames = motion_.postures.size();
    std::vector<std::vector<Vec3>> places(players_.size());
    for (const Posture& posture : motion_.postures) {
      source_.update(posture);
      for (std::size_t k = 0; k < players_.size(); ++k) {
        if (is_foot(players_[k])) places[k].push_back(source_place(players_[k]));
      }
    }
    lowest_source_foot_ = 0.0;
    bool has_any = false;
    for (const auto& path : places) {
      for (const Vec3& place : path) {
        lowest_source_foot_ = has_any ? std::min(lowest_source_foot_, place.z()) : place.z();
        has_any = true;
      }
    }
    has_feet_ = has_any;
    stands_.assign(players_.size(), std::vector<bool>(frames, false));
    for (std::size_t k = 0; k < players_.size(); ++k) {
      for (std::size_t f = 0; f < places[k].size(); ++f) {
        const std::size_t before = f > 0 ? f - 1 : f, after = std::min(f + 1, frames - 1);
        const double time = motion_.times[after] - motion_.times[before];
        const double speed = time > 0.0 ? (places[k][after] - places[k][before]).norm() / time : 0.0;
        stands_[k][f] = options_.lock_feet && speed < standing_speed * leg_ &&
                        places[k][f].z() - lowest_source_foot_ < standing_height * leg_;
      }
    }
    held_.assign(players_.size(), std::nullopt);
  }

  void set_goals(std::size_t f, RetargetedFrame& frame) {
    std::vector<Vec3> goals(players_.size());
    std::vector<Mat3> turned(players_.size());  // since the source's rest
    for (std::size_t k = 0; k < players_.size(); ++k) {
      Player& player = players_[k];
      turned[k] = source_.segment_pose(player.source).rotation * player.source_rest.transpose();
      const Vec3 here = source_place(player);
      if (player.parent < 0) {
        Vec3 pelvis = here;
        if (has_feet_) pelvis.z() -= lowest_source_foot_;
        goals[k] = scale_ * pelvis;
        if (has_feet_) goals[k].z() += lowest_target_foot_;
      } else {
        const Vec3& from = goals[static_cast<std::size_t>(player.parent)];
        const Vec3 bone = here - source_place(at(players_, player.parent));
        goals[k] = is_carried(player.role.part) || bone.norm() < shortest_bone
                       ? Vec3(from + turned[static_cast<std::size_t>(player.parent)] * player.bone)
                       : Vec3(from + bone / bone.norm() * player.bone.norm());
      }
      if (player.turn.is_valid())
        tasks_[player.turn].target = Quat(turned[k] * player.target_rest).normalized();
      if (is_foot(player)) hold(k, f, goals[k], frame);
      if (player.place.is_valid()) tasks_[player.place].target = goals[k];
    }
  }

  // A foot that stands keeps the place where it came down.
  void hold(std::size_t k, std::size_t f, Vec3& goal, RetargetedFrame& frame) {
    if (!stands_[k][f]) held_[k].reset();
    if (stands_[k][f] && !held_[k]) held_[k] = goal;
    if (held_[k]) {
      goal = *held_[k];
      tasks_[players_[k].stand].target = goal;
      frame.standing.push_back(role_name(players_[k].role));
    }
    tasks_.entry(players_[k].stand).settings.enabled = held_[k].has_value();
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
  std::vector<Player> players_;  // a parent comes before its children
  TaskList tasks_;
  double leg_ = 1.0, scale_ = 1.0;                              // [m] of the source
  double lowest_source_foot_ = 0.0, lowest_target_foot_ = 0.0;  // [m]
  bool has_feet_ = false;
  std::vector<std::vector<bool>> stands_;
  std::vector<std::optional<Vec3>> held_;
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
  Retargeter retargeter(source, motion, free_target, options, std::move(table));
  if (!retargeter.has_enough()) {
    return Error{
        "fewer than two parts of the body were found in both; expected names such as Hips and LeftFoot, or "
        "a table (--table)"};
  }
  return retargeter.run();
}

}  // namespace limber
