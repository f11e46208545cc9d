// What a child keeps of its parent: nothing that is open, and not its own life.

#include "limber/meshes/apart.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

#include "limber/meshes/deadline.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr ApartLimits enough{.seconds = 30.0, .memory = std::size_t{256} << 20, .answer = 1000};

bool comes_true(const std::function<bool()>& condition, double seconds = 10.0) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

// A child may make files, which stay empty.
void make_empty(const fs::path& file) {
  ::close(::open(file.c_str(), O_WRONLY | O_CREAT, 0600));
}
bool is_there(const fs::path& file) {
  return ::access(file.c_str(), F_OK) == 0;
}

// Descriptor of the file, locked; -1: somebody else has the lock.
int locked(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

// A child that works until it is told to stop.
class WorkingChild {
 public:
  explicit WorkingChild(const test::TemporaryFolder& folder)
      : started_(folder.file("started")), stop_(folder.file("stop")), thread_([this] {
          answer_ = done_apart(
              [this]() -> std::string {
                make_empty(started_);
                return comes_true([this] { return is_there(stop_); }, 20.0) ? "stopped" : "tired";
              },
              enough);
        }) {}
  ~WorkingChild() { (void)stop(); }
  bool is_at_work() const {
    return comes_true([this] { return is_there(started_); });
  }
  Expected<std::string> stop() {
    make_empty(stop_);
    if (thread_.joinable()) thread_.join();
    return answer_;
  }

 private:
  fs::path started_, stop_;
  Expected<std::string> answer_ = Error{"not started"};
  std::thread thread_;  // last: it uses the others
};

TEST(Apart, AChildKeepsNoLockOfItsParent) {
  const test::TemporaryFolder folder;
  const int lock = locked(folder.file("lock"));
  ASSERT_GE(lock, 0);
  WorkingChild child(folder);
  ASSERT_TRUE(child.is_at_work());
  EXPECT_LT(locked(folder.file("lock")), 0) << "the parent has it still";
  ::close(lock);
  const int again = locked(folder.file("lock"));
  EXPECT_GE(again, 0);
  ::close(again);
  EXPECT_EQ(child.stop().value(), "stopped");
}

// As the pipe of a child that another thread has started.
TEST(Apart, AChildKeepsNoPipeOfItsParent) {
  const test::TemporaryFolder folder;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  WorkingChild child(folder);
  ASSERT_TRUE(child.is_at_work());
  ::close(ends[1]);
  struct pollfd source = {ends[0], POLLIN, 0};
  EXPECT_EQ(::poll(&source, 1, 0), 1) << "nobody can write to it any more, which has to be seen";
  EXPECT_EQ(child.stop().value(), "stopped");
  ::close(ends[0]);
}

TEST(Apart, AnAnswerComesThroughWhicheverDescriptorItsPipeGets) {
  for (const int count : {0, 1, 2, 40}) {
    std::vector<int> open;
    for (int i = 0; i < count; ++i) open.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(done_apart([] { return std::string(900, 'x'); }, enough).value(), std::string(900, 'x'));
    for (const int descriptor : open) ::close(descriptor);
  }
}

TEST(Apart, AChildDiesWithAParentThatIsKilled) {
  const test::TemporaryFolder folder;
  const fs::path held = folder.file("held"), started = folder.file("started");
  const pid_t parent = ::fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    const auto hold = [&]() -> std::string {
      if (locked(held) >= 0) make_empty(started);
      ::sleep(20);
      return "";
    };
    (void)done_apart(hold, enough);
    ::_exit(0);
  }
  EXPECT_TRUE(comes_true([&] { return is_there(started); }));
  EXPECT_LT(locked(held), 0) << "the child has the lock";
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  int lock = -1;
  EXPECT_TRUE(comes_true([&] { return (lock = locked(held)) >= 0; }, 5.0)) << "the child lives on";
  ::close(lock);
}

TEST(Apart, AShortTimeLimitIsSaidAsItIs) {
  const auto wait = []() -> std::string {
    ::sleep(10);
    return "";
  };
  const Expected<std::string> answer = done_apart(wait, {.seconds = 0.05, .memory = 1u << 28, .answer = 10});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "took longer than 0.05 s");
}

// Nobody waits for meshes when the program ends. In a process of its own, which ends with it.
TEST(Apart, IsGivenUpWhenTheProgramEnds) {
  const auto end_while_something_is_read = [] {
    std::thread end([] {
      std::this_thread::sleep_for(milliseconds(50));
      Deadline::pass_all();
    });
    const auto wait = []() -> std::string {
      ::sleep(1'000'000);
      return "";
    };
    const bool was_read = done_apart(wait, {.seconds = 1e6, .memory = 1u << 28, .answer = 10}).has_value();
    end.join();
    ::_exit(was_read ? 1 : 0);
  };
  EXPECT_EXIT(end_while_something_is_read(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace limber
