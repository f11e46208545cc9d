// libFuzzer: any commands to a session, one per line, with steps between them. The mutator knows what
// commands look like: it takes valid ones and changes values, names and order. Whatever comes, every answer
// is one sentence or none, a refused command has changed nothing, and postures stay finite and inside their
// limits, also while everything is undone.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "limber/figure/posture.h"
#include "limber/session/session.h"
#include "tests/session/folder_in_memory.h"
#include "tests/session/small_scene.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using nlohmann::json;

constexpr int most_commands = 12;

[[noreturn]] void fail(const std::string& what, const std::string& command) {
  std::cerr << what << ": " << command.substr(0, 1000) << "\n";
  std::abort();
}

void check(const limber::Session& session, const std::string& command) {
  const limber::Posture& posture = session.posture();
  if (!limber::is_finite(posture)) fail("not finite after", command);
  const limber::Posture inside = limber::inside_limits(session.scene().figure, posture);
  if ((inside.values - posture.values).lpNorm<Eigen::Infinity>() > 1e-9)
    fail("outside its limits after", command);
}

// Numbers and names that have broken programs before.
json strange_value(std::uint32_t random) {
  static const std::vector<json> values = {0,
                                           -1,
                                           1,
                                           1e-300,
                                           1e300,
                                           -1e12,
                                           2147483648.0,
                                           0.5,
                                           "",
                                           "hand",
                                           "tail.1",
                                           "no such",
                                           nullptr,
                                           true,
                                           false,
                                           json::array(),
                                           json::object(),
                                           {0, 0, 0},
                                           {1e9, -1e9, 1e-9},
                                           {1, 2},
                                           std::string(300, 'x'),
                                           "\n\"\\"};
  return values[random % values.size()];
}

// The `number`th value inside, counted through lists and objects; what is left of the number tells how many
// more.
json* find_value(json& value, std::size_t& number) {
  if (number-- == 0) return &value;
  if (!value.is_structured()) return nullptr;
  for (json& child : value) {
    if (json* found = find_value(child, number)) return found;
  }
  return nullptr;
}

// Of every kind that the protocol has.
const json& any_command(std::uint32_t random) {
  const std::vector<json>&edits = limber::test::valid_commands(), &others = limber::test::other_commands();
  const std::size_t number = random % (edits.size() + others.size());
  return number < edits.size() ? edits[number] : others[number - edits.size()];
}

json changed(json command, std::uint32_t random) {
  std::size_t number = 1 + random % 12;
  json* const place = find_value(command, number);
  if (!place || place == &command) return command;
  if (place->is_number() && random % 3 == 0) {
    *place = place->get<double>() * (static_cast<double>(random % 401) - 200.0) / 100.0;
  } else {
    *place = strange_value(random / 12);
  }
  return command;
}

}  // namespace

// One more command at the end, a valid one or one that nearly is; or bytes changed anywhere.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  std::uint32_t random = seed * 2654435761u;
  if (random % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  json command = any_command(random >> 3);
  if ((random >> 12) % 3 != 0) command = changed(std::move(command), random >> 8);
  const std::string line = command.dump() + "\n";
  if (size + line.size() > most) size = 0;
  if (line.size() > most) return size;
  std::memcpy(data + size, line.data(), line.size());
  return size + line.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const limber::Scene scene = limber::test::small_scene();
  limber::test::FolderInMemory folder;
  limber::Session session(scene, "crane", &folder);
  std::string_view text(reinterpret_cast<const char*>(data), size);
  for (int count = 0; count < most_commands && !text.empty(); ++count) {
    const std::string line(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string before = session.backup();
    const limber::Answer answer = session.apply(line);
    if (answer.refused) {
      if (answer.words.empty() || answer.words.find('\n') != std::string::npos) fail("no sentence for", line);
      if (session.backup() != before) fail("refused, and changed by", line);
    }
    check(session, line);
    for (int step = 0; step < 3; ++step) session.step(0.01);
    check(session, line);
    (void)session.take_changes(count);
  }
  session.apply(R"({"id": 1, "do": "live"})");
  for (int i = 0; i <= 2 * most_commands; ++i) session.apply(R"({"id": 1, "do": "undo"})");
  (void)session.all_messages();
  check(session, "undo");
  return 0;
}
