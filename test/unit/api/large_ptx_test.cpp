// SPDX-License-Identifier: Apache-2.0
// A large PTX module through the driver API: what is asked and launched of it, and which call reports what is wrong.
#include <cuda.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace {

constexpr unsigned kKernels = 48;

/// Writes its number times 1000 and the thread's; ten thousand bytes of text.
std::string kernel(unsigned number) {
  const std::string n = std::to_string(number);
  std::string text = ".visible .entry k" + n + "(.param .u64 out)\n.maxntid " +
                     std::to_string(32 + number) + ", 1, 1\n{\n  .reg .b32 %r<4>;\n";
  text += "  .reg .b64 %rd<4>;\n  .shared .align 4 .b8 of_block[256];\n";
  text += "  ld.param.u64 %rd1, [out];\n  cvta.to.global.u64 %rd1, %rd1;\n  mov.u32 %r1, %tid.x;\n";
  text += "  mul.wide.u32 %rd2, %r1, 4;\n  add.s64 %rd1, %rd1, %rd2;\n";
  for (unsigned i = 0; i < 120; ++i)
    text += "  xor.b32 %r1, %r1, " + std::to_string(i) + ";\n  xor.b32 %r1, %r1, " +
            std::to_string(i) + ";\n";
  text += "  mad.lo.s32 %r2, " + n + ", 1000, %r1;\n  mov.u32 %r3, of_block;\n";
  return text + "  st.shared.u32 [%r3], %r2;\n  st.global.u32 [%rd1], %r2;\n  ret;\n}\n";
}

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
const std::string kBroken = ".visible .entry broken()\n{\n  frobnicate.u32 %r1;\n}\n";

std::string module_text() {
  std::string text = kHead + ".visible .global .align 4 .u32 word = 7;\n";
  for (unsigned i = 0; i < kKernels; ++i) text += kernel(i);
  return text;
}

class LargePtxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    CUdevice device = 0;
    ASSERT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    CUcontext context = nullptr;
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
  }
  void TearDown() override {
    if (module_ != nullptr) EXPECT_EQ(cuModuleUnload(module_), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  }

  CUfunction function(const std::string& name) {
    CUfunction found = nullptr;
    EXPECT_EQ(cuModuleGetFunction(&found, module_, name.c_str()), CUDA_SUCCESS) << name;
    return found;
  }

  static int attribute(CUfunction function, CUfunction_attribute which) {
    int value = -1;
    EXPECT_EQ(cuFuncGetAttribute(&value, which, function), CUDA_SUCCESS);
    return value;
  }

  CUmodule module_ = nullptr;
};

TEST_F(LargePtxTest, LaunchesOneOfManyKernels) {
  const std::string text = module_text();
  ASSERT_GT(text.size(), std::size_t{256} << 10);
  ASSERT_EQ(cuModuleLoadData(&module_, text.c_str()), CUDA_SUCCESS);
  unsigned count = 0;
  EXPECT_EQ(cuModuleGetFunctionCount(&count, module_), CUDA_SUCCESS);
  ASSERT_EQ(count, kKernels);
  std::vector<CUfunction> all(count);
  EXPECT_EQ(cuModuleEnumerateFunctions(all.data(), count, module_), CUDA_SUCCESS);
  const CUfunction chosen = function("k17");
  EXPECT_EQ(attribute(chosen, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 49);
  EXPECT_EQ(attribute(chosen, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 256);
  EXPECT_EQ(attribute(chosen, CU_FUNC_ATTRIBUTE_PTX_VERSION), 80);

  constexpr unsigned kThreads = 32;
  CUdeviceptr memory = 0;
  ASSERT_EQ(cuMemAlloc(&memory, kThreads * sizeof(unsigned)), CUDA_SUCCESS);
  void* parameters[] = {&memory};
  EXPECT_EQ(cuLaunchKernel(chosen, 1, 1, 1, kThreads, 1, 1, 0, nullptr, parameters, nullptr),
            CUDA_SUCCESS);
  std::array<unsigned, kThreads> results{};
  EXPECT_EQ(cuMemcpyDtoH(results.data(), memory, sizeof results), CUDA_SUCCESS);
  for (unsigned i = 0; i < kThreads; ++i) EXPECT_EQ(results[i], 17000 + i);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);

  CUdeviceptr word = 0;
  std::size_t bytes = 0;
  ASSERT_EQ(cuModuleGetGlobal(&word, &bytes, module_, "word"), CUDA_SUCCESS);
  unsigned value = 0;
  EXPECT_EQ(cuMemcpyDtoH(&value, word, sizeof value), CUDA_SUCCESS);
  EXPECT_EQ(value, 7U);
}

TEST_F(LargePtxTest, ABrokenBodyIsAnErrorOfItsLaunch) {
  const std::string text = module_text() + kBroken;
  ASSERT_EQ(cuModuleLoadData(&module_, text.c_str()), CUDA_SUCCESS);
  const CUfunction broken = function("broken");
  EXPECT_EQ(cuLaunchKernel(broken, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_PTX);
  EXPECT_EQ(cuFuncLoad(function("k3")), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
}

TEST_F(LargePtxTest, WhatTheTextShowsIsAnErrorOfTheLoad) {
  const std::string text = module_text();
  for (const std::string& wrong :
       {text.substr(0, text.size() - 2), text + "}\n", text + ".frob x;\n", kHead + kBroken}) {
    CUmodule module = nullptr;
    EXPECT_EQ(cuModuleLoadData(&module, wrong.c_str()), CUDA_ERROR_INVALID_PTX);
  }
}

}  // namespace
