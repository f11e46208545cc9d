// The front door: include/limber/ holds the public headers and nothing else is installed. They include only
// each other, Eigen and the standard library; limber.h includes them all; and there are few enough to know
// them by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace limber {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_headers = 38;  // besides limber.h; 201 were installed before there was a door
constexpr std::size_t most_behind_solver =
    17;  // headers that solver.h brings along, itself included; 34 before

using Includes = std::vector<std::string>;
using Headers = std::map<std::string, Includes>;  // "limber/figure/figure.h" -> what it includes

std::optional<std::string> included_by(const std::string& line) {
  if (!line.starts_with("#include ")) return std::nullopt;
  const auto begin = line.find_first_of("\"<"), end = line.find_last_of("\">");
  if (begin == std::string::npos || end <= begin) return std::nullopt;
  return line.substr(begin + 1, end - begin - 1);
}

Includes includes_of(std::istream& text) {
  Includes result;
  for (std::string line; std::getline(text, line);) {
    if (const auto header = included_by(line)) result.push_back(*header);
  }
  return result;
}

Headers public_headers() {
  const fs::path root = fs::path(LIMBER_SOURCE_DIR) / "include";
  Headers headers;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream text(entry.path());
    headers[entry.path().lexically_relative(root).string()] = includes_of(text);
  }
  headers["limber/base/version.h"] = {"string_view"};  // made by CMake
  return headers;
}

// Includes that are neither public, nor Eigen, nor of the standard library (which has no dot and no slash).
std::string strangers(const Headers& headers) {
  std::string result;
  for (const auto& [name, includes] : headers) {
    for (const std::string& include : includes) {
      const bool is_standard = include.find_first_of("./") == std::string::npos;
      if (is_standard || include.starts_with("Eigen/") || headers.contains(include)) continue;
      result += name + " includes " + include + "\n";
    }
  }
  return result;
}

void add_closure(const Headers& headers, const std::string& name, std::set<std::string>& closure) {
  const auto found = headers.find(name);
  if (found == headers.end() || !closure.insert(name).second) return;
  for (const std::string& include : found->second) add_closure(headers, include, closure);
}

TEST(PublicHeaders, IncludeOnlyPublicHeadersEigenAndTheStandardLibrary) {
  EXPECT_EQ(strangers(public_headers()), "");
}

TEST(PublicHeaders, AreAllIncludedByLimberH) {
  const Headers headers = public_headers();
  ASSERT_TRUE(headers.contains("limber/limber.h"));
  const Includes& included = headers.at("limber/limber.h");
  for (const auto& [name, includes] : headers) {
    if (name == "limber/limber.h") continue;
    EXPECT_NE(std::find(included.begin(), included.end(), name), included.end()) << name;
  }
}

TEST(PublicHeaders, AreFew) {
  const std::size_t count = public_headers().size() - 1;
  EXPECT_LE(count, most_headers);
  EXPECT_GE(count, 15u) << "where have they gone?";
}

TEST(PublicHeaders, TheSolverBringsFewOthersAlong) {
  std::set<std::string> closure;
  add_closure(public_headers(), "limber/solver/solver.h", closure);
  std::string names;
  for (const std::string& name : closure) names += name + "\n";
  EXPECT_LE(closure.size(), most_behind_solver) << names;
  EXPECT_GE(closure.size(), 2u);
}

TEST(PublicHeaders, OpenWithWhatTheyAreFor) {
  for (const auto& [name, includes] : public_headers()) {
    if (name == "limber/base/version.h") continue;
    std::ifstream text(fs::path(LIMBER_SOURCE_DIR) / "include" / name);
    std::string first, second;
    std::getline(text, first);
    std::getline(text, second);
    EXPECT_TRUE(first.starts_with("// ") || second.starts_with("// ")) << name;
  }
}

// The check itself must be able to fail.

TEST(PublicHeadersCheck, CatchesInternalHeadersAndOtherLibraries) {
  EXPECT_EQ(strangers({{"limber/a.h", {"vector", "Eigen/Core", "limber/b.h"}}, {"limber/b.h", {}}}), "");
  EXPECT_NE(strangers({{"limber/a.h", {"limber/figure/compiled.h"}}}), "");
  EXPECT_NE(strangers({{"limber/a.h", {"nlohmann/json.hpp"}}}), "");
  EXPECT_NE(strangers({{"limber/a.h", {"tinyxml2.h"}}}), "");
}

}  // namespace
}  // namespace limber
