#pragma once
// The files of the studio's page: built into the program, or from a folder while the page is being worked on.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "studio/server.h"

namespace limber::studio {

class Page {
 public:
  // An empty folder: the files in the program.
  explicit Page(std::filesystem::path folder = {});

  // Nothing when there is no such file. `path` as in an address: "/studio.js"; "/" is index.html.
  std::optional<Reply> file(const std::string& path) const;

  // Was Limber built without it? Then what is served says how to get it, and so does this sentence.
  bool is_missing() const { return missing_; }
  static const char* how_to_get_it();

 private:
  std::filesystem::path folder_;
  std::map<std::string, Reply> files_;  // in the program, by path
  bool missing_ = false;
};

}  // namespace limber::studio
