// The rules of the studio that need no socket: names, rates, what waits for a window.
#include "studio/guard.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "limber/session/state/text_size.h"
#include "studio/outbox.h"

namespace limber::studio {
namespace {

SharedSnapshot snapshot(std::uint32_t sequence) {
  return std::make_shared<const SnapshotMessage>(SnapshotMessage{sequence, {}});
}
SharedText text(std::size_t size) {
  return std::make_shared<const std::string>(size, 'x');
}

TEST(StudioNames, AreThoseOfThisMachineWithTheExactPort) {
  const Names names(8765, true);
  for (const char* host : {"127.0.0.1:8765", "localhost:8765", "[::1]:8765"}) {
    EXPECT_TRUE(names.is_ours(host)) << host;
    EXPECT_TRUE(names.is_our_page(std::string("http://") + host)) << host;
    EXPECT_FALSE(names.is_our_page(std::string("https://") + host)) << host;
    EXPECT_FALSE(names.is_our_page(host)) << host;
  }
  for (const char* host :
       {"", "localhost", "localhost:87650", "evil.example:8765", "192.168.1.7:8765", "::1:8765"}) {
    EXPECT_FALSE(names.is_ours(host)) << host;
  }
  EXPECT_TRUE(Names(80, true).is_ours("localhost"));
}

TEST(StudioToken, AdmitsOnlyItself) {
  const Token one = Token::random(), other = Token::random();
  EXPECT_TRUE(one.admits(one.text()));
  for (const std::string& wrong : {other.text(), std::string(), one.text().substr(1), one.text() + "0"}) {
    EXPECT_FALSE(one.admits(wrong)) << wrong;
  }
  EXPECT_TRUE(Token().admits("anything"));
}

TEST(StudioQuery, ValuesAreFoundByTheirWholeName) {
  EXPECT_EQ(value_in_query("quality=low&token=12ab", "token"), "12ab");
  EXPECT_EQ(value_in_query("1234&token=12ab&x", "token"), "12ab");
  EXPECT_EQ(value_in_query("mytoken=1&tokens=2&token", "token"), "");
  EXPECT_EQ(value_in_query("", "token"), "");
}

TEST(StudioNames, ListeningForOthersAllowsNumericAddressesOnly) {
  const Names names(8765, false);
  EXPECT_TRUE(names.is_ours("192.168.1.7:8765"));
  EXPECT_TRUE(names.is_ours("[fe80::1]:8765"));
  EXPECT_TRUE(names.is_our_page("http://192.168.1.7:8765"));
  for (const char* host : {"evil.example:8765", "192.168.1.7", "192.168.1.7:80", "1.2.3.4.evil.example:8765",
                           "[evil.example]:8765", ":8765"}) {
    EXPECT_FALSE(names.is_ours(host)) << host;
  }
}

TEST(StudioRate, AllowsABurstAndThenNoMore) {
  RateLimit rate(0.001, 10.0);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(rate.allows_one()) << i;
  EXPECT_FALSE(rate.allows_one());
}

TEST(StudioLists, AreSeparatedByCommas) {
  EXPECT_TRUE(lists("limber.1", "limber.1"));
  EXPECT_TRUE(lists("chat,  limber.1 , x", "limber.1"));
  EXPECT_FALSE(lists("limber.10, limber", "limber.1"));
  EXPECT_FALSE(lists("", "limber.1"));
}

TEST(Outbox, TheNewestSnapshotWins) {
  Outbox box;
  EXPECT_TRUE(box.is_empty());
  box.show(snapshot(1));
  box.show(snapshot(2));
  EXPECT_EQ(box.take_snapshot()->sequence, 2u);
  EXPECT_FALSE(box.take_snapshot());
}

TEST(Outbox, AThirdSnapshotWaitsUntilTheFirstWasSeen) {
  Outbox box;
  for (const std::uint32_t sequence : {1u, 2u}) {
    box.show(snapshot(sequence));
    EXPECT_TRUE(box.take_snapshot());
  }
  box.show(snapshot(3));
  EXPECT_TRUE(box.is_empty());
  EXPECT_FALSE(box.take_snapshot());
  box.seen(77);  // never sent
  EXPECT_FALSE(box.take_snapshot());
  box.show(snapshot(4));
  box.seen(1);
  EXPECT_EQ(box.take_snapshot()->sequence, 4u);
  box.show(snapshot(5));
  box.seen(4);  // and with it 2
  EXPECT_TRUE(box.take_snapshot());
}

TEST(Outbox, MessagesKeepTheirOrderAndHaveALimit) {
  Outbox box;
  ASSERT_TRUE(box.add(text(1)));
  ASSERT_TRUE(box.add(text(2)));
  EXPECT_EQ(box.take_message()->size(), 1u);
  EXPECT_EQ(box.take_message()->size(), 2u);
  EXPECT_FALSE(box.take_message());
  int megabytes = 0;
  while (box.add(text(1 << 20))) ++megabytes;
  EXPECT_EQ(megabytes, 25);  // 24, and the largest of them
  box.take_message();
  EXPECT_TRUE(box.add(text(1 << 20)));
  box.drop_messages();
  int messages = 0;
  while (box.add(text(0))) ++messages;
  EXPECT_EQ(messages, 8192);
}

TEST(Outbox, TheLargestMessageDoesNotCountButTheOthersDo) {
  Outbox box;
  ASSERT_TRUE(box.add(text(100)));
  ASSERT_TRUE(box.add(text(40 << 20)));
  ASSERT_TRUE(box.add(text(20 << 20)));
  EXPECT_FALSE(box.add(text(40 << 20)));
  EXPECT_FALSE(box.add(text(5 << 20)));
  EXPECT_TRUE(box.add(text(3 << 20)));
  box.take_message();
  box.take_message();  // now the one of 20 MB is the largest
  EXPECT_TRUE(box.add(text(20 << 20)));
  EXPECT_FALSE(box.add(text(20 << 20)));
}

// However its text is shared out between the two messages, the largest scene can be told to a window that opens.
TEST(Outbox, HasRoomForTheLargestFigureWithItsScene) {
  for (const double share : {0.0, 0.3, 0.5, 0.7, 1.0}) {
    Outbox box;
    EXPECT_TRUE(box.add(text(200)));  // "welcome"
    for (const double part : {share, 1.0 - share})
      EXPECT_TRUE(box.add(text(static_cast<std::size_t>(part * most_text)))) << share;
    EXPECT_TRUE(box.add(text(5 << 20))) << share;  // status, time, files
  }
}

}  // namespace
}  // namespace limber::studio
