// Steps back and forth between states, as many as there is room for.
#include "limber/session/state/history.h"

#include <algorithm>
#include <utility>

#include "limber/session/state/size.h"

namespace limber {

void History::add(State before, std::string words, std::string_view verb, std::optional<double> gesture) {
  const bool continues =
      gesture && gesture_ == gesture && verb_ == verb && position_ == steps_.size() && position_ > floor_;
  gesture_ = gesture;
  verb_ = verb;
  if (continues) return;
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(position_),
               steps_.end());  // what was undone can no longer be redone
  // What was before the floor does not count: a replay knows nothing of it, and must forget the same steps.
  const double bytes = bytes_besides(before, position_ > floor_ ? &steps_[position_ - 1].before : nullptr);
  steps_.push_back({std::move(before), std::nullopt, std::move(words), bytes});
  ++position_;
}

const std::string* History::undo_words() const {
  return position_ > floor_ ? &steps_[position_ - 1].words : nullptr;
}

const std::string* History::redo_words() const {
  return position_ < steps_.size() ? &steps_[position_].words : nullptr;
}

State History::undo(State now) {
  end_gesture();
  Step& step = steps_[--position_];
  step.after = std::move(now);
  return step.before;
}

State History::redo() {
  end_gesture();
  return *steps_[position_++].after;
}

void History::go_back(Mark mark) noexcept {
  end_gesture();
  while (steps_.size() > mark.steps) steps_.pop_back();
  position_ = std::min(mark.position, steps_.size());  // what could be redone may be gone
}

void History::keep_bytes(double most) noexcept {
  double bytes = 0.0;
  for (const Step& step : steps_) bytes += step.bytes;
  std::size_t forgotten = 0;
  while (bytes > most && forgotten + 1 < position_) bytes -= steps_[forgotten++].bytes;
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(forgotten));
  position_ -= forgotten;
  floor_ -= std::min(floor_, forgotten);
}

void History::set_floor() {
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(position_), steps_.end());
  floor_ = position_;
}

}  // namespace limber
