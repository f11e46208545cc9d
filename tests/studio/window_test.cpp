// Windows on the studio's socket: who may open one, the greeting, and those who do not behave.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "running_studio.h"

namespace limber::test {
namespace {

using nlohmann::json;

TEST(StudioSocket, OpensForItsOwnPage) {
  RunningStudio running;
  SocketClient client = running.client();
  const SocketClient::Response response = client.ask_for_socket();
  EXPECT_EQ(response.status, 101);
  EXPECT_EQ(response.field("sec-websocket-protocol"), "limber.1");
  EXPECT_EQ(response.field("sec-websocket-accept"), "s3pplmbitxaq9kygzzhzrbk+xoo=");  // in lower case
  EXPECT_EQ(response.field("sec-websocket-extensions"), "");
}

TEST(StudioSocket, OpensForNobodyElse) {
  RunningStudio running;
  const std::string port = std::to_string(running.studio.port());
  const auto status = [&](const SocketClient::Handshake& handshake) {
    return running.client().ask_for_socket(handshake).status;
  };
  EXPECT_EQ(status({.origin = "http://localhost:" + port}), 101);
  for (const std::string& origin :
       {std::string("http://evil.example"), "http://evil.example:" + port, "https://127.0.0.1:" + port,
        std::string("http://127.0.0.1"), "http://127.0.0.1:" + port + "/",
        "http://127.0.0.1:" + port + ".evil.example", std::string("null"), std::string("-")}) {
    EXPECT_EQ(status({.origin = origin}), 403) << origin;
  }
  EXPECT_EQ(status({.host = "evil.example:" + port}), 403);
  EXPECT_EQ(status({.host = "evil.example:" + port, .origin = "http://evil.example:" + port}), 403);
  EXPECT_EQ(status({.host = "-"}), 403);
  EXPECT_EQ(status({.target = "/other"}), 404);
  EXPECT_EQ(status({.protocol = ""}), 400);
  EXPECT_EQ(status({.protocol = "limber.2, chat"}), 400);
  EXPECT_EQ(status({.protocol = "chat, limber.1"}), 101);
  EXPECT_NE(status({.version = "8"}), 101);
  EXPECT_TRUE(running.works());
}

TEST(StudioGreeting, SendsANewWindowEverything) {
  RunningStudio running;
  SocketClient client = running.client();
  ASSERT_EQ(client.ask_for_socket().status, 101);
  client.command({{"id", 42}, {"do", "hello"}, {"protocol", 2}});
  const std::optional<json> done = client.wait_for_answer(42);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->at("type"), "done");
  const std::optional<json> welcome = client.wait_for_type("welcome");
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->at("protocol"), 2);
  EXPECT_GE(welcome->at("window"), 1);
  for (const char* type : {"figure", "scene", "status", "time", "files"}) {
    EXPECT_TRUE(client.wait_for_type(type)) << type;
  }
  std::optional<SocketClient::Frame> frame;
  do frame = client.receive_frame();
  while (frame && frame->opcode != 2);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload.at(0), 1);
}

TEST(StudioGreeting, NamesBothVersionsWhenTheyDiffer) {
  RunningStudio running;
  SocketClient client = running.client();
  ASSERT_EQ(client.ask_for_socket().status, 101);
  client.command({{"id", 1}, {"do", "hello"}, {"protocol", 7}});
  const std::optional<json> answer = client.wait_for_answer(1);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("type"), "refused");
  EXPECT_EQ(answer->at("words"), "the page speaks protocol 7, the studio 2; reload the page");
  const auto close = client.receive_close();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1008);
}

TEST(StudioGreeting, MustBeTheFirstMessage) {
  RunningStudio running;
  for (const std::string& first :
       {std::string(R"({"id": 3, "do": "undo"})"), std::string("[]"), std::string("hello"), std::string(),
        std::string(R"({"do": 5})"), std::string(R"({"id": 3, "do": "hello"})"),
        std::string(R"({"id": 3, "do": "hello", "protocol": "2"})"), std::string(100'000, '['),
        R"({"id": 3, "do": "hello", "protocol": )" + std::string(76'000, '[') + std::string(76'000, ']') +
            "}"}) {
    SocketClient client = running.client();
    ASSERT_EQ(client.ask_for_socket().status, 101);
    client.send_text(first);
    const std::optional<json> answer = client.wait_for_type("refused");
    EXPECT_TRUE(answer) << first.substr(0, 60);
    EXPECT_TRUE(client.receive_close()) << first.substr(0, 60);
  }
  EXPECT_TRUE(running.works());
}

TEST(StudioWindows, AllSeeWhatOneDoes) {
  RunningStudio running;
  SocketClient one = running.window(), other = running.window();
  ASSERT_TRUE(other.wait_for_type("files"));
  one.command({{"id", 2}, {"do", "run-set"}, {"running", false}});
  const std::optional<json> scene = other.wait_for_type("scene");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->at("running"), false);
}

TEST(StudioWindows, AnAnswerComesAfterTheChangesItMade) {
  RunningStudio running;
  SocketClient window = running.window();
  ASSERT_TRUE(window.wait_for_type("files"));
  window.command({{"id", 2}, {"do", "run-set"}, {"running", false}});
  const std::optional<json> first = window.wait_for(
      [](const json& message) { return message.at("type") == "scene" || message.at("type") == "done"; });
  ASSERT_TRUE(first);
  EXPECT_EQ(first->at("type"), "scene");
  EXPECT_TRUE(window.wait_for_answer(2));
}

TEST(StudioWindows, GetAtMostTwoUnseenSnapshots) {
  RunningStudio running("scenes/elephant.json");
  SocketClient window = running.window();
  // Dragged for a while without a word of having seen anything.
  window.command(
      {{"id", 2}, {"do", "drag-begin"}, {"segment", "head"}, {"point", {0, 0, 0}}, {"target", {1, 0, 2}}});
  std::uint32_t last = 0;
  int snapshots = 0;
  const auto count_snapshots = [&](double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    snapshots = 0;
    for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
      window.command({{"id", 0}, {"do", "drag-move"}, {"target", {1, 0.01 * (i % 20), 2}}});
      while (const auto frame = window.receive_frame(0.02)) {
        if (frame->opcode == 2) last = snapshot_sequence(frame->payload), ++snapshots;
      }
    }
    return snapshots;
  };
  EXPECT_LE(count_snapshots(0.5), 2);
  window.command({{"id", 0}, {"do", "seen"}, {"snapshot", last}});
  EXPECT_GE(count_snapshots(0.5), 1);
}

// --- those who do not behave

TEST(StudioHostile, UnmaskedFramesEndTheConnection) {
  RunningStudio running;
  SocketClient window = running.window();
  window.send_frame(1, R"({"id": 2, "do": "undo"})", true, false);
  EXPECT_TRUE(window.is_hung_up(10.0));
  EXPECT_TRUE(running.works());
}

TEST(StudioHostile, ReservedOpcodesAndBadUtf8EndTheConnection) {
  RunningStudio running;
  for (const int opcode : {3, 7, 11, 15, 0}) {
    SocketClient window = running.window();
    window.send_frame(opcode, "x");
    EXPECT_TRUE(window.is_hung_up(10.0)) << opcode;
  }
  SocketClient window = running.window();
  window.send_text("\xff\xfe");
  EXPECT_TRUE(window.is_hung_up(10.0));
  EXPECT_TRUE(running.works());
}

TEST(StudioHostile, BinaryMessagesAreRefused) {
  RunningStudio running;
  SocketClient window = running.window();
  window.send_frame(2, "\x01\x02");
  const auto close = window.receive_close();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1003);
}

TEST(StudioHostile, AMessageOfMoreThanTwoMegabytesIsRefused) {
  RunningStudio running;
  SocketClient small = running.window();
  small.send_text(std::string((2 << 20) - 100, ' '));
  const std::optional<json> refused = small.wait_for_type("refused");
  EXPECT_TRUE(refused);
  SocketClient large = running.window();
  large.send_text(std::string((2 << 20) + 100, ' '));
  EXPECT_TRUE(large.is_hung_up(10.0));
  // One that only says that it is large: nothing may be set aside for it.
  SocketClient boasting = running.window();
  boasting.send_bytes(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14));
  EXPECT_TRUE(boasting.is_hung_up(10.0));
  EXPECT_TRUE(running.works());
}

TEST(StudioHostile, EndlessFragmentsAreCutOff) {
  RunningStudio running;
  SocketClient window = running.window();
  const std::string fragment(10'000, 'x');
  bool taken = window.send_frame(1, fragment, false);
  for (int i = 0; i < 1000 && taken; ++i) taken = window.send_frame(0, fragment, false);
  EXPECT_TRUE(window.is_hung_up(10.0));
  EXPECT_TRUE(running.works());
}

TEST(StudioHostile, AFloodOfMessagesIsEndedWithAReason) {
  RunningStudio running;
  SocketClient flooding = running.window();
  std::string flood;
  for (int i = 0; i < 20'000; ++i) {
    flood += std::string("\x81\x82\0\0\0\0{}", 8);
  }
  const auto begin = std::chrono::steady_clock::now();
  flooding.send_bytes(flood);
  const auto close = flooding.receive_close(10.0);
  const bool was_fast = std::chrono::steady_clock::now() - begin < std::chrono::seconds(8);
  if (!close && !was_fast) GTEST_SKIP() << "this machine does not read 2000 messages a second";
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1008);
  EXPECT_NE(close->close_reason().find("too many messages"), std::string::npos);
  EXPECT_TRUE(running.works());
}

TEST(StudioServer, SaysGoodbyeWhenItStops) {
  auto running = std::make_unique<RunningStudio>();
  std::optional<SocketClient> window = running->window();
  const auto begin = std::chrono::steady_clock::now();
  std::thread stop([&] { running.reset(); });
  const auto close = window->receive_close();
  if (close) window->send_frame(8, close->payload);
  window.reset();
  stop.join();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 1001);
  EXPECT_EQ(close->close_reason(), "the studio was stopped");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(StudioServer, ANoticeAfterItHasStoppedIsDropped) {
  RunningStudio running;
  (void)running.studio.stop();
  running.studio.notice("nobody hears this");
}

// A host that fails, as one that runs out of memory does.
struct Fails final : studio::Host {
  Fails() { server.start(*this); }
  ~Fails() override { server.stop(); }
  void get(const std::string& path, const std::string&, std::function<void(studio::Reply)> reply) override {
    if (path == "/throws") throw std::bad_alloc();
    if (path == "/") reply(studio::Reply::sentence(200, "here"));
  }
  void opened(WindowNumber) override {}
  void said(WindowNumber window, std::string text) override {
    if (text == "admit") return server.admit(window);
    throw std::bad_alloc();
  }
  void closed(WindowNumber) override {
    if (++told_of_end % 2 == 1) throw std::bad_alloc();
    ++ends;
  }
  SocketClient client() const { return SocketClient(server.port()); }

  std::atomic<int> told_of_end = 0, ends = 0;
  studio::Server server{{}};
};

TEST(StudioServer, AHostThatFailsCostsTheWindowAndHearsOfItsEnd) {
  Fails host;
  for (const char* first : {"throw", "admit"}) {
    const int ends = host.ends;
    SocketClient window = host.client();
    ASSERT_EQ(window.ask_for_socket().status, 101);
    window.send_text(first);
    window.send_text("throw");
    EXPECT_TRUE(window.is_hung_up(10.0));
    for (int i = 0; i < 1000 && host.ends == ends; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(host.ends, ends + 1) << "else its drag would go on";
  }
  // As many as there are places, and more: those of the windows above were given back.
  std::vector<SocketClient> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(host.client());
    EXPECT_EQ(silent.back().ask_for_socket().status, 101) << i;
  }
}

TEST(StudioServer, ARequestThatTheHostDropsIsAnswered) {
  Fails host;
  for (const char* path : {"/lets-go", "/throws"}) {
    const SocketClient::Response response = host.client().get(path);
    EXPECT_EQ(response.status, 503) << path;
    EXPECT_EQ(response.body, "The studio could not answer this request; try again in a moment.\n");
  }
  EXPECT_EQ(host.client().get("/").status, 200);
}

TEST(StudioServer, StopsEvenIfAWindowDoesNotAnswer) {
  auto running = std::make_unique<RunningStudio>();
  SocketClient window = running->window(), silent = running->client();
  const auto begin = std::chrono::steady_clock::now();
  running.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace limber::test
