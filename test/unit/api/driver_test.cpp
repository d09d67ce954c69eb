// SPDX-License-Identifier: Apache-2.0
// The driver API as a library: its symbols, layouts that programs rely on, images that are none.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace {

constexpr const char* kSymbols[] = {
#include "cuda_symbols.inc"
};

// Of CUDA 13.0's header on x86-64.
static_assert(sizeof(CUdevprop) == 56 && sizeof(CUuuid) == 16 && sizeof(CUipcMemHandle) == 64);
static_assert(sizeof(CUDA_MEMCPY2D) == 128 && offsetof(CUDA_MEMCPY2D, Height) == 120);
static_assert(sizeof(CUDA_MEMCPY3D) == 200 && offsetof(CUDA_MEMCPY3D, Depth) == 192);
static_assert(sizeof(CUDA_ARRAY_DESCRIPTOR) == 24 && sizeof(CUDA_ARRAY3D_DESCRIPTOR) == 40);
static_assert(sizeof(CUDA_RESOURCE_DESC) == 144 && sizeof(CUDA_TEXTURE_DESC) == 104);
static_assert(sizeof(CUlaunchConfig) == 56 && sizeof(CUlaunchAttribute) == 72);
static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS) == 72 && sizeof(CUgraphNodeParams) == 256);
static_assert(sizeof(CUstreamBatchMemOpParams) == 48 && sizeof(CUmemAllocationProp) == 32);

TEST(Driver, AllSymbolsAreFoundThroughItsLibrary) {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_GE(std::size(kSymbols), 600u);
  for (const char* symbol : kSymbols) EXPECT_NE(dlsym(library, symbol), nullptr) << symbol;
  dlclose(library);
}

TEST(Driver, WhatProcAddressGivesIsTheSymbol) {
  void* function = nullptr;
  CUdriverProcAddressQueryResult status;
  ASSERT_EQ(cuGetProcAddress("cuMemAlloc", &function, 13000, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(function, dlsym(RTLD_DEFAULT, "cuMemAlloc_v2"));
  ASSERT_EQ(cuGetProcAddress("cuStreamSynchronize", &function, 13000,
                             CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status),
            CUDA_SUCCESS);
  EXPECT_EQ(function, dlsym(RTLD_DEFAULT, "cuStreamSynchronize_ptsz"));
  ASSERT_EQ(cuGetProcAddress("cuLibraryLoadData", &function, 11000, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  ASSERT_EQ(cuGetProcAddress("cuNothing", &function, 13000, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

class Images : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context_), CUDA_SUCCESS);
  }
  void TearDown() override {
    cuCtxSetCurrent(nullptr);
    cuDevicePrimaryCtxRelease(0);
  }

 private:
  CUcontext context_ = nullptr;
};

TEST_F(Images, RandomBytesAreRefused) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same bytes each time
  for (int round = 0; round < 2000; ++round) {
    // The last bytes are zero: text ends.
    alignas(16) unsigned char bytes[256] = {};
    for (std::size_t i = 0; i + 8 < sizeof bytes; ++i)
      bytes[i] = static_cast<unsigned char>(random());
    CUmodule module = nullptr;
    EXPECT_NE(cuModuleLoadData(&module, bytes), CUDA_SUCCESS) << round;
    EXPECT_EQ(module, nullptr);
  }
}

TEST_F(Images, BeginningsAloneAreRefused) {
  for (const char* text : {"RIFFLEDI",
                           "\x7f"
                           "ELF",
                           "\x50\xed\x55\xba", ".version", "//", ""}) {
    alignas(16) char bytes[256] = {};
    std::copy_n(text, std::char_traits<char>::length(text), bytes);
    CUmodule module = nullptr;
    EXPECT_NE(cuModuleLoadData(&module, bytes), CUDA_SUCCESS) << text;
  }
}

}  // namespace
