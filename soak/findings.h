#pragma once
// What went wrong, each with enough to do it again.

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>

namespace limber::soak {

class Findings {
 public:
  explicit Findings(std::filesystem::path folder);

  // `what`: one sentence. `how`: commands or a recording; kept in a file of its own.
  void add(const std::string& what, const std::string& how);
  int count() const { return count_; }

 private:
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::atomic<int> count_ = 0;
};

}  // namespace limber::soak
