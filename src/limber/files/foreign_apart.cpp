#include "limber/files/foreign_apart.h"

#include <new>

#include "limber/files/packed_figure.h"
#include "limber/meshes/apart.h"

namespace limber {

Expected<MovingFigure> read_apart(const std::function<Expected<MovingFigure>()>& read,
                                  const std::string& name, const std::atomic<bool>* is_wanted) {
  ApartLimits limits;
  limits.memory = std::size_t{2} << 30;
  limits.answer = std::size_t{1} << 30;
  limits.is_wanted = is_wanted;
  const auto answer_of = [&]() -> std::string {  // one letter, then a figure or a sentence
    try {
      const Expected<MovingFigure> moving = read();
      return moving ? "F" + packed(*moving) : "E" + moving.error().message;
    } catch (const std::bad_alloc&) {
      return "E" + name + ": takes more than 2 GB of memory to read; expected a smaller file";
    }
  };
  const Expected<std::string> answer = done_apart(answer_of, limits);
  if (!answer) return Error{name + ": its reader " + answer.error().message};
  if (answer->starts_with('E')) return Error{answer->substr(1)};
  std::optional<MovingFigure> moving = unpacked_figure(std::string_view(*answer).substr(1));
  if (!moving) return Error{name + ": its reader gave no figure"};
  return std::move(*moving);
}

}  // namespace limber
