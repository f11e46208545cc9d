#pragma once
// Who may connect, and how often they may ask.

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace limber::studio {

// The host names we answer to, and the pages that may open a socket.
class Names {
 public:
  Names(std::uint16_t port, bool loopback_only);

  bool is_ours(std::string_view host) const;        // "localhost:8765"
  bool is_our_page(std::string_view origin) const;  // "http://localhost:8765"

 private:
  bool is_number(std::string_view host) const;

  std::set<std::string> names_;
  std::string ending_;  // ":8765"
  bool loopback_only_;
};

// A secret that whoever may use the studio knows: 128 random bits. Other users of the machine can reach the
// port, but not read the address that `limber studio` prints. An empty one lets everybody in.
class Token {
 public:
  Token() = default;
  static Token random();

  bool is_empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }  // 32 hexadecimal digits
  bool admits(std::string_view given) const;         // takes as long for a wrong one as for the right one

 private:
  std::string text_;
};

// The value of `name` in a query as in "quality=low&token=12ab"; empty: it is not there.
std::string_view value_in_query(std::string_view query, std::string_view name);

// Allows so many a second, and short bursts.
class RateLimit {
 public:
  RateLimit(double per_second, double burst) : per_second_(per_second), burst_(burst), left_(burst) {}
  bool allows_one();

 private:
  double per_second_, burst_, left_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Is `wanted` in a list as in "chat, limber.1"?
bool lists(std::string_view list, std::string_view wanted);

}  // namespace limber::studio
