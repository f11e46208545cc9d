// Names, tokens, rates and lists: the rules by which the server lets someone in.

#include "studio/guard.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstddef>
#include <random>

#include "limber/base/number_text.h"

namespace limber::studio {

Token Token::random() {
  std::random_device source;  // the kernel's generator
  Token token;
  for (int i = 0; i < 4; ++i) token.text_ += hex_text(source(), 8);
  return token;
}

bool Token::admits(std::string_view given) const {
  if (text_.empty()) return true;
  if (given.size() != text_.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(text_[i]);
  }
  return difference == 0;
}

std::string_view value_in_query(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view item = query.substr(0, query.find('&'));
    if (item.starts_with(name) && item.substr(name.size()).starts_with('='))
      return item.substr(name.size() + 1);
    query.remove_prefix(std::min(item.size() + 1, query.size()));
  }
  return {};
}

Names::Names(std::uint16_t port, bool loopback_only)
    : ending_(":" + std::to_string(port)), loopback_only_(loopback_only) {
  for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) {
    names_.insert(name + ending_);
    if (port == 80) names_.insert(name);  // browsers omit it
  }
}

bool Names::is_ours(std::string_view host) const {
  return names_.contains(std::string(host)) || (!loopback_only_ && is_number(host));
}

bool Names::is_our_page(std::string_view origin) const {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && is_ours(origin.substr(scheme.size()));
}

// When listening for other machines, we cannot know all our names. A numeric address is safe: a foreign site
// cannot have it as its name.
bool Names::is_number(std::string_view host) const {
  if (!host.ends_with(ending_)) return false;
  host.remove_suffix(ending_.size());
  const bool is_v6 = host.starts_with('[') && host.ends_with(']');
  if (is_v6) host = host.substr(1, host.size() - 2);
  in6_addr parsed;
  return ::inet_pton(is_v6 ? AF_INET6 : AF_INET, std::string(host).c_str(), &parsed) == 1;
}

bool RateLimit::allows_one() {
  const auto now = std::chrono::steady_clock::now();
  left_ = std::min(burst_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
  last_ = now;
  if (left_ < 1.0) return false;
  left_ -= 1.0;
  return true;
}

bool lists(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (item == wanted) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

}  // namespace limber::studio
