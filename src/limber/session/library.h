#pragma once
// The files a session can open and save: the gallery that comes with Limber, and the user's folder. A session
// knows files only by their names in these two lists; the library maps names to paths, and makes sure that no
// name leads out of them.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "limber/base/expected.h"

namespace limber {

class Library {
 public:
  enum class Where : std::uint8_t { gallery, folder };

  virtual ~Library() = default;

  // The text of a file; an error is one sentence that names the file.
  virtual Expected<std::string> read(const std::string& file, Where where) const = 0;
  // Writes to the user's folder; without `replace` an existing file is an error. Returns the name in the
  // list, which may have gained an ending: "arm" -> "arm.json".
  virtual Expected<std::string> write(const std::string& file, std::string_view text, bool replace) = 0;
  // Where figure files that a scene names are searched for.
  virtual std::filesystem::path folder(Where where) const = 0;
  // The `files` message: what is there now (protocol/README.md).
  virtual std::string files_message() const = 0;
};

}  // namespace limber
