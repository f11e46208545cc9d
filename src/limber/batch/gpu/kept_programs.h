#pragma once
// Compiled programs, kept on disk from one run to the next: compiling for a figure takes about a second.
//
// They are in a folder `limber-gpu` that is made here. What is in there is run, so the folder and a file
// count only where they belong to this user and nobody else can write to them; links are not followed. Only
// files that were written here, by name, first line and owner, are replaced or removed, and no permission of
// what was found is ever changed.
//
// A file holds the text it was compiled from, and is used for exactly that text. What is damaged, or cannot
// be read or trusted, is as if it were not there.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "limber/base/expected.h"

namespace limber::batch::gpu {

class KeptPrograms {
 public:
  // The folder is made in $LIMBER_GPU_CACHE, else $XDG_CACHE_HOME or ~/.cache. Empty: nothing is kept.
  static std::filesystem::path usual_place();

  explicit KeptPrograms(const std::filesystem::path& place);

  // `figure`: the part of the text that is the figure's own; what it was compiled for is in the rest.
  std::optional<std::vector<char>> find(const std::string& figure, const std::string& text) const;
  // The least recently used make room: at most so many are kept. An error is a sentence.
  static constexpr int most = 100;
  Expected<bool> keep(const std::string& figure, const std::string& text,
                      const std::vector<char>& code) const;
  // Whether something is kept for the figure, for whatever GPU and compiler.
  bool has(const std::string& figure) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace limber::batch::gpu
