#pragma once
// A scene being worked on: commands in, steps of the solver, messages and snapshots out (protocol/README.md).
// Plain and single-threaded: session/driver.h decides when it steps and speaks, a test calls it directly, and
// `limber replay` runs it again. The same scene and commands before the same steps give the same bits.

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber {

class Library;    // session/library.h: the folder scenes are saved to, and the gallery
class Workspace;  // internal
struct Snapshot;  // internal: one instant, evaluated
struct State;     // internal
struct Import;    // internal: a file that is being read

// The answer to a command.
struct Answer {
  std::optional<double> id;  // the command's own
  bool silent = false;       // is not sent (drag-move)
  bool refused = false;
  std::string words;         // why it was refused: one sentence
  bool may_replace = false;  // refused only because something would be lost: with "replace": true it is done
  std::string result;        // JSON; empty: none
  // If set, the result takes longer: call it on any thread, it holds all it needs. Throws when refused.
  std::function<std::string()> later;
  // If set, the command has only begun: a file is being read for it (Session::begin).
  std::shared_ptr<Import> import;
};
// The `done` or `refused` message that answers the command.
std::string message(const Answer& answer);

class Session {
 public:
  // `library` may be null: then files cannot be opened or saved. It must outlive the session.
  // `file`: the scene's name in the library's folder, if it is there. `source`: where else it comes from, by
  // which unsaved work on it is known again.
  // Throws std::runtime_error, one sentence, for a scene that needs too much memory or time.
  explicit Session(Scene scene, std::string title = "untitled", Library* library = nullptr,
                   std::optional<std::string> file = std::nullopt, std::string source = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Carries out one command, a JSON object. Whatever the text, the command is either carried out as a whole
  // or refused, and then nothing has changed. `window`: who gave it; while one window drags, others cannot.
  Answer apply(std::string_view command, std::uint32_t window = 0);
  // The same for a host that does not wait for files: where the answer has an `import`, call its `read` on
  // any thread, then `finish` on this one. The session goes on meanwhile.
  Answer begin(std::string_view command, std::uint32_t window = 0);
  void finish(Answer& answer, std::uint32_t window);
  // The window is gone: a drag of its own ends here, the files it asked for are not read any more, and the
  // pieces of what it dropped are forgotten. False: it had no drag.
  bool release(std::uint32_t window);

  // One step of the solver, or of playback (`seconds`: since the last call, for playback). False: nothing
  // moves until the next command.
  bool step(double seconds);
  double step_clearance() const;  // [m] the smallest in the last step; infinity: nothing near

  // Where a message could not be made for want of memory: the next take_changes() says everything.
  void tell_everything_again();

  // Ends searches, comparisons and the replay of a recording that is being opened: nobody waits for their
  // answers any more.
  void give_up_questions();

  // JSON texts in the order to be sent (figure, scene, status, time, files, notices): all that a window needs
  // which has just opened, and what has changed since the last call, the status at most every tenth of a
  // second of `now` [s].
  std::vector<std::string> all_messages();
  std::vector<std::string> take_changes(double now);
  // Of what has changed only the notices: they are said once, so a host keeps each until it has been sent.
  std::list<std::string> take_notices();

  // The posture shown, evaluated at most once per step or command. Valid until the next one.
  const Snapshot& snapshot();

  const Scene& scene() const;         // as it would be saved: without the drag
  const Posture& posture() const;     // as shown
  std::uint64_t revision() const;     // grows with every change worth saving, the posture included
  std::uint64_t saves() const;        // how often the scene was saved
  const std::string& source() const;  // of the scene that is open; empty: a file of the folder, or unknown
  // For autosave and recovery: everything needed to continue (scene, title, file, saved or not).
  std::string backup() const;
  static Expected<Session> from_backup(std::string_view backup, Library* library);

 private:
  Session(State start, Library* library);
  std::unique_ptr<Workspace> workspace_;
  struct Told;
  std::unique_ptr<Told> told_;
};

}  // namespace limber
