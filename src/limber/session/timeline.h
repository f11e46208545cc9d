#pragma once
// What a session knows of time: recordings, key postures and playing them. The session tells it what happens;
// while something is played or looked at (`!is_live()`), the timeline says which posture is shown and the
// solver rests.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "limber/session/session.h"

namespace limber {

struct SessionParts;

class Timeline {
 public:
  virtual ~Timeline() = default;

  // A command was carried out before step number parts.step_count (the next one to be taken). Only commands
  // that change what the solver does or starts from are told, in their own text.
  virtual void command_applied(SessionParts& parts, std::string_view command) = 0;
  // Step number parts.step_count - 1 was taken; the posture is parts.now.scene.posture.
  virtual void step_taken(SessionParts& parts) = 0;
  // The figure is another one now: postures kept must be carried over by joint names (figure/edit.h).
  virtual void figure_changed(const Figure& from, const Figure& to) = 0;

  virtual bool is_live() const = 0;
  virtual bool is_recording() const = 0;
  // Whether shown() will change by itself.
  virtual bool is_playing() const = 0;
  // The posture shown when not live; it fits the figure.
  virtual const Posture& shown() const = 0;
  // Time goes by while not live. False: nothing moves any more.
  virtual bool advance(SessionParts& parts, double seconds) = 0;
  // Back to solving; who calls it has taken over the posture shown.
  virtual void go_live(SessionParts& parts) = 0;

  // The `time` message.
  virtual std::string message(const SessionParts& parts) const = 0;
};

std::unique_ptr<Timeline> make_timeline();

}  // namespace limber
