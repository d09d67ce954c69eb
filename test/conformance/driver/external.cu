// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Memory and semaphores of other APIs and other processes.
#include "../cases.h"
#include "driver.h"
#include "../two_processes.h"

#include <sys/mman.h>
#include <unistd.h>

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}

#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))
__global__ void nothing() {}

static void references() {
  CUtexref texture;
  CUmodule module = own_module();
  CUfunction function = function_of(module, "_Z7nothingv");
  CUsurfref surface = nullptr;
  CUarray array = nullptr;
  MUST(cuTexRefCreate(&texture));
  EXPECT(cuModuleGetSurfRef(&surface, module, "none") == CUDA_ERROR_NOT_FOUND);
  EXPECT(cuParamSetTexRef(function, CU_PARAM_TR_DEFAULT, texture) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuSurfRefSetArray(surface, nullptr, 0) == CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuSurfRefGetArray(&array, surface) == CUDA_ERROR_INVALID_HANDLE);
  MUST(cuTexRefDestroy(texture));
}

// cuExternalMemoryGetMappedMipmappedArray: levels in memory of another API, as the runtime's call maps them. And what takes
// references that no module has any more: cuParamSetTexRef, cuSurfRefSetArray, cuSurfRefGetArray. Checks itself.
CASE(external_arrays) {
  use_primary();
  constexpr std::size_t kBytes = 1 << 20;
  const int file = memfd_create("arrays", 0);
  EXPECT(file >= 0 && ftruncate(file, kBytes) == 0);
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC described = {};
  described.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  described.handle.fd = dup(file);
  described.size = kBytes;
  CUexternalMemory memory;
  MUST(cuImportExternalMemory(&memory, &described));
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC levels = {};
  levels.offset = 4096;
  levels.numLevels = 2;
  levels.arrayDesc = {64, 32, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0};
  CUmipmappedArray mipmapped, again;
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(nullptr, memory, &levels) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&mipmapped, memory, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&mipmapped, memory, &levels) == CUDA_SUCCESS);
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC outside = levels;
  outside.offset = kBytes;
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&again, memory, &outside) == CUDA_ERROR_INVALID_VALUE);
  CUarray level;
  CUDA_ARRAY_DESCRIPTOR shape;
  MUST(cuMipmappedArrayGetLevel(&level, mipmapped, 1));
  MUST(cuArrayGetDescriptor(&shape, level));
  EXPECT(shape.Width == 32 && shape.Height == 16 && shape.NumChannels == 4 && shape.Format == CU_AD_FORMAT_UNSIGNED_INT8);
  // What is written into the array is in the memory.
  MUST(cuMipmappedArrayGetLevel(&level, mipmapped, 0));
  const std::vector<unsigned char> row(256, 0x5a);
  MUST(cuMemcpyHtoA(level, 0, row.data(), row.size()));
  std::vector<unsigned char> found(256);
  EXPECT(pread(file, found.data(), found.size(), 4096) == 256 && found == row);
  EXPECT(cuMipmappedArrayDestroy(mipmapped) == CUDA_SUCCESS);
  MUST(cuDestroyExternalMemory(memory));
  references();
  std::exit(wrong);
}

// cuImportExternalSemaphore, cuDestroyExternalSemaphore, cuSignalExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync,
// cuGraphAddExternalSemaphoresSignalNode, cuGraphExternalSemaphoresSignalNodeGetParams,
// cuGraphExternalSemaphoresSignalNodeSetParams, cuGraphExecExternalSemaphoresSignalNodeSetParams,
// cuGraphAddExternalSemaphoresWaitNode, cuGraphExternalSemaphoresWaitNodeGetParams,
// cuGraphExternalSemaphoresWaitNodeSetParams, cuGraphExecExternalSemaphoresWaitNodeSetParams,
// cuExternalMemoryGetMappedBuffer: descriptions that are refused, and nodes of no semaphores.
CASE(external_semaphores) {
  use_primary();
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  CUexternalSemaphore semaphore = nullptr;
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC s = {};
  s.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  s.handle.fd = ends[1];
  SHOW(cuImportExternalSemaphore(nullptr, &s));
  SHOW(cuImportExternalSemaphore(&semaphore, nullptr));
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.handle.fd = -1;
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.type = static_cast<CUexternalSemaphoreHandleType>(99);
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  SHOW(cuDestroyExternalSemaphore(nullptr));
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
  semaphore = nullptr;
  SHOW(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 0, nullptr));
  SHOW(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 0, nullptr));
  CUgraph graph;
  MUST(cuGraphCreate(&graph, 0));
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = {&semaphore, &signal, 0}, got_signals = {};
  CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&semaphore, &wait, 0}, got_waits = {};
  CUgraphNode signal_node = nullptr, wait_node = nullptr;
  SHOW(cuGraphAddExternalSemaphoresSignalNode(&signal_node, graph, nullptr, 0, nullptr));
  SHOW(cuGraphAddExternalSemaphoresWaitNode(&wait_node, graph, nullptr, 0, nullptr));
  SHOW(cuGraphAddExternalSemaphoresSignalNode(&signal_node, graph, nullptr, 0, &signals));
  SHOW(cuGraphAddExternalSemaphoresWaitNode(&wait_node, graph, nullptr, 0, &waits));
  std::size_t count = 77;
  SHOW(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", static_cast<long long>(count));
  if (signal_node != nullptr) {
    SHOW(cuGraphExternalSemaphoresSignalNodeGetParams(signal_node, &got_signals));
    show_value("semaphores", got_signals.numExtSems);
    SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(signal_node, &signals));
    SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(signal_node, nullptr));
  }
  if (wait_node != nullptr) {
    SHOW(cuGraphExternalSemaphoresWaitNodeGetParams(wait_node, &got_waits));
    show_value("semaphores", got_waits.numExtSems);
    SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(wait_node, &waits));
    SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(wait_node, nullptr));
  }
  CUgraphNode empty;
  MUST(cuGraphAddEmptyNode(&empty, graph, nullptr, 0));
  SHOW(cuGraphExternalSemaphoresSignalNodeGetParams(empty, &got_signals));
  SHOW(cuGraphExternalSemaphoresWaitNodeGetParams(empty, &got_waits));
  SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(empty, &signals));
  SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(empty, &waits));
  CUgraphExec executable;
  MUST(cuGraphInstantiate(&executable, graph, 0));
  SHOW(cuGraphExecExternalSemaphoresSignalNodeSetParams(executable, empty, &signals));
  SHOW(cuGraphExecExternalSemaphoresWaitNodeSetParams(executable, empty, &waits));
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC buffer = {};
  CUdeviceptr mapped = 0;
  SHOW(cuExternalMemoryGetMappedBuffer(&mapped, nullptr, &buffer));
  SHOW(cuCtxSynchronize());
}

namespace ipc_ {
namespace {

void owner(Channel &channel) {
  use_primary();
  CUdeviceptr p = allocate(4096);
  CUevent event, timed;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
  MUST(cuEventCreate(&timed, CU_EVENT_DEFAULT));
  CUipcMemHandle handle;
  CUipcEventHandle event_handle;
  SHOW(cuIpcGetMemHandle(&handle, p));
  SHOW(cuIpcGetMemHandle(nullptr, p));
  SHOW(cuIpcGetMemHandle(&handle, 0));
  SHOW(cuIpcGetMemHandle(&handle, p));
  SHOW(cuIpcGetEventHandle(&event_handle, timed));
  SHOW(cuIpcGetEventHandle(nullptr, event));
  SHOW(cuIpcGetEventHandle(&event_handle, event));
  CUdeviceptr self;
  SHOW(cuIpcOpenMemHandle(&self, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  MUST(cuMemsetD32Async(p, 5, 1024, nullptr));
  MUST(cuEventRecord(event, nullptr));
  channel.send(handle);
  channel.send(event_handle);
  channel.receive<int>();
  show_value("the owner sees", read<int>(p, 1)[0]);
}

void other(Channel &channel) {
  const auto handle = channel.receive<CUipcMemHandle>();
  const auto event_handle = channel.receive<CUipcEventHandle>();
  use_primary();
  CUdeviceptr p = 0;
  CUevent event = nullptr;
  SHOW(cuIpcOpenMemHandle(nullptr, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  SHOW(cuIpcOpenMemHandle(&p, handle, 0));
  SHOW(cuIpcOpenMemHandle(&p, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  SHOW(cuIpcOpenEventHandle(nullptr, event_handle));
  SHOW(cuIpcOpenEventHandle(&event, event_handle));
  SHOW(cuStreamWaitEvent(nullptr, event, 0));
  SHOW(cuEventSynchronize(event));
  show_value("the other sees", read<int>(p, 1)[0]);
  MUST(cuMemsetD32(p, 6, 4));
  MUST(cuCtxSynchronize());
  SHOW(cuIpcCloseMemHandle(p + 64));
  SHOW(cuIpcCloseMemHandle(p));
  SHOW(cuIpcCloseMemHandle(p));
  SHOW(cuEventDestroy(event));
  channel.send(1);
}

}  // namespace

// cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcCloseMemHandle, cuIpcGetEventHandle, cuIpcOpenEventHandle: an allocation and the
// event of a fill of it, in another process.
CASE(ipc) {
  run_two_processes(owner, other);
}
}  // namespace ipc_

namespace shareable_ {
namespace {

CUmemAllocationProp shareable() {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return properties;
}

CUdeviceptr map(CUmemGenericAllocationHandle handle, std::size_t bytes) {
  CUdeviceptr address;
  MUST(cuMemAddressReserve(&address, bytes, 0, 0, 0));
  MUST(cuMemMap(address, bytes, 0, handle, 0));
  CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  MUST(cuMemSetAccess(address, bytes, &access, 1));
  return address;
}

void owner(Channel &channel) {
  use_primary();
  // A physical allocation.
  std::size_t bytes;
  CUmemAllocationProp properties = shareable();
  MUST(cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUmemGenericAllocationHandle memory, alone;
  MUST(cuMemCreate(&memory, bytes, &properties, 0));
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
  MUST(cuMemCreate(&alone, bytes, &properties, 0));
  int descriptor = -1;
  SHOW(cuMemExportToShareableHandle(nullptr, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemExportToShareableHandle(&descriptor, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  SHOW(cuMemExportToShareableHandle(&descriptor, alone, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemExportToShareableHandle(&descriptor, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  show_truth("a descriptor", descriptor >= 0);
  CUdeviceptr mapped = map(memory, bytes);
  MUST(cuMemsetD32(mapped, 11, 4));
  MUST(cuCtxSynchronize());  // the other process is in no order with this one's streams
  channel.send(bytes);
  channel.send_descriptor(descriptor);
  channel.receive<int>();
  show_value("the owner sees", read<int>(mapped, 1)[0]);
  // A pool.
  CUmemPoolProps props = {};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool;
  MUST(cuMemPoolCreate(&pool, &props));
  CUdeviceptr of_pool;
  MUST(cuMemAllocFromPoolAsync(&of_pool, 64, pool, nullptr));
  MUST(cuMemsetD32Async(of_pool, 21, 16, nullptr));
  MUST(cuCtxSynchronize());
  SHOW(cuMemPoolExportToShareableHandle(nullptr, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemPoolExportToShareableHandle(&descriptor, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  SHOW(cuMemPoolExportToShareableHandle(&descriptor, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUmemPoolPtrExportData data;
  SHOW(cuMemPoolExportPointer(nullptr, of_pool));
  SHOW(cuMemPoolExportPointer(&data, 0));
  SHOW(cuMemPoolExportPointer(&data, of_pool));
  channel.send_descriptor(descriptor);
  channel.send(data);
  channel.receive<int>();
  show_value("the owner sees", read<int>(of_pool, 1)[0]);
  SHOW(cuMemFreeAsync(of_pool, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemPoolDestroy(pool));
  channel.send(1);
}

void other(Channel &channel) {
  use_primary();
  const auto bytes = channel.receive<std::size_t>();
  int descriptor = channel.receive_descriptor();
  CUmemGenericAllocationHandle memory;
  void *const as_handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
  SHOW(cuMemImportFromShareableHandle(nullptr, as_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  SHOW(cuMemImportFromShareableHandle(&memory, as_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  CUdeviceptr mapped = map(memory, bytes);
  show_value("the other sees", read<int>(mapped, 1)[0]);
  MUST(cuMemsetD32(mapped, 12, 4));
  MUST(cuCtxSynchronize());
  channel.send(1);
  descriptor = channel.receive_descriptor();
  auto data = channel.receive<CUmemPoolPtrExportData>();
  void *const pool_handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
  CUmemoryPool pool;
  SHOW(cuMemPoolImportFromShareableHandle(nullptr, pool_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemPoolImportFromShareableHandle(&pool, pool_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUdeviceptr of_pool = 0;
  SHOW(cuMemPoolImportPointer(nullptr, pool, &data));
  SHOW(cuMemPoolImportPointer(&of_pool, pool, nullptr));
  SHOW(cuMemPoolImportPointer(&of_pool, pool, &data));
  show_value("the other sees", read<int>(of_pool, 1)[0]);
  MUST(cuMemsetD32(of_pool, 22, 4));
  SHOW(cuMemFreeAsync(of_pool, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemPoolDestroy(pool));
  channel.send(1);
  channel.receive<int>();
}

}  // namespace

// cuMemExportToShareableHandle, cuMemImportFromShareableHandle, cuMemPoolExportToShareableHandle,
// cuMemPoolImportFromShareableHandle, cuMemPoolExportPointer, cuMemPoolImportPointer: physical memory and a pool of one
// process in another.
CASE(shareable) {
  run_two_processes(owner, other);
}
}  // namespace shareable_
