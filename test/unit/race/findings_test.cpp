// SPDX-License-Identifier: Apache-2.0
#include "race/findings.h"

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

Party party(const char* what, const char* access, unsigned line) {
  Party made;
  made.what = what;
  made.access = access;
  made.line = line;
  made.call.frames[0] = line;
  return made;
}

Finding race(const Party& earlier, const Party& later) {
  Finding made;
  made.tool = "race";
  made.kind = "race";
  made.operations = {earlier, later};
  return made;
}

// Nodes of a graph that nothing orders run in one order in one launch, and in the other in the next.
TEST(FindingsTest, WhoCameFirstIsNoOtherRace) {
  const Party copy = party("copy", "reads", 3);
  const Party fill = party("memset", "writes", 4);
  EXPECT_EQ(race(copy, fill).key(), race(fill, copy).key());
  EXPECT_NE(race(copy, fill).key(), race(copy, copy).key());
  EXPECT_NE(race(copy, fill).key(), race(copy, party("memset", "writes", 5)).key());
}

}  // namespace
}  // namespace riffle::race
