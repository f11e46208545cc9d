// Two classes of one name in one namespace are one class to the linker, which keeps the functions of either for both:
// the program crashes far from where it was written. The compiler sees one file at a time and cannot tell, so this
// test reads all of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace limber {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// Words and punctuation; without comments, literals and preprocessor lines.
std::vector<std::string> tokens(const std::string& text) {
  std::vector<std::string> result;
  bool at_line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto skip_past = [&](const std::string& end) {
      const std::size_t found = text.find(end, i);
      i = found == std::string::npos ? text.size() : found + end.size();
    };
    if (c == '\n') {
      at_line_start = true;
      ++i;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++i;
    } else if (c == '#' && at_line_start) {
      do skip_past("\n");
      while (i >= 2 && i < text.size() && text[i - 2] == '\\');
    } else if (text.compare(i, 2, "//") == 0) {
      skip_past("\n");
      at_line_start = true;
    } else if (text.compare(i, 2, "/*") == 0) {
      skip_past("*/");
    } else if (text.compare(i, 2, "R\"") == 0) {
      const std::size_t open = text.find('(', i);
      const std::string delimiter = text.substr(i + 2, open - i - 2);
      skip_past(")" + delimiter + "\"");
    } else if (c == '"' || (c == '\'' && !(i > 0 && std::isalnum(static_cast<unsigned char>(text[i - 1]))))) {
      for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\';
      ++i;
    } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
      std::size_t end = i;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
        ++end;
      result.push_back(text.substr(i, end - i));
      i = end;
      at_line_start = false;
    } else {
      const std::size_t length = text.compare(i, 2, "::") == 0 ? 2 : 1;
      result.push_back(text.substr(i, length));
      i += length;
      at_line_start = false;
    }
  }
  return result;
}

bool is_word(const std::string& token) {
  return std::isalpha(static_cast<unsigned char>(token[0])) || token[0] == '_';
}

using Statement = std::vector<std::string>;  // tokens from one ; { or } to the next

// Where a statement goes on after "template <...>".
std::size_t after_template(const Statement& statement) {
  if (statement.empty() || statement[0] != "template") return 0;
  int depth = 0;
  for (std::size_t k = 1; k < statement.size(); ++k) {
    depth += (statement[k] == "<") - (statement[k] == ">");
    if (depth == 0) return k + 1;
  }
  return statement.size();
}

// "a::b::" of "namespace a::b"; empty for anything else, unnamed namespaces included.
std::string namespace_opened(const Statement& statement) {
  std::string name;
  if (statement.empty() || statement[0] != "namespace") return name;
  for (std::size_t k = 1; k < statement.size(); ++k) name += statement[k];
  return name.empty() ? name : name + "::";
}

// The name of the class, struct or enumeration that a statement begins to define; empty for anything else.
std::string class_opened(const Statement& statement) {
  std::size_t k = after_template(statement);
  const auto token = [&] { return k < statement.size() ? statement[k] : std::string(";"); };
  if (token() != "class" && token() != "struct" && token() != "enum") return "";
  while (token() == "class" || token() == "struct" || token() == "enum") ++k;
  if (token() == "[") {  // [[nodiscard]]
    while (token() == "[" || token() == "]" || (k > 0 && statement[k - 1] == "[")) ++k;
  }
  const std::string name = token();
  ++k;
  const bool is_definition = is_word(name) && (token() == ";" || token() == ":" || token() == "final");
  return is_definition ? name : "";
}

// The classes, structs and enumerations that a file defines in named namespaces, as "limber::test::Name". Those of
// unnamed namespaces, inside other classes and in functions belong to their file alone.
std::set<std::string> classes_defined_in(const std::string& text) {
  std::set<std::string> result;
  std::vector<std::string> scopes;  // "limber::"; empty: whatever is inside cannot be seen from other files
  Statement statement;
  for (const std::string& token : tokens(text)) {
    if (token == "{") {
      const bool is_shared = std::find(scopes.begin(), scopes.end(), "") == scopes.end();
      const std::string name = class_opened(statement);
      if (is_shared && !name.empty())
        result.insert(std::accumulate(scopes.begin(), scopes.end(), std::string()) + name);
      scopes.push_back(namespace_opened(statement));
    } else if (token == "}" && !scopes.empty()) {
      scopes.pop_back();
    } else if (token != ";" && token != "}") {
      statement.push_back(token);
      continue;
    }
    statement.clear();
  }
  return result;
}

using FilesByName = std::map<std::string, std::vector<std::string>>;

void add_folder(const std::string& folder, FilesByName& names) {
  const fs::path root = LIMBER_SOURCE_DIR;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    for (const std::string& name : classes_defined_in(content(entry.path()))) {
      names[name].push_back(fs::relative(entry.path(), root).string());
    }
  }
}

void expect_one_file_each(const FilesByName& names) {
  for (const auto& [name, files] : names) {
    std::string list;
    for (const std::string& file : files) list += " " + file;
    EXPECT_EQ(files.size(), 1u) << name << " is defined in" << list;
  }
}

TEST(ClassNames, AreReadAsTheCompilerReadsThem) {
  const std::string text = R"(
    #define X struct Macro {
    namespace a::b {
    // struct Comment {};
    struct One { struct Inside {}; void f() { struct Local {}; } };
    template <class T, template <class> class U> class Two final : public One {};
    enum class [[nodiscard]] Three : int { struct_like };
    class OnlyDeclared;
    template <> struct Two<int> {};
    const char* words = "struct Literal {";
    One function() { return {}; }
    namespace { struct Hidden {}; }
    }
    struct Four {};)";
  EXPECT_EQ(classes_defined_in(text),
            (std::set<std::string>{"a::b::One", "a::b::Two", "a::b::Three", "Four"}));
}

TEST(ClassNames, AreDefinedInOneFileOnly) {
  FilesByName names;
  for (const char* folder : {"include", "src", "apps", "experiments"}) add_folder(folder, names);
  EXPECT_GT(names.size(), 200u);
  EXPECT_TRUE(names.contains("limber::Stepper"));
  expect_one_file_each(names);
}

// A test is linked with the library and with the files of its own folder.
TEST(ClassNames, OfTestsAreNotThoseOfTheLibrary) {
  FilesByName library;
  for (const char* folder : {"include", "src", "apps", "experiments", "tests/support"})
    add_folder(folder, library);
  for (const auto& entry : fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "tests")) {
    if (!entry.is_directory() || entry.path().filename() == "support") continue;
    FilesByName names = library;
    add_folder("tests/" + entry.path().filename().string(), names);
    expect_one_file_each(names);
  }
}

}  // namespace
}  // namespace limber
