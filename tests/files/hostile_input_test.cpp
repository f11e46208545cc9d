// Damaged files: no crash, no hang, and one sentence with the place for each.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "files_support.h"
#include "limber/files/files.h"
#include "support/json_values.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

using test::data_folder;

struct Format {
  std::string text;  // of a valid file
  std::string (*parse)(const std::string& text);
};

const Format& figures() {
  static const Format format = {test::contents_of(data_folder / "everything.json"),
                                [](const std::string& text) {
                                  const Expected<Figure> figure = parse_figure(text, "x.json");
                                  return figure ? "" : figure.error().message;
                                }};
  return format;
}

const Format& scenes() {
  static const Format format = {test::contents_of(data_folder / "everything_scene.json"),
                                [](const std::string& text) {
                                  const Expected<Scene> scene = parse_scene(text, "x.json", data_folder);
                                  return scene ? "" : scene.error().message;
                                }};
  return format;
}

void expect_sentence(const std::string& message) {
  test::expect_one_sentence(message, "x.json", 700);
}

TEST(HostileInput, EveryTruncationIsAnError) {
  for (const Format* format : {&figures(), &scenes()}) {
    ASSERT_EQ(format->parse(format->text), "");
    const std::size_t end = format->text.find_last_not_of(" \n");
    for (std::size_t length = 0; length <= end; ++length) {
      const std::string message = format->parse(format->text.substr(0, length));
      ASSERT_NE(message, "") << "cut after " << length << " bytes";
      expect_sentence(message);
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
    expect_sentence(message);
  }
  EXPECT_GT(errors, rounds / 2);
}

// "segments[3].joint.axis" for /segments/3/joint/axis: written apart from the reader's own way of saying it.
std::string path_of(const nlohmann::json::json_pointer& pointer, const nlohmann::json& document) {
  if (pointer.empty()) return "";
  const std::string outer = path_of(pointer.parent_pointer(), document), own = pointer.back();
  if (document.at(pointer.parent_pointer()).is_array()) return outer + "[" + own + "]";
  if (own.find_first_of(". *") != std::string::npos) return outer + "[\"" + own + "\"]";
  return outer.empty() ? own : outer + "." + own;
}

// Puts `true` in the place of every value: the sentence has its very line and path.
TEST(HostileInput, WrongKindsAreNamedWithLineAndPath) {
  for (const Format* format : {&figures(), &scenes()}) {
    const nlohmann::json document = nlohmann::json::parse(format->text);
    for (const auto& pointer : test::all_values(document)) {
      if (pointer.empty() || document.at(pointer).is_boolean()) continue;
      nlohmann::json changed = document;
      changed[pointer] = "here";
      const std::string marked = changed.dump(1);
      changed[pointer] = true;
      const auto line = 1 + std::count(marked.data(), marked.data() + marked.find("\"here\""), '\n');
      const std::string place =
          "x.json:" + std::to_string(line) + ": " + path_of(pointer, document) + ": expected ";
      const std::string message = format->parse(changed.dump(1));
      EXPECT_TRUE(message.starts_with(place) && message.ends_with(", got true"))
          << message << "\nnot " << place;
    }
  }
}

// Puts values of other kinds in the place of every value, and takes every value away: a sentence, or a
// figure.
TEST(HostileInput, AnyKindOfValueAnywhereNeverCrashes) {
  const std::vector<nlohmann::json>& kinds = test::one_of_each_kind();
  const std::size_t tried = std::min(kinds.size(), static_cast<std::size_t>(test::scaled(3)));
  std::size_t next = 0;
  for (const Format* format : {&figures(), &scenes()}) {
    const nlohmann::json document = nlohmann::json::parse(format->text);
    int errors = 0;
    const auto check = [&](const nlohmann::json& changed) {
      const std::string message = format->parse(changed.dump());
      if (message.empty()) return;  // a number for a number, a name nobody else uses
      ++errors;
      expect_sentence(message);
    };
    for (const auto& pointer : test::all_values(document)) {
      for (std::size_t i = 0; i < tried; ++i) {
        nlohmann::json changed = document;
        changed[pointer] = kinds[next++ % kinds.size()];
        check(changed);
      }
      if (pointer.empty()) continue;
      nlohmann::json without = document;
      nlohmann::json& outer = without[pointer.parent_pointer()];
      if (outer.is_array()) {
        outer.erase(static_cast<std::size_t>(std::stoi(pointer.back())));
      } else {
        outer.erase(pointer.back());
      }
      check(without);
    }
    EXPECT_GT(errors, test::scaled(150));
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

TEST(HostileInput, MegabytesOfGarbageGiveASentence) {
  const auto repeated = [](const std::string& head, const std::string& piece, int megabytes = 6) {
    const std::size_t size = static_cast<std::size_t>(megabytes) << 20;
    std::string text = head;
    text.reserve(size + piece.size());
    while (text.size() < size) text += piece;
    return text;
  };
  const std::string head = R"({"limber": 1, "name": "f", "segments": )";
  EXPECT_NE(figures().parse(repeated("", "garbage \x9c\xff ", 60)), "");
  EXPECT_NE(figures().parse(repeated("", "[", 60)), "");
  EXPECT_NE(figures().parse(repeated(head + "[", "[],")), "");
  EXPECT_NE(figures().parse(repeated(head + "[", "0,")), "");
  EXPECT_NE(figures().parse(repeated(head + "\"", "x")), "");
  EXPECT_NE(figures().parse(repeated(head + "{", "\"a\":{},")), "");
  EXPECT_NE(figures().parse(repeated(head, "1")), "");
}

TEST(HostileInput, RandomBytesNeverCrash) {
  std::mt19937_64 random(32);
  for (int round = 0; round < test::scaled(5000); ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) c = static_cast<char>(random());
    if (round % 2 == 0) text = "{\"limber\":1," + text;
    if (text.find('<') != std::string::npos) continue;  // may begin like XML
    expect_sentence(figures().parse(text));
    expect_sentence(scenes().parse(text));
  }
}

}  // namespace
}  // namespace limber
