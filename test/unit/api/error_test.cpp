// SPDX-License-Identifier: Apache-2.0
// Last error, names and texts.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>

#include "api/cudart/error.h"

namespace {

class ErrorTest : public testing::Test {
 protected:
  void SetUp() override { cudaGetLastError(); }
};

TEST_F(ErrorTest, LastErrorStaysUntilItIsFetched) {
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  int count = 0;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess) << "success does not clear the last error";
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDeviceCount(nullptr), cudaErrorInvalidValue) << "the newest replaces it";
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(ErrorTest, LastErrorIsPerThread) {
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  std::thread([] { EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess); }).join();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST_F(ErrorTest, NamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(-1)), "unrecognized error code");
}

// Every code of ours has a code of CUDA's with a name of its own.
TEST_F(ErrorTest, EveryCodeIsMapped) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(riffle::Code::kUnknown); ++code) {
    const cudaError_t mapped = riffle::api::cudart::to_cuda(static_cast<riffle::Code>(code));
    EXPECT_TRUE(names.insert(cudaGetErrorName(mapped)).second)
        << code << " " << cudaGetErrorName(mapped);
    EXPECT_EQ(mapped == cudaErrorUnknown, code == static_cast<int>(riffle::Code::kUnknown));
    EXPECT_STRNE(cudaGetErrorName(mapped), "unrecognized error code");
  }
}

}  // namespace
