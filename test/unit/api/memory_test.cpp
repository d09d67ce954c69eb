// SPDX-License-Identifier: Apache-2.0
// Allocation and pointer attributes: successes, and an error for each documented cause.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "gate.h"

namespace {

class MemoryTest : public testing::Test {
 protected:
  void SetUp() override { cudaGetLastError(); }
};

TEST_F(MemoryTest, ZeroBytesIsSuccessAndNull) {
  void* pointer = &pointer;
  EXPECT_EQ(cudaMalloc(&pointer, 0), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  pointer = &pointer;
  EXPECT_EQ(cudaMallocManaged(&pointer, 0, cudaMemAttachGlobal), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  pointer = &pointer;
  EXPECT_EQ(cudaMallocHost(&pointer, 0), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
}

TEST_F(MemoryTest, BadArguments) {
  EXPECT_EQ(cudaMalloc(nullptr, 10), cudaErrorInvalidValue);
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, SIZE_MAX), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&pointer, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaHostAlloc(&pointer, 10, 0x100), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&pointer, 10, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&pointer, 10, cudaMemAttachSingle), cudaErrorInvalidValue);
  std::size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(nullptr, &pitch, 10, 10), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocPitch(&pointer, nullptr, 10, 10), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocPitch(&pointer, &pitch, SIZE_MAX / 2, 10), cudaErrorMemoryAllocation);
}

TEST_F(MemoryTest, PitchIsAMultipleOf512) {
  void* pointer = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&pointer, &pitch, 513, 7), cudaSuccess);
  EXPECT_EQ(pitch, 1024u);
  EXPECT_EQ(cudaMemset2D(pointer, pitch, 1, 513, 7), cudaSuccess);
  EXPECT_EQ(cudaFree(pointer), cudaSuccess);
  cudaPitchedPtr box = {};
  ASSERT_EQ(cudaMalloc3D(&box, {100, 3, 4}), cudaSuccess);
  EXPECT_EQ(box.pitch, 512u);
  EXPECT_EQ(box.xsize, 100u);
  EXPECT_EQ(box.ysize, 3u);
  EXPECT_EQ(cudaFree(box.ptr), cudaSuccess);
}

TEST_F(MemoryTest, FreeOfForeignOrFreedPointers) {
  std::vector<char> pageable(100);
  EXPECT_EQ(cudaFree(pageable.data()), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pageable.data()), cudaErrorInvalidValue);
  void* device = nullptr;
  void* pinned = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4096), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 4096), cudaSuccess);
  EXPECT_EQ(cudaFree(static_cast<char*>(device) + 256), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, InfoCountsExactly) {
  std::size_t before = 0;
  std::size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  EXPECT_LE(before, total);
  cudaDeviceProp prop;
  ASSERT_EQ(cudaGetDeviceProperties(&prop, 0), cudaSuccess);
  EXPECT_EQ(prop.totalGlobalMem, total);
  EXPECT_EQ(cudaMemGetInfo(nullptr, &total), cudaSuccess);
  EXPECT_EQ(cudaMemGetInfo(&before, nullptr), cudaSuccess);
}

TEST_F(MemoryTest, HostFlags) {
  void* pinned = nullptr;
  unsigned flags = 0;
  ASSERT_EQ(cudaHostAlloc(&pinned, 100, cudaHostAllocDefault), cudaSuccess);
  EXPECT_EQ(cudaHostGetFlags(&flags, pinned), cudaSuccess);
  EXPECT_EQ(flags, 2u);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  ASSERT_EQ(cudaHostAlloc(&pinned, 100, cudaHostAllocWriteCombined | cudaHostAllocPortable),
            cudaSuccess);
  EXPECT_EQ(cudaHostGetFlags(&flags, pinned), cudaSuccess);
  EXPECT_EQ(flags, 7u);
  void* alias = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&alias, pinned, 0), cudaSuccess);
  EXPECT_NE(alias, nullptr);
  EXPECT_EQ(cudaHostGetDevicePointer(&alias, pinned, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  int local = 0;
  EXPECT_EQ(cudaHostGetFlags(&flags, &local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostGetDevicePointer(&alias, &local, 0), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, Registering) {
  std::vector<char> memory(8192);
  ASSERT_EQ(cudaHostRegister(memory.data(), 4096, cudaHostRegisterDefault), cudaSuccess);
  unsigned flags = 0;
  EXPECT_EQ(cudaHostGetFlags(&flags, memory.data()), cudaSuccess);
  EXPECT_EQ(flags, 2u);
  EXPECT_EQ(cudaHostRegister(memory.data(), 4096, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostRegister(memory.data() + 100, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostUnregister(memory.data() + 16), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(memory.data()), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(memory.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(memory.data()), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(cudaHostRegister(nullptr, 10, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostRegister(memory.data(), 0, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostRegister(memory.data(), 10, 0x100), cudaErrorInvalidValue);
  void* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, 100), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(pinned, 100, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(MemoryTest, PointerAttributes) {
  void* device = nullptr;
  void* pinned = nullptr;
  void* managed = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 100), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 100), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 100, cudaMemAttachGlobal), cudaSuccess);
  cudaPointerAttributes attributes = {};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, static_cast<char*>(device) + 5), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(attributes.device, 0);
  EXPECT_EQ(attributes.devicePointer, static_cast<char*>(device) + 5);
  EXPECT_EQ(attributes.hostPointer, nullptr);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(attributes.hostPointer, pinned);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, managed), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(attributes.hostPointer, managed);
  EXPECT_EQ(attributes.devicePointer, managed);
  ASSERT_EQ(cudaFree(device), cudaSuccess);
  for (const void* unknown :
       {static_cast<const void*>(device), static_cast<const void*>(&attributes),
        static_cast<const void*>(nullptr)}) {
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, unknown), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
    EXPECT_EQ(attributes.device, -2);
    EXPECT_EQ(attributes.devicePointer, nullptr);
  }
  EXPECT_EQ(cudaPointerGetAttributes(nullptr, pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(MemoryTest, FreeWaitsForAllStreams) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 100), cudaSuccess);
  Gate gate(stream);
  ASSERT_TRUE(gate.is_enqueued());
  std::atomic<bool> is_open{false};
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    is_open = true;
    gate.open();
  });
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_TRUE(is_open);
  opener.join();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(MemoryTest, StreamOrderedAllocation) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  void* memory = nullptr;
  EXPECT_EQ(cudaMallocAsync(nullptr, 10, stream), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocAsync(&memory, 0, stream), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaFreeAsync(nullptr, stream), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&memory, 1000, stream), cudaSuccess);
  {
    const Gate gate(stream);
    EXPECT_EQ(cudaMemsetAsync(memory, 1, 1000, stream), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(memory, stream), cudaErrorInvalidValue) << "its free is queued already";
    EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
  }
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMallocAsync(&memory, 1000, stream), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&memory, 1000), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(MemoryTest, AttachingManagedMemory) {
  void* managed = nullptr;
  void* device = nullptr;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 4096, cudaMemAttachGlobal), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&device, 4096), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(cudaStreamLegacy, managed, 0, cudaMemAttachSingle),
            cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(nullptr, managed, 0, cudaMemAttachSingle),
            cudaErrorInvalidValue);
  EXPECT_EQ(
      cudaStreamAttachMemAsync(stream, static_cast<char*>(managed) + 8, 0, cudaMemAttachSingle),
      cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, managed, 100, cudaMemAttachSingle),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, device, 0, cudaMemAttachSingle),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, nullptr, 0, cudaMemAttachSingle),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, managed, 0, 3), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, managed, 0, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(MemoryTest, AdviceIsKeptPerRange) {
  char* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(reinterpret_cast<void**>(&managed), 8192, cudaMemAttachGlobal),
            cudaSuccess);
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
  int value = 99;
  EXPECT_EQ(
      cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, managed, 8192),
      cudaSuccess);
  EXPECT_EQ(value, cudaInvalidDeviceId);
  EXPECT_EQ(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, device), cudaSuccess);
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, managed, 4096),
            cudaSuccess);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, managed, 8192),
            cudaSuccess);
  EXPECT_EQ(value, 0) << "only a part is";
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 8192, host, 0, nullptr), cudaSuccess);
  EXPECT_EQ(
      cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, managed, 8192),
      cudaSuccess);
  EXPECT_EQ(value, cudaCpuDeviceId);
  EXPECT_EQ(cudaMemAdvise(managed, 8192, cudaMemAdviseSetAccessedBy, device), cudaSuccess);
  int accessors[2] = {99, 99};
  EXPECT_EQ(cudaMemRangeGetAttribute(accessors, 8, cudaMemRangeAttributeAccessedBy, managed, 8192),
            cudaSuccess);
  EXPECT_EQ(accessors[0], 0);
  EXPECT_EQ(accessors[1], cudaInvalidDeviceId);
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, managed, 10),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, managed, 10),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(managed, 8193, cudaMemAdviseSetReadMostly, device),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(MemoryTest, PoolsOfManagedMemoryNeedNoLocation) {
  cudaMemLocation anywhere = {};
  anywhere.type = cudaMemLocationTypeNone;
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypeManaged;
  properties.location = anywhere;
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaMemPoolCreate(&pool, &properties), cudaSuccess);
  constexpr std::size_t kBytes = 4096;
  unsigned char* memory = nullptr;
  ASSERT_EQ(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&memory), kBytes, pool, nullptr),
            cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory, 7, kBytes, nullptr), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(memory[kBytes - 1], 7);
  cudaPointerAttributes attributes = {};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, memory), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(attributes.hostPointer, memory);
  EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);

  cudaMemPool_t standard = nullptr;
  cudaMemPool_t current = nullptr;
  ASSERT_EQ(cudaMemGetDefaultMemPool(&standard, &anywhere, cudaMemAllocationTypeManaged),
            cudaSuccess);
  EXPECT_NE(standard, pool);
  ASSERT_EQ(cudaMemSetMemPool(&anywhere, cudaMemAllocationTypeManaged, pool), cudaSuccess);
  ASSERT_EQ(cudaMemGetMemPool(&current, &anywhere, cudaMemAllocationTypeManaged), cudaSuccess);
  EXPECT_EQ(current, pool);
  EXPECT_EQ(cudaMemGetMemPool(&current, &anywhere, cudaMemAllocationTypePinned),
            cudaErrorInvalidValue);
  ASSERT_EQ(cudaMemSetMemPool(&anywhere, cudaMemAllocationTypeManaged, standard), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
}

TEST_F(MemoryTest, APendingFillWhoseMemoryIsGoneIsAFaultOfTheDevice) {
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);  // the fault takes its context
  cudaStream_t fills = nullptr;
  cudaStream_t frees = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaStreamCreateWithFlags(&frees, cudaStreamNonBlocking), cudaSuccess);
  void* memory = nullptr;
  ASSERT_EQ(cudaMallocAsync(&memory, 4096, frees), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(frees), cudaSuccess);
  {
    Gate gate(fills);
    ASSERT_EQ(cudaMemsetAsync(memory, 1, 4096, fills), cudaSuccess);
    ASSERT_EQ(cudaFreeAsync(memory, frees), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(frees), cudaSuccess);  // the pool keeps nothing from here on
  }
  EXPECT_EQ(cudaStreamSynchronize(fills), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  cudaGetLastError();
  void* again = nullptr;
  EXPECT_EQ(cudaMalloc(&again, 4096), cudaSuccess);
  EXPECT_EQ(cudaMemset(again, 1, 4096), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

}  // namespace
