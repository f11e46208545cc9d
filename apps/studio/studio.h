#pragma once
// The studio: a session, the server that shows it to windows, and what is between them: the greeting, the
// acknowledgement of snapshots, pictures for the gallery.

#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "studio/folder_library.h"
#include "studio/guard.h"
#include "studio/loop.h"
#include "studio/page.h"
#include "studio/server.h"
#include "studio/thumbnails.h"
#include "studio/worker.h"

namespace limber::studio {

struct StudioOptions {
  ServerOptions server;
  std::filesystem::path page_folder;  // empty: the page in the program
  Token token;                        // what a window has to know; empty: nothing
  DriverOptions driver;
};

class Studio : private Host {
 public:
  // Starts to serve. The library must outlive it. Throws std::runtime_error if it cannot listen.
  Studio(Session session, const FolderLibrary& library, StudioOptions options);
  ~Studio() override;

  // To open in a browser. The token is behind a #, which browsers keep to themselves.
  std::string address() const {
    return server_.address() + (token_.is_empty() ? "" : "#token=" + token_.text());
  }
  std::uint16_t port() const { return server_.port(); }
  bool page_is_missing() const { return page_.is_missing(); }
  // From any thread; after stop() nobody is told.
  void notice(std::string words);

  // Says goodbye to the windows and gives the session back as it is. Once.
  Session stop();

 private:
  void get(const std::string& path, const std::string& query, std::function<void(Reply)> reply) override;
  void opened(WindowNumber window) override;
  void said(WindowNumber window, std::string text) override;
  void closed(WindowNumber window) override;
  void greet(WindowNumber window, const std::string& text);
  void get_mesh(const std::string& hash, std::function<void(Reply)> reply);
  void get_texture(const std::string& hash, std::function<void(Reply)> reply);
  void send_bytes(std::size_t size, std::function<std::string()> make, std::function<void(Reply)> reply);

  // In this order: the worker and the loop send through the server, so they end before it.
  Page page_;
  Token token_;
  Server server_;
  std::unique_ptr<Worker> worker_;
  Thumbnails thumbnails_;
  std::unique_ptr<SessionLoop> loop_;
  std::mutex ending_;  // from other threads than the server's, loop_ is used and removed under it
  std::set<WindowNumber> greeted_;  // used by the server's thread alone
};

}  // namespace limber::studio
