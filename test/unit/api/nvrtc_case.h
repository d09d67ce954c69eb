// SPDX-License-Identifier: Apache-2.0
// What the tests of NVRTC share: a folder of each test's own, and a program compiled in one call.
#pragma once

#include <nvrtc.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace riffle::test {

/// A cache of this test's own.
class Nvrtc : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/nvrtc_test_XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static nvrtcResult compile(const std::string& source, const std::vector<std::string>& options,
                             std::string* image = nullptr, std::string* log = nullptr) {
    nvrtcProgram program = nullptr;
    EXPECT_EQ(nvrtcCreateProgram(&program, source.c_str(), nullptr, 0, nullptr, nullptr),
              NVRTC_SUCCESS);
    std::vector<const char*> given;
    for (const std::string& option : options) given.push_back(option.c_str());
    const nvrtcResult result =
        nvrtcCompileProgram(program, static_cast<int>(given.size()), given.data());
    std::size_t bytes = 0;
    EXPECT_EQ(nvrtcGetCUBINSize(program, &bytes), NVRTC_SUCCESS);
    std::string content(bytes, '\0');
    EXPECT_EQ(nvrtcGetCUBIN(program, content.data()), NVRTC_SUCCESS);
    if (image != nullptr) *image = content;
    EXPECT_EQ(nvrtcGetProgramLogSize(program, &bytes), NVRTC_SUCCESS);
    std::string text(bytes, '\0');
    EXPECT_EQ(nvrtcGetProgramLog(program, text.data()), NVRTC_SUCCESS);
    if (log != nullptr) *log = text.c_str();
    EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
    return result;
  }
  /// False where the compiler is not built.
  static bool has_compiler() { return compile("", {}) != NVRTC_ERROR_BUILTIN_OPERATION_FAILURE; }

  std::string folder_;
};

}  // namespace riffle::test
