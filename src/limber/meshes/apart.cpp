// A child by fork, with limits of its own, and a pipe to its parent. The child never returns from here and
// runs no destructors of its parent's objects.

#include "limber/meshes/apart.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "limber/base/number_text.h"
#include "limber/meshes/deadline.h"

namespace limber {

namespace {

class Descriptor {  // closed with its owner
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// Address space in use now [bytes]; 0 if the system does not say.
std::size_t memory_in_use() {
  std::size_t pages = 0;
  if (std::FILE* stream = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(stream, "%zu", &pages) != 1) pages = 0;
    std::fclose(stream);
  }
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::size_t value) {
  const struct rlimit both = {value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// The parent's locks, sockets and connections must end with the parent, not with its child; and the pipes of
// children that other threads start must end with those. What is open is closed, except the standard streams
// and `answer`, whose number afterwards is returned. Only system calls: another thread may have held any lock
// when this process was split off.
//
// A child has the pipe of another one between its fork and this, which is microseconds: the other one's end
// is noticed so much later, and not when this child ends.
int close_what_is_not_ours(int answer) {
  constexpr int kept = STDERR_FILENO + 1;
  if (answer != kept && ::dup2(answer, kept) < 0) ::_exit(1);
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(kept + 1), ~0u, 0u) == 0) return kept;
#endif
  // A system without it, or one that forbids it. The limit may be a billion, and nobody has so many open.
  constexpr rlim_t most = 1 << 16;
  struct rlimit open_files = {most, most};
  ::getrlimit(RLIMIT_NOFILE, &open_files);
  const int end = static_cast<int>(std::min(open_files.rlim_cur, most));
  for (int descriptor = kept + 1; descriptor < end; ++descriptor) ::close(descriptor);
  return kept;
}

// A parent that is killed cannot end its child. The signal comes when the thread ends that started the child,
// and that one waits for it. Before the system was asked the parent may have gone already.
void end_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

[[noreturn]] void work_in_child(const std::function<std::string()>& work, const ApartLimits& limits,
                                std::size_t memory, int answer) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT}) {
    std::signal(signal, SIG_DFL);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, static_cast<std::size_t>(limits.seconds) + 1);
  if (memory > 0) limit(RLIMIT_AS, memory + limits.memory);
  int status = 1;
  try {
    const std::string bytes = work();
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t now = ::write(answer, bytes.data() + sent, bytes.size() - sent);
      if (now < 0 && errno != EINTR) break;
      if (now > 0) sent += static_cast<std::size_t>(now);
    }
    if (sent == bytes.size()) status = 0;
  } catch (...) {
  }
  ::_exit(status);
}

// Until the child closes its end; an empty word of complaint is success.
std::string receive(int source, const ApartLimits& limits, std::string& bytes) {
  const Deadline deadline(limits.seconds);
  constexpr std::size_t block = 1 << 16;
  constexpr double pause = 0.1;  // [s] until it is seen that the program ends
  while (!deadline.has_passed()) {
    struct pollfd ready = {source, POLLIN, 0};
    if (limits.is_wanted != nullptr && !*limits.is_wanted) return "was stopped";
    const int count = ::poll(&ready, 1, 1 + static_cast<int>(1e3 * std::min(pause, deadline.left())));
    if (count < 0 && errno != EINTR) return "was lost";
    if (count <= 0) continue;
    const std::size_t size = bytes.size();
    bytes.resize(size + block);
    const ssize_t now = ::read(source, bytes.data() + size, block);
    bytes.resize(size + static_cast<std::size_t>(now > 0 ? now : 0));
    if (now == 0) return "";
    if (now < 0 && errno != EINTR) return "was lost";
    if (bytes.size() > limits.answer) return "gave too much";
  }
  return "took longer than " + number_text(limits.seconds) + " s";
}

}  // namespace

Expected<std::string> done_apart(const std::function<std::string()>& work, const ApartLimits& limits) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"could not be started"};
  Descriptor source(ends[0]), answer(ends[1]);
  const std::size_t memory = memory_in_use();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return Error{"could not be started"};
  if (child == 0) {
    end_with_parent(parent);
    work_in_child(work, limits, memory, close_what_is_not_ours(answer.number()));
  }
  answer.close();
  std::string bytes, complaint;
  try {
    complaint = receive(source.number(), limits, bytes);
  } catch (...) {  // no memory here: the child must not be left behind
    complaint = "gave too much";
  }
  if (!complaint.empty()) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!complaint.empty()) return Error{complaint};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return Error{"took too long"};
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return Error{"broke down"};
  return bytes;
}

}  // namespace limber
