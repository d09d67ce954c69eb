// SPDX-License-Identifier: Apache-2.0
// Make rules as clang writes them.
#include <gtest/gtest.h>

#include "cc/dependency_rule.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

TEST(Prerequisites, ContinuedLinesAndSeveralRules) {
  EXPECT_EQ(prerequisites("x.o: a.cu b.h \\\n  c.h\nx.o: d.h a.cu\nb.h:\n"),
            (Words{"a.cu", "b.h", "c.h", "d.h"}));
}

TEST(Prerequisites, EscapedNames) {
  EXPECT_EQ(prerequisites("x.o: my\\ file.h a\\#b.h c$$d.h\n"),
            (Words{"my file.h", "a#b.h", "c$d.h"}));
}

TEST(Prerequisites, EscapingRoundTrips) {
  const std::string name = "a b#c$d.h";
  EXPECT_EQ(prerequisites("x: " + escaped_for_make(name)), Words{name});
}

TEST(Prerequisites, NothingToRead) {
  EXPECT_EQ(prerequisites(""), Words{});
  EXPECT_EQ(prerequisites("x.o:"), Words{});
}

TEST(WithFirst, MovesTheSource) {
  EXPECT_EQ(with_first("x.o: a.h \\\n  my\\ x.cu b.h\n", "my x.cu"),
            "x.o: my\\ x.cu a.h \\\n  b.h\n");
  EXPECT_EQ(with_first("x.o: x.cuh \\\n  x.cu\nx.cuh:\n", "x.cu"),
            "x.o: x.cu x.cuh \\\n \nx.cuh:\n");
}

TEST(WithFirst, LeavesWhatIsRight) {
  EXPECT_EQ(with_first("x.o: x.cu a.h\n", "x.cu"), "x.o: x.cu a.h\n");
  EXPECT_EQ(with_first("", "x.cu"), "");
}

}  // namespace
}  // namespace riffle::tool
