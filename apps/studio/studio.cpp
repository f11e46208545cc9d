#include "studio/studio.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace limber::studio {

namespace {

using nlohmann::json;

SharedText shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

SharedText refused(std::optional<double> id, std::string words) {
  Answer answer;
  answer.id = id;
  answer.refused = true;
  answer.words = std::move(words);
  return shared(message(answer));
}

std::optional<double> number_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

// The frame a window says it has seen, or nothing when the message is another one. Comes sixty times a
// second, so what is not one should not be read twice: it is short and has the word in it.
std::optional<std::uint32_t> seen_frame(const std::string& text) {
  constexpr std::size_t longest = 128;
  if (text.size() > longest || text.find("\"seen\"") == std::string::npos) return std::nullopt;
  const json message = json::parse(text, nullptr, false);
  if (!message.is_object() || message.value("do", json()) != "seen") return std::nullopt;
  const double frame = number_in(message, "frame").value_or(0.0);
  return frame >= 0.0 && frame <= 4294967295.0 ? static_cast<std::uint32_t>(frame) : 0;
}

}  // namespace

Studio::Studio(Session session, const FolderLibrary& library, StudioOptions options)
    : page_(std::move(options.page_folder)),
      server_(std::move(options.server)),
      worker_(std::make_unique<Worker>()),
      thumbnails_(library, *worker_),
      loop_(std::make_unique<SessionLoop>(std::move(session), server_, *worker_, std::move(options.loop))) {
  server_.start(*this);
}

Studio::~Studio() {
  if (loop_) (void)stop();
}

Session Studio::stop() {
  server_.stop();
  Session session = loop_->stop();
  worker_.reset();  // its last job may still speak to the server, which does not listen any more
  loop_.reset();
  return session;
}

void Studio::get(const std::string& path, std::function<void(Reply)> reply) {
  if (path.starts_with("/thumbnail/")) return thumbnails_.get(path, std::move(reply));
  const std::optional<Reply> file = page_.file(path);
  reply(file ? *file : Reply::sentence(404, "The studio has no such page."));
}

void Studio::opened(WindowNumber) {}

void Studio::closed(WindowNumber window) {
  if (greeted_.erase(window) != 0) loop_->close_window(window);
}

void Studio::said(WindowNumber window, std::string text) {
  if (!greeted_.contains(window)) return greet(window, text);
  if (const std::optional<std::uint32_t> frame = seen_frame(text)) return server_.seen(window, *frame);
  if (!loop_->command(window, std::move(text))) {
    server_.send(window, refused(std::nullopt, "the studio is busy; nothing was changed"));
  }
}

// A window has to say which protocol it speaks before anything else.
void Studio::greet(WindowNumber window, const std::string& text) {
  const json message = json::parse(text, nullptr, false);
  const bool is_hello = message.is_object() && message.value("do", json()) == "hello";
  if (!is_hello) {
    server_.send(window, refused(message.is_object() ? number_in(message, "id") : std::nullopt,
                                 "a window says hello before anything else"));
    return server_.close(window, "a window says hello before anything else");
  }
  const std::optional<double> id = number_in(message, "id"), theirs = number_in(message, "protocol");
  if (theirs != protocol_version) {
    const std::string version = message.value("protocol", json()).dump().substr(0, 20);
    const std::string words = "the page speaks protocol " + version + ", the studio " +
                              std::to_string(protocol_version) + "; reload the page";
    server_.send(window, refused(id, words));
    return server_.close(window, words);
  }
  greeted_.insert(window);
  Answer done;
  done.id = id;
  server_.send(window, shared(limber::message(done)));
  loop_->open_window(window);
}

}  // namespace limber::studio
