// SPDX-License-Identifier: Apache-2.0
// Messages of two passes over one file, shown once.
#include <gtest/gtest.h>

#include "cc/diagnostics.h"

namespace riffle::tool {
namespace {

constexpr const char* kWarning =
    "In file included from a.cu:1:\n"
    "In file included from ./b.h:2:\n"
    "./c.h:3:4: warning: odd [-Wodd]\n"
    "    3 |   error: not one\n"
    "      |   ^\n"
    "a.cu:9:1: note: used here\n";
constexpr const char* kError =
    "a.cu:7:2: error: wrong\n"
    "    7 | x;\n";

std::string text(const std::string& a, const std::string& b = "", const std::string& c = "") {
  return a + b + c;
}

TEST(SplitDiagnostics, KeepsStackSourceAndNotesTogether) {
  const auto found = split_diagnostics(
      text(kWarning, kError, "1 warning and 1 error generated when compiling for host.\n"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text, kWarning);
  EXPECT_EQ(found[0].kind, Diagnostic::Kind::kWarning);
  EXPECT_EQ(found[1].text, kError);
  EXPECT_EQ(found[1].kind, Diagnostic::Kind::kError);
}

TEST(MergedDiagnostics, RepeatedMessagesOfTheHostSideAreLeftOut) {
  EXPECT_EQ(merged_diagnostics(kWarning, text(kWarning, kError)),
            text(kWarning, kError, "1 warning and 1 error generated.\n"));
}

TEST(MergedDiagnostics, ColoursDoNotMakeMessagesDifferent) {
  const std::string coloured =
      "\x1b[1ma.cu:7:2: \x1b[0m\x1b[0;1;31merror: \x1b[0mwrong\n    7 | x;\n";
  EXPECT_EQ(merged_diagnostics(coloured, kError), coloured + "1 error generated.\n");
}

TEST(MergedDiagnostics, TextWithoutSeverityIsKept) {
  EXPECT_EQ(merged_diagnostics("", "something else\n"), "something else\n");
  EXPECT_EQ(merged_diagnostics("", ""), "");
}

}  // namespace
}  // namespace riffle::tool
