// SPDX-License-Identifier: Apache-2.0
// Pools in two processes.
#include "../cases.h"
#include "../two_processes.h"

#include <cstring>

namespace shared_ {
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

namespace {

void owner(Channel &channel) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  SHOW(cudaMemPoolCreate(&pool, &props));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  int *p, *plain;
  SHOW(cudaMallocAsync(&p, 256 * sizeof(int), pool, s));
  MUST(cudaMallocAsync(&plain, 256 * sizeof(int), s));
  MUST(cudaMemsetAsync(p, 0, 256 * sizeof(int), s));
  add<<<1, 256, 0, s>>>(p, 5);
  SHOW(cudaStreamSynchronize(s));
  int descriptor = -1;
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  show_truth("a descriptor", descriptor >= 0);
  cudaMemPoolPtrExportData data;
  SHOW(cudaMemPoolExportPointer(&data, p));
  cudaMemPoolPtrExportData refused;
  SHOW(cudaMemPoolExportPointer(&refused, p + 1));
  SHOW(cudaMemPoolExportPointer(&refused, plain));
  SHOW(cudaMemPoolExportPointer(&refused, nullptr));
  SHOW(cudaMemPoolExportPointer(nullptr, p));
  channel.send_descriptor(descriptor);
  channel.send(data);
  channel.receive<int>();
  int first = 0;
  MUST(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the owner sees", first);
  SHOW(cudaFreeAsync(p, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaMemPoolDestroy(pool));
  channel.send(1);
}

void importer(Channel &channel) {
  const int descriptor = channel.receive_descriptor();
  auto data = channel.receive<cudaMemPoolPtrExportData>();
  cudaMemPool_t pool;
  SHOW(cudaMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor)),
                                            cudaMemHandleTypePosixFileDescriptor, 0));
  void *p = nullptr, *more = nullptr;
  SHOW(cudaMemPoolImportPointer(&p, pool, &data));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  add<<<1, 256, 0, s>>>(static_cast<int *>(p), 100);
  int first = 0;
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the importer sees", first);
  SHOW(cudaMallocAsync(&more, 64, pool, s));
  SHOW(cudaDeviceSetMemPool(0, pool));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  unsigned long long value = 77;
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, p));
  show_value("type", attributes.type);
  SHOW(cudaFreeAsync(p, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaMemPoolDestroy(pool));
  close(descriptor);
  channel.send(1);
  channel.receive<int>();
}

}  // namespace

// A pool and its memory in two processes, through a file descriptor.
CASE(shared) {
  run_two_processes(owner, importer);
}
}  // namespace shared_

namespace shared_access_ {
namespace {

void show_access(cudaMemPool_t pool, cudaMemLocationType type, int id) {
  cudaMemLocation location;
  std::memset(&location, 0, sizeof location);
  location.type = type;
  location.id = id;
  auto flags = static_cast<cudaMemAccessFlags>(77);
  SHOW(cudaMemPoolGetAccess(&flags, pool, &location));
  show_value("flags", flags);
}

void set_access(cudaMemPool_t pool, cudaMemLocationType type, int id, cudaMemAccessFlags flags) {
  cudaMemAccessDesc access;
  std::memset(&access, 0, sizeof access);
  access.location.type = type;
  access.location.id = id;
  access.flags = flags;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
}

void owner(Channel &channel) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  int *p;
  MUST(cudaMallocAsync(&p, 256 * sizeof(int), pool, s));
  MUST(cudaMemsetAsync(p, 0, 256 * sizeof(int), s));
  MUST(cudaStreamSynchronize(s));
  int descriptor = -1;
  MUST(cudaMemPoolExportToShareableHandle(&descriptor, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  cudaMemPoolPtrExportData data;
  MUST(cudaMemPoolExportPointer(&data, p));
  channel.send_descriptor(descriptor);
  channel.send(data);
  channel.receive<int>();
  show_access(pool, cudaMemLocationTypeDevice, 0);
}

void importer(Channel &channel) {
  const int descriptor = channel.receive_descriptor();
  auto data = channel.receive<cudaMemPoolPtrExportData>();
  cudaMemPool_t pool;
  SHOW(cudaMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor)),
                                            cudaMemHandleTypePosixFileDescriptor, 0));
  show_access(pool, cudaMemLocationTypeDevice, 0);
  show_access(pool, cudaMemLocationTypeDevice, 99);
  show_access(pool, cudaMemLocationTypeHost, 0);
  show_access(pool, cudaMemLocationTypeNone, 0);
  set_access(pool, cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtReadWrite);
  show_access(pool, cudaMemLocationTypeDevice, 0);
  set_access(pool, cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtRead);
  set_access(pool, cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtNone);
  set_access(pool, cudaMemLocationTypeDevice, 99, cudaMemAccessFlagsProtReadWrite);
  set_access(pool, cudaMemLocationTypeHost, 0, cudaMemAccessFlagsProtReadWrite);
  SHOW(cudaMemPoolGetAccess(nullptr, pool, nullptr));
  show_access(pool, cudaMemLocationTypeDevice, 0);
  void *p = nullptr;
  SHOW(cudaMemPoolImportPointer(&p, pool, &data));
  int first = 77;
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the importer sees", first);
  SHOW(cudaFree(p));
  SHOW(cudaMemPoolDestroy(pool));
  close(descriptor);
  channel.send(1);
}

}  // namespace

// Who may touch the memory of a pool that comes from another process.
CASE(shared_access) {
  run_two_processes(owner, importer);
}
}  // namespace shared_access_
