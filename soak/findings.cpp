#include "findings.h"

#include <fstream>
#include <iostream>

namespace limber::soak {

Findings::Findings(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

void Findings::add(const std::string& what, const std::string& how) {
  const std::lock_guard lock(mutex_);
  const std::filesystem::path file = folder_ / ("finding-" + std::to_string(++count_) + ".txt");
  std::ofstream(file) << what << "\n\n" << how << "\n";
  std::cerr << "found: " << what << " (" << file.filename().string() << ")\n";
}

}  // namespace limber::soak
