// SPDX-License-Identifier: Apache-2.0
// Streams: creation, handles that are not streams, default streams, order, callbacks.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "gate.h"

extern "C" cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long* id);

namespace {

class StreamTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    cudaGetLastError();
  }
  void TearDown() override { EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess); }

  cudaStream_t stream_ = nullptr;
};

TEST_F(StreamTest, CreateRefusesBadArguments) {
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreate(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 2), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamCreateWithPriority(nullptr, 0, 0), cudaErrorInvalidValue);
}

TEST_F(StreamTest, PrioritiesAreClamped) {
  for (const auto [asked, expected] : {std::pair{0, 0}, {-3, -3}, {-99, -5}, {7, 0}}) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, asked), cudaSuccess);
    int priority = 99;
    EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
    EXPECT_EQ(priority, expected);
    unsigned flags = 99;
    EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
    EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }
}

TEST_F(StreamTest, WhatIsNotAStreamIsRefused) {
  cudaStream_t destroyed = nullptr;
  ASSERT_EQ(cudaStreamCreate(&destroyed), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(destroyed), cudaSuccess);
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  int local = 0;
  for (const cudaStream_t handle :
       {destroyed, reinterpret_cast<cudaStream_t>(&local), reinterpret_cast<cudaStream_t>(event),
        reinterpret_cast<cudaStream_t>(3), reinterpret_cast<cudaStream_t>(~std::uintptr_t{0})}) {
    unsigned flags = 0;
    unsigned long long id = 0;
    int number = 0;
    EXPECT_EQ(cudaStreamSynchronize(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamQuery(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamDestroy(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamWaitEvent(handle, event, 0), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(event, handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamGetFlags(handle, &flags), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamGetId(handle, &id), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamGetDevice(handle, &number), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamGetPriority(handle, &number), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaLaunchHostFunc(handle, [](void*) {}, nullptr), cudaErrorInvalidResourceHandle);
  }
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(StreamTest, NullOutputsAreRefused) {
  EXPECT_EQ(cudaStreamGetFlags(stream_, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamGetId(stream_, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamGetPriority(stream_, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamGetDevice(stream_, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamIsCapturing(stream_, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamGetAttribute(stream_, cudaLaunchAttributePriority, nullptr),
            cudaErrorInvalidValue);
}

TEST_F(StreamTest, DefaultStreams) {
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamLegacy), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamPerThread), cudaErrorInvalidResourceHandle);
  for (const cudaStream_t handle : {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread}) {
    unsigned flags = 9;
    int priority = 9;
    EXPECT_EQ(cudaStreamGetFlags(handle, &flags), cudaSuccess);
    EXPECT_EQ(cudaStreamGetPriority(handle, &priority), cudaSuccess);
    EXPECT_EQ(flags, 0u);
    EXPECT_EQ(priority, 0);
    EXPECT_EQ(cudaStreamSynchronize(handle), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(handle), cudaSuccess);
  }
}

unsigned long long id_of(cudaStream_t stream) {
  unsigned long long id = 0;
  EXPECT_EQ(cudaStreamGetId(stream, &id), cudaSuccess);
  return id;
}

TEST_F(StreamTest, IdsAreUniqueAndNeverReused) {
  EXPECT_EQ(id_of(nullptr), id_of(cudaStreamLegacy));
  std::set<unsigned long long> ids = {id_of(nullptr), id_of(cudaStreamPerThread), id_of(stream_)};
  EXPECT_EQ(ids.size(), 3u);
  std::thread([&] { EXPECT_TRUE(ids.insert(id_of(cudaStreamPerThread)).second); }).join();
  for (int i = 0; i < 100; ++i) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    EXPECT_TRUE(ids.insert(id_of(stream)).second);
    ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }
}

TEST_F(StreamTest, PerThreadSymbolsTakeZeroForTheThreadsOwnStream) {
  unsigned long long id = 0;
  ASSERT_EQ(cudaStreamGetId_ptsz(nullptr, &id), cudaSuccess);
  EXPECT_EQ(id, id_of(cudaStreamPerThread));
  ASSERT_EQ(cudaStreamGetId_ptsz(cudaStreamLegacy, &id), cudaSuccess);
  EXPECT_EQ(id, id_of(nullptr));
}

TEST_F(StreamTest, QueryTellsWhatIsPendingAndIsNoError) {
  {
    const Gate gate(stream_);
    EXPECT_EQ(cudaStreamQuery(stream_), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady)
        << "the legacy stream covers blocking streams";
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  }
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream_), cudaSuccess);
}

TEST_F(StreamTest, NonBlockingStreamsDoNotHoldTheLegacyStream) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    const Gate gate(stream);
    EXPECT_EQ(cudaStreamQuery(nullptr), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(StreamTest, DestroyReturnsAtOnceAndTheWorkStillRuns) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  static std::atomic<int> ran;
  ran = 0;
  {
    const Gate gate(stream);
    ASSERT_EQ(cudaLaunchHostFunc(stream, [](void*) { ++ran; }, nullptr), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
    EXPECT_EQ(ran, 0);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(ran, 1);
}

TEST_F(StreamTest, PerThreadStreamOutlivesItsThread) {
  static std::atomic<int> ran;
  ran = 0;
  std::unique_ptr<Gate> gate;
  std::thread([&] {
    gate = std::make_unique<Gate>(cudaStreamPerThread);
    ASSERT_EQ(cudaLaunchHostFunc(cudaStreamPerThread, [](void*) { ++ran; }, nullptr), cudaSuccess);
  }).join();
  EXPECT_EQ(ran, 0);
  gate.reset();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(ran, 1);
}

TEST_F(StreamTest, Attributes) {
  cudaLaunchAttributeValue value = {};
  EXPECT_EQ(cudaStreamGetAttribute(stream_, cudaLaunchAttributeSynchronizationPolicy, &value),
            cudaSuccess);
  EXPECT_EQ(static_cast<int>(value.syncPolicy), -1);
  value.syncPolicy = cudaSyncPolicySpin;
  EXPECT_EQ(cudaStreamSetAttribute(stream_, cudaLaunchAttributeSynchronizationPolicy, &value),
            cudaSuccess);
  value.syncPolicy = static_cast<cudaSynchronizationPolicy>(77);
  EXPECT_EQ(cudaStreamSetAttribute(stream_, cudaLaunchAttributeSynchronizationPolicy, &value),
            cudaErrorInvalidValue);
  cudaStream_t copy = nullptr;
  ASSERT_EQ(cudaStreamCreate(&copy), cudaSuccess);
  EXPECT_EQ(cudaStreamCopyAttributes(copy, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamGetAttribute(copy, cudaLaunchAttributeSynchronizationPolicy, &value),
            cudaSuccess);
  EXPECT_EQ(value.syncPolicy, cudaSyncPolicySpin);
  EXPECT_EQ(cudaStreamDestroy(copy), cudaSuccess);
  value = {};
  value.accessPolicyWindow.hitRatio = 1.5F;
  EXPECT_EQ(cudaStreamSetAttribute(stream_, cudaLaunchAttributeAccessPolicyWindow, &value),
            cudaErrorInvalidValue);
  value.priority = -99;
  EXPECT_EQ(cudaStreamSetAttribute(stream_, cudaLaunchAttributePriority, &value), cudaSuccess);
  int priority = 0;
  EXPECT_EQ(cudaStreamGetPriority(stream_, &priority), cudaSuccess);
  EXPECT_EQ(priority, -5);
  EXPECT_EQ(cudaStreamGetAttribute(stream_, cudaLaunchAttributeCooperative, &value),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamGetAttribute(stream_, static_cast<cudaLaunchAttributeID>(99), &value),
            cudaErrorInvalidValue);
}

struct Seen {
  std::vector<cudaStream_t> streams;
  std::vector<cudaError_t> inside;
};

void look_around(cudaStream_t stream, cudaError_t status, void* user) {
  auto* const seen = static_cast<Seen*>(user);
  seen->streams.push_back(stream);
  seen->inside.push_back(status);
  void* memory = nullptr;
  int count = 0;
  seen->inside.push_back(cudaMalloc(&memory, 100));
  seen->inside.push_back(cudaGetLastError());
  seen->inside.push_back(cudaStreamQuery(stream));
  seen->inside.push_back(cudaStreamSynchronize(stream));
  seen->inside.push_back(cudaGetDeviceCount(&count));
}

TEST_F(StreamTest, InsideHostFunctionsTheApiIsNotPermitted) {
  Seen seen;
  ASSERT_EQ(cudaStreamAddCallback(stream_, look_around, &seen, 0), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  const std::vector<cudaError_t> expected = {cudaSuccess,           cudaErrorNotPermitted,
                                             cudaErrorNotPermitted, cudaErrorNotPermitted,
                                             cudaErrorNotPermitted, cudaSuccess};
  EXPECT_EQ(seen.inside, expected);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << "the host thread's last error stays clean";
}

TEST_F(StreamTest, CallbacksGetTheStreamAsItWasNamed) {
  Seen seen;
  for (const cudaStream_t handle : {stream_, cudaStream_t{nullptr}, cudaStreamPerThread}) {
    ASSERT_EQ(cudaStreamAddCallback(handle, look_around, &seen, 0), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(handle), cudaSuccess);
  }
  EXPECT_EQ(seen.streams, (std::vector<cudaStream_t>{stream_, nullptr, cudaStreamPerThread}));
  EXPECT_EQ(cudaStreamAddCallback(stream_, look_around, &seen, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAddCallback(stream_, nullptr, &seen, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaLaunchHostFunc(stream_, nullptr, nullptr), cudaErrorInvalidValue);
}

TEST_F(StreamTest, NothingIsCapturing) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  EXPECT_EQ(cudaStreamIsCapturing(stream_, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusNone);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeRelaxed);
}

TEST_F(StreamTest, FreeInTheLegacyStreamIsWorkLikeAnyOther) {
  cudaStream_t later = nullptr;
  ASSERT_EQ(cudaStreamCreate(&later), cudaSuccess);
  void* freed = nullptr;
  void* memory = nullptr;
  ASSERT_EQ(cudaMallocAsync(&freed, 64, nullptr), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  {
    const Gate gate(stream_);
    ASSERT_EQ(cudaFreeAsync(freed, nullptr), cudaSuccess);
    ASSERT_EQ(cudaMemsetAsync(memory, 0, 64, later), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(later), cudaErrorNotReady) << "it follows the legacy stream's free";
  }
  EXPECT_EQ(cudaStreamDestroy(later), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

}  // namespace
