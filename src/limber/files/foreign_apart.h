#pragma once
// Foreign text of strangers is read in a process of its own (meshes/apart.h): what it breaks, it breaks
// there, and it has so much time and memory.

#include <atomic>
#include <functional>
#include <string>

#include "limber/files/files.h"

namespace limber {

// Returns the figure of `read`, to the last bit, or one sentence. `name`: the file's, in sentences.
// `is_wanted`: once it is false the reader is stopped; null: it is wanted.
Expected<MovingFigure> read_apart(const std::function<Expected<MovingFigure>()>& read,
                                  const std::string& name, const std::atomic<bool>* is_wanted = nullptr);

}  // namespace limber
