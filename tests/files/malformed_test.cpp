// Files with one error each, and the sentence it must give: tests/files/malformed/x.json and x.expected.

#include <gtest/gtest.h>

#include <algorithm>

#include "files_support.h"
#include "limber/files/files.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

const fs::path malformed_folder = test::source_folder / "tests/files/malformed";

std::string sentence_for(const fs::path& file) {
  const std::string name = file.filename().string(), text = test::contents_of(file);
  if (name.starts_with("scene_")) {
    const Expected<Scene> scene = parse_scene(text, name, malformed_folder);
    return scene ? "" : scene.error().message;
  }
  const Expected<Figure> figure = parse_figure(text, name);
  return figure ? "" : figure.error().message;
}

std::vector<fs::path> malformed_json_files() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(malformed_folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Malformed, EveryFileGetsItsSentence) {
  EXPECT_GE(malformed_json_files().size(), 60u);
  for (const fs::path& file : malformed_json_files()) {
    std::string expected = test::contents_of(fs::path(file).replace_extension(".expected"));
    if (expected.ends_with('\n')) expected.pop_back();
    EXPECT_EQ(sentence_for(file), expected);
  }
}

TEST(Malformed, EverySentenceNamesTheFileAndIsShort) {
  for (const fs::path& file : malformed_json_files()) {
    test::expect_one_sentence(sentence_for(file), file.filename().string(), 520);  // 23 techniques have names
  }
}

}  // namespace
}  // namespace limber
