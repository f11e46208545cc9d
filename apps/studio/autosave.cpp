// Lock files that choose a slot, and the thread that writes the backup to it.

#include "studio/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "limber/files/files.h"
#include "limber/files/text_file.h"

namespace limber::studio {

namespace {

namespace fs = std::filesystem;

constexpr int most_studios = 64;               // in one folder
constexpr std::chrono::seconds retry_time{2};  // after a backup could not be written

bool is_same(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Holds a lock file until destroyed.
class Lock {
 public:
  // None: `is_held` by another studio, or it cannot be opened, as a file of another user.
  static std::optional<Lock> take(const fs::path& file, bool& is_held) {
    is_held = false;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return std::nullopt;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return Lock(descriptor);
    is_held = errno == EWOULDBLOCK;
    ::close(descriptor);
    return std::nullopt;
  }
  Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Lock& operator=(Lock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  // False: the file has been removed, and another may be in its place.
  bool is_on(const fs::path& file) const {
    struct stat held, there;
    return ::fstat(descriptor_, &held) == 0 && ::lstat(file.c_str(), &there) == 0 && is_same(held, there);
  }

 private:
  explicit Lock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// The files of a slot, which may not be there.
struct SlotFiles {
  SlotFiles(const fs::path& folder, int number) {
    const std::string name = number == 1 ? "autosave" : "autosave-" + std::to_string(number);
    backup = folder / (name + ".json");
    lock = folder / (name + ".lock");
  }
  bool was_used() const { return fs::exists(lock, error); }
  // A folder may come from a stranger: what lies in it must not lead to our other files.
  bool has_links() const { return fs::is_symlink(backup, error) || fs::is_symlink(lock, error); }
  bool has_backup() const { return fs::exists(backup, error); }

  fs::path backup, lock;
  mutable std::error_code error;
};

struct Slot {
  Lock lock;
  SlotFiles files;
};

std::vector<fs::path> files_ending(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    std::error_code unknown;
    if (file->is_symlink(unknown)) continue;  // as has_links()
    if (file->path().filename().string().ends_with(ending)) files.push_back(file->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// As rename_to_new, to another disk as well.
bool move_to_new(const fs::path& from, const fs::path& to) {
  if (rename_to_new(from, to)) return true;
  if (errno != EXDEV) return false;
  const Expected<std::string> text = read_text(from, Autosave::largest_backup);
  const Expected<bool> saved = text ? save_new_text(to, *text) : Expected<bool>(text.error());
  std::error_code error;
  if (saved && *saved) {
    if (fs::remove(from, error)) return true;
    fs::remove(to, error);  // or each start would bring it over once more
  }
  errno = saved && !*saved ? EEXIST : EIO;
  return false;
}

// To where the next start looks first.
bool move_to_free_slot(const fs::path& backup, const fs::path& folder) {
  for (int number = 1; number <= most_studios; ++number) {
    const SlotFiles slot(folder, number);
    if (slot.has_links() || slot.has_backup()) continue;
    bool is_held = false;
    const std::optional<Lock> lock = Lock::take(slot.lock, is_held);
    if (!lock) continue;
    if (move_to_new(backup, slot.backup)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

// Gives a file a name with another ending in `folder`, one that no file has. Returns where it is now.
Expected<fs::path> put_aside(const fs::path& file, const fs::path& folder, const std::string& ending) {
  for (int number = 1;; ++number) {
    const std::string end = (number == 1 ? "" : "-" + std::to_string(number)) + ending;
    fs::path aside = folder / (file.stem().string() + end);
    if (move_to_new(file, aside)) return aside;
    if (errno != EEXIST) return Error{shown(file) + " cannot be renamed: " + std::strerror(errno)};
  }
}

// Scenes were saved for the first time, and with them came the folder in which backups belong: those that an
// earlier start left in the other one are found here, too. True: a studio is still writing there.
bool bring_over(const fs::path& from, const fs::path& to) {
  bool is_in_use = false;
  for (int number = 1; number <= most_studios; ++number) {
    const SlotFiles slot(from, number);
    if (!slot.was_used() && !slot.has_backup()) break;
    if (slot.has_links()) continue;
    bool is_held = false;
    const std::optional<Lock> lock = Lock::take(slot.lock, is_held);
    is_in_use = is_in_use || is_held;
    if (lock && slot.has_backup()) (void)move_to_free_slot(slot.backup, to);
  }
  for (const fs::path& file : files_ending(from, Autosave::waiting_ending)) {
    (void)put_aside(file, to, Autosave::waiting_ending);
  }
  return is_in_use;
}

// The first free slot with a file that was left behind; if there is none, the first free slot. What several
// studios left behind, after a power cut, waits beside it.
struct Places {
  std::optional<Slot> chosen;
  bool others = false;  // another studio holds one
};
Places look_for_place(const fs::path& folder) {
  Places places;
  bool has_left_behind = false;
  for (int number = 1; number <= most_studios; ++number) {
    const SlotFiles slot(folder, number);
    if (places.chosen && !slot.was_used()) break;  // nor were later ones
    if (slot.has_links()) continue;
    bool is_held = false;
    std::optional<Lock> lock = Lock::take(slot.lock, is_held);
    places.others = places.others || is_held;
    if (!lock) continue;
    const bool left_behind = slot.has_backup();
    if (left_behind && has_left_behind) {
      (void)put_aside(slot.backup, folder, Autosave::waiting_ending);
    } else if (left_behind || !places.chosen) {
      places.chosen = Slot{std::move(*lock), slot};
    }
    has_left_behind = has_left_behind || left_behind;
  }
  return places;
}

// It is not there yet, or a folder of this user and no link: what is kept in it is ours, and stays there.
bool may_keep_in(const fs::path& folder) {
  struct stat status;
  if (::lstat(folder.c_str(), &status) != 0) return errno == ENOENT;
  return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

// Of this user, for scenes in this folder. Empty: this user has no folder. (Not in /tmp, where others could
// have made it before.)
fs::path state_folder(const fs::path& scenes) {
  std::error_code error;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if ((!state || !*state) && (!home || !*home)) return {};
  const fs::path base = state && *state ? fs::path(state) : fs::path(home) / ".local" / "state";
  // With a "/" at its end or without: the same folder.
  std::string name = (fs::absolute(scenes, error) / "").lexically_normal().parent_path().string();
  for (char& c : name) {
    if (c == '/') c = '%';
  }
  return base / "limber" / name;
}

}  // namespace

struct Autosave::Parts {
  Parts(Slot slot_in, bool others_in) : slot(std::move(slot_in)), others(others_in) {
    std::error_code error;
    ::stat(slot.files.backup.parent_path().c_str(), &folder_at_start);
    if (fs::exists(slot.files.backup, error)) {
      Expected<std::string> text = read_text(slot.files.backup, largest_backup);
      if (text) left_behind = std::move(*text);
      if (!text) unread = text.error().message;
    }
    thread = std::thread([this] { run(); });
  }
  ~Parts() { finish(); }

  void save(std::string backup) {
    if (is_kept_from_saving) return;
    {
      const std::lock_guard lock(mutex);
      waiting = std::move(backup);
    }
    wake.notify_one();
  }

  bool finish() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    wake.notify_one();
    if (thread.joinable()) thread.join();
    return !is_kept_from_saving && is_written;
  }

  // Makes the place for the backup again where somebody has cleaned up. An Error: what is there is not ours.
  Expected<bool> mend_place() {
    const fs::path folder = slot.files.backup.parent_path();
    struct stat there;
    if (::stat(folder.c_str(), &there) != 0 || !is_same(there, folder_at_start)) {
      if (!may_keep_in(folder)) return Error{shown(folder) + " is no longer a folder of yours"};
      std::error_code error;
      fs::create_directory(folder, error);
      if (error || ::stat(folder.c_str(), &folder_at_start) != 0) {
        return Error{"the folder " + shown(folder) + " has gone and cannot be created"};
      }
    }
    if (slot.lock.is_on(slot.files.lock)) return true;
    bool is_held = false;
    std::optional<Lock> lock = Lock::take(slot.files.lock, is_held);
    if (!lock) return Error{shown(slot.files.lock) + " was removed, and cannot be made again"};
    slot.lock = std::move(*lock);
    return true;
  }

  // False: it is not on the disk. `told`: that this is so.
  bool write(const std::string& backup, bool& told) {
    try {
      const Expected<bool> place = mend_place();
      const Expected<bool> saved = place ? save_text(slot.files.backup, backup) : place;
      if (saved) return told = false, true;
      // Under the lock: once on_problem() has returned, whoever was told before is not called again.
      const std::lock_guard lock(mutex);
      if (tell && !std::exchange(told, true)) {
        tell("Your work is not being backed up: " + saved.error().message + ".");
      }
    } catch (const std::bad_alloc&) {  // there may be memory at the next try
    }
    return false;
  }

  void run() {
    bool told = false;
    for (;;) {
      std::string backup;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return stopping || waiting; });
        if (!waiting) return;
        backup = std::move(*waiting);
        waiting.reset();
      }
      is_written = write(backup, told);
      if (is_written) continue;
      std::unique_lock lock(mutex);
      if (stopping) return;
      wake.wait_for(lock, retry_time, [&] { return stopping || waiting; });
      if (!waiting) waiting = std::move(backup);
    }
  }

  Slot slot;
  struct stat folder_at_start = {};
  bool others;
  std::atomic<bool> is_kept_from_saving =
      false;  // what was left behind could not be moved: no save may replace it
  std::optional<std::string> left_behind;
  std::optional<std::string> unread;
  std::function<void(std::string)> tell;
  std::mutex mutex;
  std::condition_variable wake;
  std::optional<std::string> waiting;
  bool stopping = false;
  bool is_written = true;  // what came last; of the thread, until it has ended
  std::thread thread;
};

Autosave::Autosave(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Autosave::~Autosave() = default;
Autosave::Autosave(Autosave&&) noexcept = default;
Autosave& Autosave::operator=(Autosave&&) noexcept = default;

Expected<Autosave> Autosave::in(const fs::path& folder, const fs::path& earlier) {
  if (folder.empty()) return Error{"HOME is not set, so there is no folder to keep it in"};
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{"the folder " + shown(folder) + " cannot be created: " + error.message()};
  const bool is_used_elsewhere =
      !earlier.empty() && fs::is_directory(earlier, error) && bring_over(earlier, folder);
  Places places = look_for_place(folder);
  if (!places.chosen) return Error{"the folder " + shown(folder) + " cannot be written to"};
  Autosave autosave(std::make_unique<Parts>(std::move(*places.chosen), places.others || is_used_elsewhere));
  if (autosave.parts_->unread) (void)autosave.set_aside(waiting_ending);
  return autosave;
}

bool Autosave::is_second() const {
  return parts_->others;
}
const std::optional<std::string>& Autosave::left_behind() const {
  return parts_->left_behind;
}
const std::optional<std::string>& Autosave::unread() const {
  return parts_->unread;
}
const fs::path& Autosave::file() const {
  return parts_->slot.files.backup;
}
Expected<fs::path> Autosave::set_aside(const std::string& ending) {
  Expected<fs::path> aside = put_aside(file(), file().parent_path(), ending);
  if (!aside) parts_->is_kept_from_saving = true;
  return aside;
}
std::vector<fs::path> Autosave::files_set_aside(const std::string& ending) const {
  return files_ending(file().parent_path(), ending);
}
void Autosave::save(std::string backup) {
  parts_->save(std::move(backup));
}
void Autosave::on_problem(std::function<void(std::string)> tell) {
  const std::lock_guard lock(parts_->mutex);
  parts_->tell = std::move(tell);
}
void Autosave::discard_left_behind() {
  std::error_code error;
  fs::remove(file(), error);
}
bool Autosave::finish(const std::function<std::string()>& backup) {
  try {
    save(backup());
  } catch (const std::exception&) {
    return finish(), false;
  }
  return finish();
}
bool Autosave::finish() {
  return parts_->finish();
}
void Autosave::finish_and_remove() {
  parts_->finish();
  if (!parts_->is_kept_from_saving) discard_left_behind();
}

fs::path autosave_folder(const fs::path& scenes) {
  std::error_code error;
  const fs::path beside = scenes / ".limber";
  return fs::is_directory(scenes, error) && may_keep_in(beside) ? beside : state_folder(scenes);
}

fs::path earlier_autosave_folder(const fs::path& scenes) {
  const fs::path elsewhere = state_folder(scenes);
  return autosave_folder(scenes) == elsewhere ? fs::path() : elsewhere;
}

}  // namespace limber::studio
