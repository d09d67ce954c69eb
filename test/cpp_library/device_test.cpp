// SPDX-License-Identifier: Apache-2.0
// Devices, contexts, streams, events, and the errors of their calls.
#include <riffle/context.h>
#include <riffle/dim3.h>
#include <riffle/event.h>
#include <riffle/stream.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "message.h"

namespace {

using library_test::message_of;
using riffle::Context;
using riffle::Device;
using riffle::Event;
using riffle::Stream;

CUcontext current() {
  CUcontext context = nullptr;
  EXPECT_EQ(cuCtxGetCurrent(&context), CUDA_SUCCESS);
  return context;
}

/// Keeps a stream busy until it is opened.
class Gate {
 public:
  explicit Gate(riffle::StreamRef stream) {
    stream.call([opened = opened_.get_future().share()] { opened.wait(); });
  }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> opened_;
};

TEST(Device, SaysWhatItIs) {
  ASSERT_GE(Device::count(), 1);
  const Device device(0);
  EXPECT_FALSE(device.name().empty());
  EXPECT_GT(device.total_memory(), std::size_t{1} << 20);
  EXPECT_EQ(device.max_threads_per_block(), 1024);
  EXPECT_GE(device.compute_capability(), (riffle::ComputeCapability{8, 0}));
  EXPECT_EQ(Device::current(), device);
}

TEST(Device, OneThatIsNotThereIsAnError) {
  const std::string message = message_of([] { Device none(99); }, CUDA_ERROR_INVALID_DEVICE);
  EXPECT_HAS(message, "device_test.cpp:");
  EXPECT_HAS(message, ": cuDeviceGet: CUDA_ERROR_INVALID_DEVICE (101): invalid device ordinal");
}

TEST(Error, HasNameAndText) {
  try {
    Device none(99);
    FAIL();
  } catch (const riffle::Error& error) {
    EXPECT_STREQ(error.name(), "CUDA_ERROR_INVALID_DEVICE");
    EXPECT_STREQ(error.text(), "invalid device ordinal");
  }
}

TEST(Context, IsCurrentByScope) {
  Context::synchronize();
  const CUcontext before = current();
  ASSERT_NE(before, nullptr);  // the primary context, made by the call
  {
    Context context = Context::make();
    EXPECT_EQ(current(), context.handle());
    context.pop();
    EXPECT_EQ(current(), before);
    {
      const Context::Use use(context);
      EXPECT_EQ(current(), context.handle());
    }
    EXPECT_EQ(current(), before);
    EXPECT_HAS(message_of([&] { context.pop(); }, CUDA_ERROR_INVALID_CONTEXT), "not the current");
    context.push();
  }
  EXPECT_EQ(current(), before);
}

TEST(Context, PrimaryIsThatOfTheRuntime) {
  Context::synchronize();
  const CUcontext before = current();
  {
    Context primary = Context::primary();
    EXPECT_EQ(primary.handle(), before);
  }
  EXPECT_EQ(current(), before);
}

TEST(Context, AThreadWithoutOneGetsThePrimary) {
  Context::synchronize();
  const CUcontext expected = current();
  std::thread([&] {
    EXPECT_EQ(current(), nullptr);
    Stream().synchronize();
    EXPECT_EQ(current(), expected);
  }).join();
}

TEST(Context, WhatOutlivesItIsHarmless) {
  Context context = Context::make();
  Stream stream;
  Event event;
  {
    const Context gone = std::move(context);
  }
}

TEST(Stream, RunsInOrderAndIsAsked) {
  Stream stream(CU_STREAM_NON_BLOCKING);
  EXPECT_TRUE(stream.query());
  std::atomic<int> calls = 0;
  Gate gate(stream);
  stream.call([&] { ++calls; });
  EXPECT_FALSE(stream.query());
  EXPECT_EQ(calls, 0);
  gate.open();
  stream.synchronize();
  EXPECT_EQ(calls, 1);
}

TEST(Stream, WaitsForEvents) {
  Stream first(CU_STREAM_NON_BLOCKING), second(CU_STREAM_NON_BLOCKING);
  Event event;
  Gate gate(first);
  event.record(first);
  second.wait(event);
  EXPECT_FALSE(second.query());
  EXPECT_FALSE(event.query());
  gate.open();
  second.synchronize();
  EXPECT_TRUE(event.query());
}

TEST(Stream, CanBeMoved) {
  Stream stream;
  const CUstream handle = stream.handle();
  Stream moved = std::move(stream);
  EXPECT_EQ(moved.handle(), handle);
  moved = Stream();
  EXPECT_NE(moved.handle(), nullptr);
}

TEST(Event, MeasuresBetween) {
  Stream stream;
  Event start, end;
  start.record(stream);
  end.record(stream).synchronize();
  EXPECT_TRUE(start.query());
  EXPECT_GE(start.time_till(end), 0.0f);
  EXPECT_EQ(start.time_till(end), end.time_since(start));
}

TEST(Event, ThatHasNotComeHasNoTime) {
  Stream stream(CU_STREAM_NON_BLOCKING);
  Event start, end;
  Gate gate(stream);
  start.record(stream);
  end.record(stream);
  EXPECT_HAS(message_of([&] { (void)start.time_till(end); }, CUDA_ERROR_NOT_READY),
             "cuEventElapsedTime");
  gate.open();
  end.synchronize();
}

TEST(Event, WithoutTimingHasNoTime) {
  Event start, end(CU_EVENT_DISABLE_TIMING);
  start.record();
  end.record().synchronize();
  message_of([&] { (void)start.time_till(end); }, CUDA_ERROR_INVALID_HANDLE);
}

TEST(Dim3, TakesNumbersOfAllKinds) {
  constexpr riffle::Dim3 extent = {std::size_t{4}, 3};
  EXPECT_EQ(extent.count(), 12u);
  EXPECT_EQ(extent.z, 1u);
  EXPECT_THROW(riffle::Dim3(-1), std::out_of_range);
  EXPECT_THROW(riffle::Dim3(1LL << 32), std::out_of_range);
}

}  // namespace
