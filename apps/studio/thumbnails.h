#pragma once
// Small pictures of the scenes in the library, made when they are asked for first and kept until the file
// changes.

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "studio/folder_library.h"
#include "studio/server.h"
#include "studio/worker.h"

namespace limber::studio {

class Thumbnails {
 public:
  // Both must outlive it, and what the worker still has to do must not outlive this.
  Thumbnails(const FolderLibrary& library, Worker& worker) : library_(library), worker_(worker) {}

  // `path` as in "/thumbnail/gallery/elephant.png". Does not wait: `reply` is called from the worker's
  // thread.
  void get(const std::string& path, std::function<void(Reply)> reply);

 private:
  struct Picture {
    std::filesystem::file_time_type of;  // the file it was made from
    Reply reply;
  };
  Reply reply_for(const std::string& name, Library::Where where);

  const FolderLibrary& library_;
  Worker& worker_;
  std::mutex mutex_;
  std::map<std::string, Picture> kept_;
};

}  // namespace limber::studio
