#include "limber/session/parts.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "limber/base/names.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/json/writer.h"

namespace limber {

namespace {

constexpr int largest_figure = 20000;  // segments; a frame counts them with 16 bits, and people wait for it

// The posture within its limits, the chain between places there are.
State made_to_fit(State state) {
  Scene& scene = state.scene;
  if (const int segments = scene.figure.segment_count(); segments > largest_figure) {
    throw Refusal("a figure of " + std::to_string(segments) + " segments is too large; the studio takes " +
                  std::to_string(largest_figure));
  }
  if (!scene.figure.find_segment(state.chain.root)) state.chain.root.clear();
  if (!scene.figure.find_frame(state.chain.end)) state.chain.end.clear();
  if (scene.posture.values.size() != scene.figure.value_count()) scene.posture = scene.figure.rest_posture();
  scene.posture = inside_limits(scene.figure, std::move(scene.posture));
  return state;
}

// The solver has to make room again only for what this compares.
bool have_same_structure(const TaskList& a, const TaskList& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.number == other.number && one.task.index() == other.task.index() &&
           row_count(one.task) == row_count(other.task) && one.settings.priority == other.settings.priority &&
           one.settings.joints == other.settings.joints;
  });
}

// Obstacles may move, but none came or went, and what is endless or solid stays so.
bool have_same_obstacles(const World& a, const World& b) {
  return std::equal(a.obstacles.begin(), a.obstacles.end(), b.obstacles.begin(), b.obstacles.end(),
                    [](const Obstacle& one, const Obstacle& other) {
                      return one.is_solid == other.is_solid && std::holds_alternative<Plane>(one.shape) ==
                                                                   std::holds_alternative<Plane>(other.shape);
                    });
}

ProximityOptions proximity_options(const Scene& scene) {
  return {.self = keeps_clear_of_itself(scene),
          .immovable = false};  // what stands on the ground by itself is no news
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The same frame or segment of another figure; none when it has no such thing.
std::optional<Place> carried_over(Place place, const Figure& from, const Figure& to) {
  std::optional<int> found = 0;
  if (place.frame >= 0) {
    found = to.find_frame(from.frames()[static_cast<std::size_t>(place.frame)].name);
    place.frame = found.value_or(-1);
  } else if (place.segment >= 0) {
    found = to.find_segment(from.segment_name(place.segment));
    place.segment = found.value_or(-1);
  }
  return found ? std::optional(place) : std::nullopt;
}

}  // namespace

bool keeps_clear_of_itself(const Scene& scene) {
  return scene.avoidance.technique == Technique::clearance && scene.solver.clearance.self;
}

SessionParts::SessionParts(State start, Library* where_files_are)
    : now(made_to_fit(std::move(start))),
      library(where_files_are),
      time(make_timeline()),
      last_edit(now.edit),
      tasks(now.scene.tasks),
      mover(now.scene.figure, now.scene.solver, now.scene.avoidance),
      kinematics(now.scene.figure),
      masses(now.scene.figure),
      scratch(RowMatrix::Zero(12, now.scene.figure.dof_count())),
      nearby(now.scene.figure, proximity_options(now.scene)) {
  mover.prepare(tasks, now.scene.criteria);
  nearby.let_touch(segments_held_together(now.scene.figure, tasks));
  surround(now.scene.world);
}

// --- editing
// ------------------------------------------------------------------------------------------------------

State SessionParts::draft() const {
  State next = now;
  next.scene.posture = shown();
  return next;
}

void SessionParts::commit(State next, EditName name) {
  State before = draft();
  next.edit = last_edit + 1;
  activate(std::move(next), name.keeps_way);
  ++last_edit;
  history.add(std::move(before), std::move(name.words), verb, name.gesture);
  for (const std::string& notice : name.notices) notify("warning", notice);
}

void SessionParts::activate(State given, bool keeps_way) {
  // All that may throw comes first.
  State next = made_to_fit(std::move(given));
  const Figure &figure = next.scene.figure, before = now.scene.figure;
  const bool is_new_figure = !figure.shares_data_with(before);
  const bool drag_stays = drag && can_drag(next, drag->segment);
  TaskList wanted = next.scene.tasks;
  if (drag_stays) add_drag(*drag, next, wanted);
  const bool is_new_mover =
      is_new_figure || next.scene.solver != now.scene.solver || next.scene.avoidance != now.scene.avoidance;
  if (is_new_mover) {
    Mover fresh(figure, next.scene.solver, next.scene.avoidance);
    fresh.prepare(wanted, next.scene.criteria);
    mover = std::move(fresh);
  } else if (!have_same_structure(wanted, tasks)) {
    mover.prepare(wanted, next.scene.criteria);
  }

  if (is_new_figure) {
    kinematics = Kinematics(figure);
    masses = MassDistribution(figure);
    scratch = RowMatrix::Zero(12, figure.dof_count());
    if (watched) watched = carried_over(*watched, before, figure);
  }
  if (is_new_mover) nearby = Proximity(figure, proximity_options(next.scene));
  if (is_new_mover || !have_same_obstacles(next.scene.world, now.scene.world)) {
    surround(next.scene.world);
  } else {
    move_obstacles(next.scene.world, now.scene.world);
  }
  if (!drag_stays) drag.reset();
  if (!keeps_way) way.reset();
  search->end(WaySearch::Ending::edited);
  tasks = std::move(wanted);
  nearby.let_touch(segments_held_together(figure, tasks));
  if (next.document != now.document) path = {};  // of another scene
  now = std::move(next);
  if (!time->is_live()) time->go_live(*this);
  if (is_new_figure) {
    ++figure_revision;
    changed.figure = true;
    time->figure_changed(before, now.scene.figure);
  }
  ++scene_revision;
  ++revision;
  changed.scene = changed.time = true;
  mover.forget();
  wake();
}

// Looking from another side is no edit, so undo leaves the camera alone.
void SessionParts::go_to(State state) {
  if (state.document == now.document) state.scene.camera = now.scene.camera;
  activate(std::move(state));
}

bool SessionParts::has_dragged() const {
  return drag && (drag->recorded || !(drag->before.scene.posture == now.scene.posture));
}

void SessionParts::undo() {
  if (!history.undo_words() && !has_dragged()) throw Refusal("there is nothing to undo");
  set_drag(std::nullopt);
  go_to(history.undo(draft()));
}

void SessionParts::redo() {
  // A drag is an edit like others: after it there is nothing left to redo.
  if (!history.redo_words() || has_dragged()) throw Refusal("there is nothing to redo");
  set_drag(std::nullopt);
  go_to(history.redo());
}

void SessionParts::notify(std::string_view kind, std::string_view words) {
  json::Output message = json::Output::object();
  message.set("type", json::Output::text("notice")).set("kind", json::Output::text(kind));
  changed.notices.push_back(message.set("words", json::Output::text(words)).to_string());
}

// --- the drag
// -----------------------------------------------------------------------------------------------------

// Only what is beyond the root on the way to what is dragged may move.
std::vector<JointId> drag_joints(const Figure& figure, const std::string& root, SegmentId segment) {
  std::vector<JointId> joints;
  for (const JointChain::Step& step : chain_between(figure, figure.segment(root), segment).steps) {
    if (dof_count(figure.joint(step.joint).type) > 0) joints.push_back(step.joint);
  }
  std::sort(joints.begin(), joints.end());
  return joints;
}

void SessionParts::add_drag(const DragInHand& in_hand, const State& state, TaskList& list) {
  const Figure& figure = state.scene.figure;
  const SegmentId segment = figure.segment(in_hand.segment);
  TaskSettings settings;
  for (const TaskList::Entry& entry : list) {
    if (entry.settings.enabled) settings.priority = std::max(settings.priority, entry.settings.priority + 1);
  }
  if (figure.find_segment(state.chain.root)) settings.joints = drag_joints(figure, state.chain.root, segment);
  list.add("", Drag{.segment = segment, .point = in_hand.point, .target = in_hand.target},
           std::move(settings));
}

bool can_drag(const State& state, const std::string& segment) {
  const Figure& figure = state.scene.figure;
  const std::optional<int> found = figure.find_segment(segment);
  return found && (state.chain.root.empty() || !drag_joints(figure, state.chain.root, *found).empty());
}

void SessionParts::set_drag(std::optional<DragInHand> next) {
  if (!next && !drag) return;
  if (has_dragged()) record_drag();
  TaskList wanted = now.scene.tasks;
  if (next) {
    add_drag(*next, now, wanted);
    way.reset();
    search->end(WaySearch::Ending::edited);
    path = {.number = path.number + 1, .start = draft(), .tasks = wanted};
  }
  if (!have_same_structure(wanted, tasks)) mover.prepare(wanted, now.scene.criteria);
  tasks = std::move(wanted);
  drag = std::move(next);
  wake();
}

void SessionParts::record_drag() {
  if (!drag || drag->recorded) return;
  history.add(drag->before, "drag " + limber::quoted(drag->segment), drag_verb, drag_gesture);
  drag->recorded = true;
  now.edit = ++last_edit;
  ++scene_revision;
  changed.scene = true;
}

// --- solving
// ------------------------------------------------------------------------------------------------------

bool SessionParts::step(double seconds) {
  if (!time->is_live()) {
    const bool moves = time->advance(*this, seconds);
    changed.status = true;
    return moves;
  }
  if (!running || resting) return false;
  const auto begin = std::chrono::steady_clock::now();
  const bool obstacles_move = has_moving_obstacles();
  if (obstacles_move) advance_world();
  if (way && walk()) {
    solving_seconds = seconds_since(begin);
    ++step_count;
    ++revision;
    changed.status = true;
    time->step_taken(*this);
    return true;
  }
  const StepReport report = mover.step(tasks, now.scene.criteria, now.scene.posture);
  solving_seconds = seconds_since(begin);
  ++step_count;
  if (drag && path.targets.size() < DragPath::most_steps) path.targets.push_back(drag->target);
  if (report.step_length > 0.0 || report.start_correction > 0.0) ++revision;
  reports.assign(report.tasks.begin(), report.tasks.end());
  if (std::exchange(is_clearance_told, false)) least_clearance = std::numeric_limits<double>::infinity();
  for (const Contact& contact : mover.contacts()) {
    least_clearance = std::min(least_clearance, contact.clearance);
  }
  resting = report.status != StepStatus::moving && !obstacles_move;
  changed.status = true;
  time->step_taken(*this);
  return !resting;
}

void SessionParts::wake() {
  resting = false;
  reports.clear();
  changed.status = true;
}

void SessionParts::restart_mover() {
  Mover fresh(now.scene.figure, now.scene.solver, now.scene.avoidance);
  fresh.prepare(tasks, now.scene.criteria);
  mover = std::move(fresh);
  surround(now.scene.world);
  wake();
}

const Posture& SessionParts::shown() const {
  return time->is_live() ? now.scene.posture : time->shown();
}

}  // namespace limber
