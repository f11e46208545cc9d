#pragma once
// Keeps a backup of the session where the next start finds it, so that neither a crash nor a power cut costs
// more than the last second.
//
// The folder holds autosave.json and autosave.lock. The lock is the system's (flock) and ends with the
// process, however that ends: a file whose lock is free was left behind. A second studio in the same folder
// gets autosave-2.json, and so on.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "limber/base/expected.h"

namespace limber::studio {

class Autosave {
 public:
  // Creates the folder if needed.
  static Expected<Autosave> in(const std::filesystem::path& folder);
  ~Autosave();
  Autosave(Autosave&&) noexcept;
  Autosave& operator=(Autosave&&) noexcept;

  // Another studio uses this folder too.
  bool is_second() const;
  // What an earlier run left behind, or nothing.
  const std::optional<std::string>& left_behind() const;
  const std::filesystem::path& file() const;

  // Hands it to the writing thread; does not wait. The newest wins.
  void save(std::string backup);
  // Called with one sentence when writing fails, once and on the writing thread. Set it before the first
  // save.
  void on_problem(std::function<void(std::string)> tell);

  // Waits for the last write, or removes the file so that nothing is restored. Ends the thread.
  void finish();
  void finish_and_remove();

 private:
  struct Parts;
  explicit Autosave(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Where a studio with this folder of scenes keeps its autosave: in `scenes`/.limber if that folder exists,
// else below $XDG_STATE_HOME or ~/.local/state, in a folder that carries its name.
std::filesystem::path autosave_folder(const std::filesystem::path& scenes);

}  // namespace limber::studio
