// Thumbnails, drawn by the worker and kept while the file stays the same.

#include "studio/thumbnails.h"

#include <optional>
#include <stdexcept>
#include <string_view>

#include "limber/base/thread_time.h"
#include "limber/files/files.h"
#include "limber/picture/picture.h"

namespace limber::studio {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_kept = 512;   // at about 50 KB each
constexpr int most_blended = 500;        // segments; smooth joints of more take too long to be drawn small
constexpr double longest_drawing = 5.0;  // [s] of the processor; questions wait for the worker, too

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// Decodes %20 and the like; none: not a valid URL.
std::optional<std::string> unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size() || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0) return std::nullopt;
    plain += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
    i += 2;
  }
  return plain;
}

Reply picture_reply(SharedText png) {
  Reply reply;
  reply.type = "image/png";
  reply.body = std::move(png);
  reply.may_be_kept = true;
  return reply;
}

std::string make_png(const Scene& scene) {
  PictureOptions options;
  options.width = 320;
  options.height = 200;
  options.samples = 2;
  options.light_samples = 4;
  options.blend = scene.figure.segment_count() <= most_blended;
  options.threads = 1;  // the others belong to the solver and the browser
  options.progress = [end = thread_seconds() + longest_drawing](double) {
    if (thread_seconds() > end) throw std::runtime_error("it takes too long");
  };
  return png_bytes(render(scene, options));
}

// Read by the rules of the studio, not those of the command line: a picture must show nothing from elsewhere.
Reply drawn(const FolderLibrary& library, const std::string& name, Library::Where where) {
  try {
    const Expected<std::string> text = library.read(name, where);
    if (!text) return Reply::sentence(404, text.error().message);
    const FigureFiles allowed =  // the gallery is Limber's own
        where == Library::Where::gallery ? FigureFiles::anywhere : FigureFiles::inside_folder;
    const Expected<Scene> scene = parse_scene(*text, name, library.folder(where), allowed);
    if (!scene) return Reply::sentence(404, scene.error().message);
    return picture_reply(std::make_shared<const std::string>(make_png(*scene)));
  } catch (const std::exception& problem) {
    return Reply::sentence(404, std::string("The picture could not be drawn: ") + problem.what());
  }
}

}  // namespace

void Thumbnails::get(const std::string& path, std::function<void(Reply)> reply) {
  const auto refuse = [&](std::string_view words) { reply(Reply::sentence(404, words)); };
  constexpr std::string_view gallery = "/thumbnail/gallery/", folder = "/thumbnail/folder/", ending = ".png";
  const bool in_gallery = path.starts_with(gallery);
  if ((!in_gallery && !path.starts_with(folder)) || !path.ends_with(ending)) {
    return refuse("A thumbnail's address is /thumbnail/gallery/NAME.png or /thumbnail/folder/NAME.png.");
  }
  std::string_view name = path;
  name.remove_prefix(in_gallery ? gallery.size() : folder.size());
  if (name.size() <= ending.size()) return refuse("The address of the thumbnail has no name.");
  name.remove_suffix(ending.size());
  const std::optional<std::string> scene = unescaped(name);
  if (!scene) return refuse("This address is not a valid URL.");
  const Library::Where where = in_gallery ? Library::Where::gallery : Library::Where::folder;
  const bool taken = worker_.add(Worker::Kind::picture, [this, name = *scene + ".json", where, reply] {
    reply(reply_for(name, where));
  });
  if (!taken) reply(Reply::sentence(503, "Too many pictures were requested at once."));
}

Reply Thumbnails::reply_for(const std::string& name, Library::Where where) {
  const Expected<fs::path> file = library_.path_of(name, where);
  if (!file) return Reply::sentence(404, file.error().message);
  std::error_code error;
  const fs::file_time_type modified = fs::last_write_time(*file, error);
  if (error) return Reply::sentence(404, "There is no such scene.");
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(file->string());
    if (found != kept_.end() && found->second.of == modified) return found->second.reply;
  }
  const Reply reply = drawn(library_, name, where);
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= most_kept) kept_.clear();
  kept_[file->string()] = {modified, reply};
  return reply;
}

}  // namespace limber::studio
