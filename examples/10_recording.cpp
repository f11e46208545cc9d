// A recording: a scene and the commands given to it, no postures. Replayed, it gives the same bits; a hash
// proves it.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  // Commands are the JSON objects that the studio's page sends (protocol/README.md): grab the hand, pull,
  // let go. Each is carried out after so many steps of the solver.
  const std::string grab = R"({"id": 1, "do": "drag-begin", "segment": "hand.r", "point": [0, 0, 0],)"
                           R"( "target": [0.3, -0.3, 1.0]})";
  const std::string pull = R"({"id": 2, "do": "drag-move", "target": [0.5, -0.4, 1.3]})";
  const std::string release = R"({"id": 3, "do": "drag-end"})";
  Recording recording{.title = "a tug at the hand",
                      .start = as_read_back(load_scene("scenes/human-standing.json").value()),
                      .commands = {{.step = 0, .time = 0.0, .text = grab},
                                   {.step = 30, .time = 0.5, .text = pull},
                                   {.step = 60, .time = 1.0, .text = release}}};
  recording.snapshots = {{}, {.time = 1.0, .steps = 60, .commands = 3}};  // shown: start and end
  recording.steps = 60;
  recording.duration = 1.0;  // [s]

  const Recording made = replay(recording).recorded.recording;  // with the hash of all postures
  const std::string file = write_recording(made);
  std::printf("%zu commands, %d steps, hash %s\n", made.commands.size(), static_cast<int>(made.steps),
              hash_text(made.hash).c_str());

  // The file is a bug report: whoever opens it sees what you saw. `limber replay FILE` does this.
  const Recording read = parse_recording(file, "tug.recording.json").value();
  const Replayed again = replay(read);
  std::printf("replayed: %s\n", again.is_same ? "the same bits" : again.words.c_str());

  // A target moved by a millimetre is a different motion, and the hash says so.
  Recording changed = read;
  changed.commands[1].text = R"({"id": 2, "do": "drag-move", "target": [0.5, -0.4, 1.301]})";
  const Replayed other = replay(changed);
  std::printf("with another target: %s\n", other.is_same ? "the same bits" : "different bits");
}
