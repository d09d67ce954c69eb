// SPDX-License-Identifier: Apache-2.0
// Memory and semaphores of other APIs, by descriptor.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace {

TEST(ExternalMemoryTest, IsTheFilesMemory) {
  const int descriptor = memfd_create("test", 0);
  ASSERT_EQ(ftruncate(descriptor, 8192), 0);
  const int kept = dup(descriptor);
  cudaExternalMemoryHandleDesc desc = {};
  desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
  desc.handle.fd = descriptor;
  desc.size = 16384;
  cudaExternalMemory_t memory = nullptr;
  EXPECT_EQ(cudaImportExternalMemory(&memory, &desc), cudaErrorUnknown) << "larger than the file";
  desc.size = 8192;
  ASSERT_EQ(cudaImportExternalMemory(&memory, &desc), cudaSuccess);
  cudaExternalMemoryBufferDesc buffer = {};
  buffer.offset = 4096;
  buffer.size = 8192;
  void* mapped = nullptr;
  EXPECT_EQ(cudaExternalMemoryGetMappedBuffer(&mapped, memory, &buffer), cudaErrorInvalidValue);
  buffer.size = 4096;
  ASSERT_EQ(cudaExternalMemoryGetMappedBuffer(&mapped, memory, &buffer), cudaSuccess);
  EXPECT_EQ(cudaDestroyExternalMemory(memory), cudaSuccess);
  EXPECT_EQ(cudaDestroyExternalMemory(memory), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(mapped, 7, 4096), cudaSuccess);
  EXPECT_EQ(cudaMemset(mapped, 7, 4097), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  char byte = 0;
  EXPECT_EQ(pread(kept, &byte, 1, 4096), 1);
  EXPECT_EQ(byte, 7);
  EXPECT_EQ(cudaFree(mapped), cudaSuccess);
  EXPECT_EQ(cudaFree(mapped), cudaErrorInvalidValue);
  close(kept);
}

TEST(ExternalSemaphoreTest, OrdersStreams) {
  const int descriptor = eventfd(0, EFD_NONBLOCK);
  cudaExternalSemaphoreHandleDesc desc = {};
  desc.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  desc.handle.fd = descriptor;
  cudaExternalSemaphore_t semaphore = nullptr;
  ASSERT_EQ(cudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
  cudaStream_t first = nullptr;
  cudaStream_t second = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking), cudaSuccess);
  const cudaExternalSemaphoreWaitParams wait = {};
  const cudaExternalSemaphoreSignalParams signal = {};
  EXPECT_EQ(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, second), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(second), cudaErrorNotReady);
  EXPECT_EQ(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, first), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(second), cudaSuccess);
  EXPECT_EQ(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
  EXPECT_EQ(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, second), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(first), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(second), cudaSuccess);
}

}  // namespace
