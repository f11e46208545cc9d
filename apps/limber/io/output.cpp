// Checks that a file can be written, and writes it.

#include "io/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "limber/base/names.h"
#include "limber/files/files.h"
#include "terminal/exit_code.h"
#include "terminal/terminal.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

// For pipes and devices, which must not be replaced by a file.
void write_into(const std::string& path, std::string_view content) {
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool written = file && std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (file && std::fclose(file) != 0) written = false;
  if (!written) throw Failure(ExitCode::file, path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace

void require_writable(const std::string& argument, Replace replace) {
  if (argument == "-") return;
  std::error_code error;
  const fs::path path(argument);
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) {
    throw Failure(ExitCode::file, argument + ": is a folder; expected the name of a file");
  }
  if (fs::is_regular_file(status) && replace == Replace::never) {
    throw Failure(ExitCode::file, argument + ": already exists; --force replaces it");
  }
  const fs::path folder = path.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    throw Failure(ExitCode::file, argument + ": there is no folder " + limber::quoted(folder.string()));
  }
}

void write_output(const std::string& argument, std::string_view content, Replace replace) {
  if (argument == "-") {
    print(content);
    return;
  }
  require_writable(argument, replace);
  std::error_code error;
  const fs::file_status status = fs::status(argument, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    write_into(argument, content);
    return;
  }
  const Expected<bool> saved = save_text(argument, content);
  if (!saved) throw Failure(ExitCode::file, saved.error().message);
}

StreamedOutput::StreamedOutput(const std::string& argument, Replace replace) : argument_(argument) {
  if (argument == "-") return;
  require_writable(argument, replace);
  errno = 0;
  file_ = std::fopen(argument.c_str(), "wb");
  if (file_ == nullptr) fail();
}

StreamedOutput::~StreamedOutput() {
  if (file_ != nullptr) std::fclose(file_);
}

void StreamedOutput::write(std::string_view content) {
  if (argument_ == "-") return print(content);
  errno = 0;
  if (std::fwrite(content.data(), 1, content.size(), file_) != content.size() || std::fflush(file_) != 0)
    fail();
}

void StreamedOutput::close() {
  if (file_ == nullptr) return;
  errno = 0;
  const bool is_closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!is_closed) fail();
}

void StreamedOutput::fail() const {
  throw Failure(ExitCode::file, argument_ + ": cannot be written: " + std::strerror(errno));
}

}  // namespace limber::cli
