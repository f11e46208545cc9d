#include "limber/session/commands/import.h"

#include <exception>
#include <utility>

#include "limber/session/workspace.h"

namespace limber {

void read_first(Workspace& workspace, Answer& answer,
                std::function<Landing(const std::atomic<bool>& is_wanted)> read) {
  const auto import = std::make_shared<Import>();
  import->verb = workspace.verb;
  // Not its owner: that would be a circle.
  import->read = [ raw = import.get(), work = std::move(read) ] { try { raw->land = work(raw->is_wanted);
}
catch (...) {
  raw->land = [problem = std::current_exception()](Workspace&, Answer&) { std::rethrow_exception(problem); };
}
};  // namespace limber
std::shared_ptr<Import>& last = workspace.questions.imports[workspace.window];
if (last) last->is_wanted = false;
answer.import = last = import;
}

}  // namespace limber
