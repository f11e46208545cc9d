#pragma once
// What still has to be sent to a window. Messages wait their turn, up to a limit that does not count the
// largest of them: so the largest figure can be told however large it is, and a window that does not read
// costs no more than one of it. Of snapshots only the newest waits, until the window has seen all but one of
// those sent before it.

#include <cstddef>
#include <cstdint>
#include <deque>

#include "limber/session/driver.h"

namespace limber::studio {

class Outbox {
 public:
  static constexpr std::size_t most_waiting_messages = 8192;  // a burst of commands has as many answers
  // Besides the largest message. What a window is told first is a figure and its scene, and a little more.
  static constexpr std::size_t most_waiting_bytes = std::size_t{24} << 20;

  bool add(SharedText message);  // false: too much waits, the window does not read
  void show(SharedSnapshot snapshot) { snapshot_ = std::move(snapshot); }
  void seen(std::uint32_t sequence);

  bool is_empty() const { return texts_.empty() && !snapshot_may_leave(); }
  // Null: there is none. Messages go first, so that a snapshot never overtakes its figure.
  SharedText take_message();
  SharedSnapshot take_snapshot();
  void drop_messages();
  void drop_snapshot() { snapshot_ = nullptr; }

 private:
  bool has_room_for(std::size_t bytes) const;
  bool snapshot_may_leave() const;

  std::deque<SharedText> texts_;
  std::size_t bytes_ = 0;  // of texts_
  SharedSnapshot snapshot_;
  std::deque<std::uint32_t> unseen_;  // snapshots sent and not acknowledged
};

}  // namespace limber::studio
