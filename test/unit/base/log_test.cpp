// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>

namespace riffle {
namespace {

TEST(LogTest, ListNamesWholeWords) {
  EXPECT_TRUE(list_names("engine,cache", "engine"));
  EXPECT_TRUE(list_names("engine,cache", "cache"));
  EXPECT_FALSE(list_names("engine,cache", "eng"));
  EXPECT_FALSE(list_names("engine", "engines"));
  EXPECT_FALSE(list_names("", "engine"));
  EXPECT_TRUE(list_names("all", "anything"));
}

}  // namespace
}  // namespace riffle
