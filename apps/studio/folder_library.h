#pragma once
// The library on disk: the scenes that come with Limber (the gallery, read only) and one folder of the
// user's. Files are known by name, never by path: "human.json". A name or a link that leads out of the folder
// is refused in one sentence.
//
// Nothing in it changes after construction, so any thread may use it.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "limber/session/library.h"

namespace limber::studio {

class FolderLibrary final : public Library {
 public:
  struct Exhibit {  // a scene of the gallery
    std::string file;
    std::string title;
    std::string words;  // one sentence
  };
  struct Entry {  // a file of the folder
    std::string file;
    double modified = 0.0;  // [ms since 1970]
  };

  // `folder` need not exist: it is created at the first save. `gallery` holds gallery.json and the scenes it
  // lists.
  explicit FolderLibrary(std::filesystem::path folder, std::filesystem::path gallery = shipped_gallery());

  Expected<std::string> read(const std::string& file, Where where) const override;
  Expected<std::string> write(const std::string& file, std::string_view text, bool replace) override;
  std::filesystem::path folder(Where where) const override {
    return where == Where::gallery ? gallery_folder_ : folder_;
  }
  std::string files_message() const override;

  // "arm.json", or "arm-2.json" and so on if the folder has such a file already. What a name may not have is
  // left out of it, so any title will do.
  std::string unused_name(const std::string& stem) const;

  // The path a name means. The file need not exist.
  Expected<std::filesystem::path> path_of(std::string_view name, Where where) const;

  const std::vector<Exhibit>& gallery() const { return gallery_; }
  std::vector<Entry> scenes() const;      // by name
  std::vector<Entry> recordings() const;  // by name

  static std::filesystem::path shipped_gallery();  // scenes/; empty: not found

 private:
  std::filesystem::path folder_;
  std::filesystem::path gallery_folder_;
  std::vector<Exhibit> gallery_;
};

}  // namespace limber::studio
