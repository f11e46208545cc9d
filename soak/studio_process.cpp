#include "studio_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

extern char** environ;

namespace limber::soak {
namespace {

// The first line of what it prints: the address. Empty: it ended before.
std::string first_line(int descriptor) {
  std::string line;
  char letter = 0;
  while (::read(descriptor, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

}  // namespace

StudioProcess::StudioProcess(const std::filesystem::path& limber, const std::string& scene,
                             const std::filesystem::path& folder) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::vector<std::string> words = {limber.string(), "studio", "--port", "0", "--folder", folder.string()};
  if (!scene.empty()) words.push_back(scene);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, (folder / "studio.log").c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);
  const int problem = ::posix_spawn(&process_, limber.c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  const std::string line = problem == 0 ? first_line(ends[0]) : "";
  ::close(ends[0]);
  const std::size_t port = line.rfind(':'), token = line.find("#token=");
  if (port == std::string::npos || token == std::string::npos) {
    throw std::runtime_error("the studio did not start: " + line);
  }
  port_ = static_cast<std::uint16_t>(std::stoi(line.substr(line.find(':', line.find("://") + 3) + 1)));
  token_ = line.substr(token + 7);
}

StudioProcess::~StudioProcess() {
  kill();
}

std::size_t StudioProcess::memory() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool StudioProcess::wait(double seconds, int& status) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  do {
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  } while (std::chrono::steady_clock::now() < deadline);
  return false;
}

bool StudioProcess::is_running() {
  int status = 0;
  return process_ > 0 && !wait(0.0, status);
}

void StudioProcess::kill() {
  int status = 0;
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  wait(10.0, status);
}

bool StudioProcess::ask_to_end() {
  int status = 0;
  if (process_ <= 0) return false;
  ::kill(process_, SIGINT);
  return wait(10.0, status) && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace limber::soak
