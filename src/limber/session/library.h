#pragma once
// The files a studio may touch: the scenes Limber ships (the gallery, only read) and one folder of the user's. Whoever
// asks gives a name, never a path: "human.json". A name that could lead out of the folder is refused in one sentence,
// and so is a link that does.
//
// Nothing in it changes after it is made, so that any thread may ask.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber {

class Library {
 public:
  enum class Where : std::uint8_t { gallery, folder };

  struct Exhibit {  // a scene of the gallery
    std::string file;
    std::string title;
    std::string words;  // one sentence
  };
  struct Entry {  // a file of the folder
    std::string file;
    double modified = 0.0;  // [ms since 1970]
  };

  // `folder` need not exist: it is made at the first save. `gallery` holds gallery.json and the scenes it lists.
  explicit Library(std::filesystem::path folder, std::filesystem::path gallery = shipped_gallery());

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<Exhibit>& gallery() const { return gallery_; }
  std::vector<Entry> scenes() const;      // by name
  std::vector<Entry> recordings() const;  // by name

  // Where a name leads. The file need not exist.
  Expected<std::filesystem::path> path_of(std::string_view name, Where where) const;
  Expected<Scene> open(std::string_view name, Where where) const;
  Expected<std::string> read(std::string_view name, Where where) const;
  // Whole or not at all. A file that is there already is replaced only when `replace` says so.
  Expected<bool> save(std::string_view name, std::string_view text, bool replace) const;

  // The files message (web/src/protocol/messages.ts).
  std::string files_message() const;

  static std::filesystem::path shipped_gallery();  // scenes/; empty: not found

 private:
  std::filesystem::path folder_;
  std::filesystem::path gallery_folder_;
  std::vector<Exhibit> gallery_;
};

// A recording is a file NAME.recording.json; its timing file is NAME.timing.txt.
bool is_recording(std::string_view name);

}  // namespace limber
