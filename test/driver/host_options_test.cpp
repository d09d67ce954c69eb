// SPDX-License-Identifier: Apache-2.0
// Which options of gcc's clang complains of.
#include <gtest/gtest.h>

#include "cc/host_options.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

TEST(HostOptions, UnknownOnesAreReadFromMessages) {
  const Words words{"-O2", "-fno-gnu-unique", "-fanalyzer", "-mabi=ms", "-mcmodel=odd", "-fodd=x"};
  EXPECT_EQ(unknown_to_clang(
                words,
                "clang: error: unknown argument: '-fno-gnu-unique'\n"
                "clang: error: unknown argument '-fanalyzer'; did you mean '-Xanalyzer'?\n"
                "clang: error: unsupported option '-mabi=' for target 'x86_64-pc-linux-gnu'\n"
                "clang: error: unsupported argument 'odd' to option '-mcmodel='\n"),
            (Words{"-fno-gnu-unique", "-fanalyzer", "-mabi=ms", "-mcmodel=odd"}));
}

TEST(HostOptions, OtherMessagesConcernNone) {
  const Words words{"-O2", "-fodd=x"};
  EXPECT_EQ(unknown_to_clang(words, ""), Words{});
  EXPECT_EQ(
      unknown_to_clang(
          words, "clang: error: unknown argument: '-fother'\nclang: error: unknown argument: '"),
      Words{});
  EXPECT_EQ(
      unknown_to_clang(
          words, "clang: warning: '-O2' is slow\nclang: error: invalid value 'x' in '-fodd=x'\n"),
      Words{});
}

TEST(HostOptions, QuestionsToTheHostCompiler) {
  const auto asks = [](const Words& words) {
    NvccOptions options;
    options.compiler_options = words;
    return asks_host_compiler(options);
  };
  EXPECT_TRUE(asks({"--version"}));
  EXPECT_TRUE(asks({"-dumpfullversion", "-dumpversion"}));
  EXPECT_TRUE(asks({"-fPIC", "-print-file-name=libgomp.so"}));
  EXPECT_FALSE(asks({"-v"}));
  EXPECT_FALSE(asks({}));
}

}  // namespace
}  // namespace riffle::tool
