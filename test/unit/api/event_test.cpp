// SPDX-License-Identifier: Apache-2.0
// Events: states, waits across streams, times, and an error for each documented cause.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gate.h"

namespace {

class EventTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaStreamCreateWithFlags(&first_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&second_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&event_), cudaSuccess);
    cudaGetLastError();
  }
  void TearDown() override {
    EXPECT_EQ(cudaEventDestroy(event_), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(first_), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(second_), cudaSuccess);
  }

  cudaStream_t first_ = nullptr;
  cudaStream_t second_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

TEST_F(EventTest, UnrecordedIsComplete) {
  EXPECT_EQ(cudaEventQuery(event_), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(first_, event_, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(first_), cudaSuccess);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, event_, event_), cudaErrorInvalidResourceHandle);
}

TEST_F(EventTest, WhatIsNotAnEventIsRefused) {
  cudaEvent_t destroyed = nullptr;
  ASSERT_EQ(cudaEventCreate(&destroyed), cudaSuccess);
  ASSERT_EQ(cudaEventDestroy(destroyed), cudaSuccess);
  int local = 0;
  for (const cudaEvent_t handle :
       {cudaEvent_t{nullptr}, destroyed, reinterpret_cast<cudaEvent_t>(&local),
        reinterpret_cast<cudaEvent_t>(first_)}) {
    float ms = 0;
    EXPECT_EQ(cudaEventQuery(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventSynchronize(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(handle, first_), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventDestroy(handle), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamWaitEvent(first_, handle, 0), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventElapsedTime(&ms, handle, event_), cudaErrorInvalidResourceHandle);
  }
}

TEST_F(EventTest, Flags) {
  cudaEvent_t event = nullptr;
  EXPECT_EQ(cudaEventCreate(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventCreateWithFlags(&event, 8), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventRecordWithFlags(event_, first_, 2), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventRecordWithFlags(event_, first_, cudaEventRecordExternal),
            cudaErrorIllegalState);
  EXPECT_EQ(cudaEventRecordWithFlags(event_, first_, cudaEventRecordDefault), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(first_, event_, 2), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamWaitEvent(first_, event_, cudaEventWaitExternal), cudaErrorIllegalState);
}

TEST_F(EventTest, PendingThenComplete) {
  {
    const Gate gate(first_);
    ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady);
    float ms = 0;
    EXPECT_EQ(cudaEventElapsedTime(&ms, event_, event_), cudaErrorNotReady);
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  }
  EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(event_), cudaSuccess);
}

TEST_F(EventTest, WaitHoldsTheOtherStream) {
  static std::atomic<int> order;
  order = 0;
  {
    const Gate gate(first_);
    ASSERT_EQ(cudaLaunchHostFunc(first_, [](void*) { order = 1; }, nullptr), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(second_, event_, 0), cudaSuccess);
    ASSERT_EQ(cudaLaunchHostFunc(
                  second_, [](void*) { order = order == 1 ? 2 : -1; }, nullptr),
              cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(second_), cudaErrorNotReady);
  }
  EXPECT_EQ(cudaStreamSynchronize(second_), cudaSuccess);
  EXPECT_EQ(order, 2);
}

TEST_F(EventTest, WaitIsBoundToTheRecordBeforeIt) {
  const Gate gate(first_);
  ASSERT_EQ(cudaStreamWaitEvent(second_, event_, 0), cudaSuccess);  // never recorded: no wait
  ASSERT_EQ(cudaEventRecord(event_, second_), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(second_, event_, 0), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);  // pending, but after the wait was made
  EXPECT_EQ(cudaStreamSynchronize(second_), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady);
}

TEST_F(EventTest, DestroyedWhileAwaited) {
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  {
    const Gate gate(first_);
    ASSERT_EQ(cudaEventRecord(event, first_), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(second_, event, 0), cudaSuccess);
    ASSERT_EQ(cudaEventDestroy(event), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(second_), cudaErrorNotReady);
  }
  EXPECT_EQ(cudaStreamSynchronize(second_), cudaSuccess);
}

TEST_F(EventTest, TimesAreInOrder) {
  cudaEvent_t end = nullptr;
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(event_), cudaSuccess);  // its time must not be late
  {
    const Gate gate(first_);
    ASSERT_EQ(cudaEventRecord(end, first_), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(cudaEventSynchronize(end), cudaSuccess);
  float ms = 0;
  ASSERT_EQ(cudaEventElapsedTime(&ms, event_, end), cudaSuccess);
  EXPECT_GE(ms, 4.9F);
  float backwards = 0;
  ASSERT_EQ(cudaEventElapsedTime(&backwards, end, event_), cudaSuccess);
  EXPECT_FLOAT_EQ(backwards, -ms);
  EXPECT_EQ(cudaEventElapsedTime(nullptr, event_, end), cudaErrorInvalidValue);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
}

TEST_F(EventTest, WithoutTimingThereIsNoTime) {
  cudaEvent_t untimed = nullptr;
  ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(untimed, first_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, untimed, event_), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(untimed), cudaSuccess);
}

TEST_F(EventTest, RecordInTheLegacyStreamCoversBlockingStreams) {
  cudaStream_t blocking = nullptr;
  ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
  {
    const Gate gate(blocking);
    ASSERT_EQ(cudaEventRecord(event_, nullptr), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady);
  }
  EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
}

TEST_F(EventTest, RecordedAgainWhilePendingElsewhere) {
  Gate gate(first_);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(cudaEventRecord(event_, first_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, second_), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  cudaEvent_t later = nullptr;
  ASSERT_EQ(cudaEventCreate(&later), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(later, second_), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(later), cudaSuccess);
  gate.open();
  ASSERT_EQ(cudaStreamSynchronize(first_), cudaSuccess);
  float ms = -1;
  ASSERT_EQ(cudaEventElapsedTime(&ms, event_, later), cudaSuccess);
  EXPECT_GE(ms, 0)
      << "the older records in the other stream must not write the newer record's time";
  EXPECT_EQ(cudaEventDestroy(later), cudaSuccess);
}

}  // namespace
