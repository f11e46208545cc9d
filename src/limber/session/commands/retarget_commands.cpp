// A motion of another skeleton, dropped onto the page and carried out by the figure: the result becomes its
// keyframes; the answer has the source, to be seen beside it, and what could not be kept.

#include <algorithm>
#include <map>

#include "limber/files/dropped.h"
#include "limber/files/json/writer.h"
#include "limber/kinematics/kinematics.h"
#include "limber/retargeting/retarget.h"
#include "limber/session/commands/dropped_pieces.h"
#include "limber/session/commands/figure_change.h"
#include "limber/session/commands/import.h"
#include "limber/session/commands/verbs.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

// Whoever dropped it waits while it is solved: finer motions are thinned to this rate, longer ones end there.
constexpr double finest_step = 1.0 / 61.0;  // [s]
constexpr double longest_motion = 60.0;     // [s]

Motion shortened(const Motion& motion) {
  Motion made{.name = motion.name};
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    const double time = motion.times[k] - motion.times.front();
    if (time > longest_motion) break;
    if (!made.times.empty() && time - made.times.back() < finest_step) continue;
    made.times.push_back(time);
    made.postures.push_back(motion.postures[k]);
  }
  return made;
}

Output write_missed(const MissedGoal& goal) {
  Output object = Output::object();
  object.set("role", Output::text(goal.role)).set("error", Output::number(goal.error));
  return object.set("angle", Output::truth(goal.is_angle)).set("reason", Output::text(goal.reason));
}

// Of every role: in how many frames it was missed, and the worst of them.
Output write_summary(const std::vector<RetargetedFrame>& frames) {
  struct Entry {
    int frames = 0;
    double time = 0.0;
    MissedGoal worst;
  };
  std::map<std::string, Entry> all;
  for (const RetargetedFrame& frame : frames) {
    for (const MissedGoal& goal : frame.missed) {
      Entry& entry = all[goal.role];
      ++entry.frames;
      if (goal.error > entry.worst.error) entry.worst = goal, entry.time = frame.time;
    }
  }
  Output list = Output::list();
  for (const auto& [role, entry] : all) {
    Output object = write_missed(entry.worst);
    object.set("frames", Output::number(entry.frames)).set("time", Output::number(entry.time));
    list.add(std::move(object));
  }
  return list;
}

// The joints of the source at each key, three numbers each; lengths scaled as the way of its pelvis is.
Output write_source(const Figure& source, const Motion& motion, const std::vector<Keyframe>& keys,
                    double scale) {
  Kinematics kinematics(source);
  Output parents = Output::list(), frames = Output::list();
  for (const SegmentId s : source.segments()) parents.add(Output::number(int{source.parent(s)}));
  for (const Keyframe& key : keys) {
    kinematics.update(posture_at(source, motion, key.time));
    std::vector<double> points;
    for (const SegmentId s : source.segments()) {
      const Vec3 place = scale * kinematics.segment_pose(s).translation;
      for (int k = 0; k < 3; ++k) points.push_back(std::round(1e4 * place[k]) / 1e4);
    }
    frames.add(Output::numbers(points));
  }
  Output object = Output::object();
  return object.set("parents", std::move(parents)).set("frames", std::move(frames));
}

RetargetOptions options_of(const Value& command) {
  RetargetOptions options;
  if (const auto hands = command.find("hands")) options.keep_hands = hands->truth();
  if (const auto balance = command.find("balance")) options.keep_balance = balance->truth();
  return options;
}

// The motion carried out by `figure`, and the answer to the command.
struct CarriedOut {
  std::string path;
  Retargeted made;
  std::vector<Keyframe> keys;
  std::string answer;
};

CarriedOut carried_out(const DroppedRobot& robot, const Figure& figure, const RetargetOptions& options,
                       const std::atomic<bool>& is_wanted) {
  const std::string& path = robot.opened;
  const Expected<Loaded> source = parse_dropped(path, robot.files, {.is_wanted = &is_wanted});
  if (!source) throw Refusal(source.error().message);
  if (source->motion.postures.size() < 2)
    throw Refusal(path + " has no motion; expected a BVH or glTF file with one");
  const Motion motion = shortened(source->motion);
  Expected<Retargeted> result = retarget(source->scene.figure, motion, figure, options);
  if (!result) throw Refusal(result.error().message);
  std::vector<Keyframe> keys = keys_of(result->motion);

  Output object = Output::object();
  object.set("name", Output::text(path)).set("scale", Output::number(result->scale));
  object.set("frames", Output::number(static_cast<double>(result->frames.size())));
  object.set("duration", Output::number(motion.duration()));
  object.set("whole", Output::truth(motion.duration() >= source->motion.duration() - finest_step));
  Output unmatched = Output::list();
  for (const std::string& role : result->unmatched) unmatched.add(Output::text(role));
  object.set("unmatched", std::move(unmatched));
  object.set("summary", write_summary(result->frames));
  Output missed = Output::list();
  for (const Keyframe& key : keys) {
    const auto frame = std::lower_bound(result->frames.begin(), result->frames.end(), key.time - 1e-9,
                                        [](const RetargetedFrame& f, double time) { return f.time < time; });
    Output at_key = Output::object();
    at_key.set("time", Output::number(key.time));
    Output list = Output::list();
    if (frame != result->frames.end()) {
      for (const MissedGoal& goal : frame->missed) list.add(write_missed(goal));
    }
    missed.add(std::move(at_key.set("missed", std::move(list))));
  }
  object.set("keys", std::move(missed));
  object.set("source", write_source(source->scene.figure, motion, keys, result->scale));
  return {path, std::move(*result), std::move(keys), object.to_string()};
}

void take_over(Workspace& workspace, Answer& answer, CarriedOut motion, const Figure& figure) {
  State next = workspace.draft();
  if (!next.scene.figure.shares_data_with(figure))
    throw Refusal("the figure was changed while the motion was read; drop it again");
  EditName name{.words = "carry out " + motion.path};
  if (!figure.shares_data_with(motion.made.figure)) {
    put_figure(next, {motion.made.figure, motion.made.motion.postures.front()}, name);
  }
  next.scene.posture = motion.made.motion.postures.front();
  next.scene.keys = std::move(motion.keys);
  workspace.timeline.stop_showing();  // whatever was shown is replaced, so undo need not lead back to it
  workspace.commit(std::move(next), std::move(name));
  answer.result = std::move(motion.answer);
}

void retarget_dropped(Workspace& workspace, const Value& command, Answer& answer) {
  std::optional<DroppedRobot> whole = take_piece(workspace, command);
  if (!whole) return;
  const auto robot = std::make_shared<const DroppedRobot>(std::move(*whole));
  read_first(
      workspace, answer,
      [robot, options = options_of(command), figure = workspace.now().scene.figure](const auto& is_wanted) {
        const auto motion = std::make_shared<CarriedOut>(carried_out(*robot, figure, options, is_wanted));
        return [motion, figure](Workspace& target, Answer& done) {
          take_over(target, done, std::move(*motion), figure);
        };
      });
}

}  // namespace

std::span<const Verb> retarget_verbs() {
  static const std::vector<Verb> verbs = {
      {"retarget", {"path", "data", "begin", "open", "hands", "balance"}, retarget_dropped, not_recorded},
  };
  return verbs;
}

}  // namespace limber
