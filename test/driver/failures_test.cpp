// SPDX-License-Identifier: Apache-2.0
// Failures of the machine in a sentence.
#include <gtest/gtest.h>

#include "cc/failures.h"

namespace riffle::tool {
namespace {

constexpr const char* kFullDisk =
    "riffle cc: cannot write temporary files: no space left on the disk of '/small' (TMPDIR); free "
    "some space, or set TMPDIR to a folder on another disk\n";

std::string told(const std::string& messages) {
  return Failures().explained(messages, Toolchain{}, "/small/riffle-Ab12Cd", "");
}

TEST(Failures, AFullDiskIsNamedInPlaceOfClangsDump) {
  const std::string line =
      "fatal error: error in backend: IO failure on output stream: No space left on device\n";
  EXPECT_EQ(told(line + "PLEASE submit a bug report to ... -o /small/riffle-Ab12Cd/a.bc\n"),
            kFullDisk);
  // As a clang says it that was built without dumps.
  EXPECT_EQ(told(line), kFullDisk);
}

TEST(Failures, AFileThatCannotBeOpenedIsOfTheTemporaryFolder) {
  const std::string line =
      "error: unable to open output file '/small/riffle-Ab12Cd/a.bc': 'No space left on device'\n";
  EXPECT_EQ(told(line), kFullDisk);
}

TEST(Failures, MissingLibrariesOfSanitizersAreOneSentence) {
  const std::string line =
      "ld.lld: error: cannot open /opt/riffle/llvm/lib/clang/22/lib/linux/libclang_rt.asan.a: No "
      "such file\n";
  const std::string text = told(line + line);
  EXPECT_TRUE(text.starts_with("riffle cc: the libraries of clang's sanitizers")) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(Failures, OtherMessagesStay) {
  const std::string line = "a.cu:1:1: error: unknown type name 'x'\n";
  EXPECT_EQ(told(line), line);
}

}  // namespace
}  // namespace riffle::tool
