#include "studio/outbox.h"

#include <algorithm>

namespace limber::studio {

namespace {
constexpr std::size_t most_waiting_messages = 8192;                // a burst of commands has as many answers
constexpr std::size_t most_waiting_bytes = std::size_t{16} << 20;  // the largest figure takes most of them
constexpr std::size_t most_unseen = 2;
}  // namespace

bool Outbox::add(SharedText message) {
  if (texts_.size() >= most_waiting_messages || bytes_ + message->size() > most_waiting_bytes) return false;
  bytes_ += message->size();
  texts_.push_back(std::move(message));
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
