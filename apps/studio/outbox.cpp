// How much may wait for a window, and when a snapshot leaves.

#include "studio/outbox.h"

#include <algorithm>

#include "limber/session/state/text_size.h"

namespace limber::studio {

namespace {
constexpr std::size_t most_unseen = 2;
constexpr double most_besides = 6e6;  // [bytes] of status, time and files, when a window opens

// Of figure and scene the larger does not count, so that half of both must fit.
static_assert(static_cast<double>(Outbox::most_waiting_bytes) > most_text / 2 + most_besides);
}  // namespace

bool Outbox::has_room_for(std::size_t bytes) const {
  if (texts_.size() >= most_waiting_messages) return false;
  if (bytes_ + bytes <= most_waiting_bytes) return true;
  std::size_t largest = bytes;
  for (const SharedText& text : texts_) largest = std::max(largest, text->size());
  return bytes_ + bytes - largest <= most_waiting_bytes;
}

bool Outbox::add(SharedText message) {
  if (!has_room_for(message->size())) return false;
  texts_.push_back(std::move(message));
  bytes_ += texts_.back()->size();
  return true;
}

void Outbox::seen(std::uint32_t sequence) {
  // Snapshots arrive in the order they were sent: a window that has seen one has seen those before it.
  const auto found = std::find(unseen_.begin(), unseen_.end(), sequence);
  if (found != unseen_.end()) unseen_.erase(unseen_.begin(), found + 1);
}

bool Outbox::snapshot_may_leave() const {
  return snapshot_ && unseen_.size() < most_unseen;
}

SharedText Outbox::take_message() {
  if (texts_.empty()) return nullptr;
  SharedText message = std::move(texts_.front());
  texts_.pop_front();
  bytes_ -= message->size();
  return message;
}

SharedSnapshot Outbox::take_snapshot() {
  if (!snapshot_may_leave()) return nullptr;
  unseen_.push_back(snapshot_->sequence);
  return std::exchange(snapshot_, nullptr);
}

void Outbox::drop_messages() {
  texts_.clear();
  bytes_ = 0;
}

}  // namespace limber::studio
