#pragma once
// Numbers that know what they count. A segment, a joint and a frame are all numbered from 0, and confusing
// two of them gives a wrong answer instead of an error; with a type of its own for each, it does not compile.
//
//   SegmentId hand = figure.segment("hand.r");
//   Reach{.frame = hand}                               // does not compile: a frame is wanted
//   for (SegmentId s : figure.segments()) at(speed, s) = 0.0;
//
// An id converts to int, so arithmetic and Eigen's indexing stay as they are. Making one from an int has to
// be written out: SegmentId{3}. An id without a value is `none` (-1): the parent of the root, for example.

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <span>

namespace limber {

template <class Tag>
class Id {
 public:
  constexpr Id() noexcept = default;  // none
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) explicit constexpr Id(Number number) noexcept
      : number_(static_cast<int>(number)) {}
  template <class Other>
  Id(Id<Other>) = delete;

  constexpr operator int() const noexcept { return number_; }
  constexpr bool is_valid() const noexcept { return number_ >= 0; }

  constexpr Id& operator++() noexcept {
    ++number_;
    return *this;
  }
  constexpr Id& operator--() noexcept {
    --number_;
    return *this;
  }

 private:
  int number_ = -1;
};

// Ids of one kind compare as numbers; different kinds do not compare at all.
template <class A, class B>
requires(!std::same_as<A, B>) bool operator==(Id<A>, Id<B>) = delete;
template <class A, class B>
requires(!std::same_as<A, B>) std::strong_ordering operator<=>(Id<A>, Id<B>) = delete;

using SegmentId = Id<struct SegmentTag>;    // of a figure; the root is SegmentId{0}
using JointId = Id<struct JointTag>;        // of a figure
using DofId = Id<struct DofTag>;            // a degree of freedom: a column of a Jacobian
using FrameId = Id<struct FrameTag>;        // a named place on a figure
using CouplingId = Id<struct CouplingTag>;  // of a figure
using TieId = Id<struct TieTag>;            // of a figure
using ObstacleId = Id<struct ObstacleTag>;  // of a world

inline constexpr SegmentId root_segment{0};
inline constexpr SegmentId no_segment{};
inline constexpr JointId root_joint{0};  // of the root to the world: fixed or free

// first, first + 1, ... up to but not including end.
template <class I>
class IdRange {
 public:
  class Iterator {
   public:
    using value_type = I;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() noexcept = default;
    explicit constexpr Iterator(I id) noexcept : id_(id) {}
    constexpr I operator*() const noexcept { return id_; }
    constexpr Iterator& operator++() noexcept {
      ++id_;
      return *this;
    }
    constexpr Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++id_;
      return before;
    }
    constexpr bool operator==(const Iterator& other) const noexcept { return int{id_} == int{other.id_}; }

   private:
    I id_;
  };

  constexpr IdRange(I first, I end) noexcept : first_(first), end_(end) {}
  constexpr Iterator begin() const noexcept { return Iterator(first_); }
  constexpr Iterator end() const noexcept { return Iterator(end_); }
  constexpr I front() const noexcept { return first_; }
  constexpr int size() const noexcept { return int{end_} - int{first_}; }
  constexpr bool empty() const noexcept { return size() <= 0; }

 private:
  I first_, end_;
};

// container[number], without the cast that indexing by a signed number or an id otherwise needs.
template <class Container>
constexpr decltype(auto) at(Container& container, int number) {
  return container[static_cast<std::size_t>(number)];
}
template <class T, std::size_t extent>
constexpr T& at(std::span<T, extent> values, int number) {
  return values[static_cast<std::size_t>(number)];
}

}  // namespace limber

template <class Tag>
struct std::hash<limber::Id<Tag>> {
  std::size_t operator()(limber::Id<Tag> id) const noexcept { return std::hash<int>()(id); }
};
