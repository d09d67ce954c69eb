// SPDX-License-Identifier: Apache-2.0
// devices: 2
// What belongs to each of two devices.
#include "../cases.h"
#include "peers.h"

static void show_pointer(const char *what, const void *pointer) {
  cudaPointerAttributes attributes = {};
  cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
  std::printf("%s: %s, type %d, device %d, %s, %s\n", what, name_of(error), static_cast<int>(attributes.type),
              attributes.device, attributes.devicePointer == pointer ? "device pointer" : "no device pointer",
              attributes.hostPointer == pointer ? "host pointer" : "no host pointer");
}

// What pointers say about their device, and freeing what another device allocated.
CASE(pointers) {
  need_two_devices();
  MUST(cudaFree(nullptr));
  MUST(cudaSetDevice(1));
  int *device = nullptr, *pinned = nullptr, *managed = nullptr, *ordered = nullptr;
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  MUST(cudaMallocAsync(&ordered, 64, nullptr));
  MUST(cudaDeviceSynchronize());
  std::size_t free_before = 0, free_after = 0, total = 0;
  MUST(cudaSetDevice(0));
  show_pointer("device", device);
  show_pointer("pinned", pinned);
  show_pointer("managed", managed);
  show_pointer("stream-ordered", ordered);
  SHOW(cudaMemset(device, 0, 64));
  SHOW(cudaMemcpy(device, pinned, 64, cudaMemcpyHostToDevice));
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(managed));
  SHOW(cudaFreeAsync(ordered, nullptr));
  SHOW(cudaDeviceSynchronize());
  MUST(cudaSetDevice(1));
  MUST(cudaMemGetInfo(&free_before, &total));
  MUST(cudaSetDevice(0));
  void *large = nullptr;
  MUST(cudaMalloc(&large, 64 << 20));
  MUST(cudaSetDevice(1));
  MUST(cudaMemGetInfo(&free_after, &total));
  show_truth("memory of one device is not taken from the other", free_before == free_after);
}

namespace symbols_ {
__device__ int variable = 2;
__constant__ int constant = 3;
__global__ void read(int *out) { *out = variable * 100 + constant; }

// Variables, attributes of kernels and kernels' handles are each device's own.
CASE(symbols) {
  need_two_devices();
  void *addresses[2] = {}, *constants[2] = {};
  int *out[2] = {memory_on(0, 1, 0), memory_on(1, 1, 0)};
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    const int value = 10 + device;
    SHOW(cudaMemcpyToSymbol(variable, &value, sizeof value));
    SHOW(cudaGetSymbolAddress(&addresses[device], variable));
    SHOW(cudaGetSymbolAddress(&constants[device], constant));
    MUST(cudaFuncSetAttribute(read, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000 * (device + 1)));
  }
  show_truth("addresses differ", addresses[0] != addresses[1] && constants[0] != constants[1]);
  const int seven = 7;
  MUST(cudaSetDevice(0));
  SHOW(cudaMemcpyToSymbol(constant, &seven, sizeof seven));
  for (int device = 1; device >= 0; --device) {
    MUST(cudaSetDevice(device));
    read<<<1, 1>>>(out[device]);
    SHOW(cudaDeviceSynchronize());
    show_value("seen", read_one(out[device]));
    cudaFuncAttributes attributes;
    SHOW(cudaFuncGetAttributes(&attributes, read));
    show_value("dynamic shared memory", attributes.maxDynamicSharedSizeBytes);
    cudaPointerAttributes where = {};
    SHOW(cudaPointerGetAttributes(&where, addresses[device]));
    show_value("variable's device", where.device);
  }
  cudaKernel_t kernels[2] = {};
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaGetKernel(&kernels[device], reinterpret_cast<const void *>(&read)));
  }
  show_truth("one kernel handle for both", kernels[0] == kernels[1]);
  MUST(cudaSetDevice(0));
  SHOW(cudaKernelSetAttributeForDevice(kernels[0], cudaFuncAttributeMaxDynamicSharedMemorySize, 3000, 1));
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, read));
  show_value("on 0", attributes.maxDynamicSharedSizeBytes);
  MUST(cudaSetDevice(1));
  MUST(cudaFuncGetAttributes(&attributes, read));
  show_value("on 1", attributes.maxDynamicSharedSizeBytes);
}
}  // namespace symbols_

static void show_device(const char *what) {
  int device = 77;
  cudaError_t error = cudaGetDevice(&device);
  std::printf("%s: %s, %d\n", what, name_of(error), device);
  std::fflush(stdout);
}

// The current device belongs to the thread; cudaSetValidDevices says where threads begin.
CASE(threads) {
  need_two_devices();
  show_device("at first");
  int order[2] = {1, 0};
  SHOW(cudaSetValidDevices(order, 2));
  show_device("valid devices 1, 0");
  std::thread([] { show_device("a new thread"); }).join();
  void *memory = nullptr;
  MUST(cudaMalloc(&memory, 64));
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, memory));
  show_value("allocated on", attributes.device);
  SHOW(cudaSetDevice(0));
  show_device("chosen");
  std::thread([] {
    show_device("a new thread");
    SHOW(cudaSetDevice(1));
    show_device("it chose");
  }).join();
  show_device("the first thread still");
  SHOW(cudaInitDevice(1, 0, 0));
  show_device("after initialising 1");
  SHOW(cudaSetDevice(7));
  show_device("after a refusal");
  order[0] = 0;
  SHOW(cudaSetValidDevices(order, 1));
  std::thread([] {
    show_device("a new thread, valid device 0");
    SHOW(cudaSetDevice(1));
    show_device("it chose");
  }).join();
}

namespace reset_ {
__device__ int variable = 1;
__global__ void set_variable(int value) { variable = value; }
__global__ void get_variable(int *out) { *out = variable; }

__global__ void use_heap(int **keep) {
  *keep = static_cast<int *>(malloc(64));
  **keep = 1234;
}

__global__ void read_heap(int **kept, int *out) { *out = **kept; }

static int get_on(int device, int *out) {
  MUST(cudaSetDevice(device));
  get_variable<<<1, 1>>>(out);
  MUST(cudaDeviceSynchronize());
  return read_one(out);
}

// A reset ends one device's memory, variables and settings; the other device's stay, and its work goes on.
CASE(reset) {
  need_two_devices();
  prepare_gates_on_both();
  int *zero = memory_on(0, 1, 3), *one = memory_on(1, 1, 4);
  int **kept = reinterpret_cast<int **>(memory_on(0, 2, 0));
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    set_variable<<<1, 1>>>(10 + device);
    MUST(cudaDeviceSynchronize());
    MUST(cudaDeviceSetLimit(cudaLimitStackSize, 2048 + 1024 * device));
    MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  }
  show_value("variable on 0", get_on(0, zero));
  show_value("variable on 1", get_on(1, one));
  MUST(cudaSetDevice(0));
  use_heap<<<1, 1>>>(kept);
  MUST(cudaDeviceSynchronize());
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("reset of the other device", stream, [&] {
    MUST(cudaSetDevice(1));
    return cudaDeviceReset();
  });
  MUST(cudaSetDevice(0));
  SHOW(cudaStreamSynchronize(stream));
  read_heap<<<1, 1>>>(kept, zero);
  SHOW(cudaDeviceSynchronize());
  show_value("heap of 0", read_one(zero));
  show_value("variable on 0", get_on(0, zero));
  std::size_t value = 0;
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  MUST(cudaDeviceGetCacheConfig(&cache));
  show_value("stack on 0", static_cast<long long>(value));
  show_value("cache on 0", cache);
  MUST(cudaSetDevice(1));
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  MUST(cudaDeviceGetCacheConfig(&cache));
  show_value("stack on 1", static_cast<long long>(value));
  show_value("cache on 1", cache);
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, one));
  show_value("type of memory on 1", attributes.type);
  SHOW(cudaFree(one));
  one = memory_on(1, 1, 0);
  show_value("variable on 1", get_on(1, one));
}
}  // namespace reset_

__global__ void trap() { __trap(); }
__global__ void store(int *out, int value) { *out = value; }

// A fault on one device: what the other device still does.
CASE(faults) {
  need_two_devices();
  int *zero = memory_on(0, 1, 3), *one = memory_on(1, 1, 4);
  cudaStream_t stream_zero, stream_one;
  MUST(cudaStreamCreate(&stream_zero));
  store<<<1, 1>>>(zero, 4);
  MUST(cudaDeviceSynchronize());
  MUST(cudaSetDevice(1));
  MUST(cudaStreamCreate(&stream_one));
  trap<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_last_error("on device 1");
  MUST(cudaSetDevice(0));
  SHOW(cudaDeviceSynchronize());
  store<<<1, 1, 0, stream_zero>>>(zero, 5);
  show_last_error("launch on device 0");
  SHOW(cudaStreamSynchronize(stream_zero));
  int value = -1;
  SHOW(cudaMemcpy(&value, zero, 4, cudaMemcpyDeviceToHost));
  show_value("zero", value);
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaFree(memory));
  SHOW(cudaStreamSynchronize(stream_one));
  SHOW(cudaStreamQuery(stream_one));
  SHOW(cudaMemcpyPeer(zero, 0, one, 1, 4));
  show_last_error("after touching device 1");
  SHOW(cudaDeviceSynchronize());
  int device = 77;
  SHOW(cudaSetDevice(1));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaSetDevice(0));
  SHOW(cudaMalloc(&memory, 64));
}

// What can be asked about a pair of devices.
CASE(p2p_attributes) {
  need_two_devices();
  int value = 77;
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  show_value("access", value);
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
  show_value("atomics", value);
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrCudaArrayAccessSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrOnlyPartialNativeAtomicSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(0), 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(6), 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 2));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1));
  unsigned answers[2] = {77, 77};
  const cudaAtomicOperation operations[2] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS};
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 0, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, nullptr, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 2));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 1, 1));
  const cudaAtomicOperation bad = static_cast<cudaAtomicOperation>(99);
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, &bad, 1, 0, 1));
}
