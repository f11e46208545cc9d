#pragma once
// The images that a character's materials lay over its surface: each decoded once, within one limit for all.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "limber/base/expected.h"
#include "limber/shapes/shape.h"

namespace limber::character {

class Images {
 public:
  explicit Images(std::vector<std::string>& notes) : notes_(notes) {}

  // The number in `list` of image `number` of the file; -1: it cannot be drawn, which is a note. `bytes()` is
  // asked once, and gives an Expected<std::string>.
  template <class Bytes>
  int decoded(int number, const std::string& name, const Bytes& bytes) {
    const auto [known, is_new] = by_number_.try_emplace(number, -1);
    if (is_new) known->second = decode(name, bytes());
    return known->second;
  }

  std::vector<std::shared_ptr<const Texture>> list;

 private:
  int decode(const std::string& name, const Expected<std::string>& bytes);

  std::vector<std::string>& notes_;
  std::map<int, int> by_number_;
  std::size_t bytes_ = 0;
};

}  // namespace limber::character
