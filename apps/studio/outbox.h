#pragma once
// What a window has still to be sent. Messages wait their turn, up to a limit; of frames only the newest
// waits, and it does not leave before the window has seen all but one of those before it.

#include <cstddef>
#include <cstdint>
#include <deque>

#include "limber/session/loop.h"

namespace limber::studio {

class Outbox {
 public:
  bool add(SharedText message);  // false: too much waits already, the window does not read
  void show(SharedFrame frame) { frame_ = std::move(frame); }
  void seen(std::uint32_t sequence);

  bool is_empty() const { return texts_.empty() && !frame_may_leave(); }
  // Null: there is none. Messages are to be sent first, so that a frame never overtakes its figure.
  SharedText take_message();
  SharedFrame take_frame();
  void drop_messages();
  void drop_frame() { frame_ = nullptr; }

 private:
  bool frame_may_leave() const;

  std::deque<SharedText> texts_;
  std::size_t bytes_ = 0;  // of texts_
  SharedFrame frame_;
  std::deque<std::uint32_t> unseen_;  // frames sent and not acknowledged
};

}  // namespace limber::studio
