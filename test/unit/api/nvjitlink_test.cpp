// SPDX-License-Identifier: Apache-2.0
// nvJitLink where NVIDIA's library ends the process or no transcript says what it does: null data, what is defined twice,
// links in several threads, handles that are none.
#include <gtest/gtest.h>

#include <nvJitLink.h>

#include <string>
#include <thread>
#include <vector>

namespace {

std::string module_with(const std::string& function, const std::string& calls = "") {
  const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  if (calls.empty())
    return head + ".visible .func (.param .b32 r) " + function +
           "() { st.param.b32 [r], 7; ret; }\n";
  return head + ".extern .func (.param .b32 r) " + calls + "();\n.visible .entry " + function +
         "(.param .u64 out) {\n.reg .b32 %a; .reg .b64 %p;\n{ .param .b32 v; call (v), " + calls +
         ", (); ld.param.b32 %a, [v]; }\nld.param.u64 %p, [out]; st.global.b32 [%p], %a; ret; }\n";
}

class JitLink : public testing::Test {
 protected:
  JitLink() {
    const char* options[] = {"-arch=sm_80"};
    EXPECT_EQ(nvJitLinkCreate(&link_, 1, options), NVJITLINK_SUCCESS);
  }
  ~JitLink() override { nvJitLinkDestroy(&link_); }

  nvJitLinkResult add(const std::string& ptx, const char* name) {
    return nvJitLinkAddData(link_, NVJITLINK_INPUT_PTX, ptx.data(), ptx.size(), name);
  }
  std::string errors() {
    std::size_t bytes = 0;
    EXPECT_EQ(nvJitLinkGetErrorLogSize(link_, &bytes), NVJITLINK_SUCCESS);
    std::string text(bytes, '\0');
    if (bytes > 0) {
      EXPECT_EQ(nvJitLinkGetErrorLog(link_, text.data()), NVJITLINK_SUCCESS);
    }
    return text;
  }

  nvJitLinkHandle link_ = nullptr;
};

TEST_F(JitLink, NullDataIsRefused) {
  EXPECT_EQ(nvJitLinkAddData(link_, NVJITLINK_INPUT_PTX, nullptr, 10, "x"),
            NVJITLINK_ERROR_NULL_INPUT);
}

TEST_F(JitLink, WhatIsDefinedTwiceIsNamed) {
  EXPECT_EQ(add(module_with("seven"), "a"), NVJITLINK_SUCCESS);
  EXPECT_EQ(add(module_with("seven"), "b"), NVJITLINK_SUCCESS);
  EXPECT_NE(nvJitLinkComplete(link_), NVJITLINK_SUCCESS);
  EXPECT_NE(errors().find("seven"), std::string::npos) << errors();
}

TEST_F(JitLink, BrokenPtxNamesTheInputAndTheLine) {
  EXPECT_EQ(add(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() { nothing; }\n",
                "broken.ptx"),
            NVJITLINK_ERROR_PTX_COMPILE);
  EXPECT_NE(errors().find("broken.ptx"), std::string::npos) << errors();
}

TEST(JitLinkHandles, WhatIsNoneIsRefused) {
  int something = 0;
  auto* handle = reinterpret_cast<nvJitLinkHandle>(&something);
  EXPECT_EQ(nvJitLinkComplete(handle), NVJITLINK_ERROR_NULL_INPUT);
  EXPECT_EQ(nvJitLinkDestroy(&handle), NVJITLINK_ERROR_NULL_INPUT);
  const char* options[] = {"-arch=sm_80"};
  ASSERT_EQ(nvJitLinkCreate(&handle, 1, options), NVJITLINK_SUCCESS);
  nvJitLinkHandle copy = handle;
  EXPECT_EQ(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkDestroy(&copy), NVJITLINK_ERROR_NULL_INPUT);
}

TEST(JitLinkThreads, LinksRunSideBySide) {
  std::vector<std::thread> threads;
  std::vector<std::size_t> sizes(4);
  for (std::size_t& size : sizes) {
    threads.emplace_back([&size] {
      const char* options[] = {"-arch=sm_80", "-lto", "-ptx"};
      nvJitLinkHandle link = nullptr;
      nvJitLinkCreate(&link, 3, options);
      for (const std::string& ptx : {module_with("run", "seven"), module_with("seven")})
        nvJitLinkAddData(link, NVJITLINK_INPUT_ANY, ptx.data(), ptx.size(), nullptr);
      if (nvJitLinkComplete(link) == NVJITLINK_SUCCESS) nvJitLinkGetLinkedPtxSize(link, &size);
      nvJitLinkDestroy(&link);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::size_t size : sizes) EXPECT_GT(size, 1000U);
}

}  // namespace
