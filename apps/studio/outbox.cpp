#include "studio/outbox.h"

#include <algorithm>

namespace limber::studio {

namespace {
constexpr std::size_t most_messages = 8192;               // a burst of commands may have as many answers
constexpr std::size_t most_bytes = std::size_t{8} << 20;  // a large figure takes one of them
constexpr std::size_t most_unseen = 2;
}  // namespace

bool Outbox::add(SharedText message) {
  if (texts_.size() >= most_messages || bytes_ + message->size() > most_bytes) return false;
  bytes_ += message->size();
  texts_.push_back(std::move(message));
  return true;
}

void Outbox::seen(std::uint32_t sequence) {
  // Frames arrive in the order they were sent: who has seen one has had those before it.
  const auto found = std::find(unseen_.begin(), unseen_.end(), sequence);
  if (found != unseen_.end()) unseen_.erase(unseen_.begin(), found + 1);
}

bool Outbox::frame_may_leave() const {
  return frame_ && unseen_.size() < most_unseen;
}

SharedText Outbox::take_message() {
  if (texts_.empty()) return nullptr;
  SharedText message = std::move(texts_.front());
  texts_.pop_front();
  bytes_ -= message->size();
  return message;
}

SharedFrame Outbox::take_frame() {
  if (!frame_may_leave()) return nullptr;
  unseen_.push_back(frame_->sequence);
  return std::exchange(frame_, nullptr);
}

void Outbox::drop_messages() {
  texts_.clear();
  bytes_ = 0;
}

}  // namespace limber::studio
