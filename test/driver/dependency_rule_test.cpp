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

}  // namespace
}  // namespace riffle::tool
