#pragma once

#include <map>

#include "limber/base/names.h"
#include "limber/session/library.h"

namespace limber::test {

class FolderInMemory final : public Library {
 public:
  Expected<std::string> read(const std::string& file, Where) const override {
    const auto found = files.find(file);
    if (found == files.end()) return Error{"there is no file " + limber::quoted(file)};
    return found->second;
  }
  Expected<std::string> write(const std::string& file, std::string_view text, bool replace) override {
    if (files.contains(file) && !replace) return Error{"there is a file " + limber::quoted(file) + " already"};
    files[file] = text;
    return file;
  }
  std::filesystem::path folder(Where) const override { return {}; }
  std::string files_message() const override { return R"({"type": "files"})"; }

  std::map<std::string, std::string> files;
};

}  // namespace limber::test
