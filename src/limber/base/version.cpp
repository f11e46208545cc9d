#include "limber/base/version.h"

#include <Eigen/Core>
#include <string>

namespace limber {

namespace {

#if defined(__clang__)
const std::string compiler =
    "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
const std::string compiler = "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#else
const std::string compiler = "another compiler";
#endif

#if defined(__x86_64__)
constexpr const char* processor = "x86-64";
#elif defined(__aarch64__)
constexpr const char* processor = "arm64";
#else
constexpr const char* processor = "another processor";
#endif

std::string eigen() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION) + " by " +
         std::to_string(Eigen::internal::packet_traits<double>::size);
}

}  // namespace

std::string_view version() noexcept {
  return LIMBER_VERSION_STRING;
}

std::string_view build_name() {
  static const std::string name =
      "Limber " LIMBER_VERSION_STRING ", " + compiler + ", " + processor + ", " + eigen();
  return name;
}

}  // namespace limber
