// Files damaged in every way we could think of: no crash, no hang, and a sentence with the place for each.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "limber/files/files.h"
#include "support/json_values.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path data = fs::path(LIMBER_SOURCE_DIR) / "tests/files/data";

struct Format {
  std::string text;  // of a valid file
  std::string (*parse)(const std::string& text);
};

const Format& figures() {
  static const Format format = {test::contents_of(data / "everything.json"), [](const std::string& text) {
                                  const Expected<Figure> figure = parse_figure(text, "x.json");
                                  return figure ? "" : figure.error().message;
                                }};
  return format;
}

const Format& scenes() {
  static const Format format = {test::contents_of(data / "everything_scene.json"),
                                [](const std::string& text) {
                                  const Expected<Scene> scene = parse_scene(text, "x.json", data);
                                  return scene ? "" : scene.error().message;
                                }};
  return format;
}

void expect_one_sentence(const std::string& message) {
  EXPECT_TRUE(message.starts_with("x.json:")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_LT(message.size(), 700u) << message;
}

TEST(HostileInput, EveryTruncationIsAnError) {
  for (const Format* format : {&figures(), &scenes()}) {
    ASSERT_EQ(format->parse(format->text), "");
    const std::size_t end = format->text.find_last_not_of(" \n");
    for (std::size_t length = 0; length <= end; ++length) {
      const std::string message = format->parse(format->text.substr(0, length));
      ASSERT_NE(message, "") << "cut after " << length << " bytes";
      expect_one_sentence(message);
    }
  }
}

TEST(HostileInput, RandomDamageNeverCrashes) {
  std::mt19937_64 random(31);
  int errors = 0;
  const int rounds = test::scaled(5000);
  for (int round = 0; round < rounds; ++round) {
    const Format& format = round % 2 == 0 ? figures() : scenes();
    std::string text = format.text;
    const auto place = [&] { return random() % text.size(); };
    for (std::uint64_t n = 1 + random() % 3; n > 0; --n) {
      switch (random() % 5) {
        case 0:
          text[place()] ^= static_cast<char>(1 << random() % 8);
          break;
        case 1:
          std::swap(text[place()], text[place()]);
          break;
        case 2:
          text.erase(place(), 1 + random() % 20);
          break;
        case 3:
          text.insert(place(), text.substr(place(), random() % 40));
          break;
        default:
          text[place()] = "{}[]\",:-+0123456789eE.\\ntf"[random() % 26];
          break;
      }
      if (text.empty()) text = "{";
    }
    const std::string message = format.parse(text);
    if (message.empty()) continue;
    ++errors;
    expect_one_sentence(message);
  }
  EXPECT_GT(errors, rounds / 2);
}

// Puts a value of every other kind in the place of every value. Where that is an error, it has the line and
// the path.
TEST(HostileInput, WrongTypesAreNamedWithLineAndPath) {
  const std::regex with_place(R"(x\.json:(\d+): ([a-z_$]+[^ ]*): .+)");
  for (const Format* format : {&figures(), &scenes()}) {
    const nlohmann::json document = nlohmann::json::parse(format->text);
    int errors = 0;
    for (const auto& pointer : test::all_values(document)) {
      if (pointer.empty()) continue;
      for (const nlohmann::json& other : test::one_of_each_kind()) {
        nlohmann::json changed = document;
        changed[pointer] = other;
        const std::string text = changed.dump(1), message = format->parse(text);
        if (message.empty()) continue;  // a number for a number, or a name nobody else uses
        ++errors;
        std::smatch match;
        const bool has_place = std::regex_match(message, match, with_place);
        const bool of_whole_figure = message.find("no segment is the root") != std::string::npos ||
                                     message.find("needs at least one segment") != std::string::npos;
        EXPECT_TRUE(has_place || of_whole_figure) << message;
        // Where the value itself is of the wrong kind, the path leads to it (or to what it is part of).
        if (other.is_null() && has_place) {
          const std::string last = pointer.back();
          const bool leads_there =
              match[2].str().find(pointer.to_string().substr(1, pointer.to_string().find('/', 1) - 1)) == 0;
          EXPECT_TRUE(leads_there) << pointer << " " << message;
        }
      }
    }
    EXPECT_GT(errors, 1000);
  }
}

TEST(HostileInput, WrongKindsAreReportedOnTheirOwnLine) {
  // Every scalar of the file as it stands is replaced in the text itself, so that the line is known.
  for (const Format* format : {&figures(), &scenes()}) {
    int line = 1, checked = 0;
    for (std::size_t i = 0; i < format->text.size(); ++i) {
      if (format->text[i] == '\n') ++line;
      // A list of numbers begins: make it a truth value.
      if (format->text[i] != '[' || !std::isdigit(static_cast<unsigned char>(format->text[i + 1]))) continue;
      const std::size_t end = format->text.find(']', i);
      std::string text = format->text;
      text.replace(i, end - i + 1, "false");
      const std::string message = format->parse(text);
      EXPECT_TRUE(message.starts_with("x.json:" + std::to_string(line) + ": "))
          << message << " line " << line;
      EXPECT_NE(message.find("got false"), std::string::npos) << message;
      ++checked;
    }
    EXPECT_GT(checked, 15);
  }
}

TEST(HostileInput, TwoHundredMegabytesAreRefusedBeforeReading) {
  const test::TemporaryFolder folder;
  const fs::path zeros = folder.write("zeros.json", "");
  fs::resize_file(zeros, std::uintmax_t{200} << 20);  // takes no room on the disk
  EXPECT_EQ(load_figure(zeros).error().message,
            zeros.string() + ": is 200 MB large; files up to 64 MB are read");
  EXPECT_EQ(load_scene(zeros).error().message,
            zeros.string() + ": is 200 MB large; files up to 64 MB are read");
}

TEST(HostileInput, SixtyMegabytesOfAnythingGetASentence) {
  const std::size_t size = static_cast<std::size_t>(test::scaled(60)) << 20;
  const auto repeated = [&](const std::string& head, const std::string& piece) {
    std::string text = head;
    text.reserve(size + piece.size());
    while (text.size() < size) text += piece;
    return text;
  };
  const std::string head = R"({"limber": 1, "name": "f", "segments": )";
  EXPECT_NE(figures().parse(repeated("", "garbage \x9c\xff ")), "");
  EXPECT_NE(figures().parse(repeated("", "[")), "");
  EXPECT_NE(figures().parse(repeated(head + "[", "[],")), "");
  EXPECT_NE(figures().parse(repeated(head + "[", "0,")), "");
  EXPECT_NE(figures().parse(repeated(head + "\"", "x")), "");
  EXPECT_NE(figures().parse(repeated(head + "{", "\"a\":{},")), "");
  EXPECT_NE(figures().parse(repeated(head, "1")), "");
}

TEST(HostileInput, TenMillionValuesAreTheLimit) {
  std::string text = R"({"limber": 1, "name": "f", "segments": [)";
  for (int i = 0; i < 10'000'000; ++i) text += "0,";
  EXPECT_EQ(figures().parse(text + "0]}"),
            "x.json:1: holds more than 10000000 values, which is more than is read");
}

TEST(HostileInput, RandomBytesNeverCrash) {
  std::mt19937_64 random(32);
  for (int round = 0; round < test::scaled(5000); ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) c = static_cast<char>(random());
    if (round % 2 == 0) text = "{\"limber\":1," + text;
    if (text.find('<') != std::string::npos) continue;  // may begin like XML
    expect_one_sentence(figures().parse(text));
    expect_one_sentence(scenes().parse(text));
  }
}

}  // namespace
}  // namespace limber
