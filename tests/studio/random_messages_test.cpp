// Ten thousand messages no page would send: random bytes, random JSON, commands with parts exchanged, cut and
// repeated.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "running_studio.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using nlohmann::json;
using Random = std::mt19937;

const std::vector<std::string> verbs = {
    "hello",        "seen",          "drag-begin",  "drag-move",     "drag-end",    "task-add",
    "task-set",     "task-remove",   "tasks-order", "criteria-set",  "solver-set",  "run-set",
    "segment-set",  "segment-scale", "branch-add",  "branch-delete", "branch-move", "root-set",
    "chain-links",  "chain-set",     "loop-join",   "loop-break",    "frame-add",   "joint-set",
    "posture-rest", "world-set",     "camera-set",  "undo",          "redo",        "open",
    "save",         "save-as",       "import",      "export",        "files",       "record-start",
    "record-stop",  "record-save",   "record-open", "play",          "pause",       "seek",
    "live",         "loop-set",      "speed-set",   "key-add",       "key-move",    "key-remove",
    "what-if",      "reach-cloud",   "watch",       "path-find",     "path-follow", "path-stop",
    "access-find",  "map-find",      "access-stop", "no-such-verb"};
const std::vector<std::string> keys = {
    "protocol", "snapshot", "segment",  "point",   "target",        "keep",   "task",     "number", "gesture",
    "order",    "criteria", "solver",   "running", "name",          "joint",  "at",       "then",   "shapes",
    "mass",     "density",  "factor",   "branch",  "parent",        "chain",  "links",    "root",   "end",
    "first",    "second",   "position", "values",  "world",         "camera", "file",     "where",  "replace",
    "text",     "what",     "source",   "from",    "loop",          "speed",  "time",     "place",  "count",
    "type",     "priority", "weight",   "axes",    "without_tasks", "path",   "postures", "frame"};
const std::vector<std::string> texts = {"",
                                        "tip",
                                        "link.1",
                                        "link.tip",
                                        "reach",
                                        "gallery",
                                        "folder",
                                        "../../etc/passwd",
                                        "a.json",
                                        "scene",
                                        "xyz",
                                        "ball",
                                        "revolute",
                                        "keyframes",
                                        "\xc3\xa9",
                                        "base",
                                        "planar-chain.json",
                                        "recording",
                                        "{}",
                                        "sphere",
                                        "posture",
                                        "link.2",
                                        "<robot name=\"r\"><link name=\"l\"/></robot>"};

template <class Items>
const auto& any_of(const Items& items, Random& random) {
  return items[random() % items.size()];
}

json random_value(Random& random, int depth) {
  static const std::vector<double> numbers = {0,      1,      -1,           2,   0.5,  1e9,
                                              -1e300, 1e-300, 4294967296.0, 3.7, 65536};
  switch (random() % (depth > 0 ? 9 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
    case 3:
      return any_of(numbers, random);
    case 4:
    case 5:
      return any_of(texts, random);
    case 6: {
      json list = json::array();
      for (auto count = random() % 4; count > 0; --count) list.push_back(any_of(numbers, random));
      return list;
    }
    case 7: {
      json list = json::array();
      for (auto count = random() % 3; count > 0; --count) list.push_back(random_value(random, depth - 1));
      return list;
    }
    default: {
      json object = json::object();
      for (auto count = random() % 4; count > 0; --count) {
        object[any_of(keys, random)] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

std::string random_command(Random& random) {
  json command = {{"id", random() % 1000}, {"do", any_of(verbs, random)}};
  for (auto count = random() % 5; count > 0; --count) command[any_of(keys, random)] = random_value(random, 3);
  if (random() % 8 == 0) command["id"] = random_value(random, 1);
  if (random() % 16 == 0) command["do"] = random_value(random, 1);
  if (random() % 16 == 0) command.erase("id");
  return command.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Commands that do something, so that the others meet a session in all states.
std::string sensible_command(Random& random) {
  const double x = 0.01 * static_cast<double>(random() % 80);
  const std::vector<json> commands = {
      {{"id", 1}, {"do", "drag-begin"}, {"segment", "link.3"}, {"point", {0, 0, 0}}, {"target", {x, 0.1, 0}}},
      {{"id", 1}, {"do", "drag-move"}, {"target", {x, 0.3, 0}}},
      {{"id", 1}, {"do", "drag-end"}, {"keep", x > 0.4}},
      {{"id", 1},
       {"do", "task-add"},
       {"task", {{"type", "reach"}, {"frame", "link.tip"}, {"target", {x, x, 0}}}}},
      {{"id", 1}, {"do", "task-remove"}, {"number", random() % 4}},
      {{"id", 1}, {"do", "branch-add"}, {"parent", "link.2"}},
      {{"id", 1}, {"do", "branch-delete"}, {"segment", "link.5"}},
      {{"id", 1}, {"do", "root-set"}, {"segment", "link.3"}},
      {{"id", 1}, {"do", "open"}, {"file", "planar-chain.json"}, {"where", "gallery"}},
      {{"id", 1}, {"do", "undo"}},
      {{"id", 1}, {"do", "redo"}},
      {{"id", 1}, {"do", "run-set"}, {"running", x > 0.1}},
      {{"id", 1}, {"do", "record-start"}},
      {{"id", 1}, {"do", "record-stop"}},
      {{"id", 1}, {"do", "key-add"}, {"time", x}},
      {{"id", 1}, {"do", "play"}, {"source", "keyframes"}},
      {{"id", 1}, {"do", "live"}},
  };
  return any_of(commands, random).dump();
}

std::string random_message(Random& random) {
  std::string text = random() % 4 == 0 ? sensible_command(random) : random_command(random);
  switch (random() % 8) {
    case 0:  // cut off
      return text.substr(0, random() % (text.size() + 1));
    case 1:  // one character another
      text[random() % text.size()] = static_cast<char>(' ' + random() % 95);
      return text;
    case 2: {  // characters at random
      std::string noise;
      for (auto count = random() % 60; count > 0; --count) noise += static_cast<char>(' ' + random() % 95);
      return noise;
    }
    case 3:  // as deep as it goes
      return random() % 16 == 0 ? std::string(random() % 50'000, random() % 2 == 0 ? '[' : '{') : text;
    default:
      return text;
  }
}

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(json(text).dump());
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

TEST(RandomMessages, TenThousandAreAnsweredOrRefusedAndNothingBreaks) {
  RunningStudio running;
  Random random(20261115);
  const int count = scaled(10'000);
  std::optional<SocketClient> window;
  int refusals = 0;
  for (int i = 0; i < count; ++i) {
    if (i % 3000 == 0) window.emplace(running.window());  // who says more at once is sent away
    const std::string said = random_message(random);
    bool sent = window->send_text(said);
    if (!is_utf8(said)) {  // no text at all: that ends the connection
      EXPECT_TRUE(window->receive_close().has_value()) << "message " << i;
      window.emplace(running.window());
      continue;
    }
    // Every now and then what was said is read: a page does, and who does not is closed.
    if (sent && i % 10 == 0) {
      sent = window->command({{"id", 1e6 + i}, {"do", "undo"}}) &&
             window
                 ->wait_for([&](const json& message) {
                   EXPECT_TRUE(message.contains("type"));
                   if (message["type"] == "refused") {
                     ++refusals;
                     EXPECT_FALSE(message.at("words").get<std::string>().empty());
                   }
                   return message.contains("id") && message["id"] == 1e6 + i;
                 })
                 .has_value();
      ASSERT_TRUE(sent) << "message " << i;
    }
  }
  EXPECT_GT(refusals, count / 4);
  EXPECT_TRUE(running.works());
}

TEST(RandomMessages, RandomBytesOnTheSocketEndTheConnectionAndNothingElse) {
  RunningStudio running;
  Random random(7);
  for (int i = scaled(200); i > 0; --i) {
    SocketClient client = running.client();
    if (random() % 4 != 0) {
      ASSERT_EQ(client.ask_for_socket().status, 101);
    }
    std::string noise;
    for (auto count = random() % 3000; count > 0; --count) noise += static_cast<char>(random() % 256);
    client.send_bytes(noise);
  }
  EXPECT_TRUE(running.works());
}

}  // namespace
}  // namespace limber::test
