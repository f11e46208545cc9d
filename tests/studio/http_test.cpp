// What the studio answers over HTTP, and whom.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "running_studio.h"

namespace limber::test {
namespace {

TEST(StudioPage, IsServedWithItsLengthAndRules) {
  RunningStudio running;
  SocketClient client = running.client();
  const SocketClient::Response page = client.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.field("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.field("content-length"), std::to_string(page.body.size()));
  EXPECT_NE(page.body.find("<title>Limber studio</title>"), std::string::npos);
  EXPECT_EQ(page.field("x-content-type-options"), "nosniff");
  EXPECT_NE(page.field("content-security-policy").find("default-src 'self'"), std::string::npos);
}

TEST(StudioPage, HeadHasTheHeaderOfGetAndNoBody) {
  RunningStudio running;
  const SocketClient::Response get = running.client().get("/index.html");
  SocketClient client = running.client();
  const SocketClient::Response head = client.get("/index.html", "HEAD", "Connection: close\r\n");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.field("content-length"), get.field("content-length"));
  EXPECT_EQ(client.receive_all(10.0), "");
}

TEST(StudioPage, OneConnectionServesManyRequests) {
  RunningStudio running;
  SocketClient client = running.client();
  for (int i = 0; i < 20; ++i) ASSERT_EQ(client.get("/").status, 200) << i;
}

TEST(StudioPage, CanBeServedFromAFolder) {
  TemporaryFolder pages;
  pages.write("index.html", "mine");
  pages.write("secret.txt", "not a page");
  const studio::Page page(pages.path());
  EXPECT_EQ(*page.file("/").value().body, "mine");
  EXPECT_FALSE(page.file("/secret.txt"));
  EXPECT_FALSE(page.file("/../index.html"));
  EXPECT_FALSE(page.file("/none.html"));
}

TEST(StudioRequests, ARefusalIsOneSentence) {
  RunningStudio running;
  const auto refusal = [&](const std::string& target, const std::string& method, const std::string& more) {
    const SocketClient::Response response = running.client().get(target, method, more);
    EXPECT_EQ(response.field("content-length"), std::to_string(response.body.size()));
    EXPECT_EQ(response.field("cache-control"), "no-store");
    EXPECT_TRUE(response.body.ends_with("\n")) << response.body;
    return response.status;
  };
  EXPECT_EQ(refusal("/none", "GET", ""), 404);
  EXPECT_EQ(refusal("/../../etc/passwd", "GET", ""), 404);
  EXPECT_EQ(refusal("/thumbnail/gallery/..%2f..%2fx.png", "GET", ""), 404);
  EXPECT_EQ(refusal("/thumbnail/folder/%zz.png", "GET", ""), 404);
  EXPECT_EQ(refusal("/thumbnail/folder/none.png", "GET", ""), 404);
  EXPECT_EQ(refusal("/", "POST", "Content-Length: 0\r\n"), 405);
  EXPECT_EQ(refusal("/", "DELETE", ""), 405);
  EXPECT_EQ(refusal("/", "POST", "Content-Length: 5\r\n"), 413);
  EXPECT_EQ(refusal("/", "GET", "X: " + std::string(20'000, 'x') + "\r\n"), 431);
  EXPECT_EQ(refusal("/socket", "GET", ""), 426);
  EXPECT_EQ(refusal("no-slash", "GET", ""), 400);
}

TEST(StudioRequests, MalformedHttpIsRefused) {
  RunningStudio running;
  for (const std::string& bytes :
       {std::string("garbage\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"), std::string("GET\r\n\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15),
        std::string("GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n")}) {
    SocketClient client = running.client();
    client.send_bytes(bytes);
    const SocketClient::Response response = client.receive_response();
    EXPECT_EQ(response.status, 400) << bytes;
    EXPECT_TRUE(client.is_hung_up(10.0));
  }
  EXPECT_TRUE(running.works());
}

TEST(StudioRequests, OnlyItsOwnNamesAreAnswered) {
  RunningStudio running;
  const std::string port = std::to_string(running.studio.port());
  const auto status = [&](const std::string& host_lines) {
    SocketClient client = running.client();
    client.send_bytes("GET / HTTP/1.1\r\n" + host_lines + "\r\n");
    return client.receive_response().status;
  };
  for (const std::string name : {"127.0.0.1:", "localhost:", "[::1]:"}) {
    EXPECT_EQ(status("Host: " + name + port + "\r\n"), 200) << name;
  }
  for (const std::string& host :
       {"evil.example:" + port, std::string("127.0.0.1"), std::string("localhost"), "127.0.0.1:" + port + "0",
        "127.0.0.1.evil.example:" + port, "localhost:" + port + ".evil.example", "LOCALHOST:" + port,
        "192.168.1.1:" + port, "x@127.0.0.1:" + port, std::string()}) {
    EXPECT_EQ(status("Host: " + host + "\r\n"), 403) << host;
  }
  EXPECT_EQ(status(""), 403);
  EXPECT_EQ(status("Host: localhost:" + port + "\r\nHost: evil.example\r\n"), 403);
}

TEST(StudioRequests, AnUnfinishedRequestTimesOut) {
  RunningStudio running("scenes/planar-chain.json", {.request_seconds = 0.3});
  SocketClient silent = running.client(), half = running.client();
  half.send_bytes("GET / HTTP/1.1\r\nHo");
  EXPECT_TRUE(silent.is_hung_up(10.0));
  EXPECT_TRUE(half.is_hung_up(10.0));
  EXPECT_TRUE(running.works());
}

TEST(StudioConnections, TheThirtyThirdIsRefused) {
  RunningStudio running;
  std::vector<SocketClient> windows;
  for (int i = 0; i < 32; ++i) windows.push_back(running.window());
  for (int i = 0; i < 18; ++i) {
    SocketClient late = running.client();
    const SocketClient::Response response = late.receive_response();
    EXPECT_EQ(response.status, 503);
    EXPECT_NE(response.body.find("too many connections"), std::string::npos);
  }
  windows[3].command({{"id", 5}, {"do", "posture-rest"}});
  EXPECT_TRUE(windows[3].wait_for_answer(5));
  windows.clear();
  for (int attempt = 0; attempt < 100 && running.client().get("/").status != 200; ++attempt) {
  }
  EXPECT_TRUE(running.works());
}

TEST(StudioConnections, ManyThatSendNothingDoNotKeepNewcomersOut) {
  RunningStudio running;  // a request may take 15 seconds
  SocketClient window = running.window();
  std::vector<SocketClient> silent;
  for (int i = 0; i < 200; ++i) {
    silent.push_back(running.client());
    if (i % 2 == 0) silent.back().send_bytes("GET / HTTP/1.1\r\nHo");
  }
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(running.client().get("/").status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  window.command({{"id", 5}, {"do", "posture-rest"}});
  EXPECT_TRUE(window.wait_for_answer(5)) << "windows that are open already are not affected";
}

TEST(StudioConnections, ManyThatWereRefusedAndStayDoNotKeepNewcomersOut) {
  RunningStudio running;
  SocketClient window = running.window();
  std::vector<SocketClient> refused;  // the studio waits a second for each to hang up
  for (int i = 0; i < 40; ++i) {
    refused.push_back(running.client());
    refused.back().send_bytes(i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                                         : "garbage\r\n\r\n");
    EXPECT_EQ(refused.back().receive_response().status, i % 2 == 0 ? 403 : 400) << i;
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(running.client().get("/").status, 200);
  window.command({{"id", 5}, {"do", "posture-rest"}});
  EXPECT_TRUE(window.wait_for_answer(5)) << "windows that are open already are not affected";
}

TEST(StudioConnections, WindowsThatDoNotGreetDoNotKeepNewcomersOut) {
  RunningStudio running;
  std::vector<SocketClient> silent;
  for (int i = 0; i < 100; ++i) {
    silent.push_back(running.client());
    EXPECT_EQ(silent.back().ask_for_socket().status, 101);
  }
  EXPECT_TRUE(running.works());
}

TEST(StudioConnections, ManyThatDoNotReadTheirAnswerDoNotKeepNewcomersOut) {
  RunningStudio running;
  running.folder.write("page/index.html", std::string(4 << 20, ' '));
  studio::FolderLibrary library(running.folder.path(), shipped("scenes"));
  studio::Studio large(Session(load_scene(shipped("scenes/planar-chain.json")).value()), library,
                       {.page_folder = running.folder.path() / "page"});
  std::vector<SocketClient> unread;
  for (int i = 0; i < 40; ++i) {
    unread.emplace_back(large.port(), 4096);
    unread.back().send_bytes("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(large.port()) +
                             "\r\n\r\n");
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(SocketClient(large.port()).open_window());
}

TEST(StudioPictures, ThatTakeTooLongAreGivenUp) {
  RunningStudio running;
  running.folder.write(
      "huge.json", R"({"limber": 1, "name": "huge", "segments": [{"name": "base"}], "chains": [{"name": "c",
      "parent": "base", "links": 1900, "length": 1, "radius": 1e6, "joints": [{"type": "ball"}]}]})");
  SocketClient client = running.client();
  client.send_bytes("GET /thumbnail/folder/huge.png HTTP/1.1\r\nHost: 127.0.0.1:" +
                    std::to_string(running.studio.port()) + "\r\n\r\n");
  // Five seconds of a processor that others may use first.
  const SocketClient::Response picture = client.receive_response(true, 300.0);
  EXPECT_EQ(picture.status, 404);
  EXPECT_EQ(picture.body, "The picture could not be drawn: it takes too long\n");
  EXPECT_EQ(running.client().get("/thumbnail/folder/huge.png").status, 404) << "and is not tried again";
}

TEST(StudioPictures, OfGalleryAndFolderArePngs) {
  RunningStudio running;
  running.folder.write("my arm.json", contents_of(shipped("models/planar-chain.json")));
  for (const char* address : {"/thumbnail/gallery/planar-chain.png", "/thumbnail/folder/my%20arm.png"}) {
    const SocketClient::Response picture = running.client().get(address);
    EXPECT_EQ(picture.status, 200) << picture.body;
    EXPECT_EQ(picture.field("content-type"), "image/png");
    EXPECT_EQ(picture.body.substr(0, 4), "\x89PNG");
    EXPECT_EQ(running.client().get(address).body, picture.body);
  }
}

TEST(StudioServer, SaysWhenThePortIsInUse) {
  RunningStudio running;
  try {
    const studio::Server second({.port = running.studio.port()});
    FAIL();
  } catch (const std::runtime_error& problem) {
    EXPECT_EQ(std::string(problem.what()),
              "port " + std::to_string(running.studio.port()) +
                  " is in use by another program; choose another with --port N, or --port 0 for any");
  }
}

// Somebody else's socket at [::1].
struct OtherAddress {
  explicit OtherAddress(std::uint16_t port) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(port);
    address.sin6_addr = in6addr_loopback;
    const int only = 1;
    is_held = descriptor >= 0 &&
              ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only) == 0 &&
              ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
              ::listen(descriptor, 1) == 0;
  }
  ~OtherAddress() {
    if (descriptor >= 0) ::close(descriptor);
  }
  OtherAddress(const OtherAddress&) = delete;
  OtherAddress& operator=(const OtherAddress&) = delete;
  int descriptor = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool is_held = false;
};

// Who has the other address of "localhost" could show a page of their own in place of ours.
TEST(StudioServer, DoesNotShareItsPortWithAnotherProgramAtTheOtherAddress) {
  const std::uint16_t port = studio::Server({}).port();
  const OtherAddress other(port);
  std::string problem;
  try {
    const studio::Server server({.port = port});
  } catch (const std::runtime_error& refusal) {
    problem = refusal.what();
  }
  EXPECT_EQ(problem,
            other.is_held
                ? "port " + std::to_string(port) +
                      " is in use by another program; choose another with --port N, or --port 0 for any"
                : "")
      << "a machine without IPv6 has no other address";
  if (other.is_held) {
    EXPECT_NE(studio::Server({}).port(), port) << "of any port, one that is free at both";
  }
}

}  // namespace
}  // namespace limber::test
