// Gathers the numbers of one posture, and says in words what gives way.

#include "limber/statics/report.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "limber/figure/compiled.h"
#include "limber/statics/load_state.h"

namespace limber {

namespace {

constexpr double moves = 1e-6;  // of the fastest: slower contacts stay where they are
constexpr std::size_t outline_points = 32;
constexpr int halvings = 20;  // of the friction, to a millionth

using Support = StaticsReport::Support;

// The limb of a joint is the segment beyond it as the figure was built: from wherever the figure is held,
// that of a hip is the thigh.
SegmentId limb_of(const Figure& figure, JointId joint) {
  const SegmentId segment = figure.segment_of(joint);
  return figure.joint(joint).inverted ? figure.parent(segment) : segment;
}
SegmentId inner_of(const Figure& figure, JointId joint) {
  const SegmentId segment = figure.segment_of(joint);
  return figure.joint(joint).inverted ? segment : figure.parent(segment);
}

// The axis of the limb, outwards. Of a ball or swing joint it is the one its twist turns about; of others it
// leads to the limb's one other joint, or to its centre of mass where it has none or several.
Vec3 limb_axis(const Figure& figure, const Kinematics& kinematics, const JointLoads& loads, JointId joint) {
  const FigureData& data = data_of(figure);
  const JointType type = figure.joint(joint).type;
  const bool inverted = figure.joint(joint).inverted;
  const SegmentId limb = limb_of(figure, joint);
  const Transform pose = kinematics.segment_pose(limb);
  const Transform moving = inverted ? pose * at(data.before, joint) : pose * at(data.after, joint).inverse();
  if (type == JointType::ball || type == JointType::swing) return moving.rotation.col(2);
  Vec3 end = Vec3::Zero();
  int others = 0;
  for (const JointId other : figure.joints()) {
    if (other == root_joint || inner_of(figure, other) != limb) continue;
    end = loads.center(other);
    ++others;
  }
  if (others != 1) end = pose * figure.mass(limb).center;
  const Vec3 axis = end - moving.translation;
  return axis.norm() > 1e-9 ? Vec3(axis.normalized()) : Vec3(moving.rotation.col(2));
}

// The edge a patch turns over: the side on which it keeps its forces.
std::string side_of(const SupportDescription& support, const std::vector<bool>& carries) {
  Vec2 kept = Vec2::Zero(), all = Vec2::Zero();
  double count = 0.0;
  for (std::size_t i = 0; i < support.patch.size(); ++i) {
    all += support.patch[i] / static_cast<double>(support.patch.size());
    if (!carries[i]) continue;
    kept += support.patch[i];
    count += 1.0;
  }
  if (count == 0.0) return "";
  const Vec2 way = kept / count - all;
  if (way.norm() < 1e-9) return "";
  if (std::abs(way.x()) >= std::abs(way.y())) return way.x() > 0.0 ? "front" : "back";
  return way.y() > 0.0 ? "left" : "right";
}

void say_how_it_gives_way(const Statics& statics, StaticsReport& report) {
  const Statics::Motion motion = statics.motion();
  const auto speed_at = [&](const Vec3& place) { return (motion.move + motion.turn.cross(place)).norm(); };
  const auto speed = [&](int i) { return speed_at(statics.place(i)); };
  double fastest = speed_at(report.center_of_mass);  // a figure that turns about its only contact moves there
  for (int i = 0; i < statics.contact_count(); ++i) fastest = std::max(fastest, speed(i));
  for (std::size_t s = 0; s < report.supports.size(); ++s) {
    bool any_moves = false, any_stays = false, slides = false;
    std::vector<bool> carries;
    for (int i = 0; i < statics.contact_count(); ++i) {
      if (statics.support_of(i) != static_cast<int>(s)) continue;
      const bool is_moving = speed(i) > moves * fastest, carries_now = !statics.force(i).isZero(0.0);
      carries.push_back(carries_now && !is_moving);
      any_moves = any_moves || is_moving;
      any_stays = any_stays || !is_moving;
      slides = slides || (is_moving && carries_now);
    }
    StaticsReport::SupportLoad& support = report.supports[s];
    if (!statics.touches(static_cast<int>(s))) continue;
    support.state = !any_moves  ? Support::holds
                    : slides    ? Support::slips
                    : any_stays ? Support::tips
                                : Support::lifts;
    if (support.state == Support::tips) support.side = side_of(statics.loads().supports[s], carries);
  }
}

void describe_supports(const Statics& statics, StaticsReport& report) {
  for (const SupportDescription& description : statics.loads().supports) {
    StaticsReport::SupportLoad support;
    support.name = description.name;
    if (!statics.touches(static_cast<int>(report.supports.size()))) support.state = Support::off;
    report.supports.push_back(support);
  }
  std::vector<double> weights(report.supports.size(), 0.0);
  for (int i = 0; i < statics.contact_count(); ++i) {
    const auto s = static_cast<std::size_t>(statics.support_of(i));
    StaticsReport::SupportLoad& support = report.supports[s];
    const SupportDescription& description = statics.loads().supports[s];
    const Vec3 force = statics.force(i), normal = statics.normal(i);
    const double n = normal.dot(force), t = (force - n * normal).norm();
    support.contacts.push_back({statics.place(i), force});
    support.force += force;
    support.normal += n;
    support.center_of_pressure += n * statics.place(i);
    weights[s] += n;
    const double most = description.friction * n;
    if (!description.grip && most > 0.0) support.friction_used = std::max(support.friction_used, t / most);
  }
  for (std::size_t s = 0; s < report.supports.size(); ++s) {
    StaticsReport::SupportLoad& support = report.supports[s];
    support.tangential =
        std::sqrt(std::max(0.0, support.force.squaredNorm() - support.normal * support.normal));
    if (statics.carried_load() != 0.0)
      support.share = statics.up().dot(support.force) / statics.carried_load();
    if (std::abs(weights[s]) > 1e-9) {
      support.center_of_pressure /= weights[s];
    } else {
      support.center_of_pressure = statics.middles().places[s];
    }
  }
}

void describe_joints(const Figure& figure, const Kinematics& kinematics, const JointLoads& loads,
                     StaticsReport& report) {
  for (const JointId joint : figure.joints()) {
    const JointType type = figure.joint(joint).type;
    if (type == JointType::free || (joint == root_joint && type == JointType::fixed)) continue;
    const Wrench carried = loads.carried(joint);
    StaticsReport::JointLoad load;
    load.joint = joint;
    for (const DofId dof : figure.dofs(joint)) load.torques.push_back(loads.torque(dof));
    load.moment = carried.moment;
    load.force = carried.force;
    const Vec3 limb = limb_axis(figure, kinematics, loads, joint);
    const Vec3 on_limb = figure.joint(joint).inverted ? Vec3(-carried.force) : carried.force;
    load.compression = limb.dot(on_limb);  // pushed outwards by what is inside
    load.shear = (on_limb - load.compression * limb).norm();
    if (loads.has_strength(joint) && !load.torques.empty()) load.strength = loads.strength_now(joint);
    load.load_ratio = loads.load_ratio(joint);
    report.joints.push_back(std::move(load));
  }
}

double friction_needed(const Figure& figure, const Kinematics& kinematics, const MassDistribution& masses,
                       const Loads& loads, const World* world) {
  const auto stands = [&](double friction) {
    Loads rough = loads;
    for (SupportDescription& support : rough.supports) support.friction *= friction;
    LoadState state(figure, rough, world);
    state.statics.update(kinematics, masses);
    return state.statics.is_balanced();
  };
  if (stands(0.0)) return 0.0;
  double slips = 0.0, holds = 1.0;
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (slips + holds);
    (stands(middle) ? holds : slips) = middle;
  }
  return holds;
}

}  // namespace

StaticsReport report_on_loads(const Figure& figure, const Posture& posture, const Loads& loads,
                              const World* world) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  LoadState state(figure, loads, world);
  state.update(kinematics, masses, posture);
  const Statics& statics = state.statics;

  StaticsReport report;
  report.is_held = loads.supports.empty() && figure.joint(root_joint).type == JointType::fixed;
  report.is_balanced = statics.is_balanced() || report.is_held;
  report.weight = masses.total_mass() * loads.gravity;
  report.center_of_mass = masses.total_mass() > 0.0 ? masses.center() : Vec3(Vec3::Zero());
  report.load_force = statics.load().force;
  describe_supports(statics, report);
  describe_joints(figure, kinematics, state.joints, report);
  report.effort = state.joints.effort();
  if (!report.is_balanced) {
    const Wrench unmet = statics.unmet();
    report.unmet_force = unmet.force;
    report.unmet_moment = unmet.moment - report.center_of_mass.cross(unmet.force);
    say_how_it_gives_way(statics, report);
  }
  if (loads.supports.empty() || !(masses.total_mass() > 0.0)) return report;
  const FeasibleRegion::Edge worst = state.region.worst(statics, masses);
  if (state.region.is_empty()) return report;  // no centre of mass would do
  report.has_margin = worst.exists;
  report.margin = worst.depth();
  report.worst_way = worst.normal;
  std::vector<FeasibleRegion::Edge> edges(outline_points);
  state.region.outline(statics, masses, edges);
  for (const FeasibleRegion::Edge& edge : edges) {
    if (edge.exists) report.region.push_back(report.center_of_mass + edge.point);
  }
  report.friction_needed =
      report.is_balanced ? friction_needed(figure, kinematics, masses, loads, world) : 1.0;
  return report;
}

int StaticsReport::weak_joint_count() const {
  return static_cast<int>(std::count_if(joints.begin(), joints.end(), std::mem_fn(&JointLoad::is_too_weak)));
}

std::string StaticsReport::verdict() const {
  if (is_held) return "held at its root";
  if (is_balanced) {
    const int weak = weak_joint_count();
    if (weak == 0) return "stands";
    return "stands, but " + (weak == 1 ? "a joint is" : std::to_string(weak) + " joints are") + " too weak";
  }
  if (supports.empty()) return "falls: nothing supports it";
  if (std::all_of(supports.begin(), supports.end(),
                  [](const SupportLoad& support) { return support.state == Support::off; }))
    return "falls: no support touches anything";
  const auto names = [&](Support state) {
    std::string list;
    for (const SupportLoad& support : supports) {
      if (support.state == state) list += (list.empty() ? "" : ", ") + support.name;
    }
    return list;
  };
  if (const std::string slips = names(Support::slips); !slips.empty()) return "slips: " + slips;
  for (const SupportLoad& support : supports) {
    if (support.state == Support::tips)
      return "tips over " + (support.side.empty() ? "" : "the " + support.side + " edge of ") + support.name;
  }
  if (const std::string holds = names(Support::holds); !holds.empty()) return "tips over " + holds;
  return "falls: no support holds it";
}

}  // namespace limber
