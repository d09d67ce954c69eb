// SPDX-License-Identifier: Apache-2.0
// Pinned and registered memory of the host.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }

// cudaMallocHost: refused arguments, zero bytes, memory that host and device share, calls while busy and while captured.
CASE(malloc_host) {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMallocHost(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMallocHost(static_cast<void **>(nullptr), 64));
  p = &p;
  SHOW(cudaMallocHost(&p, std::size_t(1) << 60));
  show_truth("null", p == nullptr);
  show_last_error("after too much");

  int *words, *others;
  SHOW(cudaMallocHost(&words, 4 * sizeof(int)));
  SHOW(cudaMallocHost(&others, 4 * sizeof(int)));
  show_truth("aligned to 256 bytes", reinterpret_cast<std::uintptr_t>(words) % 256 == 0);
  for (int i = 0; i < 4; ++i) words[i] = i, others[i] = 7;
  add<<<1, 4>>>(words);
  SHOW(cudaDeviceSynchronize());
  show_row("words", std::vector<int>(words, words + 4));
  show_row("others", std::vector<int>(others, others + 4));
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, words));
  show_value("flags", flags);
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, words + 1));
  show_value("type", attributes.type);
  show_truth("one address", attributes.devicePointer == words + 1 && attributes.hostPointer == words + 1);

  std::printf("with flags\n");
  int *combined;
  SHOW(cudaMallocHost(&combined, 64, cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
  SHOW(cudaHostGetFlags(&flags, combined));
  show_value("flags", flags);
  SHOW(cudaMallocHost(&p, 64, 8));
  show_last_error("after unknown flags");

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMallocHost(&p, 64); });
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMallocHost(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMallocHost(&p, 0); });
  SHOW(cudaFreeHost(words));
  SHOW(cudaFreeHost(others));
  SHOW(cudaFreeHost(combined));
}

static __global__ void count_up(int *p) { p[threadIdx.x] = static_cast<int>(threadIdx.x) + 1; }

// cudaHostAlloc: every set of flags and what is read back, zero bytes, refused arguments, use by the device.
CASE(host_alloc) {
  void *p = &p;
  SHOW(cudaHostAlloc(&p, 0, cudaHostAllocDefault));
  show_truth("null", p == nullptr);
  SHOW(cudaHostAlloc(static_cast<void **>(nullptr), 64, cudaHostAllocDefault));
  p = &p;
  SHOW(cudaHostAlloc(&p, std::size_t(1) << 60, cudaHostAllocDefault));
  show_truth("null", p == nullptr);
  for (unsigned flags : {8u, 0x10u, 0x100u, ~0u}) {
    std::printf("flags %x: %s\n", flags, name_of(cudaHostAlloc(&p, 64, flags)));
    std::printf("flags %x, no bytes: %s\n", flags, name_of(cudaHostAlloc(&p, 0, flags)));
  }
  show_last_error("after refused calls");

  for (unsigned flags = 0; flags < 8; ++flags) {
    int *words;
    cudaError_t error = cudaHostAlloc(&words, 4 * sizeof(int), flags);
    std::printf("flags %u: %s", flags, name_of(error));
    if (error == cudaSuccess) {
      unsigned back = 77;
      MUST(cudaHostGetFlags(&back, words));
      int *mapped;
      MUST(cudaHostGetDevicePointer(&mapped, words, 0));
      count_up<<<1, 4>>>(mapped);
      MUST(cudaDeviceSynchronize());
      std::printf(", read back %u, words %d %d %d %d", back, words[0], words[1], words[2], words[3]);
      MUST(cudaFreeHost(words));
    }
    std::printf("\n");
  }
  show_captured("64 bytes", [&](cudaStream_t) { return cudaHostAlloc(&p, 64, cudaHostAllocDefault); });
  show_captured("unknown flags", [&](cudaStream_t) { return cudaHostAlloc(&p, 64, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaHostAlloc(&p, 0, 8); });
}

// cudaFreeHost: memory of cudaMallocHost and of cudaHostAlloc, what is refused, waiting for the device, captures.
CASE(free_host) {
  prepare_gates();
  SHOW(cudaFreeHost(nullptr));
  char *pinned, *combined, *device, *managed;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  char *page = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  std::printf("refused\n");
  SHOW(cudaFreeHost(pinned + 64));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFreeHost(page));
  SHOW(cudaFreeHost(page + 4096));
  show_last_error("after refused calls");
  pinned[64] = 5;
  show_value("still there", pinned[64]);
  std::printf("freed\n");
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFreeHost(combined));
  SHOW(cudaFreeHost(pinned));
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, pinned));
  show_truth("forgotten", attributes.type == cudaMemoryTypeUnregistered);
  SHOW(cudaHostUnregister(page));

  std::printf("while a stream is busy\n");
  cudaGetLastError();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeHost(nullptr); });
  MUST(cudaMallocHost(&pinned, 64));
  show_while_busy("pinned memory", stream, [&] { return cudaFreeHost(pinned); });
  MUST(cudaMallocHost(&pinned, 64));
  show_captured("null", [](cudaStream_t) { return cudaFreeHost(nullptr); });
  show_captured("pinned memory", [&](cudaStream_t) { return cudaFreeHost(pinned); });
}

// cudaHostRegister: flags and what is read back, use by the device, memory that cannot be registered, captures.
CASE(host_register) {
  char *page = static_cast<char *>(std::aligned_alloc(4096, 16 * 4096));
  std::memset(page, 0, 16 * 4096);
  for (unsigned flags : {0u, 1u, 2u, 3u}) {
    unsigned back = 77;
    cudaError_t error = cudaHostRegister(page, 4096, flags);
    cudaError_t get = cudaHostGetFlags(&back, page);
    std::printf("flags %u: %s, read back %s %u\n", flags, name_of(error), name_of(get), back);
    MUST(cudaHostUnregister(page));
  }
  int supported = 0;
  MUST(cudaDeviceGetAttribute(&supported, cudaDevAttrHostRegisterReadOnlySupported, 0));
  cudaError_t read_only = cudaHostRegister(page, 4096, cudaHostRegisterReadOnly);
  show_truth("read-only where the device supports it", (read_only == cudaSuccess) == (supported != 0));
  if (read_only == cudaSuccess) MUST(cudaHostUnregister(page));
  cudaGetLastError();

  std::printf("used by the device\n");
  int *mapped, *words = reinterpret_cast<int *>(page + 2 * 4096 - 8);
  SHOW(cudaHostRegister(words, 16, cudaHostRegisterMapped));
  SHOW(cudaHostGetDevicePointer(&mapped, words, 0));
  add<<<1, 4>>>(mapped);
  SHOW(cudaDeviceSynchronize());
  show_row("words across pages", {words[-1], words[0], words[1], words[2], words[3], words[4]});
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, words + 3));
  show_value("type", attributes.type);

  std::printf("already registered\n");
  SHOW(cudaHostRegister(words, 16, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 2 * 4096, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 8 * 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(words));
  std::printf("refused\n");
  void *pinned;
  MUST(cudaMallocHost(&pinned, 4096));
  SHOW(cudaHostRegister(nullptr, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 0, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 4096, 0x10));
  SHOW(cudaHostRegister(page, 4096, 0x100));
  SHOW(cudaHostRegister(pinned, 4096, cudaHostRegisterDefault));
  show_last_error("after refused calls");
  SHOW(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 4096, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page + 4096));
  show_captured("a page", [&](cudaStream_t) { return cudaHostRegister(page, 4096, cudaHostRegisterDefault); });
}

// cudaHostUnregister: by the address that was registered; afterwards pageable again; what is refused, captures.
CASE(host_unregister) {
  prepare_gates();
  char *page = static_cast<char *>(std::aligned_alloc(4096, 4 * 4096));
  page[100] = 5;
  void *pinned, *device, *p;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMalloc(&device, 4096));
  SHOW(cudaHostUnregister(nullptr));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(pinned));
  SHOW(cudaHostUnregister(device));
  MUST(cudaHostRegister(page, 2 * 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page + 4096));
  SHOW(cudaHostUnregister(page + 1));
  SHOW(cudaHostUnregister(page + 2 * 4096));
  show_last_error("after refused calls");
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page));
  std::printf("afterwards\n");
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, page));
  SHOW(cudaHostGetDevicePointer(&p, page, 0));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, page));
  show_value("type", attributes.type);
  SHOW(cudaMemset(page, 0, 16));
  show_value("the byte", page[100]);
  SHOW(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page));
  cudaGetLastError();

  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  show_while_busy("busy", stream, [&] { return cudaHostUnregister(page); });
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  show_captured("a page", [&](cudaStream_t) { return cudaHostUnregister(page); });
}

// cudaHostGetFlags: the flags of pinned and registered memory and of parts of it, what is refused.
CASE(host_get_flags) {
  char *plain, *alloc, *device, *managed;
  MUST(cudaMallocHost(&plain, 4096));
  MUST(cudaHostAlloc(&alloc, 4096, cudaHostAllocPortable | cudaHostAllocWriteCombined));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  char *page = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterPortable));
  unsigned flags = 77;
  auto ask = [&](const char *what, void *p) {
    flags = 77;
    cudaError_t error = cudaHostGetFlags(&flags, p);
    std::printf("%s: %s, flags %u\n", what, name_of(error), flags);
  };
  ask("cudaMallocHost", plain);
  ask("inside", plain + 100);
  ask("last byte", plain + 4095);
  ask("cudaHostAlloc", alloc);
  ask("inside", alloc + 4000);
  ask("registered", page);
  ask("inside", page + 9);
  ask("behind it", page + 4096);
  ask("managed", managed);
  ask("device", device);
  ask("null", nullptr);
  SHOW(cudaHostGetFlags(nullptr, plain));
  show_last_error("after refused calls");
  MUST(cudaHostUnregister(page));
  ask("unregistered", page);
  show_captured("pinned", [&](cudaStream_t) { return cudaHostGetFlags(&flags, plain); });
}

static __global__ void put(int *p, int v) { *p = v; }

// cudaHostGetDevicePointer: of pinned and registered memory and parts of it, use by a kernel, what is refused.
CASE(host_get_device_pointer) {
  int *pinned, *combined, *device, *managed, *mapped = nullptr;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined | cudaHostAllocPortable));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  int *page = static_cast<int *>(std::aligned_alloc(4096, 8192));
  std::memset(page, 0, 8192);
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterMapped));
  struct Case {
    const char *name;
    int *host;
  } cases[] = {{"pinned", pinned},          {"pinned, inside", pinned + 7}, {"write-combined", combined},
               {"registered", page},        {"registered, inside", page + 5}};
  for (auto &c : cases) {
    cudaError_t error = cudaHostGetDevicePointer(&mapped, c.host, 0);
    std::printf("%s: %s, %s\n", c.name, name_of(error), mapped == c.host ? "the same address" : "another address");
    *c.host = 0;
    put<<<1, 1>>>(mapped, 42);
    MUST(cudaDeviceSynchronize());
    show_value("the host sees", *c.host);
  }
  std::printf("refused\n");
  int *before = mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, pinned, 1));
  SHOW(cudaHostGetDevicePointer(static_cast<void **>(nullptr), pinned, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, nullptr, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, page + 1024, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, device, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, managed, 0));
  show_truth("pointer as before, or null", mapped == before || mapped == nullptr);
  show_last_error("after refused calls");
  show_captured("pinned", [&](cudaStream_t) { return cudaHostGetDevicePointer(&mapped, pinned, 0); });
}
