// Files that are wrong, each in its own way, and the sentence each must get: tests/files/malformed/x.json and
// x.expected.

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/files/files.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(LIMBER_SOURCE_DIR) / "tests/files/malformed";

std::string sentence_for(const fs::path& file) {
  const std::string name = file.filename().string(), text = test::contents_of(file);
  if (name.starts_with("scene_")) {
    const Expected<Scene> scene = parse_scene(text, name, folder);
    return scene ? "" : scene.error().message;
  }
  const Expected<Figure> figure = parse_figure(text, name);
  return figure ? "" : figure.error().message;
}

std::vector<fs::path> malformed_files() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Malformed, EveryFileGetsItsSentence) {
  EXPECT_GE(malformed_files().size(), 60u);
  for (const fs::path& file : malformed_files()) {
    std::string expected = test::contents_of(fs::path(file).replace_extension(".expected"));
    if (expected.ends_with('\n')) expected.pop_back();
    EXPECT_EQ(sentence_for(file), expected);
  }
}

TEST(Malformed, EverySentenceNamesTheFileAndIsOneLine) {
  for (const fs::path& file : malformed_files()) {
    const std::string sentence = sentence_for(file);
    EXPECT_TRUE(sentence.starts_with(file.filename().string() + ":")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_LT(sentence.size(), 400u) << sentence;
  }
}

}  // namespace
}  // namespace limber
