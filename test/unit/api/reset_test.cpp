// SPDX-License-Identifier: Apache-2.0
// The end of a context, or of a module, while other threads are inside calls that use it. What those answer is
// undefined; that the process goes on is not.
#include <cuda.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr const char* kImage = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 cell;
.visible .entry bump()
{
  .reg .b32 %r;
  atom.global.add.u32 %r, [cell], 1;
  ret;
}
)";

void use_primary_context() {
  CUcontext context = nullptr;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
}

void use_module(CUmodule module) {
  CUfunction kernel = nullptr;
  CUdeviceptr cell = 0;
  std::size_t bytes = 0;
  if (cuModuleGetFunction(&kernel, module, "bump") == CUDA_SUCCESS)
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  if (cuModuleGetGlobal(&cell, &bytes, module, "cell") == CUDA_SUCCESS) cuMemsetD32(cell, 0, 1);
}

/// Calls `body` in each of three threads again and again while `meanwhile` runs.
void repeat_in_threads(const std::function<void()>& body, const std::function<void()>& meanwhile) {
  std::atomic<bool> is_over{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!is_over) body();
    });
  }
  meanwhile();
  is_over = true;
  for (std::thread& each : threads) each.join();
}

// First, as nothing has retained the context yet: each release may be the last.
TEST(ReleaseTest, OthersRetainTheContext) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  const auto retain_and_release = [] {
    CUcontext context = nullptr;
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    cuCtxSetCurrent(context);
    CUdeviceptr memory = 0;
    EXPECT_EQ(cuMemAlloc(&memory, 100), CUDA_SUCCESS) << "it is retained";
    EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  };
  repeat_in_threads(retain_and_release, [&] {
    for (int round = 0; round < 300; ++round) retain_and_release();
  });
}

class ResetTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    use_primary_context();
  }
  void TearDown() override { EXPECT_EQ(cuDevicePrimaryCtxReset(0), CUDA_SUCCESS); }
};

TEST_F(ResetTest, OthersUseModulesOfTheContext) {
  const auto load_and_use = [] {
    CUmodule module = nullptr;
    use_primary_context();
    if (cuModuleLoadData(&module, kImage) != CUDA_SUCCESS) return;
    for (int i = 0; i < 20; ++i) use_module(module);
    cuModuleUnload(module);
  };
  repeat_in_threads(load_and_use, [] {
    for (int round = 0; round < 200; ++round) {
      EXPECT_EQ(cuDevicePrimaryCtxReset(0), CUDA_SUCCESS);
      std::this_thread::yield();
    }
  });
  use_primary_context();
  load_and_use();
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
}

TEST_F(ResetTest, OthersUseTheModuleThatIsUnloaded) {
  std::atomic<CUmodule> newest{nullptr};
  repeat_in_threads(
      [&] {
        use_primary_context();
        use_module(newest);
      },
      [&] {
        for (int round = 0; round < 200; ++round) {
          CUmodule module = nullptr;
          ASSERT_EQ(cuModuleLoadData(&module, kImage), CUDA_SUCCESS);
          newest = module;
          std::this_thread::yield();
          EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
        }
      });
}

TEST_F(ResetTest, OthersUseTheLibraryThatIsUnloaded) {
  std::atomic<CUlibrary> newest{nullptr};
  const auto use = [&] {
    use_primary_context();
    CUkernel kernel = nullptr;
    CUmodule module = nullptr;
    const CUlibrary library = newest;
    if (cuLibraryGetKernel(&kernel, library, "bump") == CUDA_SUCCESS)
      cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                     nullptr);
    if (cuLibraryGetModule(&module, library) == CUDA_SUCCESS) use_module(module);
  };
  repeat_in_threads(use, [&] {
    for (int round = 0; round < 200; ++round) {
      CUlibrary library = nullptr;
      ASSERT_EQ(cuLibraryLoadData(&library, kImage, nullptr, nullptr, 0, nullptr, nullptr, 0),
                CUDA_SUCCESS);
      newest = library;
      std::this_thread::yield();
      EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
    }
  });
}

TEST_F(ResetTest, OthersUseTheContextThatIsDestroyed) {
  for (int round = 0; round < 40; ++round) {
    CUcontext context = nullptr;
    CUmodule module = nullptr;
    ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuModuleLoadData(&module, kImage), CUDA_SUCCESS);
    repeat_in_threads(
        [&] {
          cuCtxSetCurrent(context);
          use_module(module);
          cuCtxSynchronize();
        },
        [&] { EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS); });
    use_primary_context();
  }
}

}  // namespace
