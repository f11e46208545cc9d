#pragma once
// A studio in this process, on a free port and with a folder of its own.

#include <filesystem>
#include <memory>

#include "limber/files/files.h"
#include "studio/folder_library.h"
#include "studio/studio.h"
#include "support/socket_client.h"
#include "support/temporary_folder.h"

namespace limber::test {

inline std::filesystem::path shipped(const char* file) {
  return std::filesystem::path(LIMBER_SOURCE_DIR) / file;
}

struct RunningStudio {
  explicit RunningStudio(const char* scene = "scenes/planar-chain.json", studio::ServerOptions server = {})
      : library(folder.path(), shipped("scenes")),
        studio(Session(load_scene(shipped(scene)).value(), "scene", &library), library, {.server = server}) {}

  SocketClient client() const { return SocketClient(studio.port()); }
  // A window that has said hello.
  SocketClient window() const {
    SocketClient opened = client();
    if (!opened.open_window()) throw std::runtime_error("the studio does not greet");
    return opened;
  }
  // Does it still do what a studio does?
  bool works() const {
    SocketClient another = client();
    return another.open_window() && another.command({{"id", 7}, {"do", "posture-rest"}}) &&
           another.wait_for_answer(7).has_value();
  }

  TemporaryFolder folder;
  studio::FolderLibrary library;
  studio::Studio studio;
};

}  // namespace limber::test
