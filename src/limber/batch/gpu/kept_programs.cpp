// A file: one line, the text, the code. The line has their sizes and the hash of both, so that a file that
// was cut off or changed is noticed before a driver reads it.

#include "limber/batch/gpu/kept_programs.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "limber/base/fnv.h"
#include "limber/files/files.h"
#include "limber/files/text_file.h"

namespace limber::batch::gpu {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_file = std::size_t{64} << 20;  // [bytes] programs are a few hundred thousand

std::string first_line(std::size_t text_size, std::size_t code_size, std::uint64_t hash) {
  char line[100];
  std::snprintf(line, sizeof line, "limber gpu program 1, %zu %zu %016" PRIx64 "\n", text_size, code_size,
                hash);
  return line;
}

}  // namespace

fs::path KeptPrograms::usual_folder() {
  if (const char* folder = std::getenv("LIMBER_GPU_CACHE")) return folder;
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "limber" / "gpu";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".cache" / "limber" / "gpu" : fs::path();
}

KeptPrograms::KeptPrograms(fs::path folder) : folder_(std::move(folder)) {}

fs::path KeptPrograms::file_of(const std::string& text) const {
  char name[32];
  std::snprintf(name, sizeof name, "%016" PRIx64, text_hash(text));
  return folder_ / name;
}

std::optional<std::vector<char>> KeptPrograms::find(const std::string& text) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = file_of(text);
  const Expected<std::string> all = read_text(file, largest_file);
  if (!all) return std::nullopt;
  const std::size_t line = std::min(all->find('\n'), all->size() - 1) + 1;
  const std::string_view content = std::string_view(*all).substr(line);
  if (content.size() <= text.size() || !content.starts_with(text)) return std::nullopt;
  if (all->substr(0, line) != first_line(text.size(), content.size() - text.size(), text_hash(content)))
    return std::nullopt;
  std::error_code error;
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // its age is the time it was not used
  return std::vector<char>(content.begin() + static_cast<std::ptrdiff_t>(text.size()), content.end());
}

void KeptPrograms::keep(const std::string& text, const std::vector<char>& code) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  fs::permissions(folder_, fs::perms::owner_all, error);  // what is in here is run
  if (error) return;

  const std::string content = text + std::string(code.begin(), code.end());
  if (!save_text(file_of(text), first_line(text.size(), code.size(), text_hash(content)) + content)) return;

  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    const fs::file_time_type time = i->last_write_time(gone);
    if (!gone) all.emplace_back(time, i->path());
  }
  std::sort(all.begin(), all.end());
  const int too_many = static_cast<int>(all.size()) - most;
  for (int i = 0; i < too_many; ++i) fs::remove(all[static_cast<std::size_t>(i)].second, error);
}

}  // namespace limber::batch::gpu
