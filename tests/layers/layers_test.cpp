// A module includes only modules above it, exactly those the table below names; the core stays free of
// files, threads, sockets and printing.
//
// The table is the one place where the order is written down for a machine. It is compared with the
// sources, not with what was linked: a static library would hide an include in the wrong direction.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Module {
  std::string_view name;
  bool core;                               // in limber::core: no files, threads, sockets, printing
  std::vector<std::string_view> includes;  // modules its files include, besides base and math
};

// In the order of the data flow; `includes` may name only modules above. Every module may include base and
// math. An edge nobody uses is an error as well: the table says how it is, not how it might be.
const std::vector<Module>& modules() {
  static const std::vector<Module> table = {
      {"base", true, {}},
      {"math", true, {}},
      {"svd", true, {}},
      {"shapes", true, {}},
      {"figure", true, {"shapes"}},
      {"kinematics", true, {"figure"}},
      {"dynamics", true, {"shapes", "figure", "kinematics"}},
      {"world", true, {"shapes", "figure", "kinematics"}},
      {"statics", true, {"figure", "kinematics", "world"}},
      {"tasks", true, {"figure", "kinematics", "statics"}},
      {"solver", true, {"svd", "shapes", "figure", "kinematics", "statics", "world", "tasks"}},
      {"avoidance", true, {"svd", "shapes", "figure", "kinematics", "statics", "world", "tasks", "solver"}},
      {"motion", true, {"figure", "kinematics", "world", "tasks", "solver"}},
      {"scene", true, {"figure", "world", "tasks", "solver", "avoidance", "motion"}},
      {"reach", true, {"figure", "kinematics", "statics", "solver", "scene"}},
      {"models", true, {"shapes", "figure"}},
      {"threads", false, {}},
      {"retargeting", false, {"shapes", "figure", "kinematics", "world", "tasks", "solver"}},
      {"meshes", false, {"shapes"}},
      {"files",
       false,
       {"shapes", "figure", "statics", "world", "tasks", "avoidance", "motion", "scene", "threads",
        "meshes"}},
      {"picture",
       false,
       {"threads", "shapes", "figure", "kinematics", "tasks", "scene"}},  // not files: drawn from values
      {"planning", false, {"shapes", "figure", "world", "solver", "scene"}},
      {"batch", false, {"threads", "shapes", "figure", "kinematics", "statics", "world", "tasks", "solver"}},
      {"session",
       false,
       {"svd", "shapes", "figure", "kinematics", "statics", "dynamics", "world", "tasks", "solver",
        "avoidance", "motion", "scene", "reach", "retargeting", "meshes", "files", "planning", "batch"}},
  };
  return table;
}

bool is_for_everyone(std::string_view module) {
  return module == "base" || module == "math";
}

// Headers by which files, threads, sockets, printing or a file format would enter the core.
bool forbidden_in_core(std::string_view header) {
  static constexpr std::string_view exact[] = {
      "iostream",  "ostream",          "istream", "fstream",      "iomanip",
      "cstdio",    "stdio.h",          "print",   "syncstream",   "filesystem",
      "thread",    "jthread",          "mutex",   "shared_mutex", "condition_variable",
      "future",    "semaphore",        "barrier", "latch",        "stop_token",
      "pthread.h", "unistd.h",         "fcntl.h", "netdb.h",      "tinyxml2.h",
      "gif_lib.h", "stb_image_write.h"};
  static constexpr std::string_view prefixes[] = {
      "nlohmann/", "urdf", "sys/", "netinet/", "arpa/", "CLI/", "boost/", "console_bridge/", "ompl/"};
  return std::find(std::begin(exact), std::end(exact), header) != std::end(exact) ||
         std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return header.starts_with(prefix); });
}

const Module* find_module(std::string_view name) {
  for (const Module& module : modules()) {
    if (module.name == name) return &module;
  }
  return nullptr;
}

bool may_include(const Module& from, std::string_view to) {
  if (from.name == to) return true;
  if (is_for_everyone(to)) return from.name != "base";
  return std::find(from.includes.begin(), from.includes.end(), to) != from.includes.end();
}

// What a line includes: the text between the quotes or angle brackets of an #include, or nothing.
std::optional<std::string_view> included_by(std::string_view line) {
  const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(7);
  skip_blanks();
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const char close = line.front() == '"' ? '"' : '>';
  line.remove_prefix(1);
  const auto end = line.find(close);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(0, end);
}

using Edges = std::set<std::pair<std::string, std::string>>;  // (module, module it includes)

// Everything wrong with the includes of one file of a module: "file:line: what", one per line. `used` gains
// its edges.
std::string complaints(std::string_view module_name, const std::string& file, std::istream& text,
                       Edges& used) {
  std::ostringstream out;
  const Module* module = find_module(module_name);
  if (module == nullptr) {
    out << file << ":1: module '" << module_name << "' is not in the table of tests/layers/layers_test.cpp\n";
    return out.str();
  }
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    const auto header = included_by(line);
    if (!header) continue;
    const std::string place = file + ":" + std::to_string(number) + ": ";
    if (header->starts_with("limber/")) {
      const std::string_view rest = header->substr(7);
      if (rest.find('/') == std::string_view::npos) {
        out << place << "<" << *header << "> is for users; include what is needed\n";
        continue;
      }
      const std::string_view target = rest.substr(0, rest.find('/'));
      used.emplace(module_name, target);
      if (find_module(target) == nullptr) {
        out << place << "includes '" << *header << "', and there is no module '" << target << "'\n";
      } else if (!may_include(*module, target)) {
        out << place << "module '" << module_name << "' does not include '" << target
            << "'; if it should, say so in the table\n";
      }
    } else if (header->find("..") != std::string_view::npos || header->starts_with("support/")) {
      out << place << "write \"limber/<module>/<file>.h\" instead of '" << *header << "'\n";
    } else if (module->core && forbidden_in_core(*header)) {
      out << place << "<" << *header
          << "> does not belong in the core (no files, threads, sockets, printing)\n";
    }
  }
  return out.str();
}

std::string complaints(std::string_view module_name, const std::string& text) {
  std::istringstream stream(text);
  Edges used;
  return complaints(module_name, "made-up.cpp", stream, used);
}

// Edges of the table that no file uses, and modules that have no file.
std::string unused(const std::vector<Module>& table, const Edges& used,
                   const std::set<std::string>& with_files) {
  std::ostringstream out;
  for (const Module& module : table) {
    const std::string name(module.name);
    if (!with_files.contains(name)) out << "module '" << name << "' has no files\n";
    for (const std::string_view to : module.includes) {
      if (!used.contains({name, std::string(to)})) {
        out << "module '" << name << "' does not use '" << to << "'\n";
      }
    }
  }
  return out.str();
}

// src/limber/<module>/... and include/limber/<module>/..., sub-folders included; limber/*.h is for users.
TEST(Layers, EveryModuleIncludesExactlyWhatTheTableSays) {
  std::string all;
  Edges used;
  std::set<std::string> with_files;
  for (const char* folder : {"src", "include"}) {
    const fs::path root = fs::path(LIMBER_SOURCE_DIR) / folder / "limber";
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(root)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      if (path.extension() != ".h" && path.extension() != ".cpp") continue;
      const fs::path relative = path.lexically_relative(root);
      if (std::distance(relative.begin(), relative.end()) < 2) continue;
      const std::string module = relative.begin()->string();
      std::ifstream text(path);
      ASSERT_TRUE(text) << "cannot read " << path;
      all += complaints(module, std::string(folder) + "/limber/" + relative.string(), text, used);
      with_files.insert(module);
    }
  }
  EXPECT_EQ(all, "");
  EXPECT_EQ(unused(modules(), used, with_files), "");
}

TEST(Layers, TableNamesOnlyModulesAbove) {
  std::vector<std::string_view> above;
  for (const Module& module : modules()) {
    for (std::string_view name : module.includes) {
      EXPECT_NE(std::find(above.begin(), above.end(), name), above.end())
          << module.name << " names " << name << ", which is not above it";
      EXPECT_TRUE(!module.core || find_module(name)->core)
          << module.name << " is core and " << name << " is not";
    }
    above.push_back(module.name);
  }
}

// The check itself must be able to fail.

TEST(LayersCheck, AcceptsWhatIsAbove) {
  EXPECT_EQ(complaints("solver", "#include \"limber/svd/svd.h\"\n#include <vector>\n#include <Eigen/Core>\n"),
            "");
  EXPECT_EQ(complaints("solver", "#include \"limber/solver/parts/step.h\"\n"), "");
  EXPECT_EQ(complaints("files", "#include <fstream>\n#include <nlohmann/json.hpp>\n"), "");
}

TEST(LayersCheck, CatchesAnIncludeOfAModuleBelow) {
  EXPECT_EQ(complaints("math", "// a comment\n#include \"limber/figure/figure.h\"\n"),
            "made-up.cpp:2: module 'math' does not include 'figure'; if it should, say so in the table\n");
  EXPECT_NE(complaints("scene", "#include \"limber/files/scene_json.h\"\n"), "");
  EXPECT_NE(complaints("picture", "#include \"limber/files/scene_json.h\"\n"), "");
}

TEST(LayersCheck, CatchesNeighboursThatMustNotKnowEachOther) {
  EXPECT_NE(complaints("world", "#include \"limber/tasks/reach.h\"\n"), "");
  EXPECT_NE(complaints("tasks", "#include \"limber/world/world.h\"\n"), "");
  EXPECT_NE(complaints("models", "#include \"limber/files/files.h\"\n"), "");
}

TEST(LayersCheck, CatchesAnEdgeNobodyUsesAndAModuleWithoutFiles) {
  const std::vector<Module> table = {{"math", true, {}}, {"svd", true, {"math"}}};
  EXPECT_EQ(unused(table, {{"svd", "math"}}, {"math", "svd"}), "");
  EXPECT_EQ(unused(table, {}, {"math", "svd"}), "module 'svd' does not use 'math'\n");
  EXPECT_EQ(unused(table, {{"svd", "math"}}, {"svd"}), "module 'math' has no files\n");
}

TEST(LayersCheck, CatchesFilesThreadsAndPrintingInTheCore) {
  for (const std::string header : {"iostream", "fstream", "thread", "mutex", "nlohmann/json.hpp",
                                   "filesystem", "urdf_parser/urdf_parser.h", "sys/socket.h", "cstdio"}) {
    EXPECT_NE(complaints("solver", "#include <" + header + ">\n"), "") << header;
  }
}

TEST(LayersCheck, CatchesOddSpellings) {
  EXPECT_NE(complaints("math", "  #  include   <limber/figure/figure.h>\n"), "");
  EXPECT_NE(complaints("math", "#include \"../figure/figure.h\"\n"), "");
  EXPECT_NE(complaints("math", "#include \"limber/nowhere/x.h\"\n"), "");
  EXPECT_NE(complaints("math", "#include <limber/limber.h>\n"), "");
  EXPECT_NE(complaints("nowhere", "\n"), "");
}

}  // namespace
