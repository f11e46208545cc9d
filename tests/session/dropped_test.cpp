// What dropped files may take of memory before they are opened.

#include <gtest/gtest.h>

#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

std::string refusal_of_drop(Session& session, const std::string& path, bool begins) {
  return tell(session, {{"do", "drop"}, {"path", path}, {"data", ""}, {"begin", begins}, {"open", false}});
}

TEST(Dropped, APathIsAtMostAThousandBytesLong) {
  Session session(small_scene());
  EXPECT_EQ(refusal_of_drop(session, std::string(1000, 'p'), true), "");
  EXPECT_EQ(refusal_of_drop(session, std::string(2'000'000, 'p'), false),
            "the path of a dropped file has 2000000 bytes; the studio takes 1000");
}

}  // namespace
}  // namespace limber::test
