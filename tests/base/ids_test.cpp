#include "limber/base/ids.h"

#include <gtest/gtest.h>

#include <optional>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace limber {
namespace {

template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
}
|| requires(A a, B b) {
  a < b;
};

template <class A, class B>
concept CanReplace =
    std::is_constructible_v<A, B> || std::is_convertible_v<B, A> || std::is_assignable_v<A&, B>;

template <class A, class... Others>
constexpr bool is_apart_from_all() {
  return ((!CanReplace<A, Others> && !CanReplace<Others, A> && !Comparable<A, Others>)&&...);
}

static_assert(is_apart_from_all<SegmentId, JointId, DofId, FrameId, CouplingId, ObstacleId>());
static_assert(is_apart_from_all<JointId, DofId, FrameId, CouplingId, ObstacleId>());
static_assert(is_apart_from_all<DofId, FrameId, CouplingId, ObstacleId>());
static_assert(is_apart_from_all<FrameId, CouplingId, ObstacleId>());
static_assert(is_apart_from_all<CouplingId, ObstacleId>());

static_assert(CanReplace<SegmentId, SegmentId> && Comparable<SegmentId, SegmentId>);
static_assert(std::is_convertible_v<SegmentId, int> && Comparable<SegmentId, int>);
static_assert(std::is_constructible_v<SegmentId, int> && !std::is_constructible_v<SegmentId, bool>);
static_assert(!std::is_constructible_v<SegmentId, double>);
static_assert(sizeof(SegmentId) == sizeof(int) && std::is_trivially_copyable_v<SegmentId>);

TEST(Ids, DefaultToNotValid) {
  EXPECT_FALSE(SegmentId{}.is_valid());
  EXPECT_FALSE(no_segment.is_valid());
  EXPECT_EQ(FrameId{}, -1);
  EXPECT_TRUE(SegmentId{0}.is_valid());
}

TEST(Ids, CountUpAndCompareAsNumbers) {
  SegmentId s{3};
  EXPECT_EQ(++s, SegmentId{4});
  EXPECT_EQ(--s, 3);
  EXPECT_LT(SegmentId{2}, SegmentId{10});
  EXPECT_EQ(s + 1, 4);
  EXPECT_EQ(std::optional<SegmentId>(s), s);
}

TEST(Ids, CanBeHashed) {
  std::unordered_set<JointId> joints = {JointId{1}, JointId{2}, JointId{1}};
  EXPECT_EQ(joints.size(), 2u);
  EXPECT_TRUE(joints.contains(JointId{2}));
}

TEST(IdRange, VisitsEveryNumberOnce) {
  std::vector<int> seen;
  for (const SegmentId s : IdRange(SegmentId{2}, SegmentId{5})) seen.push_back(s);
  EXPECT_EQ(seen, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(IdRange(SegmentId{2}, SegmentId{5}).size(), 3);
  EXPECT_TRUE(IdRange(SegmentId{2}, SegmentId{2}).empty());
}

TEST(At, ReadsAndWritesByIdOrNumber) {
  std::vector<double> values = {1.0, 2.0, 3.0};
  at(values, SegmentId{1}) = 5.0;
  at(values, 2) += 1.0;
  EXPECT_EQ(values, (std::vector<double>{1.0, 5.0, 4.0}));
  const std::vector<double>& same = values;
  static_assert(std::is_same_v<decltype(at(same, 0)), const double&>);
  EXPECT_EQ(at(std::span<const double>(values), JointId{0}), 1.0);
  std::vector<bool> flags(2);
  at(flags, JointId{1}) = true;
  EXPECT_TRUE(flags[1]);
}

}  // namespace
}  // namespace limber
