#pragma once
// Compiled programs, kept on disk from one run to the next: compiling for a figure takes about a second.
//
// A file holds the text it was compiled from, and is used for exactly that text. What is damaged, or cannot
// be read or written, is as if it were not there.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace limber::batch::gpu {

class KeptPrograms {
 public:
  // $LIMBER_GPU_CACHE, else limber/gpu below $XDG_CACHE_HOME or ~/.cache. Empty: nothing is kept.
  static std::filesystem::path usual_folder();

  explicit KeptPrograms(std::filesystem::path folder);

  std::optional<std::vector<char>> find(const std::string& text) const;
  // The oldest make room: at most so many are kept.
  static constexpr int most = 100;
  void keep(const std::string& text, const std::vector<char>& code) const;

 private:
  std::filesystem::path file_of(const std::string& text) const;

  std::filesystem::path folder_;
};

}  // namespace limber::batch::gpu
