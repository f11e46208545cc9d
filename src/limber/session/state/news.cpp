#include "limber/session/state/news.h"

#include "limber/files/json/writer.h"

namespace limber {

std::string notice_message(std::string_view kind, std::string_view words) {
  json::Output message = json::Output::object();
  message.set("type", json::Output::text("notice")).set("kind", json::Output::text(kind));
  return message.set("words", json::Output::text(words)).to_string();
}

}  // namespace limber
