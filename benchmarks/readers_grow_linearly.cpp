// Does twice the text cost twice the time, whatever is in it?
//
//   build/bench/benchmarks/readers_grow_linearly [MEGABYTES] [WORDS]
//
// Every reader of text gets files of many shapes (crowded elements, long rows, deep chains, many references,
// equal names), each twice as long every time, up to MEGABYTES (16; readers take 64) or to the first file
// that takes more than 4 s of processor time. Only shapes that have WORDS in their line, if there are any.
// Printed: the exponent of time against size (a line through the logarithms of what was read and took at
// least 3 ms), the largest file that was read, and from which size on the shape is refused. Wanted: at most
// 1.2. MuJoCo, which reads MJCF, compares all bodies with each other, and all things of a kind: there the
// limits keep the time short.

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "limber/files/format/path_json.h"
#include "limber/files/joint_state.h"
#include "limber/files/srdf/srdf.h"
#include "limber/models/models.h"
#include "limber/session/recording.h"

namespace {

using namespace limber;

struct Ending {
  bool is_read = false;
  std::string words = {};
};
using Read = std::function<Ending(const std::string&)>;
using Make = std::function<std::string(int)>;  // a text with so many parts

struct Sample {
  std::string reader, name;
  Make make;
  Read read;
};

// `part` so many times, each # in it the number, each ^ the number before.
std::string row(const std::string& part, int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    for (const char c : part) {
      if (c == '#') {
        text += std::to_string(i);
      } else if (c == '^') {
        text += std::to_string(i - 1);
      } else {
        text += c;
      }
    }
  }
  return text;
}

Ending refusal(const std::string& words) {
  return {false, words.substr(0, 100)};
}

Ending ending(const Expected<Loaded>& loaded) {
  if (!loaded) return refusal(loaded.error().message);
  return {true, std::to_string(loaded->scene.figure.segment_count()) + " segments, " +
                    std::to_string(loaded->warnings.size()) + " warnings"};
}

Read file(const std::string& name) {
  return [name](const std::string& text) { return ending(parse_file(text, name, "")); };
}

// With one mesh that nobody has, so that meshes are looked for.
Read dropped(const std::string& name) {
  return [name](const std::string& text) { return ending(parse_dropped(name, {{name, text}})); };
}

std::string links(int count, const std::string& inside) {
  return row("<link name='l^'>" + inside + "</link>", count + 1);
}

std::string chain_of_hinges(int count, const std::string& parent = "l^") {
  return row("<joint name='j#' type='continuous'><parent link='" + parent + "'/><child link='l#'/></joint>",
             count);
}

std::vector<Sample> urdf_shapes() {
  const auto robot = [](const std::string& inside) { return "<robot name='r'>\n" + inside + "</robot>"; };
  const std::string reader = "URDF",
                    mesh = "<collision><geometry><mesh filename='m.stl'/></geometry></collision>";
  return {
      {reader, "chain", [=](int n) { return robot(links(n, "") + chain_of_hinges(n)); }, file("r.urdf")},
      {reader, "star", [=](int n) { return robot(links(n, "") + chain_of_hinges(n, "l0")); }, file("r.urdf")},
      {reader, "chain of meshes", [=](int n) { return robot(links(n, mesh) + chain_of_hinges(n)); },
       dropped("r.urdf")},
      {reader, "meshes of many names",
       [=](int n) {
         return robot(
             row("<link name='l^'><visual><geometry><mesh filename='a/b/m^.stl'/></geometry></visual>"
                 "</link>",
                 n + 1) +
             chain_of_hinges(n));
       },
       dropped("r.urdf")},
      {reader, "attributes of one element",
       [=](int n) { return robot("<link name='a' " + row("a#='1' ", n) + "/>"); }, file("r.urdf")},
      {reader, "attributes of many elements",
       [=](int n) { return robot(row("<x " + row("a#='' ", 250) + "/>", n / 250 + 1) + "<link name='a'/>"); },
       file("r.urdf")},
      {reader, "shapes of one link",
       [=](int n) {
         return robot("<link name='a'>" +
                      row("<collision><geometry><sphere radius='.1'/></geometry></collision>", n) +
                      "</link>");
       },
       file("r.urdf")},
      {reader, "unknown shapes, each a warning",
       [=](int n) {
         return robot("<link name='a'>" + row("<visual><geometry><x/></geometry></visual>\n", n) + "</link>");
       },
       file("r.urdf")},
      {reader, "mimics of nobody",
       [=](int n) {
         return robot(links(n, "") + row("<joint name='j#' type='continuous'><parent link='l0'/>"
                                         "<child link='l#'/><mimic joint='k#'/></joint>\n",
                                         n));
       },
       file("r.urdf")},
      {reader, "mimics in a row",
       [=](int n) {
         return robot(links(n, "") +
                      row("<joint name='j#' type='continuous'><parent link='l0'/>"
                          "<child link='l#'/><mimic joint='j^'/></joint>\n",
                          n) +
                      "<link name='m'/><joint name='j0' type='continuous'><parent link='l0'/>"
                      "<child link='m'/></joint>");
       },
       file("r.urdf")},
      {reader, "materials",
       [=](int n) {
         return robot(row("<material name='m#'><color rgba='1 0 0 1'/></material>", n) + "<link name='a'/>");
       },
       file("r.urdf")},
      {reader, "planar joints",
       [=](int n) {
         return robot(links(n, "") +
                      row("<joint name='j#' type='planar'><parent link='l^'/><child link='l#'/>"
                          "<axis xyz='0 0 1'/></joint>",
                          n));
       },
       file("r.urdf")},
  };
}

std::vector<Sample> sdf_shapes() {
  const auto model = [](const std::string& inside) {
    return "<sdf version='1.9'><model name='m'><link name='f0'/>\n" + inside + "</model></sdf>";
  };
  const std::string reader = "SDF";
  return {
      {reader, "frames in a row",
       [=](int n) { return model(row("<frame name='f#' attached_to='f^'/>\n", n)); }, file("m.sdf")},
      {reader, "frames in a row, backwards",
       [=](int n) {
         std::string text;
         for (int i = n; i > 0; --i)
           text +=
               "<frame name='f" + std::to_string(i) + "' attached_to='f" + std::to_string(i - 1) + "'/>\n";
         return model(text);
       },
       file("m.sdf")},
      {reader, "poses in a row",
       [=](int n) {
         return model(row("<frame name='f#'><pose relative_to='f^'>0 0 1 0 0 0</pose></frame>", n));
       },
       file("m.sdf")},
      {reader, "joints in a row",
       [=](int n) {
         return model(
             row("<link name='f#'/><joint name='j#' type='revolute'><parent>f^</parent><child>f#</child>"
                 "<axis><xyz>0 0 1</xyz></axis></joint>\n",
                 n));
       },
       file("m.sdf")},
      {reader, "joints that close loops",
       [=](int n) {
         return model("<link name='b'/>" +
                      row("<joint name='j#' type='fixed'><parent>f0</parent><child>b</child>"
                          "</joint>\n",
                          n));
       },
       file("m.sdf")},
      {reader, "links without joints", [=](int n) { return model(row("<link name='f#'/>\n", n)); },
       file("m.sdf")},
      {reader, "models inside",
       [=](int n) {
         return model(row("<model name='i#'><link name='a'/><frame name='f' attached_to='a'/></model>\n", n));
       },
       file("m.sdf")},
      {reader, "models of a world",
       [=](int n) {
         return "<sdf version='1.9'><world name='w'>" +
                row("<model name='i#'><link name='a'/></model>\n", n) + "</world></sdf>";
       },
       file("m.sdf")},
  };
}

std::vector<Sample> mjcf_shapes() {
  const auto world = [](const std::string& inside, const std::string& rest = "") {
    return "<mujoco><worldbody><body name='a'><joint name='j'/><geom size='.1'/>" + inside +
           "</body></worldbody>" + rest + "</mujoco>";
  };
  const std::string reader = "MJCF";
  return {
      {reader, "bodies side by side",
       [=](int n) { return world(row("<body name='b#'><joint name='j#'/><geom size='.1'/></body>\n", n)); },
       file("m.xml")},
      {reader, "geoms of one body", [=](int n) { return world(row("<geom name='g#' size='.1'/>\n", n)); },
       file("m.xml")},
      {reader, "sites", [=](int n) { return world(row("<site name='s#'/>\n", n)); }, file("m.xml")},
      {reader, "keys", [=](int n) { return world("", "<keyframe>" + row("<key/>\n", n) + "</keyframe>"); },
       file("m.xml")},
      {reader, "equalities",
       [=](int n) {
         return world("", "<equality>" + row("<joint name='e#' joint1='j'/>\n", n) + "</equality>");
       },
       file("m.xml")},
      {reader, "actuators",
       [=](int n) { return world("", "<actuator>" + row("<motor joint='j'/>\n", n) + "</actuator>"); },
       file("m.xml")},
      {reader, "attributes of one element", [=](int n) { return world("<geom " + row("a#='1' ", n) + "/>"); },
       file("m.xml")},
      {reader, "composite",
       [=](int n) {
         return world(
             row("<body><composite type='particle' count='10 1 1' spacing='1'><geom size='.1'/>"
                 "</composite></body>\n",
                 n));
       },
       file("m.xml")},
  };
}

std::vector<Sample> xacro_shapes() {
  const auto robot = [](const std::string& inside) {
    return "<robot name='r' xmlns:xacro='x'><link name='l0'/>\n" + inside + "</robot>";
  };
  const std::string reader = "xacro";
  return {
      {reader, "calls of one macro",
       [=](int n) {
         return robot("<xacro:macro name='m' params='i'><material name='${i}'/></xacro:macro>" +
                      row("<xacro:m i='#'/>\n", n));
       },
       file("r.xacro")},
      {reader, "a macro with many parameters",
       [=](int n) {
         return robot("<xacro:macro name='m' params='" + row("p#:=1 ", n) + "'/>" + row("<xacro:m/>\n", n));
       },
       file("r.xacro")},
      {reader, "macros that define themselves",
       [=](int n) {
         return robot("<xacro:macro name='m' params=''><xacro:macro name='m' params=''/></xacro:macro>" +
                      row("<xacro:m/>${1}\n", n));
       },
       file("r.xacro")},
      {reader, "properties",
       [=](int n) { return robot(row("<xacro:property name='p#' value='${1+#}'/>\n", n)); }, file("r.xacro")},
      {reader, "a long text used often",
       [=](int n) {
         return robot("<xacro:property name='p' value='" +
                      std::string(static_cast<std::size_t>(n) * 10, 'x') + "'/>" +
                      row("<xacro:if value='${p == p}'/>\n", n));
       },
       file("r.xacro")},
      {reader, "a long expression",
       [=](int n) { return robot("<xacro:property name='p' value='${" + row("1+", n) + "1}'/>"); },
       file("r.xacro")},
      {reader, "attributes of one element", [=](int n) { return robot("<x " + row("a#='1' ", n) + "/>"); },
       file("r.xacro")},
      {reader, "elements", [=](int n) { return robot(row("<material name='m#'/>\n", n)); }, file("r.xacro")},
  };
}

std::vector<Sample> srdf_shapes() {
  const std::string urdf = "<robot name='r'>" + links(300, "") + chain_of_hinges(300) + "</robot>";
  const Read beside = [urdf](const std::string& text) {
    return ending(parse_dropped("r.urdf", {{"r.urdf", urdf}, {"r.srdf", text}}));
  };
  const auto robot = [](const std::string& inside) { return "<robot name='r'>\n" + inside + "</robot>"; };
  return {
      {"SRDF", "pairs, all different",
       [=](int n) {
         std::string text;
         for (int i = 0; i < n; ++i) {
           text += "<disable_collisions link1='l" + std::to_string(i % 300) + "' link2='l" +
                   std::to_string(i / 300 % 301) + "'/>\n";
         }
         return robot(text);
       },
       beside},
      {"SRDF", "pairs of strangers",
       [=](int n) { return robot(row("<disable_collisions link1='l1' link2='x#'/>\n", n)); }, beside},
      {"SRDF", "postures",
       [=](int n) {
         return robot(row("<group_state name='s#'><joint name='j1' value='1'/></group_state>\n", n));
       },
       beside},
      {"SRDF", "joints of one posture",
       [=](int n) {
         return robot("<group_state name='s'>" + row("<joint name='j1' value='#'/>\n", n) + "</group_state>");
       },
       beside},
  };
}

std::vector<Sample> bvh_shapes() {
  const auto whole = [](const std::string& joints, const std::string& motion = "") {
    return "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n" + joints + "}\n" +
           motion;
  };
  const std::string inside = "OFFSET 0 1 0\nCHANNELS 1 Xrotation\n", reader = "BVH";
  const auto motion = [](int frames, const std::string& line) {
    return "MOTION\nFrames: " + std::to_string(frames) + "\nFrame Time: 0.01\n" + row(line, frames);
  };
  return {
      {reader, "joints of many names", [=](int n) { return whole(row("JOINT j#\n{\n" + inside + "}\n", n)); },
       file("m.bvh")},
      {reader, "joints of one name", [=](int n) { return whole(row("JOINT j\n{\n" + inside + "}\n", n)); },
       file("m.bvh")},
      {reader, "ends of one joint", [=](int n) { return whole(row("End Site\n{\nOFFSET 0 1 0\n}\n", n)); },
       file("m.bvh")},
      {reader, "frames", [=](int n) { return whole("", motion(n, "1 2 3\n")); }, file("m.bvh")},
      {reader, "frames of nothing",
       [=](int n) {
         return "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\n" + row("JOINT j#\n{\nOFFSET 0 1 0\n}\n", n) + "}\n" +
                motion(n * 100, "");
       },
       file("m.bvh")},
      {reader, "frames of one joint of many",
       [=](int n) {
         return "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n" +
                row("JOINT j#\n{\nOFFSET 0 1 0\n}\n", std::min(n, 19'000)) + "}\n" + motion(n * 10, "1\n");
       },
       file("m.bvh")},
  };
}

std::vector<Sample> gltf_shapes() {
  const std::string reader = "glTF", channel = R"({"sampler": 0, "target": {"node": 0, "path": "rotation"}})";
  const auto gltf = [](const std::string& nodes, const std::string& rest) {
    return R"({"asset": {"version": "2.0"}, "nodes": [)" + nodes + "]" + rest + "}";
  };
  const auto skin = [](int n) { return R"(, "skins": [{"joints": [0)" + row(", #", n) + "]}]"; };
  return {
      {reader, "nodes side by side",
       [=](int n) {
         return gltf(R"({"children": [1)" + row(", #", n).substr(3) + "]}" + row(R"(, {"name": "n#"})", n),
                     skin(n));
       },
       file("c.gltf")},
      {reader, "nodes of one name",
       [=](int n) {
         return gltf(R"({"children": [1)" + row(", #", n).substr(3) + "]}" + row(R"(, {"name": "n"})", n),
                     skin(n));
       },
       file("c.gltf")},
      {reader, "nodes in a row",
       [=](int n) {
         std::string nodes;
         for (int i = 0; i < n; ++i) nodes += R"({"children": [)" + std::to_string(i + 1) + "]}, ";
         return gltf(nodes + "{}", skin(n));
       },
       file("c.gltf")},
      {reader, "unknown keys",
       [=](int n) {
         return gltf(R"({"children": [1)" + row(", #", n).substr(3) + "]}" + row(", {}", n),
                     row(R"(, "x#": 1)", n) + skin(n));
       },
       file("c.gltf")},
      {reader, "skins",
       [=](int n) {
         return gltf("{}", R"(, "skins": [{"joints": [0]})" + row(R"(, {"joints": [0]})", n) + "]");
       },
       file("c.gltf")},
      {reader, "channels of one sampler",
       [=](int n) {
         return gltf("{}",
                     R"(, "animations": [{"samplers": [{"input": 0, "output": 1}], "channels": [)" + channel +
                         row(", " + channel, n) +
                         R"(]}], "accessors": [{"type": "SCALAR", "componentType": 5126, "count": 1, )"
                         R"("bufferView": 0}, {"type": "VEC4", "componentType": 5126, "count": 1, )"
                         R"("bufferView": 0}], "bufferViews": [{"buffer": 0, "byteLength": 16}], "buffers": )"
                         R"([{"byteLength": 16, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPw=="}])");
       },
       file("c.gltf")},
  };
}

std::vector<Sample> fbx_shapes() {
  const auto fbx = [](const std::string& objects, const std::string& connections,
                      const std::string& more = "") {
    return "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\n" + more + "Objects: {\n" +
           objects + "}\nConnections: {\n" + connections + "}\n";
  };
  const std::string reader = "FBX", limb = "Model: #, \"Model::l#\", \"LimbNode\" {\n}\n";
  return {
      {reader, "models side by side", [=](int n) { return fbx(row(limb, n), row("C: \"OO\",#,0\n", n)); },
       file("c.fbx")},
      {reader, "models in a row", [=](int n) { return fbx(row(limb, n), row("C: \"OO\",#,^\n", n)); },
       file("c.fbx")},
      {reader, "models of one name",
       [=](int n) {
         return fbx(row("Model: #, \"Model::l\", \"LimbNode\" {\n}\n", n), row("C: \"OO\",#,0\n", n));
       },
       file("c.fbx")},
      {reader, "properties of one model",
       [=](int n) {
         return fbx("Model: 1, \"Model::l\", \"LimbNode\" {\nProperties70: {\n" +
                        row("P: \"x#\", \"double\", \"\", \"\", 1\n", n) + "}\n}\n",
                    "");
       },
       file("c.fbx")},
      {reader, "connections of one pair", [=](int n) { return fbx(row(limb, 2), row("C: \"OO\",2,1\n", n)); },
       file("c.fbx")},
      {reader, "curves of one model",
       [=](int n) {
         return fbx(row(limb, 1) +
                        "AnimationStack: 8, \"AnimStack::a\", \"\" {\n}\nAnimationLayer: 9, "
                        "\"AnimLayer::b\", \"\" {\n}\n" +
                        row("AnimationCurveNode: 10#, \"AnimCurveNode::R\", \"\" {\n}\n", n),
                    "C: \"OO\",9,8\n" + row("C: \"OO\",10#,9\nC: \"OP\",10#,1, \"Lcl Rotation\"\n", n));
       },
       file("c.fbx")},
      {reader, "elements beside the objects",
       [=](int n) { return fbx(row(limb, 2), "", row("x: {\n}\n", n)); }, file("c.fbx")},
      {reader, "elements before the version",
       [=](int n) { return row("x: {\n}\n", n) + fbx(row(limb, 2), ""); }, file("c.fbx")},
  };
}

std::vector<Sample> json_shapes() {
  const std::string reader = "JSON figure", root = R"({"name": "s0"})";
  const auto figure = [](const std::string& segments, const std::string& rest = "") {
    return R"({"limber": 1, "name": "f", "segments": [)" + segments + "]" + rest + "}";
  };
  const std::string hinge =
      R"(, {"name": "s#", "parent": "s^", "joint": {"type": "revolute", "axis": [0, 0, 1]}})"
      "\n";
  const auto scene = [=](const std::string& rest) {
    return R"({"limber": 1, "figure": )" + figure(root + row(hinge, 100)) + rest + "}";
  };
  return {
      {reader, "chain", [=](int n) { return figure(root + row(hinge, n)); }, file("f.json")},
      {reader, "star",
       [=](int n) {
         return figure(root + row(R"(, {"name": "s#", "parent": "s0"})"
                                  "\n",
                                  n));
       },
       file("f.json")},
      {reader, "frames",
       [=](int n) {
         return figure(root, R"(, "frames": [{"name": "f", "segment": "s0"})" +
                                 row(R"(, {"name": "f#", "segment": "s0"})"
                                     "\n",
                                     n) +
                                 "]");
       },
       file("f.json")},
      {reader, "couplings",
       [=](int n) {
         const std::string one = R"({"name": "c#", "terms": [{"joint": "s1"}], "equals": 0})"
                                 "\n";
         return figure(root + row(hinge, 3), R"(, "couplings": [)" + one + row(", " + one, n) + "]");
       },
       file("f.json")},
      {"JSON scene", "obstacles",
       [=](int n) {
         const std::string one = R"({"name": "o#", "shape": "sphere", "center": [#, 0, 0], "radius": 0.1})";
         return scene(std::string(R"(, "world": [)") + R"({"name": "o", "shape": "sphere", "radius": 0.1})" +
                      row(", " + one + "\n", n) + "]");
       },
       file("s.json")},
      {"JSON scene", "tasks",
       [=](int n) {
         const std::string one =
             R"({"name": "t#", "type": "reach", "frame": {"segment": "s1"}, "target": [1, 0, 0]})";
         return scene(std::string(R"(, "tasks": [)") +
                      R"({"name": "t", "type": "reach", "frame": {"segment": "s1"}, "target": [1, 0, 0]})" +
                      row(", " + one + "\n", n) + "]");
       },
       file("s.json")},
      {"JSON scene", "keys",
       [=](int n) {
         return scene(R"(, "keys": [{"time": 0, "posture": {}})" +
                      row(R"(, {"time": #, "posture": {"s1": 0.1}})"
                          "\n",
                          n) +
                      "]");
       },
       file("s.json")},
      {"JSON scene", "joints of one posture",
       [=](int n) {
         return R"({"limber": 1, "figure": )" + figure(root + row(hinge, n)) + R"(, "posture": {"s1": 0)" +
                row(R"(, "s#": 0.1)", n).substr(11) + "}}";
       },
       file("s.json")},
  };
}

std::vector<Sample> other_shapes() {
  const Scene start =
      parse_scene(R"({"limber": 1, "figure": {"limber": 1, "name": "f", "segments": [{"name": "a"}]}})",
                  "start", "")
          .value();
  const std::string scene = write_scene(start);
  const Read recording = [](const std::string& text) {
    const Expected<Recording> read = parse_recording(text, "r.json");
    return read ? Ending{true, std::to_string(read->commands.size()) + " commands"}
                : refusal(read.error().message);
  };
  const auto whole = [=](const std::string& commands, const std::string& list) {
    return R"({"limber_recording": 1, "title": "t", "steps": 1, "duration": 1, "hash": "0000000000000000", "scene": )" +
           scene + R"(, "commands": [)" + commands + R"(], "snapshots": {"times": [0)" + list +
           R"(], "steps": [0)" + list + R"(], "commands": [0)" + list + "]}}";
  };
  const std::string command = R"({"step": 0, "time": 0, "command": {"id": #, "do": "undo"}})"
                              "\n";
  const Figure human = Figure::build(models::find("human")->make({})).value();
  return {
      {"recording", "commands", [=](int n) { return whole(row(command, 1) + row(", " + command, n), ""); },
       recording},
      {"recording", "a command of many keys",
       [=](int n) {
         return whole(R"({"step": 0, "time": 0, "command": {"id": 1)" +
                          row(R"(, "x#": 1)"
                              "\n",
                              n) +
                          "}}",
                      "");
       },
       recording},
      {"recording", "snapshots", [=](int n) { return whole("", row(", 0", n)); }, recording},
      {"CSV path", "points", [](int n) { return row("#, 1, 2, 3\n", n); },
       [](const std::string& text) -> Ending {
         try {
           return Ending{true, std::to_string(json::read_csv_path(text, json::PathOf::points).times.size()) +
                                   " points"};
         } catch (const std::invalid_argument& problem) {
           return refusal(problem.what());
         }
       }},
      {"CSV state", "columns", [](int n) { return "time" + row(",time", n) + "\n0" + row(",1", n) + "\n"; },
       [human](const std::string& text) {
         const auto read = read_joint_state(text, human, human.rest_posture());
         return read ? Ending{true, "read"} : refusal(read.error().message);
       }},
      {"CSV state", "rows", [](int n) { return "time\n" + row("#\n", n); },
       [human](const std::string& text) {
         const auto read = read_joint_state(text, human, human.rest_posture());
         return read ? Ending{true, "read"} : refusal(read.error().message);
       }},
  };
}

double processor_seconds() {
  struct timespec now = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_of(const Read& read, const std::string& text, Ending& end) {
  double best = 1e9;
  for (int k = 0; k < 3; ++k) {
    const double begin = processor_seconds();
    end = read(text);
    best = std::min(best, processor_seconds() - begin);
    if (best > 0.3) break;
  }
  return best;
}

// The slope of a line through the logarithms.
double exponent_of(const std::vector<std::pair<double, double>>& points) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (const auto& [size, seconds] : points) {
    const double x = std::log(size), y = std::log(seconds);
    n += 1.0, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void measure(const Sample& shape, double largest) {
  constexpr double shortest = 3e-3, longest = 4.0;
  std::vector<std::pair<double, double>> points;  // size and time of what was read
  double size_read = 0.0, seconds_read = 0.0, size_refused = 0.0, seconds_refused = 0.0;
  std::string read = "nothing", refused;
  for (int parts = 25;; parts *= 2) {
    const std::string text = shape.make(parts);
    const double size = static_cast<double>(text.size());
    if (size > largest) break;
    Ending end;
    const double seconds = seconds_of(shape.read, text, end);
    if (!end.is_read) {
      if (refused.empty()) size_refused = size, refused = end.words;
      seconds_refused = std::max(seconds_refused, seconds);
    } else {
      size_read = size, seconds_read = seconds, read = end.words;
      if (seconds >= shortest) points.emplace_back(size, seconds);
    }
    if (seconds > longest) break;
  }
  std::printf("%-12s %-30s ", shape.reader.c_str(), shape.name.c_str());
  std::printf(points.size() < 3 ? "exponent    -" : "exponent %4.2f",
              points.size() < 3 ? 0.0 : exponent_of(points));
  std::printf("   %6.2f MB in %6.3f s: %s", size_read / 1e6, seconds_read, read.c_str());
  if (!refused.empty())
    std::printf("; refused from %.2f MB on, in %.3f s: %s", size_refused / 1e6, seconds_refused,
                refused.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double largest = 1e6 * (argc > 1 ? std::atof(argv[1]) : 16.0);
  const std::string words = argc > 2 ? argv[2] : "";
  for (const auto& shapes : {urdf_shapes(), sdf_shapes(), mjcf_shapes(), xacro_shapes(), srdf_shapes(),
                             bvh_shapes(), gltf_shapes(), fbx_shapes(), json_shapes(), other_shapes()}) {
    for (const Sample& shape : shapes) {
      if ((shape.reader + " " + shape.name).find(words) != std::string::npos) measure(shape, largest);
    }
  }
}
