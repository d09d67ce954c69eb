// SPDX-License-Identifier: Apache-2.0
// How packages are installed, by what os-release says.
#include "doctor/distribution.h"

#include <gtest/gtest.h>

namespace riffle::tool::doctor {
namespace {

TEST(Distribution, InstallCommands) {
  const auto compiler = [](const char* text) { return install_command(Package::kCompiler, text); };
  EXPECT_EQ(compiler("ID=debian\nVERSION_ID=\"12\"\n"), "apt-get install g++");
  EXPECT_EQ(compiler("NAME=Ubuntu\nID=ubuntu\nID_LIKE=debian\n"), "apt-get install g++");
  EXPECT_EQ(compiler("ID=\"linuxmint\"\nID_LIKE=\"ubuntu debian\"\n"), "apt-get install g++");
  EXPECT_EQ(compiler("ID=fedora\n"), "dnf install gcc-c++");
  EXPECT_EQ(compiler("ID='rocky'\nID_LIKE='rhel centos fedora'\n"), "dnf install gcc-c++");
  EXPECT_EQ(compiler("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n"),
            "zypper install gcc-c++");
  EXPECT_EQ(compiler("ID=arch\n"), "pacman -S gcc");
  EXPECT_EQ(install_command(Package::kOpenBlas, "ID=debian\n"),
            "apt-get install libopenblas0-pthread");
}

TEST(Distribution, UnknownSystems) {
  for (const char* text : {"", "ID=\n", "ID=plan9\n", "VERSION_ID=debian\n", "ID"})
    EXPECT_TRUE(install_command(Package::kCompiler, text).starts_with("install ")) << text;
}

}  // namespace
}  // namespace riffle::tool::doctor
