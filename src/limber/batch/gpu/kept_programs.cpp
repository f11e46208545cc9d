// A file: one line, the text, the code. The line has their sizes and the hash of both, so that a file that
// was cut off or changed is noticed before a driver reads it. Every file is reached through the open folder,
// so that nobody can put another folder in its place meanwhile.

#include "limber/batch/gpu/kept_programs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "limber/base/fnv.h"

namespace limber::batch::gpu {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_file = std::size_t{64} << 20;  // [bytes] programs are a few hundred thousand
constexpr std::string_view first_words = "limber gpu program 1, ";
constexpr std::size_t hash_digits = 16;

std::string digits(std::uint64_t hash) {
  char text[hash_digits + 1];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

std::string first_line(std::size_t text_size, std::size_t code_size, std::uint64_t hash) {
  return std::string(first_words) + std::to_string(text_size) + " " + std::to_string(code_size) + " " +
         digits(hash) + "\n";
}

std::string name_of(const std::string& figure, const std::string& text) {
  return digits(text_hash(figure)) + "-" + digits(text_hash(text));
}

bool is_name(std::string_view name) {
  const auto is_hash = [](std::string_view part) {
    return part.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  };
  return name.size() == 2 * hash_digits + 1 && name[hash_digits] == '-' &&
         is_hash(name.substr(0, hash_digits)) && is_hash(name.substr(hash_digits + 1));
}

class Descriptor {  // closed with its owner
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

Error not_kept(const fs::path& what, const std::string& why) {
  return {"compiled GPU programs are not kept: " + what.string() + ": " + why};
}

// Why an open folder or file is not to be trusted; empty: this user alone can write to it.
std::string distrust(const Descriptor& file) {
  struct stat status;
  if (::fstat(file.number(), &status) != 0) return std::strerror(errno);
  if (status.st_uid != ::geteuid()) return "belongs to another user";
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "other users can write to it";
  return "";
}

// An error is a sentence. A link in place of the folder is not followed.
Expected<Descriptor> open_folder(const fs::path& folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened) {
    const bool is_other = errno == ENOTDIR || errno == ELOOP;
    return not_kept(folder, is_other ? "is not a folder" : std::strerror(errno));
  }
  if (const std::string why = distrust(opened); !why.empty()) return not_kept(folder, why);
  return opened;
}

// The folder, and those that lead to it, for this user alone; those that are there stay as they are.
void make_folder(const fs::path& folder) {
  fs::path some;
  for (const fs::path& part : folder) {
    some /= part;
    ::mkdir(some.c_str(), S_IRWXU);
  }
}

struct Found {
  Descriptor file;
  struct stat status;
};

// A file that this user wrote here, whoever may have written to it since.
std::optional<Found> open_own(const Descriptor& folder, const std::string& name) {
  if (!is_name(name)) return std::nullopt;
  Found found{
      Descriptor(::openat(folder.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)),
      {}};
  if (!found.file || ::fstat(found.file.number(), &found.status) != 0) return std::nullopt;
  if (!S_ISREG(found.status.st_mode) || found.status.st_uid != ::geteuid()) return std::nullopt;
  char begin[first_words.size()];
  const ssize_t count = ::pread(found.file.number(), begin, sizeof begin, 0);
  // One whose writing was ended by a crash has less, or nothing.
  if (count < 0 || !first_words.starts_with(std::string_view(begin, static_cast<std::size_t>(count))))
    return std::nullopt;
  return found;
}

std::string read_all(const Found& found) {
  const auto size = static_cast<std::size_t>(found.status.st_size);
  std::string all(std::min(size, largest_file), '\0');
  std::size_t done = 0;
  while (done < all.size()) {
    const ssize_t count =
        ::pread(found.file.number(), all.data() + done, all.size() - done, static_cast<off_t>(done));
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  all.resize(done);
  return all;
}

bool write_all(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file.number(), text.data(), text.size());
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::vector<std::string> names_in(const Descriptor& folder) {
  std::vector<std::string> names;
  const int another = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const list = another >= 0 ? ::fdopendir(another) : nullptr;
  if (list == nullptr) {
    if (another >= 0) ::close(another);
    return names;
  }
  while (const dirent* entry = ::readdir(list)) {
    if (is_name(entry->d_name)) names.emplace_back(entry->d_name);
  }
  ::closedir(list);
  return names;
}

void make_room(const Descriptor& folder) {
  std::vector<std::pair<std::pair<time_t, long>, std::string>> all;
  for (const std::string& name : names_in(folder)) {
    const auto found = open_own(folder, name);
    if (found) all.push_back({{found->status.st_mtim.tv_sec, found->status.st_mtim.tv_nsec}, name});
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i + KeptPrograms::most < all.size(); ++i)
    ::unlinkat(folder.number(), all[i].second.c_str(), 0);
}

}  // namespace

fs::path KeptPrograms::usual_place() {
  if (const char* place = std::getenv("LIMBER_GPU_CACHE")) return place;
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return cache;
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".cache" : fs::path();
}

KeptPrograms::KeptPrograms(const fs::path& place) : folder_(place.empty() ? place : place / "limber-gpu") {}

std::optional<std::vector<char>> KeptPrograms::find(const std::string& figure,
                                                    const std::string& text) const {
  if (folder_.empty()) return std::nullopt;
  const Expected<Descriptor> folder = open_folder(folder_);
  if (!folder) return std::nullopt;
  const auto found = open_own(*folder, name_of(figure, text));
  if (!found || !distrust(found->file).empty()) return std::nullopt;
  const std::string all = read_all(*found);
  const std::size_t line = all.find('\n') + 1;  // 0 where there is none
  const std::string_view content = std::string_view(all).substr(line);
  if (content.size() <= text.size() || !content.starts_with(text)) return std::nullopt;
  if (all.substr(0, line) != first_line(text.size(), content.size() - text.size(), text_hash(content)))
    return std::nullopt;
  ::futimens(found->file.number(), nullptr);  // its age is the time it was not used
  return std::vector<char>(content.begin() + static_cast<std::ptrdiff_t>(text.size()), content.end());
}

bool KeptPrograms::has(const std::string& figure) const {
  if (folder_.empty()) return false;
  const Expected<Descriptor> folder = open_folder(folder_);
  if (!folder) return false;
  const std::vector<std::string> names = names_in(*folder);
  const std::string begin = digits(text_hash(figure));
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name.starts_with(begin); });
}

Expected<bool> KeptPrograms::keep(const std::string& figure, const std::string& text,
                                  const std::vector<char>& code) const {
  if (folder_.empty()) return false;
  make_folder(folder_);
  const Expected<Descriptor> folder = open_folder(folder_);
  if (!folder) return folder.error();
  const std::string name = name_of(figure, text);
  if (open_own(*folder, name)) ::unlinkat(folder->number(), name.c_str(), 0);
  const Descriptor file(::openat(folder->number(), name.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file) {
    const std::string why = errno == EEXIST ? "was not written by Limber" : std::strerror(errno);
    return not_kept(folder_ / name, why);
  }
  const std::string content = text + std::string(code.begin(), code.end());
  if (!write_all(file, first_line(text.size(), code.size(), text_hash(content)) + content)) {
    const Error error = not_kept(folder_, std::strerror(errno));
    ::unlinkat(folder->number(), name.c_str(), 0);
    return error;
  }
  make_room(*folder);
  return true;
}

}  // namespace limber::batch::gpu
