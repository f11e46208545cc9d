// The page's files, from the program or from a folder.

#include "studio/page.h"

#include <fstream>
#include <iterator>
#include <string_view>

// The bytes between each pair of names: cmake/page.cmake has the assembler put the built files there.
extern "C" {
extern const char limber_page_index_html[], limber_page_index_html_end[];
extern const char limber_page_studio_js[], limber_page_studio_js_end[];
extern const char limber_page_studio_css[], limber_page_studio_css_end[];
extern const char limber_page_icon_svg[], limber_page_icon_svg_end[];
extern const char limber_page_inter_woff2[], limber_page_inter_woff2_end[];
}

namespace limber::studio {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_page_file = 64 << 20;  // [bytes]

const char* type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  if (name.ends_with(".woff2")) return "font/woff2";
  if (name.ends_with(".png")) return "image/png";
  return nullptr;
}

Reply reply_with(std::string_view name, std::string body) {
  Reply reply;
  reply.type = type_of(name);
  reply.body = std::make_shared<const std::string>(std::move(body));
  reply.may_be_kept = true;
  return reply;
}

// One plain name of a kind we know, as in "/studio.js": nothing that leads into or out of a folder.
bool is_plain(std::string_view path) {
  return path.size() > 1 && path[1] != '.' && path.find('/', 1) == std::string_view::npos &&
         path.find('\\') == std::string_view::npos && path.find('\0') == std::string_view::npos &&
         type_of(path);
}

}  // namespace

const char* Page::how_to_get_it() {
  return "this build of Limber has no studio page, because Node.js or the packages that npm installs were "
         "missing; get both (Debian: apt-get install nodejs npm; then cd web && npm ci) and build again";
}

Page::Page(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) return;
  const auto add = [&](const char* path, const char* begin, const char* end) {
    files_.emplace(path, reply_with(path, std::string(begin, end)));
  };
  add("/index.html", limber_page_index_html, limber_page_index_html_end);
  add("/studio.js", limber_page_studio_js, limber_page_studio_js_end);
  add("/studio.css", limber_page_studio_css, limber_page_studio_css_end);
  add("/icon.svg", limber_page_icon_svg, limber_page_icon_svg_end);
  add("/inter.woff2", limber_page_inter_woff2, limber_page_inter_woff2_end);
  missing_ = files_.at("/studio.js").body->empty();
  if (!missing_) return;
  const Reply explanation =
      reply_with("/index.html",
                 "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Limber studio</title><p>" +
                     std::string("There is no page to show: ") + how_to_get_it() + ".</p></html>\n");
  files_.clear();
  files_.emplace("/index.html", explanation);
}

std::optional<Reply> Page::file(const std::string& path) const {
  const std::string name = path == "/" ? "/index.html" : path;
  if (folder_.empty()) {
    const auto found = files_.find(name);
    return found == files_.end() ? std::nullopt : std::optional(found->second);
  }
  if (!is_plain(name)) return std::nullopt;
  std::error_code error;
  const fs::path file = folder_ / name.substr(1);
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > largest_page_file || error)
    return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  return reply_with(name, std::string(std::istreambuf_iterator<char>(stream), {}));
}

}  // namespace limber::studio
