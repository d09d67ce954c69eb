// SPDX-License-Identifier: Apache-2.0
// The small languages inside option values.
#include <gtest/gtest.h>

#include "cc/clang_lines.h"
#include "cc/option_table.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

TEST(SplitList, CommasSeparateOutsideOfQuotesAndParentheses) {
  EXPECT_EQ(split_list("a,b,,c"), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_list("F(a,b)=1,G"), (Words{"F(a,b)=1", "G"}));
  EXPECT_EQ(split_list("S=\"a,b\",T"), (Words{"S=\"a,b\"", "T"}));
  EXPECT_EQ(split_list("a\\,b,c"), (Words{"a,b", "c"}));
  EXPECT_EQ(split_list(""), Words{});
}

TEST(SplitList, UnbalancedInputEnds) {
  EXPECT_EQ(split_list("a'b,c"), Words{"a'b,c"});
  EXPECT_EQ(split_list("f(a,b"), Words{"f(a,b"});
  EXPECT_EQ(split_list("a)b,c"), (Words{"a)b", "c"}));
  EXPECT_EQ(split_list("a\\"), Words{"a\\"});
}

TEST(SplitWords, FollowsTheShell) {
  EXPECT_EQ(split_words("  a  'b c' \"d e\"f g\\ h\n"), (Words{"a", "b c", "d ef", "g h"}));
  EXPECT_EQ(split_words("''"), Words{""});
  EXPECT_EQ(split_words("'a"), Words{"a"});
}

TEST(Quoted, RoundTripsThroughSplitWords) {
  const Words words{"clang", "-DX=\"a b\"", "it's", "", "a$b", "x\\y"};
  EXPECT_EQ(split_words(quoted(words)), words);
}

TEST(EffectiveArchitecture, ADeviceOfCapability80Chooses) {
  const auto chosen = [](std::vector<Architecture> given) {
    return effective_architecture(given).number;
  };
  EXPECT_EQ(chosen({}), 80);
  EXPECT_EQ(chosen({{90, 0}}), 90);
  EXPECT_EQ(chosen({{75, 0}, {80, 0}, {90, 0}}), 80);
  EXPECT_EQ(chosen({{75, 0}, {86, 0}}), 75);
  EXPECT_EQ(chosen({{120, 0}, {90, 0}}), 90);
  EXPECT_EQ(chosen({{52, 0}}), 75);
  EXPECT_EQ(chosen({{52, 0}, {90, 0}}), 90);
}

}  // namespace
}  // namespace riffle::tool
