// SPDX-License-Identifier: Apache-2.0
// Copies and fills: contents, kinds, pitches, and which calls wait for a stream that is held back.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "gate.h"

namespace {

class CopyTest : public testing::Test {
 protected:
  static constexpr std::size_t kBytes = 3'000'017;

  void SetUp() override {
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&device_), kBytes), cudaSuccess);
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&other_), kBytes), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&pinned_), kBytes), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    pageable_.resize(kBytes);
    std::iota(pageable_.begin(), pageable_.end(), static_cast<unsigned char>(0));
    cudaGetLastError();
  }
  void TearDown() override {
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
    EXPECT_EQ(cudaFree(device_), cudaSuccess);
    EXPECT_EQ(cudaFree(other_), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned_), cudaSuccess);
  }

  // Runs `call` while the stream is held back for a while; true if it came back before the gate
  // opened.
  template <class Call>
  bool returns_at_once(Call&& call) {
    Gate gate(stream_);
    EXPECT_TRUE(gate.is_enqueued());
    std::atomic<bool> is_opening{false};
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      is_opening = true;
      gate.open();
    });
    EXPECT_EQ(call(), cudaSuccess);
    const bool was_early = !is_opening;
    opener.join();
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    return was_early;
  }

  unsigned char* device_ = nullptr;
  unsigned char* other_ = nullptr;
  unsigned char* pinned_ = nullptr;
  std::vector<unsigned char> pageable_;
  cudaStream_t stream_ = nullptr;
};

TEST_F(CopyTest, ThereAcrossAndBack) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{70'000}, kBytes}) {
    std::vector<unsigned char> result(bytes + 1, 0xcc);
    ASSERT_EQ(cudaMemset(device_, 0xee, kBytes), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(device_, pageable_.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(other_, device_, bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(result.data(), other_, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(std::memcmp(result.data(), pageable_.data(), bytes), 0);
    EXPECT_EQ(result[bytes], 0xcc);
    if (bytes < kBytes) {
      unsigned char next = 0;
      ASSERT_EQ(cudaMemcpy(&next, device_ + bytes, 1, cudaMemcpyDefault), cudaSuccess);
      EXPECT_EQ(next, 0xee);
    }
  }
}

TEST_F(CopyTest, KindsAreCheckedAgainstPageableMemoryOnly) {
  unsigned char* const host = pageable_.data();
  EXPECT_EQ(cudaMemcpy(device_, other_, 100, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, other_, 100, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, other_, 100, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(pinned_, pinned_ + 1000, 100, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, host, 100, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device_, host, 100, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, device_, 100, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, device_, 100, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, host + 1000, 100, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host, device_, 100, static_cast<cudaMemcpyKind>(5)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, device_, 100, static_cast<cudaMemcpyKind>(-1)),
            cudaErrorInvalidMemcpyDirection);
}

TEST_F(CopyTest, BadPointersAndSizes) {
  unsigned char* const host = pageable_.data();
  EXPECT_EQ(cudaMemcpy(nullptr, host, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device_, nullptr, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device_, host, kBytes + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device_ + 1, host, kBytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device_, 0, kBytes + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host, 0, 10), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), cudaSuccess);
  EXPECT_EQ(cudaMemset(nullptr, 0, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyAsync(device_, host, 10, cudaMemcpyHostToDevice,
                            reinterpret_cast<cudaStream_t>(device_)),
            cudaErrorInvalidResourceHandle);
}

TEST_F(CopyTest, FreedMemoryIsRefused) {
  void* freed = nullptr;
  ASSERT_EQ(cudaMalloc(&freed, 1 << 20), cudaSuccess);
  ASSERT_EQ(cudaFree(freed), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(freed, pageable_.data(), 10, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(freed, 0, 10), cudaErrorInvalidValue);
}

TEST_F(CopyTest, Rows) {
  constexpr std::size_t kWidth = 100;
  constexpr std::size_t kHeight = 37;
  constexpr std::size_t kPitch = 512;
  ASSERT_EQ(cudaMemset(device_, 0xee, kBytes), cudaSuccess);
  ASSERT_EQ(
      cudaMemcpy2D(device_, kPitch, pageable_.data(), 128, kWidth, kHeight, cudaMemcpyHostToDevice),
      cudaSuccess);
  std::vector<unsigned char> result(kPitch * kHeight);
  ASSERT_EQ(cudaMemcpy(result.data(), device_, result.size(), cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::size_t row = 0; row < kHeight; ++row) {
    ASSERT_EQ(std::memcmp(&result[row * kPitch], &pageable_[row * 128], kWidth), 0) << row;
    ASSERT_EQ(result[row * kPitch + kWidth], 0xee) << row;
  }
  EXPECT_EQ(
      cudaMemcpy2D(device_, 99, pageable_.data(), 128, kWidth, kHeight, cudaMemcpyHostToDevice),
      cudaErrorInvalidPitchValue);
  EXPECT_EQ(
      cudaMemcpy2D(device_, kPitch, pageable_.data(), 99, kWidth, kHeight, cudaMemcpyHostToDevice),
      cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device_, kPitch, pageable_.data(), kPitch, kWidth, kBytes,
                         cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device_, kPitch, pageable_.data(), 128, 0, 5, cudaMemcpyHostToDevice),
            cudaSuccess);
}

TEST_F(CopyTest, Boxes) {
  cudaMemcpy3DParms parameters = {};
  EXPECT_EQ(cudaMemcpy3D(&parameters), cudaSuccess) << "all zero";
  EXPECT_EQ(cudaMemcpy3D(nullptr), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMemset(device_, 0xee, kBytes), cudaSuccess);
  parameters.srcPtr = {pageable_.data(), 64, 64, 10};
  parameters.srcPos = {3, 1, 1};
  parameters.dstPtr = {device_, 512, 64, 8};
  parameters.dstPos = {16, 2, 0};
  parameters.extent = {20, 4, 3};
  parameters.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&parameters), cudaSuccess);
  std::vector<unsigned char> result(std::size_t{512} * 8 * 3);
  ASSERT_EQ(cudaMemcpy(result.data(), device_, result.size(), cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::size_t z = 0; z < 3; ++z) {
    for (std::size_t y = 0; y < 4; ++y) {
      const unsigned char* const expected = &pageable_[((z + 1) * 10 + y + 1) * 64 + 3];
      ASSERT_EQ(std::memcmp(&result[(z * 8 + y + 2) * 512 + 16], expected, 20), 0) << z << " " << y;
    }
  }
  EXPECT_EQ(result[15], 0xee);
  EXPECT_EQ(result[(0 * 8 + 2) * 512 + 36], 0xee);
}

TEST_F(CopyTest, FillOfRowsLeavesThePitch) {
  ASSERT_EQ(cudaMemset(device_, 1, 512 * 10), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(device_, 512, 0x1ab, 100, 10), cudaSuccess);
  std::vector<unsigned char> result(std::size_t{512} * 10);
  ASSERT_EQ(cudaMemcpy(result.data(), device_, result.size(), cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], i % 512 < 100 ? 0xab : 1) << i;
  EXPECT_EQ(cudaMemset2D(device_, 99, 0, 100, 10), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset3D({device_, 512, 100, 4}, 7, {100, 4, 2}), cudaSuccess);
}

TEST_F(CopyTest, OverlapIsCopiedInOrder) {
  std::memcpy(pinned_, pageable_.data(), 2'000'000);
  ASSERT_EQ(cudaMemcpy(pinned_ + 100, pinned_, 1'000'000, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(std::memcmp(pinned_ + 100, pageable_.data(), 1'000'000), 0);
}

TEST_F(CopyTest, SmallPageableSourcesAreReadAtTheCall) {
  for (const std::size_t bytes :
       {std::size_t{8}, std::size_t{1024}, std::size_t{5000}, std::size_t{65536}}) {
    std::vector<unsigned char> source(bytes, 1);
    EXPECT_TRUE(returns_at_once([&] {
      const cudaError_t result =
          cudaMemcpyAsync(device_, source.data(), bytes, cudaMemcpyHostToDevice, stream_);
      std::fill(source.begin(), source.end(), static_cast<unsigned char>(2));
      return result;
    })) << bytes;
    std::vector<unsigned char> seen(bytes);
    ASSERT_EQ(cudaMemcpy(seen.data(), device_, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen, std::vector<unsigned char>(bytes, 1)) << bytes;
  }
}

TEST_F(CopyTest, SmallPageableRowsAreReadAtTheCall) {
  std::vector<unsigned char> source(std::size_t{64} * 20, 1);
  EXPECT_TRUE(returns_at_once([&] {
    const cudaError_t result =
        cudaMemcpy2DAsync(device_, 512, source.data(), 64, 50, 20, cudaMemcpyHostToDevice, stream_);
    std::fill(source.begin(), source.end(), static_cast<unsigned char>(2));
    return result;
  }));
  std::vector<unsigned char> seen(std::size_t{50} * 20);
  ASSERT_EQ(cudaMemcpy2D(seen.data(), 50, device_, 512, 50, 20, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(seen, std::vector<unsigned char>(seen.size(), 1));
}

TEST_F(CopyTest, PinnedSourcesAreReadWhenTheCopyRuns) {
  std::memset(pinned_, 1, 100);
  EXPECT_TRUE(returns_at_once([&] {
    const cudaError_t result =
        cudaMemcpyAsync(device_, pinned_, 100, cudaMemcpyHostToDevice, stream_);
    std::memset(pinned_, 2, 100);
    return result;
  }));
  unsigned char seen = 0;
  ASSERT_EQ(cudaMemcpy(&seen, device_ + 99, 1, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(seen, 2);
}

TEST_F(CopyTest, WhichCallsReturnAtOnce) {
  EXPECT_TRUE(returns_at_once(
      [&] { return cudaMemcpyAsync(pinned_, device_, kBytes, cudaMemcpyDeviceToHost, stream_); }));
  EXPECT_TRUE(returns_at_once(
      [&] { return cudaMemcpyAsync(other_, device_, kBytes, cudaMemcpyDeviceToDevice, stream_); }));
  EXPECT_TRUE(returns_at_once([&] { return cudaMemsetAsync(pinned_, 1, kBytes, stream_); }));
  EXPECT_TRUE(returns_at_once([&] {
    void* memory = nullptr;
    return cudaMalloc(&memory, 100);
  }));
}

TEST_F(CopyTest, WhichCallsWait) {
  EXPECT_FALSE(returns_at_once([&] {
    return cudaMemcpyAsync(pageable_.data(), device_, 1, cudaMemcpyDeviceToHost, stream_);
  }));
  EXPECT_FALSE(returns_at_once(
      [&] { return cudaMemcpyAsync(pinned_, pinned_ + 100, 10, cudaMemcpyDefault, stream_); }));
  EXPECT_FALSE(returns_at_once([&] {
    return cudaMemcpyAsync(device_, pageable_.data(), kBytes, cudaMemcpyHostToDevice, stream_);
  }));
}

// The synchronous calls run in the legacy stream, so a blocking stream is held back here.
TEST_F(CopyTest, SynchronousCallsThatStayInDeviceMemoryReturnAtOnce) {
  ASSERT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
  EXPECT_TRUE(returns_at_once([&] { return cudaMemset(device_, 1, kBytes); }));
  EXPECT_TRUE(returns_at_once(
      [&] { return cudaMemcpy(other_, device_, kBytes, cudaMemcpyDeviceToDevice); }));
  EXPECT_FALSE(returns_at_once([&] { return cudaMemset(pinned_, 1, 10); }));
  EXPECT_FALSE(
      returns_at_once([&] { return cudaMemcpy(pinned_, device_, 10, cudaMemcpyDeviceToHost); }));
  EXPECT_FALSE(
      returns_at_once([&] { return cudaMemcpy(device_, pinned_, 10, cudaMemcpyHostToDevice); }));
}

TEST_F(CopyTest, ManyHeldBackSnapshotsDoNotTakeAllMemory) {
  std::vector<unsigned char> source(65536, 3);
  std::atomic<bool> is_done{false};
  Gate gate(stream_);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    gate.open();
  });
  for (int i = 0; i < 2000; ++i) {  // 128 MiB of sources; at most 64 MiB are held
    ASSERT_EQ(
        cudaMemcpyAsync(device_, source.data(), source.size(), cudaMemcpyHostToDevice, stream_),
        cudaSuccess);
  }
  is_done = true;
  opener.join();
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
}

TEST_F(CopyTest, Symbols) {
  static int not_a_symbol = 0;
  void* address = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, &not_a_symbol), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaGetSymbolSize(&size, nullptr), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaGetSymbolSize(nullptr, &not_a_symbol), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyToSymbol(&not_a_symbol, pageable_.data(), 4, 0, cudaMemcpyHostToDevice),
            cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyToSymbol(&not_a_symbol, pageable_.data(), 4, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyFromSymbol(pageable_.data(), &not_a_symbol, 4, 0, cudaMemcpyHostToDevice),
            cudaErrorInvalidSymbol);
}

}  // namespace
