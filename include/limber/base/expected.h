#pragma once
// The result of a call into the outside world (files, messages): a value, or a sentence saying what is wrong.
//
//   Expected<Figure> figure = load_figure("models/human.json");
//   if (!figure) show(figure.error().message);       // "models/human.json:12: segments[3].joint.axis: ..."
//   Figure f = load_figure("...").value();           // throws that sentence

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace limber {

struct Error {
  std::string message;  // one sentence: place, what is wrong, what was expected; no trailing newline
};

template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // The value; throws std::runtime_error with the sentence when there is none.
  T& value() & { return (require(), std::get<0>(content_)); }
  const T& value() const& { return (require(), std::get<0>(content_)); }
  T&& value() && { return (require(), std::get<0>(std::move(content_))); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Only when there is no value.
  const Error& error() const { return std::get<1>(content_); }

 private:
  void require() const {
    if (!has_value()) throw std::runtime_error(error().message);
  }
  std::variant<T, Error> content_;
};

}  // namespace limber
