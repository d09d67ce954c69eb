// SPDX-License-Identifier: Apache-2.0
// The driver API as a library: its symbols, layouts that programs rely on, images that are none.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <random>
#include <thread>
#include <vector>

#include "gate.h"

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
  EXPECT_GE(std::size(kSymbols), 706u);  // as many as NVIDIA's has
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

class InContext : public testing::Test {
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

TEST_F(InContext, TexturesReadBackAsTheyWereTold) {
  CUarray array = nullptr;
  const CUDA_ARRAY_DESCRIPTOR elements = {8, 4, CU_AD_FORMAT_UNSIGNED_INT8, 2};
  ASSERT_EQ(cuArrayCreate(&array, &elements), CUDA_SUCCESS);
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  for (const unsigned flags :
       {0U, unsigned{CU_TRSF_READ_AS_INTEGER}, unsigned{CU_TRSF_NORMALIZED_COORDINATES}}) {
    CUDA_TEXTURE_DESC texture = {};
    texture.addressMode[0] = texture.addressMode[1] = texture.addressMode[2] =
        CU_TR_ADDRESS_MODE_CLAMP;
    texture.flags = flags;
    CUtexObject object = 0;
    ASSERT_EQ(cuTexObjectCreate(&object, &resource, &texture, nullptr), CUDA_SUCCESS) << flags;
    CUDA_TEXTURE_DESC seen = {};
    CUDA_RESOURCE_DESC seen_resource = {};
    EXPECT_EQ(cuTexObjectGetTextureDesc(&seen, object), CUDA_SUCCESS);
    EXPECT_EQ(seen.flags, flags);
    EXPECT_EQ(seen.addressMode[1], CU_TR_ADDRESS_MODE_CLAMP);
    EXPECT_EQ(cuTexObjectGetResourceDesc(&seen_resource, object), CUDA_SUCCESS);
    EXPECT_EQ(seen_resource.resType, CU_RESOURCE_TYPE_ARRAY);
    EXPECT_EQ(seen_resource.res.array.hArray, array);
    EXPECT_EQ(cuTexObjectDestroy(object), CUDA_SUCCESS);
  }
  EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
}

TEST_F(InContext, GraphsAllocate) {
  CUgraph graph = nullptr;
  ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  CUDA_MEM_ALLOC_NODE_PARAMS allocation = {};
  allocation.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  allocation.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  allocation.bytesize = 4096;
  CUgraphNode made = nullptr;
  CUgraphNode freed = nullptr;
  ASSERT_EQ(cuGraphAddMemAllocNode(&made, graph, nullptr, 0, &allocation), CUDA_SUCCESS);
  EXPECT_NE(allocation.dptr, 0U);
  ASSERT_EQ(cuGraphAddMemFreeNode(&freed, graph, &made, 1, allocation.dptr), CUDA_SUCCESS);
  CUdeviceptr pointer = 0;
  EXPECT_EQ(cuGraphMemFreeNodeGetParams(freed, &pointer), CUDA_SUCCESS);
  EXPECT_EQ(pointer, allocation.dptr);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
}

TEST_F(InContext, TheRuntimeFindsTheDriversFunctions) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult status;
  ASSERT_EQ(cudaGetDriverEntryPointByVersion("cuLaunchKernel", &function, 13000, cudaEnableDefault,
                                             &status),
            cudaSuccess);
  EXPECT_EQ(status, cudaDriverEntryPointSuccess);
  EXPECT_EQ(function, dlsym(RTLD_DEFAULT, "cuLaunchKernel"));
}

TEST_F(InContext, RandomBytesAreRefused) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same bytes each time
  for (int round = 0; round < 2000; ++round) {
    // The last bytes are zero: text ends.
    alignas(16) unsigned char bytes[256] = {};
    for (std::size_t i = 0; i + 8 < sizeof bytes; ++i)
      bytes[i] = static_cast<unsigned char>(random());
    CUmodule module = nullptr;
    EXPECT_NE(cuModuleLoadData(&module, bytes), CUDA_SUCCESS) << round;
    EXPECT_NE(cuModuleLoadFatBinary(&module, bytes), CUDA_SUCCESS) << round;
    EXPECT_EQ(module, nullptr);
    CUlibrary library = nullptr;
    EXPECT_NE(cuLibraryLoadData(&library, bytes, nullptr, nullptr, 0, nullptr, nullptr, 0),
              CUDA_SUCCESS)
        << round;
    EXPECT_EQ(library, nullptr);
    CUlinkState link = nullptr;
    ASSERT_EQ(cuLinkCreate(0, nullptr, nullptr, &link), CUDA_SUCCESS);
    for (const auto type : {CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX, CU_JIT_INPUT_FATBINARY})
      EXPECT_NE(cuLinkAddData(link, type, bytes, sizeof bytes, nullptr, 0, nullptr, nullptr),
                CUDA_SUCCESS)
          << round;
    EXPECT_EQ(cuLinkDestroy(link), CUDA_SUCCESS);
  }
}

TEST_F(InContext, BeginningsAloneAreRefused) {
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

// CUDA's programming guide: a copy between the memories of two devices in the legacy stream begins after all earlier
// work of either device and ends before any later work of either.
class BetweenDevices : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    int count = 0;
    ASSERT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
    if (count < 2) GTEST_SKIP() << "needs two devices";
    for (int device = 0; device < 2; ++device) {
      CUcontext& context = contexts_[device];
      if (GetParam()) {
        ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
      } else {
        ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, device), CUDA_SUCCESS);
      }
      ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
      ASSERT_EQ(cuMemAlloc(&memory_[device], kBytes), CUDA_SUCCESS);
      ASSERT_EQ(cuMemsetD8(memory_[device], 7, kBytes), CUDA_SUCCESS);
      ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
  }
  void TearDown() override {
    for (int device = 0; device < 2; ++device) {
      if (contexts_[device] == nullptr) continue;
      cuCtxSetCurrent(contexts_[device]);
      cuMemFree(memory_[device]);
      if (GetParam()) {
        cuDevicePrimaryCtxRelease(device);
      } else {
        cuCtxDestroy(contexts_[device]);
      }
    }
    cuCtxSetCurrent(nullptr);
  }

  void use(int device) { ASSERT_EQ(cuCtxSetCurrent(contexts_[device]), CUDA_SUCCESS); }
  void copy_to_second() {
    use(0);
    ASSERT_EQ(cuMemcpyDtoDAsync(memory_[1], memory_[0], kBytes, nullptr), CUDA_SUCCESS);
  }
  void fill_second(unsigned char value) {
    use(1);
    ASSERT_EQ(cuMemsetD8Async(memory_[1], value, kBytes, nullptr), CUDA_SUCCESS);
  }
  unsigned char value_after(Gate& gate) {
    // Work that does not wait for the gate is done by then.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.open();
    for (const int device : {0, 1}) {
      use(device);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
    unsigned char value = 0;
    EXPECT_EQ(cuMemcpyDtoH(&value, memory_[1], 1), CUDA_SUCCESS);
    return value;
  }

  static constexpr std::size_t kBytes = 1000;
  CUcontext contexts_[2] = {};
  CUdeviceptr memory_[2] = {};
};

TEST_P(BetweenDevices, CopiesInTheLegacyStreamFollowTheOtherDevicesWork) {
  use(1);
  Gate gate(nullptr);
  ASSERT_TRUE(gate.is_enqueued());
  fill_second(1);
  copy_to_second();
  EXPECT_EQ(value_after(gate), 7);
}

TEST_P(BetweenDevices, CopiesInTheLegacyStreamPrecedeTheOtherDevicesWork) {
  use(0);
  Gate gate(nullptr);
  ASSERT_TRUE(gate.is_enqueued());
  copy_to_second();
  fill_second(3);
  EXPECT_EQ(value_after(gate), 3);
}

INSTANTIATE_TEST_SUITE_P(Contexts, BetweenDevices, testing::Bool(),
                         [](const auto& info) { return info.param ? "Primary" : "Created"; });

}  // namespace
