// SPDX-License-Identifier: Apache-2.0
// Finding clang, and what is said when it is not there.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cc/toolchain.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

class ToolchainTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/riffle-tools-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
  }
  void TearDown() override {
    setenv("PATH", path.c_str(), 1);
    fs::remove_all(folder);
  }

  void program(const std::string& name) const {
    const fs::path file = fs::path(folder) / name;
    std::ofstream(file) << "#!/bin/sh\n";
    fs::permissions(file, fs::perms::owner_all);
  }

  std::string folder;
  std::string path;
};

TEST_F(ToolchainTest, WithoutClangTheErrorSaysHowToInstallIt) {
  const Result<Toolchain> found = find_toolchain(folder);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().text, "clang++-22 was not found in PATH or " + folder +
                                    "; install it with 'apt-get install clang-22 lld-22'");
}

TEST_F(ToolchainTest, PathWinsOverTheFolderOfLlvm) {
  program("clang++");
  EXPECT_EQ(find_toolchain(folder)->clang, folder + "/clang++");
  setenv("PATH", ("/nonexistent:" + folder).c_str(), 1);
  program("clang++-22");
  EXPECT_EQ(find_toolchain(folder)->clang, folder + "/clang++-22");
}

TEST_F(ToolchainTest, LldIsUsedWhereItIs) {
  program("clang++");
  EXPECT_FALSE(find_toolchain(folder)->has_lld);
  program("ld.lld");
  EXPECT_TRUE(find_toolchain(folder)->has_lld);
}

}  // namespace
}  // namespace riffle::tool
