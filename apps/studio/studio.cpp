// Greeting, acknowledgements and pages; commands go to the loop.

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

// The snapshot a window says it has seen; none: the message is another one. These come sixty times a second,
// so other messages should not be parsed twice: this one is short and has the word in it.
std::optional<std::uint32_t> seen_snapshot(const std::string& text) {
  constexpr std::size_t longest = 128;
  if (text.size() > longest || text.find("\"seen\"") == std::string::npos) return std::nullopt;
  const json message = json::parse(text, nullptr, false);
  if (!message.is_object() || message.value("do", json()) != "seen") return std::nullopt;
  const double sequence = number_in(message, "snapshot").value_or(0.0);
  return sequence >= 0.0 && sequence <= 4294967295.0 ? static_cast<std::uint32_t>(sequence) : 0;
}

}  // namespace

Studio::Studio(Session session, const FolderLibrary& library, StudioOptions options)
    : page_(std::move(options.page_folder)),
      server_(std::move(options.server)),
      worker_(std::make_unique<Worker>()),
      thumbnails_(library, *worker_),
      loop_(std::make_unique<SessionLoop>(std::move(session), server_, *worker_, std::move(options.driver))) {
  server_.start(*this);
}

Studio::~Studio() {
  if (loop_) (void)stop();
}

Session Studio::stop() {
  server_.stop();
  Session session = loop_->stop();
  worker_.reset();  // its last job may still send to the server, which ignores it by now
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
  if (const std::optional<std::uint32_t> sequence = seen_snapshot(text)) {
    return server_.seen(window, *sequence);
  }
  if (!loop_->command(window, std::move(text))) {
    server_.send(window, refused(std::nullopt, "the studio is busy; the command was ignored"));
  }
}

// The first message says which protocol the window speaks.
void Studio::greet(WindowNumber window, const std::string& text) {
  const json message = json::parse(text, nullptr, false);
  const bool is_hello = message.is_object() && message.value("do", json()) == "hello";
  if (!is_hello) {
    server_.send(window, refused(message.is_object() ? number_in(message, "id") : std::nullopt,
                                 "the first message must be hello"));
    return server_.close(window, "the first message must be hello");
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
