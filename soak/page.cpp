// The page's choices. Drags are most of what people do, so they are most of what is done here.
#include "page.h"

namespace limber::soak {

using nlohmann::json;

int any_number(Random& random, int least, int most) {
  return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}
double any_number(Random& random, double least, double most) {
  return least + (most - least) * static_cast<double>(random() >> 11) * 0x1p-53;
}

void Page::hear(const json& message) {
  const std::string type = message.value("type", "");
  if (type == "scene") scene_ = message;
  if (type == "figure") figure_ = message;
  if (type == "time") time_ = message;
  if (type == "techniques") techniques_ = message.at("techniques");
}

json Page::next() {
  const int choice = any_number(random_, 0, 99);
  if (dragging_ && choice < 80) return drag();
  if (choice < 30) return drag();
  if (choice < 41) return about_tasks();
  if (choice < 51) return about_the_figure();
  if (choice < 62) return about_the_world();
  if (choice < 66) return about_forces();
  if (choice < 70) return about_motion();
  if (choice < 76) return about_time();
  if (choice < 84) return about_solving();
  if (choice < 87) return question();
  if (choice < 96) return {{"do", "undo"}};
  return {{"do", "redo"}};
}

json Page::drag() {
  if (!dragging_) {
    dragging_ = true;
    return {{"do", "drag-begin"}, {"segment", segment()}, {"point", vector(0.05)}, {"target", place()}};
  }
  if (chance(0.85)) return {{"do", "drag-move"}, {"target", place()}};
  dragging_ = false;
  return {{"do", "drag-end"}, {"keep", chance(0.2)}};
}

json Page::about_tasks() {
  switch (any_number(random_, 0, 5)) {
    case 0:
    case 1:
      return {{"do", "task-add"}, {"task", new_task()}};
    case 2:
      return {{"do", "task-remove"}, {"number", task()}};
    case 3: {
      json order = json::array();
      for (const json& one : scene_.at("tasks")) {
        order.push_back({{"number", one.at("number")}, {"priority", any_number(random_, 1, 4)}});
      }
      return {{"do", "tasks-order"}, {"order", order}};
    }
    case 4: {
      json list = json::array();
      if (chance(0.7)) list.push_back({{"type", "mid-range"}, {"gain", any_number(random_, 0.01, 0.5)}});
      if (chance(0.5)) list.push_back({{"type", "posture"}, {"gain", any_number(random_, 0.01, 0.5)}});
      return {{"do", "criteria-set"}, {"criteria", list}};
    }
    default: {
      const json& tasks = scene_.at("tasks");
      if (tasks.empty()) return {{"do", "task-add"}, {"task", new_task()}};
      json changed = any_of(tasks);
      const json number = changed.at("number");
      changed.erase("number");
      changed["enabled"] = chance(0.7);
      changed["priority"] = any_number(random_, 1, 4);
      return {{"do", "task-set"}, {"number", number}, {"task", changed}};
    }
  }
}

json Page::about_the_figure() {
  switch (any_number(random_, 0, 8)) {
    case 0:
      return {{"do", "segment-scale"}, {"segment", segment()}, {"factor", any_number(random_, 0.8, 1.25)}};
    case 1:
      return {{"do", "branch-add"}, {"parent", segment()}};
    case 2:
      return {{"do", "branch-delete"}, {"segment", segment()}};
    case 3:
      return {{"do", "branch-move"}, {"segment", segment()}, {"parent", segment()}};
    case 4:
      return {{"do", "root-set"}, {"segment", segment()}};
    case 5: {
      const json& chains = figure_.at("chains");
      if (chains.empty()) return {{"do", "posture-rest"}};
      return {{"do", "chain-links"},
              {"chain", any_of(chains).at("name")},
              {"links", any_number(random_, 2, 40)},
              {"gesture", 1}};
    }
    case 6:
      return {{"do", "chain-set"}, {"root", chance(0.5) ? json(segment()) : json()}};
    case 7: {
      const json part = any_of(figure_.at("segments"));
      json values = json::array();
      for (std::size_t i = 0; i < part.at("coordinates").size(); ++i) {
        values.push_back(any_number(random_, -2.0, 2.0));
      }
      return {{"do", "joint-set"}, {"segment", part.at("name")}, {"values", values}, {"gesture", 2}};
    }
    default:
      return {{"do", "posture-rest"}};
  }
}

json Page::about_the_world() {
  switch (any_number(random_, 0, 6)) {
    case 0:
      return {{"do", "obstacle-add"},
              {"obstacle",
               {{"shape", "sphere"},
                {"center", place()},
                {"radius", any_number(random_, 0.02, 0.2)},
                {"velocity", vector(0.2)}}}};
    case 1:
      return {{"do", "obstacle-add"},
              {"obstacle",
               {{"shape", "box"}, {"center", place()}, {"size", {0.3, 0.2, 0.1}}, {"rotation", vector(1)}}}};
    case 2:
      return {{"do", "obstacle-remove"}, {"obstacle", obstacle()}};
    case 3:
      return {{"do", "world-run"}, {"moves", chance(0.5)}};
    case 4: {
      if (techniques_.empty()) return {{"do", "world-run"}, {"moves", false}};
      const json technique = chance(0.5) ? json("clearance") : any_of(techniques_).at("key");
      return {{"do", "avoidance-set"}, {"avoidance", {{"technique", technique}}}};
    }
    default:
      return {{"do", "obstacle-move"},
              {"obstacle", obstacle()},
              {"by", {{"position", vector(0.1)}, {"rotation", vector(0.2)}}},
              {"gesture", 3}};
  }
}

json Page::about_forces() {
  const json& frames = figure_.at("frames");
  switch (any_number(random_, 0, 5)) {
    case 0:
      return {{"do", "force-add"},
              {"force", {{"frame", "soak." + std::to_string(random_() % 1000)}, {"force", vector(50)}}},
              {"at", {{"segment", segment()}, {"point", vector(0.05)}}}};
    case 1:
      if (scene_.at("forces").empty()) return {{"do", "statics-show"}, {"on", true}};
      return {{"do", "force-remove"},
              {"number", any_number(random_, 0, static_cast<int>(scene_.at("forces").size()) - 1)}};
    case 2:
      if (frames.empty()) return {{"do", "statics-show"}, {"on", true}};
      return {{"do", "support-add"},
              {"support",
               {{"name", "prop " + std::to_string(random_() % 1000)},
                {"frame", any_of(frames).at("name")},
                {"friction", any_number(random_, 0.1, 1.0)}}}};
    case 3:
      if (scene_.at("supports").empty()) return {{"do", "statics-show"}, {"on", true}};
      return {{"do", "support-remove"}, {"support", any_of(scene_.at("supports")).at("name")}};
    case 4:
      return {{"do", "loads-set"}, {"gravity", {0, 0, any_number(random_, -20.0, 0.0)}}, {"gesture", 5}};
    default:
      return {{"do", "statics-show"}, {"on", chance(0.7)}};
  }
}

json Page::about_motion() {
  switch (any_number(random_, 0, 4)) {
    case 0:
      return {{"do", "goal-path-set"},
              {"number", task()},
              {"path",
               {{"circle",
                 {{"center", place()},
                  {"radius", 0.2},
                  {"period", any_number(random_, 0.5, 4.0)},
                  {"normal", vector(1)}}}}}};
    case 1: {
      static constexpr const char* methods[] = {"pseudo-inverse", "original",     "simplified", "estimated",
                                                "klein-first",    "klein-second", "repeatable"};
      json motion = {{"redundancy", {{"method", methods[random_() % std::size(methods)]}}}};
      if (chance(0.5)) motion["speeds"] = {{"*", any_number(random_, 0.5, 5.0)}};
      if (chance(0.3)) motion["accelerations"] = {{"*", any_number(random_, 10.0, 100.0)}};
      return {{"do", "motion-set"}, {"motion", motion}, {"gesture", 6}};
    }
    case 2:
      return {{"do", "goals-seek"}, {"time", any_number(random_, 0.0, 3.0)}};
    default:
      return {{"do", "goals-run"}, {"run", chance(0.6)}};
  }
}

json Page::about_time() {
  const std::string mode = time_.value("mode", "live");
  switch (any_number(random_, 0, 6)) {
    case 0:
    case 1:
      return {{"do", "key-add"}, {"time", any_number(random_, 0.0, 5.0)}};
    case 2: {
      const json keys = time_.value("keys", json::array());
      if (keys.empty()) return {{"do", "key-add"}, {"time", 0.5}};
      return {{"do", "key-remove"}, {"number", any_of(keys).at("number")}};
    }
    case 3:
      return mode == "live" ? json{{"do", "play"}, {"source", "keyframes"}} : json{{"do", "live"}};
    case 4:
      return {{"do", "seek"}, {"source", "keyframes"}, {"position", any_number(random_, 0.0, 5.0)}};
    default:
      return {{"do", "live"}};
  }
}

json Page::about_solving() {
  if (chance(0.3)) return {{"do", "run-set"}, {"running", chance(0.9)}};
  json changes = {{"largest_turn", any_number(random_, 0.1, 0.6)}};
  if (chance(0.2)) changes["line_search"] = chance(0.8);
  if (chance(0.2)) changes["clamp"] = chance(0.5) ? "per-level" : "global";
  return {{"do", "solver-set"}, {"solver", changes}, {"gesture", 4}};
}

json Page::question() {
  if (chance(0.5)) return {{"do", "export"}, {"what", chance(0.5) ? "scene" : "figure"}};
  return {{"do", "what-if"}, {"task", task()}};
}

json Page::vector(double size) {
  return {any_number(random_, -size, size), any_number(random_, -size, size),
          any_number(random_, -size, size)};
}

json Page::place() {
  return vector(0.6 * figure_.value("reach", 1.0));
}

json Page::any_of(const json& list) {
  return list.at(static_cast<std::size_t>(any_number(random_, 0, static_cast<int>(list.size()) - 1)));
}

std::string Page::segment() {
  return any_of(figure_.at("segments")).at("name");
}

std::string Page::obstacle() {
  const json& world = scene_.at("world");
  return world.empty() ? "nothing" : any_of(world).at("name").get<std::string>();
}

int Page::task() {
  const json& tasks = scene_.at("tasks");
  return tasks.empty() ? 0 : any_of(tasks).at("number").get<int>();
}

json Page::new_task() {
  const json where = {{"segment", segment()}, {"point", vector(0.05)}};
  const int priority = any_number(random_, 1, 4);
  switch (any_number(random_, 0, 3)) {
    case 0:
      return {{"type", "orient"}, {"frame", where}, {"target", vector(1)}, {"priority", priority}};
    case 1:
      return {{"type", "look-at"}, {"frame", where}, {"target", place()}, {"priority", priority}};
    default:
      return {{"type", "reach"}, {"frame", where}, {"target", place()}, {"priority", priority}};
  }
}

}  // namespace limber::soak
