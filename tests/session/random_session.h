#pragma once
// Sessions as tests use them: telling, asking, listening, and a user who does things at random.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "limber/files/files.h"
#include "limber/session/session.h"
#include "support/random_figure.h"

namespace limber::test {

inline Session shipped_session(const std::string& file) {
  return Session(load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / file).value(), file);
}

// "" or why it was refused.
inline std::string tell(Session& session, nlohmann::json command) {
  if (!command.contains("id")) command["id"] = 1;
  const Answer answer = session.apply(command.dump());
  return answer.refused ? answer.words : "";
}
inline std::string tell(Session& session, const char* verb) {
  return tell(session, nlohmann::json{{"do", verb}});
}
inline nlohmann::json ask(Session& session, nlohmann::json command) {
  command["id"] = 1;
  const nlohmann::json answer = nlohmann::json::parse(message(session.apply(command.dump())));
  EXPECT_EQ(answer.at("type"), "done") << answer;
  return answer.contains("result") ? answer.at("result") : nlohmann::json();
}

// What a new window would be told, or what a running one is told now.
inline nlohmann::json message_of(const std::vector<std::string>& messages, const std::string& type) {
  for (const std::string& text : messages) {
    nlohmann::json message = nlohmann::json::parse(text);
    if (message.at("type") == type) return message;
  }
  throw std::runtime_error("no message " + type);
}
inline nlohmann::json message_of(Session& session, const std::string& type) {
  return message_of(session.all_messages(), type);
}
inline nlohmann::json scene_of(Session& session) {
  return message_of(session, "scene");
}
inline nlohmann::json status_of(Session& session) {
  return message_of(session, "status");
}
inline std::vector<std::string> notices(Session& session) {
  std::vector<std::string> words;
  for (const std::string& text : session.take_changes(0.0)) {
    const nlohmann::json message = nlohmann::json::parse(text);
    if (message.at("type") == "notice") words.push_back(message.at("words"));
  }
  return words;
}

// Steps until nothing moves; returns how many.
inline int settle(Session& session, int most = 30000) {
  int count = 0;
  while (count < most && session.step(0.001)) ++count;
  return count;
}

inline void steps(Session& session, int count) {
  for (int i = 0; i < count; ++i) session.step(0.001);
}

class RandomUser {
 public:
  RandomUser(Session& session, Random& random) : session_(session), random_(random) {}

  // One command; it may well be refused.
  std::string act() {
    const Figure& figure = session_.scene().figure;
    const std::string segment =
        figure.segment_name(SegmentId{uniform_int(random_, 0, figure.segment_count() - 1)});
    const TaskList& tasks = session_.scene().tasks;
    const int number =
        tasks.size() == 0
            ? 1
            : int{(tasks.begin() + uniform_int(random_, 0, static_cast<int>(tasks.size()) - 1))->number};
    switch (uniform_int(random_, 0, 24)) {
      case 0:
      case 1:
        return tell(
            session_,
            {{"do", "drag-begin"}, {"segment", segment}, {"point", vector(0.1)}, {"target", vector(1)}});
      case 2:
      case 3:
      case 4:
      case 5:
        return tell(session_, {{"do", "drag-move"}, {"target", vector(1)}});
      case 6:
        return tell(session_, {{"do", "drag-end"}, {"keep", uniform(random_, 0, 1) < 0.3}});
      case 7:
        return tell(session_, {{"do", "task-add"},
                               {"task",
                                {{"type", "reach"},
                                 {"frame", {{"segment", segment}, {"point", vector(0.1)}}},
                                 {"target", vector(1)},
                                 {"priority", uniform_int(random_, 1, 3)}}}});
      case 8:
        return tell(session_, {{"do", "task-remove"}, {"number", number}});
      case 9:
      case 10:
        return tell(session_, "undo");
      case 11:
        return tell(session_, "redo");
      case 12:
        return tell(session_, {{"do", "key-add"}, {"time", uniform(random_, 0, 5)}});
      case 13:
        return tell(session_, {{"do", "root-set"}, {"segment", segment}});
      case 14:
        return tell(session_, {{"do", "branch-delete"}, {"segment", segment}});
      case 15:
        return tell(session_, "posture-rest");
      case 16:
        return tell(session_,
                    {{"do", "segment-scale"}, {"segment", segment}, {"factor", uniform(random_, 0.8, 1.25)}});
      case 17:
        return tell(session_, {{"do", "branch-add"}, {"parent", segment}});
      case 18:
        return tell(session_,
                    {{"do", "chain-set"},
                     {"root", uniform(random_, 0, 1) < 0.5 ? nlohmann::json(segment) : nlohmann::json()}});
      case 19:
        return tell(session_, {{"do", "obstacle-add"},
                               {"obstacle",
                                {{"shape", "sphere"},
                                 {"center", vector(1)},
                                 {"radius", uniform(random_, 0.02, 0.2)},
                                 {"velocity", vector(0.3)}}}});
      case 20:
      case 21:
        return tell(session_, {{"do", "obstacle-move"},
                               {"obstacle", obstacle()},
                               {"by", {{"position", vector(0.2)}, {"rotation", vector(0.3)}}},
                               {"gesture", 8}});
      case 22:
        return tell(session_, {{"do", "obstacle-remove"}, {"obstacle", obstacle()}});
      case 23:
        return tell(session_, {{"do", "world-run"}, {"moves", uniform(random_, 0, 1) < 0.5}});
      default:
        return tell(session_, {{"do", "solver-set"},
                               {"solver", {{"largest_turn", uniform(random_, 0.1, 0.6)}}},
                               {"gesture", 7}});
    }
  }

 private:
  std::string obstacle() {
    const std::vector<Obstacle>& obstacles = session_.scene().world.obstacles;
    if (obstacles.empty()) return "nothing";
    return at(obstacles, uniform_int(random_, 0, static_cast<int>(obstacles.size()) - 1)).name;
  }
  nlohmann::json vector(double size) {
    const Vec3 v = random_vector(random_, size);
    return {v.x(), v.y(), v.z()};
  }
  Session& session_;
  Random& random_;
};

// As the page sends bytes.
inline std::string base64(const std::string& bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += k + i > bytes.size() ? '=' : digits[bits >> (18 - 6 * i) & 63];
  }
  return text;
}

}  // namespace limber::test
