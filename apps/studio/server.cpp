// Connections, requests and windows, each a coroutine on one thread. The only file that includes Beast, which
// takes most of a minute and a gigabyte to compile.

#include "studio/server.h"

#include <utility>  // Boost 1.74's asio uses std::exchange without it

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "studio/guard.h"
#include "studio/outbox.h"

namespace limber::studio {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::duration;
using std::chrono::duration_cast;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::size_t most_connections = 32;
constexpr std::size_t most_turned_away = 32;       // at once, with an explanation; more are just closed
constexpr std::uint32_t largest_header = 8 << 10;  // [bytes]
constexpr std::size_t largest_message = std::size_t{2} << 20;  // [bytes] a robot dropped onto the page
constexpr double messages_per_second = 2000.0;
constexpr double message_burst = 4000.0;
// [bytes] With less than two segments of a loopback connection (64 KB) the other side waits 40 ms before it
// acknowledges each: a figure of 10 MB took 6 s. Windows say which snapshots they have seen, so old ones do
// not pile up in it.
constexpr int send_buffer = 256 << 10;
constexpr seconds goodbye_time{2};   // for a window to take its last message
constexpr seconds answer_time{300};  // for a Host to answer: it may have to draw a gallery first
constexpr std::chrono::milliseconds retry_pause{50};  // after memory or descriptors ran out
constexpr std::string_view protocol_name = "limber.1";

steady_clock::duration as_duration(double time) {
  return duration_cast<steady_clock::duration>(duration<double>(time));
}

using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

void add_common_headers(Response& response) {
  response.set(http::field::server, "limber");
  response.set(
      "Content-Security-Policy",
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
}

Response to_response(const Reply& reply, unsigned version, bool keep_alive) {
  Response response(static_cast<http::status>(reply.status), version);
  add_common_headers(response);
  response.set(http::field::content_type, reply.type);
  response.set(http::field::cache_control, reply.never_changes ? "private, max-age=31536000, immutable"
                                           : reply.may_be_kept ? "no-cache"
                                                               : "no-store");
  if (reply.status == 405) response.set(http::field::allow, "GET, HEAD");
  if (reply.body) response.body() = *reply.body;
  response.keep_alive(keep_alive);
  response.prepare_payload();
  return response;
}

// What is wrong with a request that could not be read; none: the peer is gone, nobody to tell.
std::optional<Reply> reply_to_fault(const error_code& fault) {
  if (fault == http::error::header_limit) return Reply::sentence(431, "The request header is too long.");
  if (fault == http::error::body_limit || fault == http::error::unexpected_body) {
    return Reply::sentence(413, "Requests to the studio must not have a body.");
  }
  if (fault == http::error::end_of_stream || fault == http::error::partial_message) return std::nullopt;
  if (fault == beast::error::timeout) return std::nullopt;
  if (fault.category() == make_error_code(http::error::bad_method).category()) {
    return Reply::sentence(400, "Malformed HTTP request: " + fault.message() + ".");
  }
  return std::nullopt;
}

// Counts one until destroyed or released.
class Count {
 public:
  explicit Count(std::size_t& number) : number_(&number) { ++number; }
  ~Count() { release(); }
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;
  void release() {
    if (number_) --*std::exchange(number_, nullptr);
  }

 private:
  std::size_t* number_;
};

// A connection that we wait for, in the order in which they began to keep us waiting.
class Waiting {
 public:
  using Queue = std::list<Waiting*>;
  Waiting(Queue& queue, Count& place, std::function<void()> close)
      : queue_(queue), place_(place), close_(std::move(close)), here_(queue.insert(queue.end(), this)) {}
  ~Waiting() {
    if (!is_dropped_) queue_.erase(here_);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  bool is_dropped() const { return is_dropped_; }
  // Closes the connection, and its place is free at once.
  void drop() {
    is_dropped_ = true;
    queue_.erase(here_);
    place_.release();
    close_();
  }

 private:
  Queue& queue_;
  Count& place_;
  std::function<void()> close_;
  Queue::iterator here_;
  bool is_dropped_ = false;
};

// An answer that somebody else gives, and the timer that waits for it.
struct Wait {
  explicit Wait(asio::io_context& io) : done(io, answer_time) {}
  std::optional<Reply> reply;
  bool is_let_go = false;
  asio::steady_timer done;
};

// Held by whoever is to answer, on any thread. Where the last of them lets go of it without having answered,
// for want of memory for example, the wait is over, too.
class Promise {
 public:
  Promise(asio::io_context& io, std::shared_ptr<Wait> wait) : io_(io), wait_(std::move(wait)) {}
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;
  ~Promise() {
    if (!wait_) return;
    try {
      asio::post(io_, [wait = wait_] {
        wait->is_let_go = true;
        wait->done.cancel();
      });
    } catch (const std::exception&) {  // then the timer ends the wait
    }
  }
  void keep(Reply reply) {
    asio::post(io_, [wait = wait_, reply = std::move(reply)]() mutable {
      wait->reply = std::move(reply);
      wait->done.cancel();
    });
    wait_.reset();
  }

 private:
  asio::io_context& io_;
  std::shared_ptr<Wait> wait_;  // none: kept
};

// A window's socket and what still has to be sent to it.
struct Window {
  explicit Window(beast::tcp_stream stream) : socket(std::move(stream)), news(socket.get_executor()) {}

  bool has_work() const { return !outbox.is_empty() || goodbye; }
  void wake() { news.cancel(); }

  websocket::stream<beast::tcp_stream> socket;
  Outbox outbox;
  std::optional<websocket::close_reason> goodbye;
  asio::steady_timer news;         // never expires: cancelled when there is something to send
  std::optional<Waiting> unknown;  // until it is admitted
  bool gone = false;
};

}  // namespace

Reply Reply::sentence(unsigned status, std::string_view words) {
  Reply reply;
  reply.status = status;
  reply.body = std::make_shared<const std::string>(std::string(words) + "\n");
  return reply;
}

struct Server::Parts {
  using Task = asio::awaitable<void>;

  explicit Parts(ServerOptions options_in) : options(std::move(options_in)) {
    if (options.address.empty()) {
      listen_here();
    } else {
      error_code error;
      const asio::ip::address address = asio::ip::make_address(options.address, error);
      if (error) {
        throw std::runtime_error(
            "\"" + options.address +
            "\" is not a valid listen address; expected one like 0.0.0.0 or 192.168.1.7");
      }
      listen(address, options.port);
    }
    names.emplace(port(), options.address.empty());
  }

  std::uint16_t port() const { return acceptors.front().local_endpoint().port(); }

  // At both addresses that "localhost" may stand for: whoever had the other one could show their page in
  // place of ours. A machine without IPv6 is fine.
  void listen_here() {
    constexpr int most_tries = 16;  // any port that is free at one of them may be in use at the other
    for (int tries = 1;; ++tries) {
      listen(asio::ip::make_address("127.0.0.1"), options.port);
      const asio::ip::address other = asio::ip::make_address("::1");
      const error_code error = try_to_listen(other, port());
      if (!error || error == asio::error::address_family_not_supported ||
          error == boost::system::errc::address_not_available) {
        return;
      }
      const bool may_try_another = options.port == 0 && error == asio::error::address_in_use;
      if (!may_try_another || tries == most_tries) throw_problem(error, other, port());
      acceptors.clear();
    }
  }

  void listen(const asio::ip::address& address, std::uint16_t wanted) {
    if (const error_code error = try_to_listen(address, wanted)) throw_problem(error, address, wanted);
  }

  error_code try_to_listen(const asio::ip::address& address, std::uint16_t wanted) {
    tcp::acceptor acceptor(context);
    const tcp::endpoint endpoint(address, wanted);
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error && address.is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
    // Inherited by what is accepted.
    if (!error) acceptor.set_option(asio::socket_base::send_buffer_size(send_buffer), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) acceptors.push_back(std::move(acceptor));
    return error;
  }

  [[noreturn]] static void throw_problem(const error_code& error, const asio::ip::address& address,
                                         std::uint16_t wanted) {
    if (error == asio::error::address_in_use) {
      throw std::runtime_error(
          "port " + std::to_string(wanted) +
          " is in use by another program; choose another with --port N, or --port 0 for any");
    }
    throw std::runtime_error("cannot listen on " + address.to_string() + " port " + std::to_string(wanted) +
                             ": " + error.message());
  }

  // --- connections ---

  Task accept(tcp::acceptor& acceptor) {
    while (!stopping) {
      try {
        if (!co_await accept_one(acceptor)) co_await pause(retry_pause);
      } catch (const std::exception&) {
        wait_for_memory();
      }
    }
  }

  // False: out of descriptors, for example.
  asio::awaitable<bool> accept_one(tcp::acceptor& acceptor) {
    error_code error;
    tcp::socket socket(context);
    co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
    if (stopping || error) co_return false;
    socket.set_option(tcp::no_delay(true), error);
    if (connections >= most_connections) drop_slowest();
    if (connections < most_connections) {
      asio::co_spawn(context, converse(beast::tcp_stream(std::move(socket))), asio::detached);
    } else if (turned_away < most_turned_away) {
      asio::co_spawn(context, turn_away(beast::tcp_stream(std::move(socket))), asio::detached);
    }
    co_return true;
  }

  Task pause(steady_clock::duration time) {
    asio::steady_timer timer(context, time);
    error_code error;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }

  // Where there may be none for a timer either, everybody waits for a moment.
  static void wait_for_memory() { std::this_thread::sleep_for(retry_pause); }

  Task turn_away(beast::tcp_stream stream) {
    const Count count(turned_away);
    const Reply reply = Reply::sentence(503, "The studio has too many connections; close a window.");
    co_await answer(stream, to_response(reply, 11, false), false);
    co_await hang_up(stream);
  }

  // Whoever has kept us waiting longest, for a request, for a window's greeting, to read an answer or to hang
  // up, makes room for a newcomer: connections that send or read nothing, however many, must not keep people
  // out. Windows that were admitted are not among them.
  void drop_slowest() {
    if (!waiting.empty()) waiting.front()->drop();
  }

  // A connection from its first request to its end.
  Task converse(beast::tcp_stream stream) {
    Count count(connections);
    const auto close = [&stream] { stream.close(); };
    beast::flat_buffer buffer(largest_header + 4096);
    for (bool more = true; more && !stopping;) {
      http::request_parser<http::empty_body> parser;
      parser.header_limit(largest_header);
      parser.body_limit(0);
      error_code error;
      stream.expires_after(as_duration(options.request_seconds));
      {
        Waiting turn(waiting, count, close);
        co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
        if (turn.is_dropped()) co_return;
      }
      if (error) {
        if (const std::optional<Reply> reply = reply_to_fault(error)) {
          Waiting turn(waiting, count, close);
          co_await answer(stream, to_response(*reply, 11, false), false);
          if (turn.is_dropped()) co_return;
        }
        break;
      }
      const Request request = parser.release();
      if (websocket::is_upgrade(request) && !refusal_of_socket(request)) {
        co_await open_window(std::move(stream), request, count);
        co_return;
      }
      const Reply reply = co_await reply_to(request);
      more = request.keep_alive() && reply.status < 400;
      Waiting turn(waiting, count, close);
      co_await answer(stream, to_response(reply, request.version(), more),
                      request.method() == http::verb::head);
      if (turn.is_dropped()) co_return;
    }
    Waiting turn(waiting, count, close);
    co_await hang_up(stream);
  }

  // Ends a connection so that the peer can read what was sent last: closing with unread bytes would reset it.
  Task hang_up(beast::tcp_stream& stream) {
    error_code error;
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
    stream.expires_after(seconds(1));
    char rest[4096];
    for (std::size_t left = std::size_t{1} << 20; !error && left > sizeof rest;) {
      left -= co_await stream.async_read_some(asio::buffer(rest),
                                              asio::redirect_error(asio::use_awaitable, error));
    }
  }

  Task answer(beast::tcp_stream& stream, Response response, bool head_only) {
    error_code error;
    stream.expires_after(as_duration(options.request_seconds));
    http::response_serializer<http::string_body> serializer(response);
    serializer.split(head_only);
    if (head_only) {
      co_await http::async_write_header(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
    } else {
      co_await http::async_write(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
    }
    if (error) stream.close();
  }

  // --- requests ---

  std::optional<Reply> refusal(const Request& request) const {
    if (request.count(http::field::host) != 1 || !names->is_ours(view(request[http::field::host]))) {
      return Reply::sentence(403, "The studio answers only to its own address, " + address() + ".");
    }
    return std::nullopt;
  }

  std::optional<Reply> refusal_of_socket(const Request& request) const {
    if (std::optional<Reply> reply = refusal(request)) return reply;
    if (request.count(http::field::origin) != 1 || !names->is_our_page(view(request[http::field::origin]))) {
      return Reply::sentence(403, "Only the studio's own page may open a socket.");
    }
    if (request.target() != "/socket") return Reply::sentence(404, "The studio's WebSocket is at /socket.");
    if (!lists(view(request[http::field::sec_websocket_protocol]), protocol_name)) {
      return Reply::sentence(400, "The WebSocket sub-protocol must be " + std::string(protocol_name) + ".");
    }
    return std::nullopt;
  }

  asio::awaitable<Reply> reply_to(const Request& request) {
    if (const std::optional<Reply> reply = refusal(request)) co_return *reply;
    if (websocket::is_upgrade(request)) co_return *refusal_of_socket(request);
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      co_return Reply::sentence(405, "The studio answers only GET and HEAD requests.");
    }
    const std::string target(view(request.target()));
    if (!target.starts_with('/'))
      co_return Reply::sentence(400, "The request target must begin with a slash.");
    if (target == "/socket") co_return Reply::sentence(426, "This address is for WebSocket connections.");

    const auto wait = std::make_shared<Wait>(context);
    const std::size_t mark = std::min(target.find('?'), target.size());
    try {
      host->get(target.substr(0, mark), target.substr(std::min(mark + 1, target.size())),
                [promise = std::make_shared<Promise>(context, wait)](Reply reply) {
                  promise->keep(std::move(reply));
                });
    } catch (const std::exception&) {  // then it has let go of the promise
    }
    error_code cancelled;
    co_await wait->done.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    if (wait->reply) co_return std::move(*wait->reply);
    co_return Reply::sentence(503, wait->is_let_go
                                       ? "The studio could not answer this request; try again in a moment."
                                       : "The studio is too busy to answer; try again in a moment.");
  }

  // --- windows ---

  Task open_window(beast::tcp_stream stream, const Request& request, Count& place) {
    stream.expires_never();  // from here on the socket has its own times
    const auto window = std::make_shared<Window>(std::move(stream));
    websocket::stream_base::timeout times;
    times.handshake_timeout = as_duration(options.request_seconds);
    times.idle_timeout = as_duration(options.silence_seconds);
    times.keep_alive_pings = true;
    window->socket.set_option(times);
    window->socket.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
      response.set(http::field::server, "limber");
      response.set(http::field::sec_websocket_protocol,
                   beast::string_view(protocol_name.data(), protocol_name.size()));
    }));
    window->socket.read_message_max(largest_message);
    window->socket.auto_fragment(false);
    window->news.expires_at(steady_clock::time_point::max());

    error_code error;
    co_await window->socket.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    const WindowNumber number = ++last_window;
    bool was_opened = false;
    try {
      windows.emplace(number, window);
      window->unknown.emplace(waiting, place,
                              [&socket = window->socket] { beast::get_lowest_layer(socket).close(); });
      asio::co_spawn(context, write(window), asio::detached);
      was_opened = true;
      host->opened(number);
      co_await read(window, number);
    } catch (const std::exception&) {  // out of memory: it costs this window
      beast::get_lowest_layer(window->socket).close();
    }
    // However it ended. Others may hold the window still, but not its place, which ends here.
    window->unknown.reset();
    place.release();
    window->gone = true;
    window->wake();
    windows.erase(number);
    // A host that never hears of it would wait for this window for ever, in the middle of a drag for example.
    for (bool told = !was_opened; !told;) {
      try {
        host->closed(number);
        told = true;
      } catch (const std::exception&) {
        wait_for_memory();
      }
    }
  }

  Task read(std::shared_ptr<Window> window, WindowNumber number) {
    RateLimit rate(messages_per_second, message_burst);
    beast::flat_buffer buffer;
    while (!window->goodbye) {
      error_code error;
      co_await window->socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
      if (window->goodbye) break;
      if (!window->socket.got_text()) {
        say_goodbye(window, websocket::close_code::unknown_data, "binary messages are not supported");
        break;
      }
      if (!rate.allows_one()) {
        say_goodbye(window, websocket::close_code::policy_error,
                    "too many messages: more than 2000 a second");
        break;
      }
      host->said(number, beast::buffers_to_string(buffer.data()));
      buffer.consume(buffer.size());
      if (buffer.capacity() > largest_header) buffer.shrink_to_fit();
    }
    // Anything else is ignored, but has to be read for the closing handshake to arrive.
    error_code error;
    while (!error) {
      buffer.clear();
      co_await window->socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
    }
  }

  // The only writer: one message in flight. Texts first, so that a snapshot never overtakes its figure.
  Task write(std::shared_ptr<Window> window) {
    try {
      co_await write_all(window);
    } catch (const std::exception&) {  // out of memory: what it does not hear it would wait for
      beast::get_lowest_layer(window->socket).close();
    }
  }

  Task write_all(std::shared_ptr<Window> window) {
    error_code error;
    while (!window->gone && !error) {
      if (!window->has_work()) {
        error_code woken;
        co_await window->news.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        continue;
      }
      if (const SharedText text = window->outbox.take_message()) {
        window->socket.text(true);
        co_await window->socket.async_write(asio::buffer(*text),
                                            asio::redirect_error(asio::use_awaitable, error));
      } else if (window->goodbye) {
        co_await window->socket.async_close(*window->goodbye,
                                            asio::redirect_error(asio::use_awaitable, error));
        co_return;
      } else if (const SharedSnapshot snapshot = window->outbox.take_snapshot()) {
        window->socket.binary(true);
        co_await window->socket.async_write(asio::buffer(snapshot->bytes),
                                            asio::redirect_error(asio::use_awaitable, error));
      }
    }
  }

  void say_goodbye(const std::shared_ptr<Window>& window, websocket::close_code code,
                   std::string_view reason) {
    if (window->goodbye) return;
    constexpr std::size_t longest = 120;  // a close frame holds 123 bytes
    reason = reason.substr(0, longest);
    window->goodbye.emplace(code, beast::string_view(reason.data(), reason.size()));
    window->outbox.drop_snapshot();
    window->wake();
    asio::co_spawn(context, cut_off_later(window), asio::detached);
  }

  // A window that does not read the goodbye is cut off.
  Task cut_off_later(std::weak_ptr<Window> leaving) {
    asio::steady_timer timer(context, goodbye_time);
    error_code error;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (const std::shared_ptr<Window> window = leaving.lock()) {
      // Without linger: the kernel would wait for it to read.
      beast::tcp_stream& stream = beast::get_lowest_layer(window->socket);
      stream.socket().set_option(asio::socket_base::linger(true, 0), error);
      stream.close();
    }
  }

  std::shared_ptr<Window> find(WindowNumber number) const {
    const auto found = windows.find(number);
    return found == windows.end() ? nullptr : found->second;
  }

  void send(WindowNumber number, SharedText message) {
    const std::shared_ptr<Window> window = find(number);
    if (!window || window->goodbye) return;
    try {
      if (!window->outbox.add(std::move(message))) {
        window->outbox.drop_messages();
        say_goodbye(window, websocket::close_code::policy_error, "the window does not read its messages");
      }
    } catch (const std::exception&) {  // as in write()
      beast::get_lowest_layer(window->socket).close();
    }
    window->wake();
  }

  void show(WindowNumber number, SharedSnapshot snapshot) {
    const std::shared_ptr<Window> window = find(number);
    if (!window || window->goodbye) return;
    window->outbox.show(std::move(snapshot));
    window->wake();
  }

  void seen(WindowNumber number, std::uint32_t sequence) {
    const std::shared_ptr<Window> window = find(number);
    if (!window) return;
    window->outbox.seen(sequence);
    window->wake();
  }

  void leave() {
    stopping = true;
    for (tcp::acceptor& acceptor : acceptors) {
      error_code error;
      acceptor.close(error);
    }
    try {
      for (const auto& [number, window] : windows) {
        say_goodbye(window, websocket::close_code::going_away, "the studio was stopped");
      }
      asio::co_spawn(context, stop_when_all_left(), asio::detached);
    } catch (const std::exception&) {  // no memory for a goodbye
      context.stop();
    }
  }

  Task stop_when_all_left() {
    const steady_clock::time_point latest = steady_clock::now() + goodbye_time;
    while (!windows.empty() && steady_clock::now() < latest) co_await pause(std::chrono::milliseconds(10));
    context.stop();
  }

  // What runs out of memory costs itself, and nothing else.
  void run() {
    for (bool more = true; more;) {
      try {
        context.run();
        more = false;
      } catch (const std::exception&) {
      }
    }
  }

  std::string address() const { return "http://" + shown_name() + ":" + std::to_string(port()) + "/"; }
  std::string shown_name() const {
    const asio::ip::address local = acceptors.front().local_endpoint().address();
    if (local.is_unspecified() || options.address.empty()) return "127.0.0.1";
    return local.is_v6() ? "[" + local.to_string() + "]" : local.to_string();
  }

  ServerOptions options;
  std::size_t connections = 0, turned_away = 0;  // counted by coroutines, which end with the context
  Waiting::Queue waiting;
  asio::io_context context{1};
  std::vector<tcp::acceptor> acceptors;
  std::optional<Names> names;
  Host* host = nullptr;
  std::map<WindowNumber, std::shared_ptr<Window>> windows;
  WindowNumber last_window = 0;
  bool stopping = false;
  std::thread thread;
};

Server::Server(ServerOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}

Server::~Server() {
  stop();
}

std::uint16_t Server::port() const {
  return parts_->port();
}

std::string Server::address() const {
  return parts_->address();
}

void Server::start(Host& host) {
  parts_->host = &host;
  for (tcp::acceptor& acceptor : parts_->acceptors) {
    asio::co_spawn(parts_->context, parts_->accept(acceptor), asio::detached);
  }
  parts_->thread = std::thread([parts = parts_.get()] { parts->run(); });
}

void Server::stop() {
  if (!parts_->thread.joinable()) return;
  asio::post(parts_->context, [parts = parts_.get()] { parts->leave(); });
  parts_->thread.join();
}

void Server::send(WindowNumber window, SharedText message) {
  asio::dispatch(parts_->context, [parts = parts_.get(), window, message = std::move(message)]() mutable {
    parts->send(window, std::move(message));
  });
}

void Server::show(WindowNumber window, SharedSnapshot snapshot) {
  asio::dispatch(parts_->context, [parts = parts_.get(), window, snapshot = std::move(snapshot)]() mutable {
    parts->show(window, std::move(snapshot));
  });
}

void Server::seen(WindowNumber window, std::uint32_t sequence) {
  asio::dispatch(parts_->context,
                 [parts = parts_.get(), window, sequence] { parts->seen(window, sequence); });
}

void Server::admit(WindowNumber window) {
  asio::dispatch(parts_->context, [parts = parts_.get(), window] {
    if (const std::shared_ptr<Window> found = parts->find(window)) found->unknown.reset();
  });
}

void Server::close(WindowNumber window, std::string_view reason) {
  asio::dispatch(parts_->context, [parts = parts_.get(), window, reason = std::string(reason)] {
    if (const std::shared_ptr<Window> found = parts->find(window)) {
      parts->say_goodbye(found, websocket::close_code::policy_error, reason);
    }
  });
}

}  // namespace limber::studio
