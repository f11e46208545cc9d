#pragma once
// The sentences that are said of a file, each once.

#include <string>
#include <unordered_set>
#include <vector>

namespace limber {

class Sentences {
 public:
  void say(const std::string& sentence) {
    if (said_.insert(sentence).second) list_.push_back(sentence);
  }
  void say(const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) say(sentence);
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::vector<std::string> list_;
  std::unordered_set<std::string> said_;
};

}  // namespace limber
