// A session that knows no time but now.

#include "limber/session/timeline.h"

#include <stdexcept>

#include "limber/session/parts.h"

namespace limber {

namespace {

class AlwaysLive final : public Timeline {
 public:
  void command_applied(const SessionParts&, std::string_view) override {}
  void step_taken(const SessionParts&) override {}
  void figure_changed(const Figure&, const Figure&) override {}
  bool is_live() const override { return true; }
  bool is_recording() const override { return false; }
  bool is_playing() const override { return false; }
  const Posture& shown() const override { throw std::logic_error("nothing is played"); }
  bool advance(SessionParts&, double) override { return false; }
  void go_live(SessionParts&) override {}
  std::string message(const SessionParts&) const override {
    return R"({"type": "time", "mode": "live", "source": null, "position": 0, "duration": 0, "loop": false, )"
           R"("speed": 1, "keys": [], "recording": null})";
  }
};

}  // namespace

std::unique_ptr<Timeline> make_timeline() {
  return std::make_unique<AlwaysLive>();
}

std::span<const Verb> time_verbs() {
  return {};
}

}  // namespace limber
