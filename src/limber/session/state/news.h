#pragma once
// What the windows have not been told yet, and the revisions by which they tell one scene from another.

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <utility>

namespace limber {

// The message for a notice, `kind` "info" or "warning": a sentence for the user.
std::string notice_message(std::string_view kind, std::string_view words);

// Since the messages were last taken.
struct Changes {
  bool figure = false, scene = false, status = false, time = false, files = false;
  std::list<std::string> notices;  // messages; a list, because handing it on needs no memory
};

class News {
 public:
  void figure_changed() {
    changes_.figure = true;
    ++figure_revision_;
  }
  void scene_changed() {
    changes_.scene = true;
    ++scene_revision_;
  }
  void obstacles_moved() { changes_.scene = true; }  // by themselves: no new revision
  void status_changed() { changes_.status = true; }
  void time_changed() { changes_.time = true; }
  void files_changed() { changes_.files = true; }
  void notify(std::string_view kind, std::string_view words) {
    changes_.notices.push_back(notice_message(kind, words));
  }
  void changed_for_saving() { ++revision_; }
  void saved() {
    ++saves_;
    changed_for_saving();
  }

  std::list<std::string> take_notices() { return std::exchange(changes_.notices, {}); }
  Changes take() { return std::exchange(changes_, {}); }

  std::uint32_t figure_revision() const { return figure_revision_; }
  std::uint64_t scene_revision() const { return scene_revision_; }
  std::uint64_t saves() const { return saves_; }        // how often the scene was saved
  std::uint64_t revision() const { return revision_; }  // of anything worth saving, the posture included

 private:
  Changes changes_;
  std::uint32_t figure_revision_ = 1;
  std::uint64_t scene_revision_ = 1, revision_ = 1, saves_ = 0;
};

}  // namespace limber
