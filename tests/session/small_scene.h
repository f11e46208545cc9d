#pragma once
// A small scene that has one of everything: the commands of the tests below are about it, and the golden
// samples are made from it.

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include "limber/files/files.h"

namespace limber::test {

inline constexpr const char* small_scene_text = R"({
  "limber": 1,
  "figure": {
    "name": "crane",
    "segments": [
      {"name": "base", "shapes": [{"shape": "box", "size": [0.4, 0.4, 0.2]}], "density": 500},
      {"name": "mast", "parent": "base", "at": {"position": [0, 0, 0.1]},
       "joint": {"type": "ball", "swing": {"ellipse": [1, 0.8]}, "twist": [-1.5, 1.5]},
       "shapes": [{"shape": "capsule", "a": [0, 0, 0], "b": [0, 0, 0.5], "radius": 0.05, "color": "#f0a35e"}],
       "mass": {"mass": 3, "center": [0, 0, 0.25]}},
      {"name": "boom", "parent": "mast", "at": {"position": [0, 0, 0.5]},
       "joint": {"type": "elbow", "name": "knuckle", "axis": [0, 1, 0], "twist_axis": [0, 0, 1], "ranges": [[0, 2.5], [-1, 1]]},
       "shapes": [{"shape": "capsule", "a": [0, 0, 0], "b": [0, 0, 0.4], "radius": 0.04}], "density": 800},
      {"name": "slide", "parent": "boom", "at": {"position": [0, 0, 0.4]},
       "joint": {"type": "prismatic", "axis": [0, 0, 1], "range": [0, 0.3], "rest": 0.1}},
      {"name": "hand", "parent": "slide", "joint": {"type": "revolute", "axis": [0, 1, 0], "range": [-1.5, 1.5]},
       "shapes": [{"shape": "sphere", "center": [0, 0, 0.05], "radius": 0.05}], "density": 800}
    ],
    "chains": [
      {"name": "tail", "parent": "base", "at": {"position": [-0.2, 0, 0]}, "links": 4, "length": 0.6, "radius": [0.04, 0.02],
       "joints": [{"type": "revolute", "axis": [0, 0, 1], "range": [-0.8, 0.8]}, {"type": "revolute", "axis": [0, 1, 0], "range": [-0.8, 0.8]}],
       "mass": 1}
    ],
    "frames": [{"name": "grip", "segment": "hand", "position": [0, 0, 0.1]}],
    "couplings": [{"name": "lean", "terms": [{"joint": "knuckle"}, {"joint": "hand", "coefficient": 0.5}], "max": 3}]
  },
  "posture": {"knuckle": [0.6, 0]},
  "world": [{"name": "ground", "shape": "plane"}, {"name": "ball", "shape": "sphere", "center": [0.8, 0, 0.6], "radius": 0.1}],
  "tasks": [
    {"name": "reach ball", "type": "reach", "frame": "grip", "target": [0.6, 0.1, 0.6]},
    {"name": "balance", "type": "center-of-mass", "target": [0, 0, 0], "priority": 2, "enabled": false},
    {"name": "tail up", "type": "reach", "frame": "tail.tip", "target": [-2, 0, 1], "priority": 3, "joints": ["tail*"]}
  ],
  "criteria": [{"type": "posture", "gain": 0.05}],
  "forces": [{"frame": "tail.tip", "force": [0, 0, -20]}],
  "supports": [{"name": "tail", "frame": "tail.tip", "friction": 0.5}],
  "strengths": [{"joints": "*", "torque": 40}],
  "camera": {"eye": [2, -2, 1.5], "target": [0, 0, 0.5]}
})";

inline Scene small_scene() {
  return parse_scene(small_scene_text, "crane.json", "").value();
}

// A command of every kind but those of files and time, each of which can be done with the small scene as it
// comes.
inline const std::vector<nlohmann::json>& valid_commands() {
  using nlohmann::json;
  static const std::vector<json> commands = [] {
    std::vector<json> list;
    for (
        const char* text : {
            R"({"do": "drag-begin", "segment": "hand", "point": [0, 0, 0.05], "target": [0.5, 0.2, 0.8]})",
            R"({"do": "drag-move", "target": [0.4, 0.3, 0.7]})",
            R"({"do": "drag-end", "keep": true})",
            R"({"do": "task-add", "task": {"type": "look-at", "frame": "grip", "target": [1, 0, 0], "gaze": [0, 0, 1], "priority": 2}})",
            R"({"do": "task-set", "number": 0, "gesture": 3, "task": {"type": "reach", "frame": "grip", "target": [0.5, 0.2, 0.7]}})",
            R"({"do": "task-remove", "number": 1})",
            R"({"do": "tasks-order", "order": [{"number": 2, "priority": 1}, {"number": 0, "priority": 2}, {"number": 1, "priority": 2}]})",
            R"({"do": "criteria-set", "criteria": [{"type": "mid-range", "gain": 0.1}, {"type": "manipulability", "frame": "grip", "gain": 0.01}], "gesture": 4})",
            R"({"do": "solver-set", "solver": {"damping": "fixed", "lambda": 0.05, "recruitment": {"tail*": 2}}, "gesture": 5})",
            R"({"do": "run-set", "running": false})",
            R"({"do": "segment-set", "segment": "boom", "name": "jib", "joint": {"type": "revolute", "name": "knuckle", "axis": [0, 1, 0], "range": [0, 2]}, "at": {"position": [0, 0, 0.45]}, "then": {}, "shapes": [{"shape": "box", "size": [0.1, 0.1, 0.5]}], "mass": {"mass": 2}, "density": null, "gesture": 6})",
            R"({"do": "segment-scale", "segment": "boom", "factor": 1.2, "branch": true, "gesture": 7})",
            R"({"do": "branch-add", "parent": "hand"})",
            R"({"do": "branch-delete", "segment": "slide"})",
            R"({"do": "branch-move", "segment": "boom", "parent": "base"})",
            R"({"do": "root-set", "segment": "boom"})",
            R"({"do": "chain-links", "chain": "tail", "links": 6, "gesture": 8})",
            R"({"do": "chain-set", "root": "mast", "end": "grip"})",
            R"({"do": "loop-join", "first": "tail.tip", "second": {"segment": "base", "point": [-0.2, 0.3, 0.1]}})",
            R"({"do": "frame-add", "name": "elbow", "segment": "boom", "position": [0, 0, 0.2]})",
            R"({"do": "frame-set", "frame": "grip", "name": "tool", "position": [0, 0, 0.2], "rotation": [0, 0.5, 0]})",
            R"({"do": "frame-remove", "frame": "grip"})",
            R"({"do": "coupling-add", "coupling": {"name": "nod", "terms": [{"joint": "hand"}, {"joint": "tail.1.1", "coefficient": 0.5}], "min": -1, "max": 1}})",
            R"({"do": "coupling-set", "number": 0, "coupling": {"name": "lean", "terms": [{"joint": "knuckle"}], "max": 2}})",
            R"({"do": "coupling-remove", "number": 0})",
            R"({"do": "coupling-switch", "number": 0, "on": false})",
            R"({"do": "criterion-posture", "number": 0})",
            R"({"do": "dynamics-set", "dynamics": {"on": true, "gravity": [0, 0, -9.81], "stiffness": 50, "virtual_arms": "stay"}})",
            R"({"do": "joint-set", "segment": "mast", "values": [0.3, 0.2, -0.4], "gesture": 9})",
            R"({"do": "posture-rest"})",
            R"({"do": "world-set", "world": [{"name": "pole", "shape": "capsule", "a": [0.5, 0, 0], "b": [0.5, 0, 2], "radius": 0.03}], "gesture": 10})",
            R"({"do": "obstacle-add", "obstacle": {"shape": "rectangle", "center": [0.6, 0, 0.2], "size": [0.4, 0.3], "rotation": [0, 0.2, 0], "velocity": [0, 0.1, 0]}})",
            R"({"do": "obstacle-set", "obstacle": "ball", "name": "moon", "shape": {"shape": "convex", "vertices": [[0.8, 0, 0.6], [0.9, 0, 0.6], [0.8, 0.1, 0.6], [0.8, 0, 0.7]]}, "color": "#8090a0", "velocity": [0, 0, 0.1], "gesture": 11})",
            R"({"do": "obstacle-move", "obstacle": "ball", "by": {"position": [0.1, 0, 0], "rotation": [0, 0, 0.5]}, "gesture": 12})",
            R"({"do": "obstacle-copy", "obstacle": "ball", "by": {"position": [0, 0.3, 0]}})",
            R"({"do": "obstacle-remove", "obstacle": "ball"})",
            R"({"do": "tree-grow", "name": "tree", "tree": {"axiom": "A", "rules": [{"letter": "A", "word": "F[&'A]////[&'A]"}], "depth": 2, "angle": 0.5, "angle_spread": 0.1, "length": 0.3, "radius": 0.02, "length_ratio": 0.8, "radius_ratio": 0.7, "seed": 3, "place": {"position": [1.5, 0, 0]}}, "color": "#6b4f33", "gesture": 13})",
            R"({"do": "world-run", "moves": true})",
            R"({"do": "avoidance-set", "avoidance": {"technique": "clearance", "parameters": {"margin": 0.01}}, "gesture": 14})",
            R"({"do": "camera-set", "camera": {"eye": [3, 0, 1], "target": [0, 0, 0.5], "field_of_view": 0.7}})",
            R"({"do": "import", "name": "arm.json", "text": "{\"limber\": 1, \"name\": \"arm\", \"segments\": [{\"name\": \"one\"}]}"})",
            R"({"do": "export", "what": "figure"})",
            R"({"do": "what-if", "task": 2, "without_tasks": [0], "without_segments": ["tail.1"], "without_couplings": ["lean"], "without_ties": [], "without_obstacles": ["ball"]})",
            R"({"do": "reach-cloud", "place": "grip", "count": 4})",
            R"({"do": "compare", "technique": "clearance"})",
            R"({"do": "compare-stop"})",
            R"({"do": "tree-preview", "tree": {"axiom": "F", "rules": [], "depth": 0, "angle": 0.5, "angle_spread": 0, "length": 0.3, "radius": 0.02, "length_ratio": 0.8, "radius_ratio": 0.7, "seed": 3, "place": {}}})",
            R"({"do": "watch", "place": "grip"})",
            R"({"do": "force-add", "force": {"frame": "force.1", "force": [10, 0, 0], "in": "body"}, "at": {"segment": "boom", "point": [0, 0, 0.2]}})",
            R"({"do": "force-set", "number": 0, "force": {"frame": "grip", "force": [0, 5, -25], "mass": 2}, "gesture": 15})",
            R"({"do": "force-remove", "number": 0})",
            R"({"do": "support-add", "support": {"name": "prop", "frame": "grip", "patch": [[-0.1, 0], [0.1, 0]], "share": 0.4}})",
            R"({"do": "support-set", "support": "tail", "to": {"name": "end", "frame": "tail.tip", "friction": 0.8, "grip": true}, "gesture": 16})",
            R"({"do": "support-remove", "support": "tail"})",
            R"({"do": "strengths-set", "strengths": [{"joints": "*", "torque": 80}, {"joints": "hand", "table": [{"angle": 0, "positive": 10, "negative": 12}]}], "gesture": 17})",
            R"({"do": "loads-set", "gravity": [0, 0, -1.62], "distribution": "least-tangential", "gesture": 18})",
            R"({"do": "goal-path-set", "number": 0, "path": {"circle": {"center": [0.5, 0.1, 0.6], "radius": 0.1, "period": 2, "normal": [0, 1, 0]}}, "gesture": 19})",
            R"({"do": "motion-set", "motion": {"redundancy": {"method": "repeatable", "gain": 5}, "speeds": {"*": 3}, "accelerations": {"tail*": 40}}, "gesture": 20})",
            R"({"do": "statics-show", "on": true})",
            R"({"do": "statics-what-if", "friction_of": "tail"})",
            R"({"do": "drop", "path": "arm/arm.urdf", "data": "PHJvYm90IG5hbWU9ImFybSI+PGxpbmsgbmFtZT0iYmFzZSIvPjwvcm9ib3Q+", "begin": true, "open": true})",
            R"({"do": "obstacle-path-set", "obstacle": "ball", "path": {"sines": {"center": [0, 0, 0], "terms": [{"amplitude": [0, 0.2, 0], "period": 2}]}}, "gesture": 21})",
        }) {
      list.push_back(json::parse(text));
      list.back()["id"] = list.size();
    }
    return list;
  }();
  return commands;
}

// Those the small scene has no answer to by itself: of the connection, of files and of time.
inline const std::vector<nlohmann::json>& other_commands() {
  using nlohmann::json;
  static const std::vector<json> commands = [] {
    std::vector<json> list;
    for (
        const char* text : {
            R"({"do": "hello", "protocol": 2})",
            R"({"do": "seen", "snapshot": 7})",
            R"({"do": "undo"})",
            R"({"do": "redo"})",
            R"({"do": "tune", "clearance": 0.02, "bend": 0.5})",
            R"({"do": "scale-reset", "segment": "boom"})",
            R"({"do": "loop-break", "number": 3})",
            R"({"do": "open", "file": "crane.json", "where": "folder"})",
            R"({"do": "save"})",
            R"({"do": "save-as", "file": "crane.json", "replace": true})",
            R"({"do": "files"})",
            R"({"do": "record-start"})",
            R"({"do": "record-stop"})",
            R"({"do": "record-save", "file": "lift.json", "replace": false})",
            R"({"do": "record-open", "file": "lift.json", "technique": "objective", "svd": "row-givens", "svd_mode": "full"})",
            R"({"do": "play", "source": "keyframes", "from": 0.5})",
            R"({"do": "pause"})",
            R"({"do": "seek", "source": "recording", "position": 1.25})",
            R"({"do": "live"})",
            R"({"do": "loop-set", "loop": true})",
            R"({"do": "speed-set", "speed": 0.5})",
            R"({"do": "key-add", "time": 1.5})",
            R"({"do": "key-move", "number": 1, "time": 2})",
            R"({"do": "key-remove", "number": 1})",
            R"({"do": "goals-run", "run": true})",
            R"({"do": "goals-seek", "time": 0.5})",
            R"({"do": "goals-keep"})",
            R"({"do": "path-find", "seconds": 10})",
            R"({"do": "path-stop"})",
            R"({"do": "path-follow", "path": 1})",
            R"({"do": "joints-copy", "form": "json"})",
            R"({"do": "joints-paste", "text": "{}"})",
            R"({"do": "retarget", "path": "walk.bvh", "data": "SElFUkFSQ0hZCg==", "begin": true, "hands": false})",
            R"({"do": "access-find", "frame": "grip", "plane": {"point": [0, 0.2, 0], "normal": [0, 1, 0]}, "cell": 0.05, "keep": 1})",
            R"({"do": "access-progress"})",
            R"({"do": "access-stop"})",
            R"({"do": "goals-smooth", "time": 0.1})",
            R"({"do": "key-set-all", "keys": [{"time": 0, "posture": {}}]})",
            R"({"do": "key-ghosts"})",
            R"({"do": "map-find", "frame": "grip", "cell": 0.05, "orientations": 12})",
        }) {
      list.push_back(json::parse(text));
      list.back()["id"] = 100 + list.size();
    }
    return list;
  }();
  return commands;
}

inline const nlohmann::json& valid_command(const std::string& verb) {
  for (const nlohmann::json& command : valid_commands()) {
    if (command.at("do") == verb) return command;
  }
  throw std::invalid_argument("no valid command for " + verb);
}

}  // namespace limber::test
