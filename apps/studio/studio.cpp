// Greeting, acknowledgements and pages; commands go to the loop.

#include "studio/studio.h"

#include <optional>

#include "limber/base/number_text.h"
#include "limber/files/json/reader.h"
#include "limber/meshes/shelf.h"

namespace limber::studio {

namespace {

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

// A message's verb, and its texts and numbers by name. What is not a message, or nested too deep to be one,
// has none of them.
class ReadMessage {
 public:
  explicit ReadMessage(std::string_view text) {
    try {
      tree_ = json::parse(text, name_);
    } catch (const json::ReadError&) {
    }
  }
  std::string_view verb() const { return text("do"); }
  std::string_view text(std::string_view key) const {
    const json::Node* text = find(key, json::Kind::text);
    return text ? text->text() : std::string_view();
  }
  std::optional<double> number(std::string_view key) const {
    const json::Node* number = find(key, json::Kind::number);
    return number ? std::optional(number->number()) : std::nullopt;
  }

 private:
  const json::Node* find(std::string_view key, json::Kind kind) const {
    if (!tree_ || tree_->root().kind() != json::Kind::object) return nullptr;
    const json::Node* member = tree_->root().member(key);
    return member != nullptr && member->kind() == kind ? member : nullptr;
  }
  const std::string name_ = "message";
  std::optional<json::Tree> tree_;
};

// The snapshot a window says it has seen; none: the message is another one. These come sixty times a second,
// so other messages should not be parsed twice: this one is short and has the word in it.
std::optional<std::uint32_t> seen_snapshot(const std::string& text) {
  constexpr std::size_t longest = 128;
  if (text.size() > longest || text.find("\"seen\"") == std::string::npos) return std::nullopt;
  const ReadMessage message(text);
  if (message.verb() != "seen") return std::nullopt;
  const double sequence = message.number("snapshot").value_or(0.0);
  return sequence >= 0.0 && sequence <= 4294967295.0 ? static_cast<std::uint32_t>(sequence) : 0;
}

}  // namespace

Studio::Studio(Session session, const FolderLibrary& library, StudioOptions options)
    : page_(std::move(options.page_folder)),
      token_(std::move(options.token)),
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
  const std::lock_guard lock(ending_);
  loop_.reset();
  return session;
}

void Studio::notice(std::string words) {
  const std::lock_guard lock(ending_);
  if (loop_) loop_->notice(std::move(words));
}

// The page itself holds no secret: whoever has no token gets as far as reading why it will not connect.
void Studio::get(const std::string& path, const std::string& query, std::function<void(Reply)> reply) {
  if (path.starts_with("/thumbnail/")) {
    if (!token_.admits(value_in_query(query, "token"))) {
      return reply(
          Reply::sentence(403, "Pictures need the token of the address that limber studio printed."));
    }
    return thumbnails_.get(path, std::move(reply));
  }
  if (path.starts_with("/mesh/")) {
    if (!token_.admits(value_in_query(query, "token"))) {
      return reply(Reply::sentence(403, "Meshes need the token of the address that limber studio printed."));
    }
    return get_mesh(path.substr(6), std::move(reply));
  }
  if (path.starts_with("/texture/")) {
    if (!token_.admits(value_in_query(query, "token"))) {
      return reply(
          Reply::sentence(403, "Textures need the token of the address that limber studio printed."));
    }
    return get_texture(path.substr(9), std::move(reply));
  }
  const std::optional<Reply> file = page_.file(path);
  reply(file ? *file : Reply::sentence(404, "The studio has no such page."));
}

void Studio::get_mesh(const std::string& hash, std::function<void(Reply)> reply) {
  const std::optional<std::uint64_t> number = hash_in_address(hash);
  const std::shared_ptr<const Mesh> mesh = number ? mesh_shelf().find(*number) : nullptr;
  if (!mesh) return reply(Reply::sentence(404, "No figure that is open has this mesh."));
  send_bytes(
      mesh_byte_count(*mesh), [mesh] { return mesh_bytes(*mesh); }, std::move(reply));
}

void Studio::get_texture(const std::string& hash, std::function<void(Reply)> reply) {
  const std::optional<std::uint64_t> number = hash_in_address(hash);
  const std::shared_ptr<const Texture> texture = number ? texture_shelf().find(*number) : nullptr;
  if (!texture) return reply(Reply::sentence(404, "No figure that is open has this texture."));
  send_bytes(
      texture->rgb.size(), [texture] { return texture_bytes(*texture); }, std::move(reply));
}

// Small ones at once: behind the thumbnails of a gallery a robot would wait for seconds to be seen. Large
// ones on the worker's thread: a mesh may have a hundred megabytes.
void Studio::send_bytes(std::size_t size, std::function<std::string()> make,
                        std::function<void(Reply)> reply) {
  constexpr std::size_t small = 4 << 20;  // [bytes] copied in about a millisecond
  const auto send = [make = std::move(make), reply] {
    Reply bytes{.type = "application/octet-stream", .never_changes = true};
    bytes.body = std::make_shared<const std::string>(make());
    reply(std::move(bytes));
  };
  if (size <= small) return send();
  if (!worker_->add(Worker::Kind::mesh, send)) reply(Reply::sentence(503, "The studio is busy."));
}

void Studio::opened(WindowNumber) {}

void Studio::closed(WindowNumber window) {
  if (!greeted_.contains(window)) return;
  loop_->close_window(window);  // may run out of memory, and is called again then
  greeted_.erase(window);
}

void Studio::said(WindowNumber window, std::string text) {
  if (!greeted_.contains(window)) return greet(window, text);
  if (const std::optional<std::uint32_t> sequence = seen_snapshot(text)) {
    return server_.seen(window, *sequence);
  }
  if (!loop_->command(window, text)) {
    server_.send(window,
                 refused(ReadMessage(text).number("id"), "the studio is busy; the command was ignored"));
  }
}

// The first message says which protocol the window speaks.
void Studio::greet(WindowNumber window, const std::string& text) {
  const ReadMessage message(text);
  const std::optional<double> id = message.number("id"), theirs = message.number("protocol");
  if (message.verb() != "hello") {
    server_.send(window, refused(id, "the first message must be hello"));
    return server_.close(window, "the first message must be hello");
  }
  if (theirs != protocol_version) {
    const std::string words = (theirs ? "the page speaks protocol " + exact_text(*theirs) + ", the studio "
                                      : "the page does not say its protocol; the studio speaks ") +
                              std::to_string(protocol_version) + "; reload the page";
    server_.send(window, refused(id, words));
    return server_.close(window, words);
  }
  if (!token_.admits(message.text("token"))) {
    const char* words =
        "open the whole address that limber studio printed: its end is the key to this studio";
    server_.send(window, refused(id, words));
    return server_.close(window, words);
  }
  server_.admit(window);
  greeted_.insert(window);
  Answer done;
  done.id = id;
  server_.send(window, shared(limber::message(done)));
  loop_->open_window(window);
}

}  // namespace limber::studio
