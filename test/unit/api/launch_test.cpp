// SPDX-License-Identifier: Apache-2.0
// Launches that cannot be: what is no kernel, and configurations pushed without a launch.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                                cudaStream_t stream);
extern "C" cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared,
                                                  void* stream);

namespace {

void host_function() {}
const void* const kHostFunction = reinterpret_cast<const void*>(&host_function);

TEST(Launch, WhatIsNoKernelIsRefused) {
  EXPECT_EQ(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(kHostFunction, 1, 1, nullptr, 0, nullptr),
            cudaErrorInvalidResourceHandle);
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kHostFunction), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaFuncGetAttributes(nullptr, kHostFunction), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(kHostFunction, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
            cudaErrorInvalidResourceHandle);
  int blocks = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kHostFunction, 32, 0),
            cudaErrorInvalidResourceHandle);  // the function is looked at first
  EXPECT_EQ(
      cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kHostFunction, 32, 0, 4),
      cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Launch, ExtendedConfiguration) {
  EXPECT_EQ(cudaLaunchKernelExC(nullptr, kHostFunction, nullptr), cudaErrorInvalidValue);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  EXPECT_EQ(cudaLaunchKernelExC(&config, nullptr, nullptr), cudaErrorInvalidDeviceFunction);
  config.numAttrs = 1;
  EXPECT_EQ(cudaLaunchKernelExC(&config, kHostFunction, nullptr), cudaErrorInvalidValue);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  EXPECT_EQ(cudaLaunchKernelExC(&config, kHostFunction, nullptr), cudaErrorInvalidResourceHandle);
  attribute.id = cudaLaunchAttributeProgrammaticEvent;
  EXPECT_EQ(cudaLaunchKernelExC(&config, kHostFunction, nullptr), cudaErrorNotSupported);
  attribute.id = static_cast<cudaLaunchAttributeID>(99);
  EXPECT_EQ(cudaLaunchKernelExC(&config, kHostFunction, nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Launch, ConfigurationsNest) {
  ASSERT_EQ(__cudaPushCallConfiguration({1, 2, 3}, {4, 5, 6}, 7, cudaStreamPerThread), 0u);
  ASSERT_EQ(__cudaPushCallConfiguration({9, 1, 1}, {8, 1, 1}, 0, nullptr), 0u);
  dim3 grid;
  dim3 block;
  std::size_t shared = 99;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(grid.x, 9u);
  EXPECT_EQ(shared, 0u);
  ASSERT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(grid.z, 3u);
  EXPECT_EQ(block.y, 5u);
  EXPECT_EQ(shared, 7u);
  EXPECT_EQ(stream, cudaStreamPerThread);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream),
            cudaErrorMissingConfiguration);
  cudaGetLastError();
}

TEST(Launch, ConfigurationsPushedWithoutEndAreRefused) {
  unsigned pushed = 0;
  while (__cudaPushCallConfiguration(1, 1, 0, nullptr) == 0) ++pushed;
  EXPECT_GE(pushed, 4u);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchMaxDepthExceeded);
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  while (pushed-- > 0)
    EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
}

}  // namespace
