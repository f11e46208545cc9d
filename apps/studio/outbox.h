#pragma once
// What still has to be sent to a window. Messages wait their turn, up to a limit. Of snapshots only the
// newest waits, until the window has seen all but one of those sent before it.

#include <cstddef>
#include <cstdint>
#include <deque>

#include "limber/session/driver.h"

namespace limber::studio {

class Outbox {
 public:
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
  bool snapshot_may_leave() const;

  std::deque<SharedText> texts_;
  std::size_t bytes_ = 0;  // of texts_
  SharedSnapshot snapshot_;
  std::deque<std::uint32_t> unseen_;  // snapshots sent and not acknowledged
};

}  // namespace limber::studio
