#pragma once
// A studio as people run it: the program `limber studio`, in a folder of its own, on a free port.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace limber::soak {

class StudioProcess {
 public:
  // `scene` empty: what was left unsaved, as a person starts it after a crash. Throws when it does not start.
  StudioProcess(const std::filesystem::path& limber, const std::string& scene,
                const std::filesystem::path& folder);
  ~StudioProcess();
  StudioProcess(const StudioProcess&) = delete;
  StudioProcess& operator=(const StudioProcess&) = delete;

  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }
  std::size_t memory() const;  // [bytes] resident
  bool is_running();

  void kill();        // as the system does when memory runs out: no goodbye
  bool ask_to_end();  // as Ctrl-C; false: it did not end within ten seconds, or not well

 private:
  bool wait(double seconds, int& status);

  pid_t process_ = -1;
  std::uint16_t port_ = 0;
  std::string token_;
};

}  // namespace limber::soak
