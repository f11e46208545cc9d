#pragma once
// The timeline of a session: live, being recorded, or showing a recording or the motion through the keys. For
// session/ only; time_commands.cpp has the commands.
//
// While something is shown the state of the session stays as it was: an edit, or the command `live`, goes on
// from the posture shown, as a step of undo that leads back.

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "limber/session/keyframes.h"
#include "limber/session/parts.h"
#include "limber/session/playback.h"
#include "limber/session/replay.h"

namespace limber {

enum class PlaySource : std::uint8_t { recording, keyframes };

// A recording being run again to be shown, on another thread.
struct Opening {
  explicit Opening(Recording what) : recording(std::move(what)) {}
  Recording recording;
  std::atomic<std::uint64_t> steps = 0;  // done so far
  std::atomic<bool> wanted = true;
  std::atomic<bool> done = false;
  std::optional<Replayed> result;  // once done

  std::string run();  // -> the answer to record-open
};

class SessionTime final : public Timeline {
 public:
  ~SessionTime() override;

  void command_applied(SessionParts& parts, std::string_view command) override;
  void step_taken(SessionParts& parts) override;
  void figure_changed(const Figure&, const Figure&) override {}  // keys are part of the scene
  bool is_live() const override { return !showing_; }
  bool is_recording() const override { return recorder_.has_value(); }
  bool is_playing() const override { return showing_ && player_.playing; }
  const Posture& shown() const override { return shown_; }
  bool advance(SessionParts& parts, double seconds) override;
  void go_live(SessionParts& parts) override;
  std::string message(const SessionParts& parts) const override;

  // What commands do. All throw Refusal before anything has changed.
  void start_recording(SessionParts& parts);
  void stop_recording(SessionParts& parts);
  const Recorded& tape(const SessionParts& parts) const;  // the last recording made or opened
  void set_tape_name(std::string name) { tape_name_ = std::move(name); }
  std::shared_ptr<Opening> open(SessionParts& parts, Recording recording, std::string name);

  // Shows `source` from a place on (none: where it stood, or from the beginning), playing or standing still.
  void show(SessionParts& parts, PlaySource source, std::optional<double> from, bool plays);
  void pause(SessionParts& parts);
  void live(SessionParts& parts);
  void set_loop(bool loop) { player_.loop = loop; }
  void set_speed(double speed) { player_.speed = speed; }

  // An edit of the keys leaves what is shown as it is, but for the motion through them.
  void commit_keys(SessionParts& parts, std::vector<Keyframe> keys, EditName name);

 private:
  using Clock = std::chrono::steady_clock;
  double recorded_seconds() const;
  void stop_when_full(SessionParts& parts);
  void take_opened(SessionParts& parts);
  void update(SessionParts& parts);  // shown_

  std::optional<PlaySource> showing_;  // none: live
  std::optional<PlaySource> last_source_;
  Player player_;
  std::optional<KeyframeMotion> motion_;  // while keyframes are shown
  Posture shown_;
  std::optional<State> live_;  // what there was before something was shown

  std::optional<Recorder> recorder_;
  Clock::time_point record_start_;
  // A recording belongs to the document it was made of: with another scene open there is none, and undo
  // brings it back with the scene.
  bool has_tape(const SessionParts& parts) const { return tape_document_ == parts.now.document; }
  std::optional<Recorded> tape_;
  std::optional<std::string> tape_name_;
  std::shared_ptr<Document> tape_document_;
  std::shared_ptr<Opening> opening_;
  double since_progress_ = 0.0, since_told_ = 0.0;  // [s]
};

SessionTime& time_of(SessionParts& parts);

}  // namespace limber
