// Which names are valid, where they lead, and the list of files for the page.

#include "studio/folder_library.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "limber/base/names.h"
#include "limber/files/files.h"
#include "limber/files/text_file.h"

namespace limber::studio {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t longest_name = 120;   // [bytes] file systems allow 255; people read these
constexpr std::size_t most_entries = 1000;  // of a folder that are listed
constexpr std::size_t largest_file = std::size_t{64} << 20;  // [bytes]

// Scenes and recordings are JSON; a recording has a timing file beside it.
bool has_ending(std::string_view name) {
  return name.ends_with(".json") || name.ends_with(".timing.txt");
}
bool is_recording(std::string_view name) {
  return name.ends_with(".recording.json");
}

// Why a name is not valid, or an empty text.
std::string problem_with_name(std::string_view name) {
  const auto refused = [&](const char* why) { return quoted(name) + " is not a valid file name: " + why; };
  if (name.empty()) return "the file has no name; expected one as in arm.json";
  if (name.size() > longest_name) return refused("it is too long");
  if (name.find('/') != std::string_view::npos || name.find('\\') != std::string_view::npos) {
    return refused("it contains a slash");
  }
  if (name.front() == '.') return refused("it begins with a dot");
  if (name.find("..") != std::string_view::npos) return refused("it contains \"..\"");
  if (name.front() == ' ' || name.find_first_not_of(" \t") == std::string_view::npos) {
    return refused("it begins with a space");
  }
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return refused("it contains a control character");
  }
  if (!has_ending(name)) return refused("it does not end in .json");
  return {};
}

// The nearest valid name without its ending, and short enough for one and a number.
std::string made_valid(std::string_view title) {
  constexpr std::size_t room_for_ending = 20;
  std::string stem;
  for (const char c : title) {
    const bool is_allowed = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && c != '/' && c != '\\';
    const char next = is_allowed ? c : '-';
    const bool begins_badly = stem.empty() && (next == '.' || next == ' ');
    const bool is_second_dot = !stem.empty() && stem.back() == '.' && next == '.';
    if (!begins_badly && !is_second_dot) stem += next;
  }
  stem = beginning(stem, longest_name - room_for_ending);
  while (!stem.empty() && stem.back() == '.') stem.pop_back();  // it would meet the ending's
  return stem.empty() ? "untitled" : stem;
}

// `path` is in `folder`, after following links. Neither need exist.
bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path home = fs::weakly_canonical(folder, error);
  return !error && real.parent_path() == home;
}

std::vector<FolderLibrary::Exhibit> read_gallery(const fs::path& folder) {
  std::vector<FolderLibrary::Exhibit> gallery;
  if (folder.empty()) return gallery;
  const Expected<std::string> text = read_text(folder / "gallery" / "list.json", largest_file);
  if (!text) return gallery;
  const Json list = Json::parse(*text, nullptr, false);
  if (!list.is_array()) return gallery;
  for (const Json& item : list) {
    if (!item.is_object()) continue;
    FolderLibrary::Exhibit exhibit{item.value("file", ""), item.value("title", ""), item.value("words", "")};
    if (problem_with_name(exhibit.file).empty()) gallery.push_back(std::move(exhibit));
  }
  return gallery;
}

double milliseconds_since_1970(fs::file_time_type time) {
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

template <class Wanted>
std::vector<FolderLibrary::Entry> listed(const fs::path& folder, const Wanted& wanted) {
  std::vector<FolderLibrary::Entry> entries;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end;
       !error && file != end && entries.size() < most_entries; file.increment(error)) {
    const std::string name = file->path().filename().string();
    std::error_code gone;  // removed meanwhile: not listed
    if (!wanted(name) || !problem_with_name(name).empty() || !file->is_regular_file(gone)) continue;
    const fs::file_time_type time = file->last_write_time(gone);
    if (!gone && lies_in(file->path(), folder)) entries.push_back({name, milliseconds_since_1970(time)});
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return entries;
}

// A name as part of a URL.
std::string escaped(std::string_view name) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '_' || byte == '.';
    if (plain) {
      text += c;
    } else {
      text += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return text;
}

std::string without_ending(std::string_view name) {
  return std::string(name.substr(0, name.size() - std::string_view(".json").size()));
}

}  // namespace

FolderLibrary::FolderLibrary(fs::path folder, fs::path gallery)
    : folder_(std::move(folder)),
      gallery_folder_(std::move(gallery)),
      gallery_(read_gallery(gallery_folder_)) {}

fs::path FolderLibrary::shipped_gallery() {
  const std::optional<fs::path> list = find_shipped_file("scenes/gallery/list.json");
  return list ? list->parent_path().parent_path() : fs::path();
}

std::vector<FolderLibrary::Entry> FolderLibrary::scenes() const {
  return listed(folder_,
                [](std::string_view name) { return name.ends_with(".json") && !is_recording(name); });
}

std::vector<FolderLibrary::Entry> FolderLibrary::recordings() const {
  return listed(folder_, [](std::string_view name) { return is_recording(name); });
}

Expected<fs::path> FolderLibrary::path_of(std::string_view name, Where where) const {
  const std::string problem = problem_with_name(name);
  if (!problem.empty()) return Error{problem};
  const fs::path& folder = where == Where::gallery ? gallery_folder_ : folder_;
  if (folder.empty()) return Error{"the gallery that comes with Limber was not found"};
  const fs::path path = folder / fs::path(std::string(name));
  if (!lies_in(path, folder)) return Error{quoted(name) + " leads out of the folder"};
  return path;
}

std::string FolderLibrary::unused_name(const std::string& title) const {
  const std::string stem = made_valid(title);
  std::error_code error;
  std::string name = stem + ".json";
  // A link that leads nowhere is a name in use, too.
  for (int number = 2; fs::exists(fs::symlink_status(folder_ / name, error)); ++number) {
    name = stem + "-" + std::to_string(number) + ".json";
  }
  return name;
}

Expected<std::string> FolderLibrary::read(const std::string& name, Where where) const {
  const Expected<fs::path> path = path_of(name, where);
  if (!path) return path.error();
  return read_text(*path, largest_file);
}

Expected<std::string> FolderLibrary::write(const std::string& file, std::string_view text, bool replace) {
  const std::string name = has_ending(file) ? file : file + ".json";
  const Expected<fs::path> path = path_of(name, Where::folder);
  if (!path) return path.error();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return Error{"the folder " + shown(folder_) + " cannot be created: " + error.message()};
  const Expected<bool> saved = replace ? save_text(*path, text) : save_new_text(*path, text);
  if (!saved) return saved.error();
  if (!*saved) {
    return Error{"there is already a file " + limber::quoted(name) + "; replace it or choose another name"};
  }
  return name;
}

std::string FolderLibrary::files_message() const {
  Json message = {{"type", "files"}, {"folder", shown(folder_)}};
  message["gallery"] = Json::array();
  for (const Exhibit& exhibit : gallery_) {
    message["gallery"].push_back(
        {{"file", exhibit.file},
         {"title", exhibit.title},
         {"words", exhibit.words},
         {"thumbnail", "/thumbnail/gallery/" + escaped(without_ending(exhibit.file)) + ".png"}});
  }
  message["scenes"] = Json::array();
  for (const Entry& entry : scenes()) {
    // The file's time is part of the address, so that a browser asks again after it was saved.
    const std::string version = std::to_string(static_cast<long long>(entry.modified));
    message["scenes"].push_back(
        {{"file", entry.file},
         {"modified", entry.modified},
         {"thumbnail", "/thumbnail/folder/" + escaped(without_ending(entry.file)) + ".png?" + version}});
  }
  message["recordings"] = Json::array();
  for (const Entry& entry : recordings()) {
    message["recordings"].push_back({{"file", entry.file}, {"modified", entry.modified}});
  }
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace limber::studio
