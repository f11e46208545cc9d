// Buffers, stages and launches; gpu/driver.h has the functions, kernel/kernels.h what runs.

#include "limber/batch/on_gpu.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "limber/batch/gpu/blocks.h"
#include "limber/batch/gpu/compile.h"
#include "limber/batch/gpu/driver.h"
#include "limber/batch/gpu/kept_programs.h"

namespace limber::batch {

namespace {

using gpu::Blocks;
using gpu::Driver;
using gpu::Pointer;
using gpu::Result;

// Numbers that the driver's interface gives to what is asked for.
constexpr int attribute_multiprocessors = 16, attribute_major = 75, attribute_minor = 76,
              attribute_shared_of_block = 97;
constexpr int function_dynamic_shared = 8;

std::string words(Result result) {
  const char* text = nullptr;
  if (gpu::driver()->error_text(result, &text) != 0 || text == nullptr)
    return "error " + std::to_string(result);
  return text;
}

// The calling thread's context, for as long as this lives; the one it had before comes back.
class Current {
 public:
  explicit Current(gpu::Context* context) : result_(gpu::driver()->push_context(context)) {}
  ~Current() {
    gpu::Context* popped = nullptr;
    if (result_ == 0) gpu::driver()->pop_context(&popped);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  Result result() const { return result_; }

 private:
  Result result_;
};

// A compiled figure on the GPU; kept for as long as its session.
struct Loaded {
  gpu::Function *solve = nullptr, *settle = nullptr, *list_left = nullptr;
  int team = 1, block = 128;
  unsigned shared_bytes = 0;  // of a block
  int blocks = 1;             // that the whole GPU holds at a time
  std::string note;           // why it will be compiled again by the next run; empty: it will not
  std::shared_ptr<std::atomic<double>> time_ratio = std::make_shared<std::atomic<double>>(0.0);
};

// A GPU in use: its context, and what is kept in it from one batch to the next. All goes with it.
struct Session {
  const Driver* driver = nullptr;
  gpu::Context* context = nullptr;
  std::string name, architecture;
  int multiprocessors = 1;
  int shared_of_block = 0;
  std::mutex mutex;
  std::map<std::string, Loaded> programs;
  Blocks memory, locked;

  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (context != nullptr) driver->destroy_context(context);
  }
};
using SharedSession = std::shared_ptr<Session>;

Expected<SharedSession> open_session() {
  const Expected<Driver>& opened = gpu::driver();
  if (!opened) return opened.error();
  const Driver& cuda = *opened;
  if (const Result result = cuda.init(0)) return Error{"the NVIDIA driver found no GPU: " + words(result)};
  int count = 0;
  if (cuda.device_count(&count) != 0 || count == 0) return Error{"the NVIDIA driver found no GPU"};
  if (!gpu::compiler()) return gpu::compiler().error();
  const auto session = std::make_shared<Session>();
  session->driver = &cuda;
  char name[256] = {};
  int device = 0, major = 0, minor = 0;
  Result result = cuda.device_get(&device, 0);
  const auto then = [&](auto&& call) { result = result != 0 ? result : call(); };
  const auto ask = [&](int& answer, int attribute) {
    then([&] { return cuda.device_attribute(&answer, attribute, device); });
  };
  then([&] { return cuda.device_name(name, sizeof name - 1, device); });
  ask(major, attribute_major);
  ask(minor, attribute_minor);
  ask(session->multiprocessors, attribute_multiprocessors);
  ask(session->shared_of_block, attribute_shared_of_block);
  gpu::Context* popped = nullptr;
  then([&] { return cuda.create_context(&session->context, 0, device); });
  then([&] { return cuda.pop_context(&popped); });  // the caller's is current again
  if (result != 0) return Error{"the GPU cannot be used: " + words(result)};
  session->name = name;
  session->architecture = "sm_" + std::to_string(10 * major + minor);
  return session;
}

// The session that batches share. Never ended with the program: the driver may be gone by then.
struct Holder {
  std::mutex mutex;
  const void* driver = nullptr;  // that it was opened with
  std::optional<Expected<SharedSession>> session;
};
Holder& holder() {
  static Holder& all = *new Holder;
  return all;
}

// Opened once; after a loss, once more for the next batch. Why there is none is asked only once.
Expected<SharedSession> shared_session() {
  Holder& all = holder();
  const std::lock_guard lock(all.mutex);
  const void* const driver = &gpu::driver();
  if (!all.session || all.driver != driver) {
    all.driver = driver;
    all.session = open_session();
  }
  return *all.session;
}

void lose(const SharedSession& lost) {
  Holder& all = holder();
  const std::lock_guard lock(all.mutex);
  if (all.session && *all.session && **all.session == lost) all.session.reset();
}

Error not_taken(Result result) {
  return {"the GPU did not take the program: " + words(result)};
}

// Kept from an earlier run, unless the driver does not take that; else compiled now.
Expected<gpu::Module*> load_module(const ProgramText& text, const Session& device, std::string& note) {
  const Driver& cuda = *gpu::driver();
  const gpu::KeptPrograms kept(gpu::KeptPrograms::usual_place());
  const Expected<std::string> compiled_from = gpu::compiled_from(text, device.architecture);
  if (!compiled_from) return compiled_from.error();
  gpu::Module* module = nullptr;
  const auto code = kept.find(text.source, *compiled_from);
  if (code && cuda.load_module(&module, code->data()) == 0) return module;
  const Expected<gpu::Compiled> compiled = gpu::compile(text, device.architecture);
  if (!compiled) return compiled.error();
  if (const Result result = cuda.load_module(&module, compiled->code.data())) return not_taken(result);
  const Expected<bool> is_kept = kept.keep(text.source, *compiled_from, compiled->code);
  if (!is_kept) note = is_kept.error().message;
  return module;
}

Expected<Loaded> load(const ProgramText& text, const Session& device) {
  const Driver& cuda = *gpu::driver();
  Loaded loaded;
  const Expected<gpu::Module*> loaded_module = load_module(text, device, loaded.note);
  if (!loaded_module) return loaded_module.error();
  gpu::Module* const module = *loaded_module;
  loaded.team = text.team;
  loaded.block = text.block;
  Result result = 0;
  const auto then = [&](auto&& call) { result = result != 0 ? result : call(); };
  then([&] { return cuda.get_function(&loaded.solve, module, "solve"); });
  then([&] { return cuda.get_function(&loaded.settle, module, "settle"); });
  then([&] { return cuda.get_function(&loaded.list_left, module, "list_left"); });
  Pointer where = 0;
  std::size_t size = 0;
  int bytes = 0;
  then([&] { return cuda.get_global(&where, &size, module, "work_bytes"); });
  then([&] { return cuda.from_gpu(&bytes, where, sizeof bytes, nullptr); });
  then([&] { return cuda.wait(nullptr); });
  if (result != 0) return not_taken(result);
  if (loaded.team > 1) {
    if (bytes > device.shared_of_block) {
      return Error{"the figure is too large for the GPU: a problem needs " + std::to_string(bytes) +
                   " bytes of shared memory, a block has " + std::to_string(device.shared_of_block)};
    }
    const int teams = std::clamp(device.shared_of_block / std::max(bytes, 1), 1, loaded.block / loaded.team);
    loaded.block = teams * loaded.team;
    loaded.shared_bytes = static_cast<unsigned>(teams * bytes);
    then([&] {
      return cuda.set_function(loaded.solve, function_dynamic_shared, static_cast<int>(loaded.shared_bytes));
    });
  }
  int resident = 0;
  then([&] { return cuda.occupancy(&resident, loaded.solve, loaded.block, loaded.shared_bytes); });
  if (result != 0) return not_taken(result);
  loaded.blocks = std::max(1, resident) * device.multiprocessors;
  return loaded;
}

Expected<Loaded> loaded_program(const Problem& problem, Session& session) {
  const ProgramText text = program_text(problem);
  const std::lock_guard lock(session.mutex);
  const auto found = session.programs.find(text.source);
  if (found != session.programs.end()) return found->second;
  Expected<Loaded> loaded = load(text, session);
  if (loaded) session.programs.emplace(text.source, *loaded);
  return loaded;
}

}  // namespace

bool has_gpu_libraries() {
  return gpu::driver() && gpu::compiler();
}

Expected<std::string> gpu_name() {
  const Expected<SharedSession> session = shared_session();
  if (!session) return session.error();
  return (*session)->name;
}

GpuState gpu_state(const Problem& problem) {
  const std::string figure = program_text(problem).source;
  Holder& all = holder();
  SharedSession session;
  {
    const std::lock_guard lock(all.mutex);
    if (all.session && *all.session) session = **all.session;
  }
  if (session) {
    const std::lock_guard lock(session->mutex);
    const auto found = session->programs.find(figure);
    if (found != session->programs.end()) return {GpuSetUp::running, *found->second.time_ratio};
  }
  const bool is_kept = gpu::KeptPrograms(gpu::KeptPrograms::usual_place()).has(figure);
  return {is_kept ? GpuSetUp::program_on_disk : GpuSetUp::nothing};
}

void* gpu_context() {
  Holder& all = holder();
  const std::lock_guard lock(all.mutex);
  return all.session && *all.session ? (**all.session)->context : nullptr;
}

struct GpuBatch::State {
  SharedSession session;
  Loaded program;
  int model_states = 0, goal_size = 0, attempts = 1;
  std::size_t most = 0;
  int most_tickets = 0;
  gpu::Stream* stream = nullptr;
  std::vector<Pointer> owned;
  std::vector<unsigned long long> owned_locked;
  Pointer goals = 0, starts = 0, lists[2] = {}, counters = 0, ticket_attempt = 0, ticket_miss = 0,
          ticket_state = 0;
  double* host_goals = nullptr;
  int* host_count = nullptr;
  // The answers come back in one piece: misses, states, winner of `count` problems.
  Pointer answers = 0, misses = 0, states = 0, winner = 0;
  char* host_answers = nullptr;
  std::size_t count = 0;
  double seconds = 0.0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const Driver& cuda = *gpu::driver();
    const Current current(session->context);
    if (stream != nullptr) cuda.destroy_stream(stream);
    for (const Pointer p : owned) session->memory.give(p, release);
    for (const unsigned long long p : owned_locked) session->locked.give(p, release_locked);
  }

  static void release(Pointer old) { gpu::driver()->release(old); }
  static void release_locked(unsigned long long old) {
    gpu::driver()->release_locked(reinterpret_cast<void*>(old));
  }

  Result allocate(Pointer& where, std::size_t bytes) {
    const auto fresh = [&](std::size_t size) { return gpu::driver()->allocate(&where, size); };
    const Result result = session->memory.take(bytes, where, fresh, release);
    if (result == 0) owned.push_back(where);
    return result;
  }
  template <class T>
  Result allocate_locked(T*& where, std::size_t number) {
    unsigned long long address = 0;
    const auto fresh = [&](std::size_t size) {
      void* p = nullptr;
      const Result allocated = gpu::driver()->allocate_locked(&p, size, 0);
      address = reinterpret_cast<unsigned long long>(p);
      return allocated;
    };
    const Result result = session->locked.take(number * sizeof(T), address, fresh, release_locked);
    where = reinterpret_cast<T*>(address);
    if (result == 0) owned_locked.push_back(address);
    return result;
  }
  template <class... Arguments>
  Result launch(gpu::Function* function, int blocks, int block, unsigned shared, Arguments... arguments) {
    void* list[] = {static_cast<void*>(&arguments)...};
    return gpu::driver()->launch(function, static_cast<unsigned>(blocks), 1, 1, static_cast<unsigned>(block),
                                 1, 1, shared, stream, list, nullptr);
  }

  Result allocate_all() {
    const std::size_t row = static_cast<std::size_t>(model_states) * 8;
    const std::size_t tickets = static_cast<std::size_t>(most_tickets);
    const std::size_t goal_row = static_cast<std::size_t>(goal_size) * 8;
    Result result = 0;
    const auto then = [&](auto&& call) { result = result != 0 ? result : call(); };
    then([&] { return gpu::driver()->create_stream(&stream, 1); });
    then([&] { return allocate(goals, most * goal_row); });
    then([&] { return allocate(starts, static_cast<std::size_t>(attempts) * row); });
    then([&] { return allocate(answers, most * (row + 12)); });
    then([&] { return allocate(lists[0], most * 4); });
    then([&] { return allocate(lists[1], most * 4); });
    then([&] { return allocate(counters, 16); });
    then([&] { return allocate(ticket_attempt, tickets * 4); });
    then([&] { return allocate(ticket_miss, tickets * 8); });
    then([&] { return allocate(ticket_state, tickets * row); });
    then([&] { return allocate_locked(host_goals, most * static_cast<std::size_t>(goal_size)); });
    then([&] { return allocate_locked(host_answers, most * (row + 12)); });
    then([&] { return allocate_locked(host_count, 1); });
    return result;
  }

  // One stage, for `left` problems; how many remain will be in host_count.
  Result stage(Pointer list, Pointer next_list, int left, int& attempt) {
    const Driver& cuda = *gpu::driver();
    const int remaining = attempts - attempt;
    const int parallel = std::clamp(most_tickets / left, 1, remaining);
    constexpr int first_in_a_row = 3, later_in_a_row = 8;
    const int in_a_row =
        parallel > 1 ? 1 : std::min(remaining, attempt == 0 ? first_in_a_row : later_in_a_row);
    const int teams = program.block / program.team;
    const int tickets = left * parallel;
    Result result = cuda.fill(counters, 0, 2, stream);
    const auto then = [&](auto&& call) { result = result != 0 ? result : call(); };
    then([&] {
      return launch(program.solve, std::min(program.blocks, (tickets + teams - 1) / teams), program.block,
                    program.shared_bytes, goals, starts, list, left, attempt, in_a_row, parallel, attempts,
                    counters, winner, misses, states, ticket_attempt, ticket_miss, ticket_state);
    });
    constexpr int plain_block = 256;
    const int blocks = (left + plain_block - 1) / plain_block;
    if (parallel > 1) {
      const int is_first = attempt == 0;
      then([&] {
        return launch(program.settle, blocks, plain_block, 0, list, left, parallel, winner, misses, states,
                      is_first, ticket_attempt, ticket_miss, ticket_state);
      });
    }
    then([&] {
      return launch(program.list_left, blocks, plain_block, 0, list, left, winner, next_list, counters + 4);
    });
    then([&] { return cuda.from_gpu(host_count, counters + 4, 4, stream); });
    attempt += in_a_row * parallel;
    return result;
  }

  std::size_t states_at() const { return count * 8; }
  std::size_t winner_at() const { return states_at() + count * static_cast<std::size_t>(model_states) * 8; }

  Result solve(std::size_t problems) {
    const Driver& cuda = *gpu::driver();
    count = problems;
    misses = answers;
    states = answers + states_at();
    winner = answers + winner_at();
    const Current current(session->context);
    Result result = current.result();
    const auto then = [&](auto&& call) { result = result != 0 ? result : call(); };
    const auto fetch = [&] { return cuda.from_gpu(host_answers, answers, winner_at() + count * 4, stream); };
    then([&] {
      return cuda.to_gpu(goals, host_goals, count * static_cast<std::size_t>(goal_size) * 8, stream);
    });
    then([&] { return cuda.fill(winner, nobody, count, stream); });
    int left = static_cast<int>(count), attempt = 0, turn = 0;
    Pointer list = 0;
    const auto begin = std::chrono::steady_clock::now();
    // A small batch is mostly waiting: its answers are fetched while the first stage's count is.
    constexpr std::size_t small_batch = 20'000;
    bool is_fetched = false;
    while (result == 0 && left > 0 && attempt < attempts) {
      const Pointer next = lists[turn];
      is_fetched = count <= small_batch && attempt == 0;
      then([&] { return stage(list, next, left, attempt); });
      if (is_fetched) then(fetch);
      then([&] { return cuda.wait(stream); });
      left = result == 0 ? *host_count : 0;
      is_fetched = is_fetched && left == 0;
      list = next;
      turn = 1 - turn;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!is_fetched) {
      then(fetch);
      then([&] { return cuda.wait(stream); });
    }
    return result;
  }
};

GpuBatch::GpuBatch(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuBatch::~GpuBatch() = default;

Expected<std::unique_ptr<GpuBatch>> GpuBatch::make(const Problem& problem, std::size_t most_problems) {
  const Expected<SharedSession> opened = shared_session();
  if (!opened) return opened.error();
  const SharedSession& session = *opened;
  const Driver& cuda = *gpu::driver();
  const Current current(session->context);
  const auto unusable = [&](Result result) {
    lose(session);
    return Error{"the GPU cannot be used: " + words(result)};
  };
  if (current.result() != 0) return unusable(current.result());
  const Expected<Loaded> loaded = loaded_program(problem, *session);
  if (!loaded) return loaded.error();
  auto state = std::make_unique<State>();
  state->session = session;
  state->program = *loaded;
  state->model_states = problem.model->states;
  state->goal_size = problem.model->goal_size;
  state->attempts = problem.capsule_attempts;
  state->most = most_problems;
  state->most_tickets = loaded->blocks * (loaded->block / loaded->team);
  Result result = state->allocate_all();
  constexpr Result out_of_memory = 2;
  if (result == out_of_memory) {
    return Error{"the GPU has no memory for " + std::to_string(most_problems) + " goals: " + words(result)};
  }
  if (result != 0) return unusable(result);
  result = cuda.to_gpu(state->starts, problem.starts.data(),
                       static_cast<std::size_t>(state->attempts * state->model_states) * 8, state->stream);
  if (result == 0) result = cuda.wait(state->stream);
  if (result != 0) return unusable(result);
  return std::unique_ptr<GpuBatch>(new GpuBatch(std::move(state)));
}

double* GpuBatch::goals() {
  return state_->host_goals;
}
const double* GpuBatch::misses() const {
  return reinterpret_cast<const double*>(state_->host_answers);
}
const double* GpuBatch::states() const {
  return reinterpret_cast<const double*>(state_->host_answers + state_->states_at());
}
const int* GpuBatch::winner() const {
  return reinterpret_cast<const int*>(state_->host_answers + state_->winner_at());
}
double GpuBatch::kernel_seconds() const {
  return state_->seconds;
}
const std::string& GpuBatch::note() const {
  return state_->program.note;
}
void GpuBatch::remember_time_ratio(double ratio) {
  *state_->program.time_ratio = ratio;
}

Expected<bool> GpuBatch::solve(std::size_t count) {
  const Result result = state_->solve(count);
  if (result == 0) return true;
  lose(state_->session);
  return Error{"the GPU stopped: " + words(result)};
}

}  // namespace limber::batch
