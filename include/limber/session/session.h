#pragma once
// A scene being worked on: commands in, steps of the solver, messages and frames out (protocol/README.md).
// Plain and single-threaded: session/loop.h runs it on a thread of its own, a test calls it directly, and
// `limber replay` runs it again. The same scene, the same commands before the same steps: the same bits.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/solver/report.h"

namespace limber {

class Library;  // session/library.h: the folder scenes are saved to, and the gallery
struct State;   // session/history.h

// What came of a command.
struct Answer {
  std::optional<double> id;  // the command's own
  bool silent = false;       // asks for no answer (drag-move)
  bool refused = false;
  std::string words;   // why it was refused: one sentence
  std::string result;  // JSON, empty: none
  std::function<std::string()>
      later;  // the result takes longer: call it on any thread, it holds all it needs
};
// The done or refused message for it.
std::string message(const Answer& answer);

class Session {
 public:
  // `library` may be null: then files cannot be opened or saved. It must outlive the session.
  // `file`: its name in the library's folder, if it lies there.
  explicit Session(Scene scene, std::string title = "untitled", Library* library = nullptr,
                   std::optional<std::string> file = std::nullopt);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Carries out one command, a JSON object. Whatever the text is: it is done as a whole, or refused and
  // nothing has changed.
  Answer apply(std::string_view command);

  // One step of the solver, or of what is played (`seconds`: time since the last call, for playing). False:
  // nothing moves any more, and nothing will until the next command.
  bool step(double seconds);

  // Nobody waits any more for what is still to be answered later.
  void give_up_questions();

  // Messages for a window that has just opened, and what has changed since the last call (figure, scene,
  // status, time, files, notices), as JSON texts in the order to be sent. Status at most every tenth of a
  // second of `now` [s].
  std::vector<std::string> all_messages();
  std::vector<std::string> take_changes(double now);

  // The posture frame of now; `bytes` keeps its capacity.
  void write_frame(std::uint32_t sequence, double now, double step_microseconds, double steps_per_second,
                   std::vector<std::byte>& bytes);

  const Scene& scene() const;      // as it would be saved: without the drag
  const Posture& posture() const;  // as shown
  std::uint64_t revision() const;  // grows with every change worth saving, posture included
  // For autosave and recovery: all that is needed to go on (scene, title, file, saved or not).
  std::string snapshot() const;
  static Expected<Session> restored(std::string_view snapshot, Library* library);

 private:
  Session(State start, Library* library);
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
