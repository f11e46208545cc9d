// Starts the command with pipes or a pseudo terminal and collects what it writes.

#include "run_limber.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

extern char** environ;

namespace limber::test {

namespace {

struct Pipe {
  int read = -1, write = -1;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

// The two ends of a pseudo terminal: ours and the program's.
Pipe make_terminal(int columns) {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0 || ::grantpt(ours) != 0 || ::unlockpt(ours) != 0) throw std::runtime_error("no terminal");
  const int theirs = ::open(::ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = 40;
  if (theirs < 0 || ::ioctl(theirs, TIOCSWINSZ, &size) != 0) throw std::runtime_error("no terminal");
  return {ours, theirs};
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    variables[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  }
  for (const char* name : {"LC_CTYPE", "LANG", "NO_COLOR"}) variables.erase(name);
  variables["LC_ALL"] = "C.UTF-8";
  variables["TERM"] = "xterm";
  for (const auto& [name, value] : changes) {
    variables.erase(name);
    if (!value.empty()) variables[name] = value;
  }
  std::vector<std::string> result;
  for (const auto& [name, value] : variables) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// Reads both until they are closed.
void collect(int out, int err, Ran& ran) {
  pollfd watched[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  std::string* texts[2] = {&ran.out, &ran.err};
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    if (::poll(watched, 2, -1) < 0) break;
    for (int i = 0; i < 2; ++i) {
      if (watched[i].fd < 0 || watched[i].revents == 0) continue;
      char block[4096];
      const ssize_t count = ::read(watched[i].fd, block, sizeof block);
      if (count > 0) {
        texts[i]->append(block, static_cast<std::size_t>(count));
      } else {
        watched[i].fd = -1;  // the end, which a terminal reports as an error
      }
    }
  }
}

}  // namespace

bool has_terminals() {
  try {
    Pipe terminal = make_terminal(80);
    close_if_open(terminal.read);
    close_if_open(terminal.write);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

Ran limber(const std::vector<std::string>& arguments, const RunOptions& options) {
  std::vector<std::string> words = {LIMBER_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = environment_with(options.environment);

  Pipe in = make_pipe();
  Pipe out = options.on_terminal ? make_terminal(options.columns) : make_pipe();
  Pipe err = options.on_terminal ? Pipe{} : make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, 1);
  posix_spawn_file_actions_adddup2(&actions, options.on_terminal ? out.write : err.write, 2);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());

  if (options.close_output_early) close_if_open(out.read);
  pid_t child = 0;
  const int failed = posix_spawn(&child, LIMBER_CLI, &actions, nullptr, pointers(words).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close_if_open(in.read);
  close_if_open(out.write);
  close_if_open(err.write);
  if (failed != 0) throw std::runtime_error(std::string("could not run ") + LIMBER_CLI);

  // Inputs in these tests are smaller than a pipe holds, so writing first cannot block.
  std::signal(SIGPIPE, SIG_IGN);
  if (!options.input.empty() && ::write(in.write, options.input.data(), options.input.size()) < 0) {
    // It ended without reading; the exit code will show that.
  }
  close_if_open(in.write);
  Ran ran;
  collect(out.read, err.read, ran);
  close_if_open(out.read);
  close_if_open(err.read);
  int status = 0;
  ::waitpid(child, &status, 0);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

std::string data_file(const std::string& name) {
  return LIMBER_SOURCE_DIR "/tests/cli/data/" + name;
}

}  // namespace limber::test
