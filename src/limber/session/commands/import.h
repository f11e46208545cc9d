#pragma once
// Commands that read a file first. The reading is done elsewhere, while the session goes on; what it gives is
// taken over on the session's thread.

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "limber/session/session.h"

namespace limber {

class Workspace;

// Takes over what was read: the rest of the command. Throws as handlers do, before anything has changed.
using Landing = std::function<void(Workspace& workspace, Answer& answer)>;

struct Import {
  std::function<void()> read;  // on any thread, once; it holds all it needs, and throws nothing
  Landing land;                // set by `read`
  std::string_view verb;       // of its command
  std::atomic<bool> is_wanted = true;
};

// The command being carried out ends with `land` once `read` has been done. `read` gives the landing, or
// throws as handlers do; once `is_wanted` is false it should end. A later import of the same window takes the
// place of this one.
void read_first(Workspace& workspace, Answer& answer,
                std::function<Landing(const std::atomic<bool>& is_wanted)> read);

}  // namespace limber
