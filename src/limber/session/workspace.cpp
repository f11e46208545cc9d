// How an edit, a drag and a step change the state, and what else follows from them.

#include "limber/session/workspace.h"

#include <utility>

#include "limber/scene/edit.h"
#include "limber/session/edits/held_root.h"

namespace limber {

namespace {

// The same frame or segment of another figure; none when it has no such thing.
std::optional<Place> carried_over(Place place, const Figure& from, const Figure& to) {
  if (place.frame >= 0) {
    const auto found = to.find_frame(at(from.frames(), place.frame).name);
    if (!found) return std::nullopt;
    place.frame = *found;
  } else if (place.segment >= 0) {
    const auto found = to.find_segment(from.segment_name(place.segment));
    if (!found) return std::nullopt;
    place.segment = *found;
  }
  return place;
}

}  // namespace

std::shared_ptr<PathSearch> Questions::new_search() {
  search->end(PathSearch::Ending::replaced);
  search = std::make_shared<PathSearch>(search->number() + 1);
  return search;
}

std::shared_ptr<AccessSearch> Questions::new_access_search() {
  access->is_wanted = false;
  access = std::make_shared<AccessSearch>();
  return access;
}

void Questions::give_up_import(std::uint32_t window) {
  const auto found = imports.find(window);
  if (found == imports.end()) return;
  found->second->is_wanted = false;
  imports.erase(found);
}

void Questions::give_up() {
  for (const auto& [window, import] : imports) import->is_wanted = false;
  search->end(PathSearch::Ending::stopped);
  *comparison_wanted = false;
  access->is_wanted = false;
}

Workspace::Workspace(State start, Library* where_files_are)
    : library(where_files_are),
      now_(made_to_fit(std::move(start))),
      last_edit_(now_.edit),
      motion_(now_.scene),
      evaluator_(now_.scene.figure) {
  now_.opened->number = last_scene_number_;
}

// --- editing

State Workspace::draft() const {
  State next = now_;
  next.scene.posture = shown();
  return next;
}

void Workspace::commit(State next, EditName name) {
  State before = draft();
  next.edit = last_edit_ + 1;
  activate(std::move(next), name.keeps);
  ++last_edit_;
  history.add(std::move(before), std::move(name.words), verb, name.gesture);
  for (const std::string& notice : name.notices) news.notify("warning", notice);
}

void Workspace::activate(State given, Keeps keeps) {
  // All that may throw comes first.
  State next = made_to_fit(std::move(given));
  const Figure &figure = next.scene.figure, before = now_.scene.figure;
  const bool is_new_figure = !figure.shares_data_with(before);
  const bool drag_stays = held_ && can_drag(next, held_->segment);
  motion_.follow_edit(now_.scene, next.scene, drag_stays ? tasks_with_drag(next, *held_) : next.scene.tasks,
                      drag_stays ? Hand::holds : Hand::empty, keeps);

  if (is_new_figure) {
    evaluator_ = Evaluator(figure);
    if (watched) watched = carried_over(*watched, before, figure);
  }
  if (!drag_stays) held_.reset();
  if (!keeps.path) motion_.stop_following();
  questions.search->end(PathSearch::Ending::edited);
  if (next.opened != now_.opened) {
    timeline.give_up_opening();
    last_drag_ = {};
    if (next.opened->number == 0) next.opened->number = ++last_scene_number_;
    motion_.set_goals_run(false);
    motion_.seek_goals(0.0, next.scene);
  }
  now_ = std::move(next);
  if (!timeline.is_live()) timeline.go_live(*this);
  if (is_new_figure) news.figure_changed();
  news.scene_changed();
  news.changed_for_saving();
  news.time_changed();
  wake();
}

Workspace::Checkpoint Workspace::checkpoint() const {
  return {now_, last_edit_, history.mark(), motion_.running()};
}

void Workspace::stop_recording_for_memory() {
  if (!timeline.is_recording()) return;
  timeline.stop_recording(*this);
  news.notify("warning", "The recording was stopped because memory ran out.");
}

void Workspace::give_up_solving() {
  motion_.set_goals_run(false);
  stop_recording_for_memory();
  set_running(false);
  news.notify("warning", "Solving was switched off because memory ran out.");
  news.time_changed();
}

void Workspace::go_back(Checkpoint before) {
  history.go_back(before.history);
  now_ = std::move(before.now);
  last_edit_ = before.last_edit;
  held_.reset();
  questions.search->end(PathSearch::Ending::edited);
  stop_recording_for_memory();
  if (!timeline.is_live()) timeline.go_live(*this);
  motion_.rebuild(now_.scene, before.running);
  evaluator_ = Evaluator(now_.scene.figure);
  watched.reset();
  news.figure_changed();
  news.scene_changed();
  news.changed_for_saving();
  news.time_changed();
  wake();
}

// Looking from another side is not an edit, so undo leaves the camera alone.
void Workspace::go_to(State state) {
  if (state.opened == now_.opened) state.scene.camera = now_.scene.camera;
  activate(std::move(state));
}

void Workspace::undo() {
  if (!history.undo_words() && !has_dragged()) throw Refusal("there is nothing to undo");
  let_go();
  go_to(history.undo(draft()));
}

void Workspace::redo() {
  // A drag is an edit like any other: after it there is nothing left to redo.
  if (!history.redo_words() || has_dragged()) throw Refusal("there is nothing to redo");
  let_go();
  go_to(history.redo());
}

void Workspace::set_camera(const Camera& camera) {
  now_.scene.camera = camera;
  news.changed_for_saving();
  news.scene_changed();
}

void Workspace::set_saved(std::string file, std::string title, std::uint64_t file_hash) {
  now_.opened->file = std::move(file);
  now_.opened->source.clear();
  now_.opened->title = std::move(title);
  now_.opened->saved_edit = now_.edit;
  now_.opened->file_hash = file_hash;
  // A backup that still says "unsaved" would be restored after a crash, and then saved over the old file.
  news.saved();
  news.scene_changed();
  news.files_changed();
}

// --- dragging

bool Workspace::has_dragged() const {
  if (held_ && !held_->home.empty()) return held_->recorded;  // posture and figure are others than before
  return held_ && (held_->recorded || !(held_->before.scene.posture == now_.scene.posture));
}

void Workspace::hold(HeldPoint point) {
  if (!timeline.is_live()) activate(draft());
  let_go();
  history.end_gesture();
  if (!point.home.empty()) {
    Expected<Edited> held = re_root(now_.scene.figure, now_.scene.posture, point.held_at);
    if (!held) throw Refusal(held.error().message);
    change_root(std::move(*held));
  }
  set_held(std::move(point));
}

void Workspace::let_go() {
  if (!held_) return;
  const HeldPoint held = *held_;
  set_held(std::nullopt);
  const Figure& figure = now_.scene.figure;
  if (held.home.empty() || figure.segment_name(root_segment) != held.held_at) return;
  if (!held.recorded) {
    go_to(held.before);
    return;
  }
  Expected<Edited> back = held_at_home(figure, now_.scene.posture, held.home, held.before.scene.figure);
  if (back) change_root(std::move(*back));
}

// Holds the figure at another segment, without a step of undo.
void Workspace::change_root(Edited edited) {
  State next = now_;
  set_figure(next.scene, std::move(edited.figure), std::move(edited.posture));
  next.scene.figure_file.clear();  // its root is elsewhere than in the file
  next.scene.root.clear();
  activate(std::move(next));
}

void Workspace::move_held(const Vec3& target) {
  record_drag();
  held_->target = target;
  motion_.move_drag(target);
  wake();
}

void Workspace::set_held(std::optional<HeldPoint> next) {
  if (has_dragged()) record_drag();
  TaskList wanted = next ? tasks_with_drag(now_, *next) : now_.scene.tasks;
  if (next) {
    motion_.stop_following();
    questions.search->end(PathSearch::Ending::edited);
    last_drag_ = {.number = last_drag_.number + 1, .start = draft(), .tasks = wanted};
  }
  motion_.set_tasks(std::move(wanted), next ? Hand::holds : Hand::empty, now_.scene.criteria);
  held_ = std::move(next);
  wake();
}

void Workspace::record_drag() {
  if (!held_ || held_->recorded) return;
  history.add(held_->before, drag_words(*held_), drag_verb, drag_gesture);
  held_->recorded = true;
  now_.edit = ++last_edit_;
  news.scene_changed();
}

// --- what moves

void Workspace::follow(PathWalk path) {
  motion_.follow(std::move(path), now_.scene);
}

void Workspace::set_running(bool running) {
  if (!running) let_go();
  motion_.set_running(running);
  news.scene_changed();
  wake();
}

void Workspace::set_obstacles_move(bool move) {
  if (move == motion_.obstacles_move()) return;
  motion_.set_obstacles_move(move, now_.scene);
  news.scene_changed();
  wake();
}

void Workspace::set_goals_run(bool run) {
  if (run && !timeline.is_live()) timeline.live(*this);
  motion_.set_goals_run(run);
  news.time_changed();
  wake();
}

void Workspace::seek_goals(double time) {
  if (!timeline.is_live()) timeline.live(*this);
  motion_.seek_goals(time, now_.scene);
  news.time_changed();
  wake();
}

void Workspace::restart_solver() {
  motion_.restart(now_.scene);
  wake();
}

void Workspace::wake() {
  motion_.wake();
  news.status_changed();
}

bool Workspace::step(double seconds) {
  outdate_snapshot();
  if (!timeline.is_live()) {
    const bool moves = timeline.advance(*this, seconds);
    news.status_changed();
    return moves;
  }
  if (!motion_.step(now_.scene, news)) return false;
  if (held_) last_drag_.add(held_->target);
  news.status_changed();
  timeline.step_taken(*this);
  return !motion_.solver().is_resting();
}

// --- looking

const Posture& Workspace::shown() const {
  return timeline.is_live() ? now_.scene.posture : timeline.shown();
}

const Snapshot& Workspace::snapshot() {
  if (std::exchange(is_snapshot_current_, true)) return snapshot_;
  evaluator_.evaluate(now_.scene, shown(), motion_.solver().tasks(), motion_.surroundings(),
                      {.watched = watched,
                       .statics = !windows_with_statics.empty(),
                       .displaced = motion_.displaced_obstacles(now_.scene.world)},
                      snapshot_);
  const bool live = timeline.is_live();
  snapshot_.figure_revision = news.figure_revision();
  snapshot_.moving = live ? motion_.solver().is_moving() : timeline.is_playing();
  snapshot_.recording = timeline.is_recording();
  snapshot_.playing = timeline.is_playing();
  snapshot_.dragging = held_.has_value();
  snapshot_.paused = !live && !timeline.is_playing();
  snapshot_.levels.clear();
  if (live) {
    for (const Solver::LevelView& level : motion_.solver().levels()) {
      snapshot_.levels.push_back(
          {level.priority, level.error, level.linear_residual, level.rank, level.lambda});
    }
  }
  return snapshot_;
}

}  // namespace limber
