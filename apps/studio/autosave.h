#pragma once
// Keeps a backup of the session where the next start finds it, so that neither a crash nor a power cut costs
// more than the last second (a few, where a backup takes long to make).
//
// The folder holds autosave.json and autosave.lock. The lock is the system's (flock) and ends with the
// process, however that ends: a file whose lock is free was left behind. A second studio in the same folder
// gets autosave-2.json, and so on.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "limber/base/expected.h"

namespace limber::studio {

class Autosave {
 public:
  static constexpr std::size_t largest_backup = std::size_t{256} << 20;  // [bytes]
  // Endings of backups that were set aside: those to try again, and those that nobody can read.
  static constexpr const char* waiting_ending = ".unsaved";
  static constexpr const char* unreadable_ending = ".unreadable";

  // Creates the folder if needed. What was left behind in an `earlier` folder is brought over first.
  static Expected<Autosave> in(const std::filesystem::path& folder,
                               const std::filesystem::path& earlier = {});
  ~Autosave();
  Autosave(Autosave&&) noexcept;
  Autosave& operator=(Autosave&&) noexcept;

  // Another studio uses this folder too.
  bool is_second() const;
  // What an earlier run left behind, or nothing.
  const std::optional<std::string>& left_behind() const;
  // Why what an earlier run left behind could not be read, or nothing. It was set aside, to be tried again at
  // the next start.
  const std::optional<std::string>& unread() const;
  const std::filesystem::path& file() const;

  // Moves what was left behind out of the way of the next save, under a name no other file has, and returns
  // where it is now. Where even that fails, nothing is saved from then on: what was left behind is worth
  // more.
  Expected<std::filesystem::path> set_aside(const std::string& ending);
  // What earlier runs set aside with this ending, oldest name first.
  std::vector<std::filesystem::path> files_set_aside(const std::string& ending) const;

  // Hands it to the writing thread; does not wait. The newest wins.
  void save(std::string backup);
  // Called with one sentence when writing fails, once until it works again, and on the writing thread. A
  // backup that could not be written is tried again every few seconds. After on_problem({}) nobody is called.
  void on_problem(std::function<void(std::string)> tell);

  // Removes what was left behind: it is a scene now.
  void discard_left_behind();

  // Writes what `backup` makes, or what was handed over last, and ends the thread. False: it could not be
  // made, as when there is no memory for it, or is not on the disk.
  bool finish(const std::function<std::string()>& backup);
  bool finish();
  // Removes the file, so that nothing is restored, but never what was left behind and could not be set aside.
  void finish_and_remove();

 private:
  struct Parts;
  explicit Autosave(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Where a studio with this folder of scenes keeps its autosave: in `scenes`/.limber if `scenes` exists and
// .limber is not a link or somebody else's, else below $XDG_STATE_HOME or ~/.local/state, in a folder that
// carries its name. Empty: there is no such folder, because neither variable is set.
std::filesystem::path autosave_folder(const std::filesystem::path& scenes);
// Where else it may have been kept: `scenes` is created by the first save into it. Empty: nowhere.
std::filesystem::path earlier_autosave_folder(const std::filesystem::path& scenes);

}  // namespace limber::studio
