// SPDX-License-Identifier: Apache-2.0
// What pointers say of their memory.
#include "../cases.h"

__device__ int variable[4];

void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  std::memset(&a, 0x5a, sizeof a);
  cudaError_t e = cudaPointerGetAttributes(&a, p);
  std::printf("%s: %s, type %d, device %d, device pointer %s, host pointer %s\n", what, name_of(e), a.type, a.device,
              !a.devicePointer ? "null" : a.devicePointer == p ? "the same" : "another",
              !a.hostPointer ? "null" : a.hostPointer == p ? "the same" : "another");
}

// What is said about pointers of each kind.
CASE(attributes) {
  char *device, *pinned, *combined, *managed, *ordered;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined | cudaHostAllocMapped));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, 0));
  MUST(cudaStreamSynchronize(0));
  char *registered = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(registered, 4096, 0));
  int on_stack;
  describe("device", device);
  describe("device, interior", device + 100);
  describe("device, last byte", device + 4095);
  describe("stream-ordered", ordered);
  describe("pinned", pinned);
  describe("pinned, interior", pinned + 100);
  describe("write-combined", combined);
  describe("managed", managed);
  describe("managed, interior", managed + 8);
  describe("registered", registered);
  describe("registered, interior", registered + 5);
  describe("not registered", registered + 4096);
  describe("stack", &on_stack);
  describe("null", nullptr);
  void *symbol;
  MUST(cudaGetSymbolAddress(&symbol, variable));
  describe("device variable", symbol);
  MUST(cudaFree(device));
  describe("freed", device);
  MUST(cudaHostUnregister(registered));
  describe("unregistered", registered);
  SHOW(cudaPointerGetAttributes(nullptr, device));
}

// Allocation, registration and device pointers of host memory: what is refused, what is free.
CASE(host_memory) {
  char *pinned, *device, *managed;
  MUST(cudaMallocHost(&pinned, 8192));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  void *p = nullptr;
  int on_stack = 0;
  SHOW(cudaHostGetDevicePointer(&p, pinned, 0));
  show_truth("the same", p == pinned);
  SHOW(cudaHostGetDevicePointer(&p, pinned + 10, 0));
  show_truth("the same", p == pinned + 10);
  SHOW(cudaHostGetDevicePointer(&p, pinned, 1));
  SHOW(cudaHostGetDevicePointer((void **)nullptr, pinned, 0));
  SHOW(cudaHostGetDevicePointer(&p, nullptr, 0));
  SHOW(cudaHostGetDevicePointer(&p, &on_stack, 0));
  SHOW(cudaHostGetDevicePointer(&p, device, 0));
  SHOW(cudaHostGetDevicePointer(&p, managed, 0));
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, pinned + 10));
  show_value("flags", flags);
  SHOW(cudaHostGetFlags(nullptr, pinned));
  SHOW(cudaHostGetFlags(&flags, nullptr));
  SHOW(cudaHostGetFlags(&flags, &on_stack));
  SHOW(cudaHostGetFlags(&flags, device));
  SHOW(cudaHostGetFlags(&flags, managed));
  SHOW(cudaFreeHost(pinned + 10));
  SHOW(cudaFree(pinned));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFree(&on_stack));
  SHOW(cudaFree(device + 10));
  std::size_t free_before = 0, free_after = 0, total = 0;
  SHOW(cudaMemGetInfo(&free_before, &total));
  show_truth("free at most the total", free_before <= total && total > 0);
  char *large;
  MUST(cudaMalloc(&large, std::size_t(256) << 20));
  SHOW(cudaMemGetInfo(&free_after, &total));
  show_truth("256 MiB less", free_before - free_after >= (std::size_t(256) << 20));
  MUST(cudaFree(large));
  SHOW(cudaMemGetInfo(&free_after, &total));
  show_truth("as before", free_after == free_before);
  SHOW(cudaMemGetInfo(nullptr, &total));
  SHOW(cudaMemGetInfo(&free_after, nullptr));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(device));
  SHOW(cudaFree(device));
  SHOW(cudaFree(managed));
}

__global__ void add(int *p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] += 100;
}

// Managed memory: one address for host and device, prefetch and advice.
CASE(managed) {
  int *p;
  SHOW(cudaMallocManaged(&p, 1 << 16));
  for (int i = 0; i < 64; ++i) p[i] = i;
  add<<<1, 64>>>(p, 64);
  SHOW(cudaDeviceSynchronize());
  show_row("words", {p[0], p[1], p[63]});
  cudaMemLocation device = {}, host = {}, bad = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  bad.type = cudaMemLocationTypeDevice;
  bad.id = 1000;
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, device, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, host, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, bad, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, device, 1, 0));
  SHOW(cudaMemPrefetchAsync(p, 0, device, 0, 0));
  SHOW(cudaMemPrefetchAsync(nullptr, 64, device, 0, 0));
  void *plain;
  MUST(cudaMalloc(&plain, 4096));
  SHOW(cudaMemPrefetchAsync(plain, 4096, device, 0, 0));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetReadMostly, device));
  int value = -1;
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, 1 << 16));
  show_value("read mostly", value);
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseUnsetReadMostly, device));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetPreferredLocation, host));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, p, 1 << 16));
  show_value("preferred location", value);
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetAccessedBy, device));
  SHOW(cudaMemAdvise(p, 1 << 16, static_cast<cudaMemoryAdvise>(50), device));
  SHOW(cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetPreferredLocation, bad));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 1 << 16, cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(cudaStreamLegacy, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(cudaStreamPerThread, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p + 1, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 64, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, (char *)plain, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, 3));
  SHOW(cudaDeviceSynchronize());
}

__global__ void sum(const float *a, const volatile int *b, const unsigned char *c, int *out) {
  *out = static_cast<int>(a[0]) + b[0] + c[0];
}

// The C++ forms of calls that give memory take pointers to qualified types too.
CASE(typed_allocation) {
  const float *a = nullptr;
  const volatile int *b = nullptr;
  volatile unsigned char *c = nullptr;
  const int *pitched = nullptr;
  const int *managed = nullptr;
  const int *pinned = nullptr;
  const int *mapped = nullptr;
  const int *ordered = nullptr;
  std::size_t pitch = 0;
  SHOW(cudaMalloc(&a, 4));
  SHOW(cudaMalloc(&b, 4));
  SHOW(cudaMalloc(&c, 4));
  SHOW(cudaMallocPitch(&pitched, &pitch, 8, 2));
  SHOW(cudaMallocManaged(&managed, 4));
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaHostGetDevicePointer(&mapped, const_cast<int *>(pinned), 0));
  SHOW(cudaMallocAsync(&ordered, 4, nullptr));
  MUST(cudaMemset(const_cast<float *>(a), 0, 4));
  MUST(cudaMemset(const_cast<int *>(b), 1, 4));
  MUST(cudaMemset(const_cast<unsigned char *>(c), 2, 4));
  DeviceArray<int> out(1);
  sum<<<1, 1>>>(a, b, const_cast<unsigned char *>(c), out);
  MUST(cudaGetLastError());
  show_value("sum", out.read()[0]);
  SHOW(cudaFree(const_cast<float *>(a)));
  SHOW(cudaFree(const_cast<int *>(b)));
  SHOW(cudaFree(const_cast<unsigned char *>(c)));
  SHOW(cudaFree(const_cast<int *>(pitched)));
  SHOW(cudaFree(const_cast<int *>(managed)));
  SHOW(cudaFreeHost(const_cast<int *>(pinned)));
  SHOW(cudaFreeAsync(const_cast<int *>(ordered), nullptr));
  SHOW(cudaDeviceSynchronize());
}
