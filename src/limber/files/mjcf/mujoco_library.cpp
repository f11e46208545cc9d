// Opens libmujoco and has it load a text.

#if LIMBER_HAVE_MUJOCO

#include "limber/files/mjcf/mujoco_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <stdexcept>

namespace limber::mjcf {

namespace {

// What is used of it. Its global handlers for errors would end the process; ours throw.
struct Library {
  decltype(&mj_loadXML) load = nullptr;
  decltype(&mj_deleteModel) destroy = nullptr;
  decltype(&mj_defaultVFS) empty_files = nullptr;
  decltype(&mj_makeEmptyFileVFS) add_file = nullptr;
  decltype(&mj_deleteVFS) delete_files = nullptr;
  decltype(&mj_freeLastXML) forget = nullptr;
  void (**error)(const char*) = nullptr;
  void (**warning)(const char*) = nullptr;
  std::string problem;  // empty: it is there
};

template <class Symbol>
bool find_symbol(void* library, const char* symbol, Symbol& found) {
  void* address = ::dlsym(library, symbol);
  static_assert(sizeof address == sizeof found);
  std::memcpy(&found, &address, sizeof found);
  return address != nullptr;
}

Library open_library() {
  Library made;
  void* library = ::dlopen("libmujoco.so." LIMBER_MUJOCO_VERSION, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    made.problem = "MJCF is read by MuJoCo's library, libmujoco.so." LIMBER_MUJOCO_VERSION
                   ", which is not installed (Debian: libmujoco2.2.2)";
    return made;
  }
  decltype(&mj_version) version = nullptr;
  const bool has_all =
      find_symbol(library, "mj_loadXML", made.load) && find_symbol(library, "mj_deleteModel", made.destroy) &&
      find_symbol(library, "mj_defaultVFS", made.empty_files) &&
      find_symbol(library, "mj_makeEmptyFileVFS", made.add_file) &&
      find_symbol(library, "mj_deleteVFS", made.delete_files) &&
      find_symbol(library, "mj_freeLastXML", made.forget) &&
      find_symbol(library, "mju_user_error", made.error) &&
      find_symbol(library, "mju_user_warning", made.warning) && find_symbol(library, "mj_version", version);
  if (!has_all || version() != mjVERSION_HEADER)
    made.problem = "the installed MuJoCo is not the one Limber was built with";
  return made;
}

const Library& library() {
  static const Library opened = open_library();
  return opened;
}

void throw_error(const char* message) {
  throw std::runtime_error(message);
}
void ignore_warning(const char*) {}

// "XML Error: unknown 'x'\nElement 'geom', line 4, column 2" -> "file:4: MuJoCo: XML Error: ...".
std::string one_sentence(const std::string& name, std::string message) {
  std::string line;
  if (const std::size_t at = message.find("line "); at != message.npos) {
    for (std::size_t k = at + 5; k < message.size() && std::isdigit(static_cast<unsigned char>(message[k]));
         ++k) {
      line += message[k];
    }
  }
  std::string words;
  for (const char c : message) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') {
      words += "; ";
    } else {
      words += code < 0x20 || code >= 0x7f ? '?' : c;
    }
  }
  while (words.ends_with("; ") || words.ends_with(' ')) words.pop_back();
  constexpr std::size_t longest = 300;
  if (words.size() > longest) words.replace(longest, words.npos, "...");
  return name + (line.empty() ? "" : ":" + line) + ": MuJoCo: " + words;
}

}  // namespace

Expected<ModelPointer> load_model(std::string_view text, const std::string& name,
                                  const std::filesystem::path& path) {
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  const Library& mujoco = library();
  if (!mujoco.problem.empty()) return Error{name + ": " + mujoco.problem};
  const auto files = std::make_unique<mjVFS>();
  mujoco.empty_files(files.get());
  const std::string file = path.generic_string();
  const std::string inside = path.filename().string();
  if (mujoco.add_file(files.get(), inside.c_str(), static_cast<int>(text.size())) != 0) {
    return Error{name + ": MuJoCo has no room for the file"};
  }
  std::copy(text.begin(), text.end(), static_cast<char*>(files->filedata[files->nfile - 1]));
  *mujoco.error = throw_error;
  *mujoco.warning = ignore_warning;
  std::array<char, 1000> message = {};
  mjModel* model = nullptr;
  std::string thrown;
  try {
    model = mujoco.load(file.c_str(), files.get(), message.data(), static_cast<int>(message.size()));
    mujoco.forget();
  } catch (const std::exception& error) {
    thrown = error.what();
  }
  mujoco.delete_files(files.get());
  if (model != nullptr) return ModelPointer(model, mujoco.destroy);
  return Error{one_sentence(name, thrown.empty() ? message.data() : thrown)};
}

}  // namespace limber::mjcf

#endif
