// What comes over the wire, built from its own grammar and then damaged: requests of HTTP with parts repeated, left
// out, cut and sent in pieces, and frames of a socket with every combination of their header's bits, to a whole
// studio; fuzz/fuzz_wire.cpp does the same to the server alone, led by what code it reaches. Run this for longer
// with LIMBER_TEST_SCALE=100, under the sanitizers by the preset asan.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "running_studio.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using Random = std::mt19937;

const std::string& one_of(const std::vector<std::string>& words, Random& random) {
  return words[random() % words.size()];
}

std::string noise(Random& random, std::size_t most) {
  std::string text;
  for (auto count = random() % (most + 1); count > 0; --count) text += static_cast<char>(random() % 256);
  return text;
}

// --- HTTP

std::string random_field(Random& random, const std::string& port) {
  static const std::vector<std::string> names = {"Host",
                                                 "Origin",
                                                 "Connection",
                                                 "Upgrade",
                                                 "Sec-WebSocket-Key",
                                                 "Sec-WebSocket-Version",
                                                 "Content-Length",
                                                 "Content-Type",
                                                 "Transfer-Encoding",
                                                 "Cookie",
                                                 "Accept-Encoding",
                                                 "Sec-WebSocket-Protocol",
                                                 "Range",
                                                 "If-None-Match",
                                                 "Expect",
                                                 "X-Anything",
                                                 "",
                                                 "host "};
  const std::vector<std::string> values = {"127.0.0.1:" + port,
                                           "localhost:" + port,
                                           "http://127.0.0.1:" + port,
                                           "keep-alive",
                                           "close",
                                           "Upgrade",
                                           "websocket",
                                           "dGhlIHNhbXBsZSBub25jZQ==",
                                           "13",
                                           "0",
                                           "5",
                                           "-1",
                                           "99999999999999999999",
                                           "chunked",
                                           "limber.1",
                                           "bytes=0-",
                                           "100-continue",
                                           "",
                                           "\t",
                                           std::string(9000, 'a'),
                                           "\xc3\xa9",
                                           std::string("a\0b", 3)};
  static const std::vector<std::string> colons = {": ", ":", " : ", ""};
  return one_of(names, random) + (random() % 8 == 0 ? one_of(colons, random) : ": ") + one_of(values, random);
}

std::string random_request(Random& random, const std::string& port) {
  static const std::vector<std::string> methods = {"GET",     "HEAD", "POST", "PUT",  "OPTIONS",
                                                   "CONNECT", "get",  "",     "G\tET"};
  static const std::vector<std::string> targets = {"/",
                                                   "/index.html",
                                                   "/socket",
                                                   "/thumbnail/gallery/elephant.json.png",
                                                   "/thumbnail/folder/%2e%2e%2f.png",
                                                   "//",
                                                   "/%00",
                                                   "*",
                                                   "http://x/",
                                                   "",
                                                   "/?token=%zz",
                                                   "/#"};
  static const std::vector<std::string> versions = {"HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/", ""};
  static const std::vector<std::string> ends = {"\r\n", "\n", "\r", "\r\n\r\n"};
  const auto usually = [&](const std::vector<std::string>& words) {
    return random() % 4 == 0 ? one_of(words, random) : words.front();
  };
  const std::string end = usually(ends);
  const std::string target = random() % 16 == 0  ? "/" + noise(random, 300)
                             : random() % 3 == 0 ? "/"
                                                 : one_of(targets, random);
  std::string text = usually(methods) + " " + target + " " + usually(versions) + end;
  if (random() % 8 != 0) text += "Host: 127.0.0.1:" + port + end;
  if (target == "/socket" && random() % 2 == 0) {
    for (const char* field :
         {"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: limber.1"})
      if (random() % 6 != 0) text += field + end;
  }
  for (auto count = random() % 5; count > 0; --count) text += random_field(random, port) + end;
  text += end;
  if (random() % 4 == 0) text += noise(random, 200);  // a body, or the beginning of another request
  switch (random() % 8) {
    case 0:
      return text.substr(0, random() % text.size());
    case 1:
      text[random() % text.size()] = static_cast<char>(random() % 256);
      return text;
    case 2:
      return text + text;
    default:
      return text;
  }
}

// In up to four pieces, as a network may bring them.
void send_in_pieces(SocketClient& client, const std::string& bytes, Random& random) {
  std::vector<std::size_t> cuts = {0, bytes.size()};
  for (auto count = random() % 4; count > 0; --count) cuts.push_back(random() % (bytes.size() + 1));
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 1; i < cuts.size(); ++i)
    if (!client.send_bytes(std::string_view(bytes).substr(cuts[i - 1], cuts[i] - cuts[i - 1]))) return;
}

TEST(RandomWire, DamagedRequestsAreAnsweredOrHungUpOn) {
  RunningStudio running("scenes/planar-chain.json", {.request_seconds = 0.2});
  Random random(31);
  const std::string port = std::to_string(running.studio.port());
  int answered = 0, served = 0;
  const int count = scaled(1000);
  for (int i = 0; i < count; ++i) {
    SocketClient client = running.client();
    send_in_pieces(client, random_request(random, port), random);
    const SocketClient::Response response = client.receive_response(false, 5.0);
    if (response.status == 0) continue;  // hung up, which is an answer too
    ++answered;
    served += response.status == 200 || response.status == 101;
    EXPECT_TRUE(response.status == 101 || (response.status >= 200 && response.status < 600))
        << response.header;
    EXPECT_NE(response.status, 500) << response.header;
  }
  EXPECT_GT(answered, count / 2);
  EXPECT_GE(served, count / 20);
  EXPECT_TRUE(running.works());
}

// --- frames

// The header of RFC 6455, 5.2, every field by chance; the length may be longer than needed, or a lie.
std::string random_socket_frame(Random& random, bool usual) {
  static const std::vector<std::string> payloads = {R"({"id": 1, "do": "undo"})",
                                                    R"({"id": 2, "do": "hello", "protocol": 2})",
                                                    "",
                                                    "{",
                                                    std::string(200, 'x'),
                                                    std::string(70'000, '['),
                                                    "\xff\xfe"};
  std::string payload = one_of(payloads, random);
  const unsigned last = usual || random() % 4 != 0 ? 0x80u : 0u,
                 reserved = usual || random() % 6 != 0 ? 0u : random() % 8u << 4;
  const unsigned opcode = usual ? 1u : static_cast<unsigned>(random() % 16);
  const bool masked = usual || random() % 8 != 0;
  std::uint64_t length = payload.size();
  if (!usual && random() % 16 == 0) length = std::uint64_t{1} << (random() % 64);
  std::string frame(1, static_cast<char>(last | reserved | opcode));
  const int longer =
      usual ? 0 : static_cast<int>(random() % 8);  // 1: 16 bits, 2: 64 bits although fewer would do
  const int bytes = length > 0xffff || longer == 2 ? 8 : length > 125 || longer == 1 ? 2 : 0;
  frame += static_cast<char>((masked ? 0x80u : 0u) | (bytes == 8   ? 127u
                                                      : bytes == 2 ? 126u
                                                                   : static_cast<unsigned>(length)));
  for (int k = bytes; k-- > 0;) frame += static_cast<char>(length >> (8 * k) & 0xff);
  const std::string mask = masked ? std::string("\x12\x34\x56\x78") : std::string();
  frame += mask;
  for (std::size_t k = 0; k < payload.size(); ++k)
    if (masked) payload[k] = static_cast<char>(payload[k] ^ mask[k % 4]);
  return frame + payload;
}

TEST(RandomWire, DamagedFramesEndTheirConnectionAtMost) {
  RunningStudio running;
  Random random(32);
  int closed = 0;
  const int count = scaled(600);
  for (int i = 0; i < count; ++i) {
    SocketClient client = running.window();
    std::string bytes;
    for (auto frames = 1 + random() % 5; frames > 0; --frames)
      bytes += random_socket_frame(random, random() % 3 == 0);
    if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 1));
    send_in_pieces(client, bytes, random);
    // Most are left to the server; of some we wait for what it says.
    closed += i % 8 == 0 ? client.is_hung_up(0.2) : client.is_cut_off();
  }
  EXPECT_GT(closed, count / 32);
  EXPECT_TRUE(running.works());
}

}  // namespace
}  // namespace limber::test
