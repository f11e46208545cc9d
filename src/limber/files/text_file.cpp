// Reads and saves files, and finds those shipped with Limber.

#include "limber/files/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "limber/base/names.h"
#include "limber/files/files.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using Stream = std::unique_ptr<std::FILE, Close>;

// Files of the kernel look like regular ones; reading them may wait for ever.
bool is_kernel_file(std::FILE* stream) {
  struct statfs system;
  if (::fstatfs(::fileno(stream), &system) != 0) return false;
  constexpr unsigned long kernel_systems[] = {PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,
                                              TRACEFS_MAGIC,    CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
                                              SECURITYFS_MAGIC, BPF_FS_MAGIC};
  const auto type = static_cast<unsigned long>(system.f_type);
  return std::find(std::begin(kernel_systems), std::end(kernel_systems), type) != std::end(kernel_systems);
}

std::string reason() {
  return std::strerror(errno);
}

// A temporary name in the same folder, so that renaming stays on one disk; another for each thread.
fs::path beside(const fs::path& file) {
  std::string name = ".";
  name += file.filename().string() + ".saving-" + std::to_string(::gettid());
  return file.parent_path() / name;
}

// A new file, for writing. What already has its name is removed, not written through: where others may write
// as well, it may be a link of theirs to another file of ours. `mode`: from its first byte on, because what
// only its owner may read must at no time be readable for others; less what the user's umask takes away.
Stream create(const fs::path& file, mode_t mode) {
  const auto open = [&] { return ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); };
  int descriptor = open();
  if (descriptor < 0 && errno == EEXIST) {
    std::error_code error;
    fs::remove(file, error);
    descriptor = open();
  }
  if (descriptor < 0) return nullptr;
  Stream stream(::fdopen(descriptor, "wb"));
  if (!stream) ::close(descriptor);
  return stream;
}

// `replaced`: the permissions of the file it takes the place of, umask or not.
bool write_all(const fs::path& file, std::optional<fs::perms> replaced, std::string_view text) {
  constexpr mode_t usual = 0666;
  const mode_t mode = replaced ? static_cast<mode_t>(*replaced & fs::perms::all) : usual;
  Stream stream = create(file, mode);
  if (!stream) return false;
  // By the open file, not by its name, which may lead elsewhere by now. Not all file systems can.
  if (replaced) (void)::fchmod(::fileno(stream.get()), mode);
  if (std::fwrite(text.data(), 1, text.size(), stream.get()) != text.size()) return false;
  // The data must be on disk before the file is renamed: after a power cut it must not be empty.
  if (std::fflush(stream.get()) != 0 || ::fsync(::fileno(stream.get())) != 0) return false;
  return std::fclose(stream.release()) == 0;
}

}  // namespace

std::string shown(const fs::path& file) {
  std::string text = file.generic_string();
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

std::string did_you_mean_file(const fs::path& file) {
  constexpr std::size_t most_names = 10'000;
  std::vector<std::string> names;
  std::error_code error;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && names.size() < most_names;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());  // folders have different orders on different machines
  return did_you_mean(file.filename().string(), names);
}

Expected<std::string> read_text(const fs::path& file, std::size_t largest) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) {
    return Error{shown(file) + ": there is no such file" + did_you_mean_file(file)};
  }
  if (error) return Error{shown(file) + ": cannot be read: " + error.message()};
  if (status.type() == fs::file_type::directory) return Error{shown(file) + ": is a folder; expected a file"};
  if (status.type() != fs::file_type::regular) return Error{shown(file) + ": is not a regular file"};
  const auto too_large = [&](std::uintmax_t size) {
    return Error{shown(file) + ": is " + std::to_string(size >> 20) + " MB large; files up to " +
                 std::to_string(largest >> 20) + " MB are read"};
  };
  const std::uintmax_t size = fs::file_size(file, error);
  if (!error && size > largest) return too_large(size);

  const Stream stream(std::fopen(file.c_str(), "rb"));
  if (!stream) return Error{shown(file) + ": cannot be read: " + reason()};
  if (is_kernel_file(stream.get())) return Error{shown(file) + ": is not a regular file"};
  std::string text;
  char block[1 << 16];
  while (const std::size_t count = std::fread(block, 1, sizeof block, stream.get())) {
    text.append(block, count);
    if (text.size() > largest) return too_large(text.size());  // it grew while it was read
  }
  if (std::ferror(stream.get())) return Error{shown(file) + ": cannot be read: " + reason()};
  if (text.empty()) return Error{shown(file) + ": is empty"};
  return text;
}

namespace {

// A file has its new name on the disk only when its folder has been written, too: after a power cut, "saved"
// must have been true. Nothing can be done about a folder that cannot be synchronised.
void make_name_durable(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  ::close(descriptor);
}

// Writes beside `target`; `put` gives what was written its name. Returns 0, or errno.
template <class Put>
int save_beside(const fs::path& target, std::string_view text, const Put& put) {
  std::error_code error;
  const fs::file_status there = fs::status(target, error);  // once: it may go at any moment
  if (fs::is_directory(there)) return EISDIR;
  const fs::path temporary = beside(target);
  std::optional<fs::perms> replaced;
  if (fs::exists(there)) replaced = there.permissions();
  if (write_all(temporary, replaced, text) && put(temporary)) {
    make_name_durable(target);
    return 0;
  }
  const int cause = errno;
  fs::remove(temporary, error);
  return cause;
}

Error not_written(const fs::path& file, int cause) {
  if (cause == EISDIR) return Error{shown(file) + ": is a folder; expected the name of a file"};
  return Error{shown(file) + ": cannot be written: " + std::strerror(cause)};
}

}  // namespace

bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  std::error_code error;  // a file system that cannot do it in one go
  const fs::file_type there = fs::symlink_status(to, error).type();
  if (there == fs::file_type::none) return errno = error.value(), false;  // nobody knows
  if (there != fs::file_type::not_found) return errno = EEXIST, false;
  return std::rename(from.c_str(), to.c_str()) == 0;
}

Expected<bool> save_text(const fs::path& file, std::string_view text) {
  std::error_code error;
  // A symbolic link stays: its target is replaced.
  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  const fs::file_status there = fs::status(target, error);
  if (fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there)) {
    return Error{shown(file) + ": is not a regular file"};  // a device or a pipe, which is no file's place
  }
  const int cause = save_beside(target, text, [&](const fs::path& written) {
    return std::rename(written.c_str(), target.c_str()) == 0;
  });
  if (cause != 0) return not_written(file, cause);
  return true;
}

Expected<bool> save_new_text(const fs::path& file, std::string_view text) {
  const int cause =
      save_beside(file, text, [&](const fs::path& written) { return rename_to_new(written, file); });
  if (cause != 0 && cause != EEXIST) return not_written(file, cause);
  return cause == 0;
}

std::vector<fs::path> shipped_folders() {
  std::vector<fs::path> folders;
  if (const char* share = std::getenv("LIMBER_SHARE")) folders.push_back(share);
  std::error_code error;
  const fs::path program = fs::canonical("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path() / ".." / "share" / "limber");
  return folders;
}

std::optional<fs::path> find_shipped_file(const fs::path& file) {
  std::vector<fs::path> folders = shipped_folders();
  folders.push_back(".");
  std::error_code error;
  for (const fs::path& folder : folders) {
    const fs::path candidate = (folder / file).lexically_normal();
    if (fs::is_regular_file(candidate, error)) return candidate;
  }
  return std::nullopt;
}

}  // namespace limber
