#pragma once
// Where scenes come from and go to: the gallery that came with Limber, and the user's folder. A session knows
// files only by the names in these two lists; which paths they are, and that no name leads out of them, is
// the library's business.

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

  // The text of a file; the sentence of an error names what was asked for and near matches.
  virtual Expected<std::string> read(const std::string& file, Where where) const = 0;
  // Writes to the user's folder; without `replace` a file that is there already is an error. Answers the name
  // it has in the list, which may have gained an ending: "arm" -> "arm.json".
  virtual Expected<std::string> write(const std::string& file, std::string_view text, bool replace) = 0;
  // Where the figures a scene names are looked for.
  virtual std::filesystem::path folder(Where where) const = 0;
  // What is there now: the whole `files` message, JSON (protocol/README.md).
  virtual std::string files_message() const = 0;
};

}  // namespace limber
