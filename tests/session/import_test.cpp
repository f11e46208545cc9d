// Files that windows open or drop: each window's own, read while the session goes on, answered with the
// command's id whatever happens.

#include <gtest/gtest.h>

#include <stdexcept>

#include "folder_in_memory.h"
#include "limber/session/driver.h"
#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

using nlohmann::json;

std::string robot(const std::string& mesh) {
  return "<robot name='r'><link name='base'><visual><geometry><mesh filename='" + mesh +
         "'/></geometry></visual></link></robot>";
}

// A tetrahedron with legs so long.
std::string stl(const std::string& size) {
  const std::string o = "vertex 0 0 0\n", x = "vertex " + size + " 0 0\n", y = "vertex 0 " + size + " 0\n",
                    z = "vertex 0 0 " + size + "\n";
  const auto facet = [](const std::string& corners) {
    return "facet normal 0 0 0\nouter loop\n" + corners + "endloop\nendfacet\n";
  };
  return "solid s\n" + facet(o + y + x) + facet(o + x + z) + facet(o + z + y) + facet(x + y + z) +
         "endsolid s\n";
}

std::string piece(const std::string& path, const std::string& bytes, bool begins, bool opens, int id = 1) {
  return json{{"id", id},        {"do", "drop"}, {"path", path}, {"data", base64(bytes)},
              {"begin", begins}, {"open", opens}}
      .dump();
}

std::string words(const Answer& answer) {
  return answer.refused ? answer.words : "";
}

double size_of_drawn(const Session& session) {
  float most = 0.0f;
  for (const SegmentDescription& segment : session.scene().figure.description().segments) {
    for (const VisualDescription& visual : segment.visuals) {
      if (!visual.mesh) continue;
      for (const auto& point : visual.mesh->points) most = std::max({most, point[0], point[1], point[2]});
    }
  }
  return static_cast<double>(most);
}

TEST(Import, PiecesBelongToTheWindowThatDropsThem) {
  Session session(small_scene());
  EXPECT_EQ(words(session.apply(piece("m.stl", stl("1"), true, false), 1)), "");
  EXPECT_EQ(words(session.apply(piece("m.stl", stl("3"), true, false), 2)), "");
  EXPECT_EQ(words(session.apply(piece("r.urdf", robot("m.stl"), false, true), 1)), "");
  EXPECT_EQ(size_of_drawn(session), 1.0);
  EXPECT_EQ(words(session.apply(piece("r.urdf", robot("m.stl"), false, true), 2)), "");
  EXPECT_EQ(size_of_drawn(session), 3.0);
}

TEST(Import, PiecesOfAnUnfinishedDropAreForgottenWithTheirWindow) {
  Session session(small_scene());
  EXPECT_EQ(words(session.apply(piece("m.stl", stl("1"), true, false), 1)), "");
  session.release(1);
  EXPECT_EQ(words(session.apply(piece("r.urdf", robot("m.stl"), false, true), 1)), "");
  EXPECT_EQ(size_of_drawn(session), 0.0);
}

TEST(Import, WindowsHaveTheRoomForPiecesTogether) {
  Session session(small_scene());
  const std::string large = piece("a", std::string(11 << 20, 'a'), false, false);
  std::string refused;
  for (std::uint32_t window = 1; refused.empty() && window < 40; ++window)
    refused = words(session.apply(large, window));
  EXPECT_EQ(refused,
            "other windows are dropping files, together more than 256 MB; try again when they are done");
}

TEST(Import, ADroppedPathIsPlainHoweverItIsWritten) {
  for (const std::string path : {"r//meshes///base.stl", "./r/meshes/base.stl", "r/x/../meshes/base.stl"}) {
    Session session(small_scene());
    EXPECT_EQ(words(session.apply(piece(path, stl("2"), true, false))), "") << path;
    EXPECT_EQ(words(session.apply(piece("r///r.urdf", robot("meshes/base.stl"), false, true))), "") << path;
    EXPECT_EQ(size_of_drawn(session), 2.0) << path;
  }
  Session session(small_scene());
  EXPECT_EQ(words(session.apply(piece("//..", "", true, false))), "\"//..\" is no path of a file");
}

TEST(Import, MeshesThatAreMissingAreSaid) {
  Session session(small_scene());
  (void)notices(session);
  EXPECT_EQ(words(session.apply(piece("r.urdf", robot("meshes/base.stl"), true, true))), "");
  EXPECT_EQ(notices(session),
            std::vector<std::string>{
                "1 mesh file is missing: \"meshes/base.stl\"; without it the robot is drawn by "
                "its shapes. Drop the robot's whole folder to see it."});
  EXPECT_EQ(tell(session, {{"do", "import"}, {"name", "r.urdf"}, {"text", robot("a.stl")}}), "");
  EXPECT_EQ(notices(session).size(), 1u);
  EXPECT_EQ(words(session.apply(piece("m.stl", stl("1"), true, false))), "");
  EXPECT_EQ(words(session.apply(piece("r.urdf", robot("m.stl"), false, true))), "");
  EXPECT_TRUE(notices(session).empty());
}

TEST(Import, ThousandsOfWarningsAreSummedUp) {
  Session session(small_scene());
  (void)notices(session);
  std::string shapes;
  for (int i = 0; i < 5000; ++i) shapes += "<visual><geometry><x/></geometry></visual>\n";
  EXPECT_EQ(tell(session, {{"do", "import"},
                           {"name", "r.urdf"},
                           {"text", "<robot name='r'><link name='a'>" + shapes + "</link></robot>"}}),
            "");
  const std::vector<std::string> said = notices(session);
  ASSERT_EQ(said.size(), 20u);
  EXPECT_EQ(said.back(), "There are 4981 more warnings about this file; limber check prints them all.");
}

class AnswerListener : public Outlet {
 public:
  void send(WindowNumber window, SharedText message) override {
    const json read = json::parse(*message);
    if (read.contains("id")) answers.emplace_back(window, read);
  }
  void show(WindowNumber, SharedSnapshot) override {}
  std::vector<std::pair<WindowNumber, json>> answers;
};

// Files are read when the test says so.
struct ReadingHost {
  explicit ReadingHost(Session session)
      : driver(
            std::move(session), listener, [this] { return time; }, nullptr, options()) {
    for (const WindowNumber window : {1u, 2u}) driver.open_window(window);
  }
  DriverOptions options() {
    DriverOptions made;
    made.elsewhere = [this](std::function<void()> work, std::function<void()> back) {
      if (waiting.size() == 2) return false;
      waiting.emplace_back(std::move(work), std::move(back));
      return true;
    };
    return made;
  }
  // All that came since.
  std::vector<std::pair<WindowNumber, json>> answers() {
    for (int k = 0; k < 20; ++k) {
      time += 0.01;
      driver.advance();
    }
    return std::exchange(listener.answers, {});
  }
  void read_all() {
    for (auto& [work, back] : std::exchange(waiting, {})) {
      work();
      back();
    }
  }

  double time = 0.0;
  AnswerListener listener;
  std::vector<std::pair<std::function<void()>, std::function<void()>>> waiting;
  Driver driver;
};

std::string import_of(const std::string& text, int id) {
  return json{{"id", id}, {"do", "import"}, {"name", "r.urdf"}, {"text", text}}.dump();
}

TEST(Import, OthersAreAnsweredWhileAFileIsRead) {
  ReadingHost host{Session(small_scene())};
  host.driver.command(1, import_of(robot("a.stl"), 5));
  host.driver.command(2, R"({"id": 6, "do": "posture-rest"})");
  auto answers = host.answers();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].first, 2u);
  EXPECT_EQ(answers[0].second.at("type"), "done");
  host.read_all();
  answers = host.answers();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].first, 1u);
  EXPECT_EQ(answers[0].second.at("id"), 5);
  EXPECT_EQ(answers[0].second.at("type"), "done");
  EXPECT_EQ(host.driver.finish().scene().figure.name(), "r");
}

TEST(Import, AFileThatCannotBeReadIsRefusedWithTheId) {
  ReadingHost host{Session(small_scene())};
  host.driver.command(1, import_of("<robot name='r'/>", 5));
  host.read_all();
  const auto answers = host.answers();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].second.at("id"), 5);
  EXPECT_EQ(answers[0].second.at("type"), "refused");
}

TEST(Import, ALaterFileOfAWindowTakesThePlaceOfTheOneBefore) {
  ReadingHost host{Session(small_scene())};
  host.driver.command(1, import_of("<robot name='one'><link name='a'/></robot>", 5));
  host.driver.command(1, import_of("<robot name='two'><link name='a'/></robot>", 6));
  std::swap(host.waiting[0], host.waiting[1]);  // it is read last
  host.read_all();
  const auto answers = host.answers();
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1].second.at("id"), 5);
  EXPECT_EQ(answers[1].second.at("words"), "another file was opened instead");
  EXPECT_EQ(host.driver.finish().scene().figure.name(), "two");
}

TEST(Import, AFileIsNotWantedOnceItsWindowHasGone) {
  ReadingHost host{Session(small_scene())};
  const std::string before = host.driver.finish().scene().figure.name();
  ReadingHost other{Session(small_scene())};
  other.driver.command(1, import_of(robot("a.stl"), 5));
  other.driver.close_window(1);
  other.read_all();
  (void)other.answers();
  EXPECT_EQ(other.driver.finish().scene().figure.name(), before);
}

TEST(Import, TooManyFilesAtOnceAreRefusedWithTheId) {
  ReadingHost host{Session(small_scene())};
  for (int id = 5; id < 8; ++id) host.driver.command(1, import_of(robot("a.stl"), id));
  const auto answers = host.answers();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].second.at("id"), 7);
  EXPECT_EQ(answers[0].second.at("words"), "the studio is still reading other files; try again in a moment");
}

// A folder with a fault of ours.
class FaultyFolder final : public Library {
 public:
  Expected<std::string> read(const std::string&, Where) const override { throw std::out_of_range("map::at"); }
  Expected<std::string> write(const std::string& file, std::string_view, bool) override { return file; }
  std::filesystem::path folder(Where) const override { return {}; }
  std::string files_message() const override { return R"({"type": "files"})"; }
};

TEST(Import, AFaultOfOursIsAnsweredWithTheId) {
  FaultyFolder folder;
  ReadingHost host{Session(small_scene(), "s", &folder)};
  host.driver.command(1, R"({"id": 5, "do": "open", "file": "a", "where": "folder"})");
  const auto answers = host.answers();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].second.at("id"), 5);
  EXPECT_EQ(answers[0].second.at("words"), "internal error in limber, please report it: map::at");
}

}  // namespace
}  // namespace limber::test
