// SPDX-License-Identifier: Apache-2.0
// Managed memory, and advice about its ranges.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }

// cudaMallocManaged: flags, zero bytes, refused arguments, one address for host and device.
CASE(malloc_managed) {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMallocManaged(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMallocManaged(&p, 0, cudaMemAttachHost));
  SHOW(cudaMallocManaged(static_cast<void **>(nullptr), 64));
  p = &p;
  SHOW(cudaMallocManaged(&p, std::size_t(1) << 60));
  show_truth("null", p == nullptr);
  for (unsigned flags : {0u, static_cast<unsigned>(cudaMemAttachSingle), 3u, 7u, 8u, 0x100u}) {
    std::printf("flags %x: %s\n", flags, name_of(cudaMallocManaged(&p, 64, flags)));
    std::printf("flags %x, no bytes: %s\n", flags, name_of(cudaMallocManaged(&p, 0, flags)));
  }
  show_last_error("after refused calls");

  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost}) {
    std::printf("flags %u\n", flags);
    int *words;
    SHOW(cudaMallocManaged(&words, 4 * sizeof(int), flags));
    for (int i = 0; i < 4; ++i) words[i] = i;
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    if (flags == cudaMemAttachHost) SHOW(cudaStreamAttachMemAsync(stream, words, 0, cudaMemAttachSingle));
    add<<<1, 4, 0, stream>>>(words);
    SHOW(cudaStreamSynchronize(stream));
    show_row("words", {words[0], words[1], words[2], words[3]});
    cudaPointerAttributes attributes;
    MUST(cudaPointerGetAttributes(&attributes, words));
    show_value("type", attributes.type);
    show_truth("one address", attributes.devicePointer == words && attributes.hostPointer == words);
    MUST(cudaFree(words));
    MUST(cudaStreamDestroy(stream));
  }
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMallocManaged(&p, 64); });
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMallocManaged(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMallocManaged(&p, 0); });
  show_captured("unknown flags", [&](cudaStream_t) { return cudaMallocManaged(&p, 64, 8); });
}

static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}

static void show_range(const void *p, std::size_t bytes) {
  int mostly = 77, preferred = 77, by[2] = {77, 77};
  MUST(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, p, bytes));
  MUST(cudaMemRangeGetAttribute(&preferred, 4, cudaMemRangeAttributePreferredLocation, p, bytes));
  MUST(cudaMemRangeGetAttribute(by, 8, cudaMemRangeAttributeAccessedBy, p, bytes));
  std::printf("  read mostly %d, preferred %d, accessed by %d %d\n", mostly, preferred, by[0], by[1]);
}

// cudaMemAdvise: each piece of advice and what the range then says, parts of ranges, what is refused, captures.
CASE(mem_advise) {
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  char *p;
  MUST(cudaMallocManaged(&p, kBytes));
  p[5] = 42;
  const auto device = at(cudaMemLocationTypeDevice), host = at(cudaMemLocationTypeHost);
  show_range(p, kBytes);
  struct Step {
    const char *name;
    cudaMemoryAdvise advice;
    cudaMemLocation location;
  } steps[] = {{"read mostly", cudaMemAdviseSetReadMostly, device},
               {"prefer the device", cudaMemAdviseSetPreferredLocation, device},
               {"accessed by the device", cudaMemAdviseSetAccessedBy, device},
               {"accessed by the device again", cudaMemAdviseSetAccessedBy, device},
               {"prefer the host", cudaMemAdviseSetPreferredLocation, host},
               {"accessed by the host", cudaMemAdviseSetAccessedBy, host},
               {"not accessed by the device", cudaMemAdviseUnsetAccessedBy, device},
               {"prefer none", cudaMemAdviseUnsetPreferredLocation, device},
               {"not read mostly", cudaMemAdviseUnsetReadMostly, device},
               {"not accessed by the host", cudaMemAdviseUnsetAccessedBy, host},
               {"not accessed by the host again", cudaMemAdviseUnsetAccessedBy, host}};
  for (auto &step : steps) {
    show(step.name, cudaMemAdvise(p, kBytes, step.advice, step.location));
    show_range(p, kBytes);
  }
  std::printf("half of it\n");
  SHOW(cudaMemAdvise(p + kBytes / 2, kBytes / 2, cudaMemAdviseSetReadMostly, device));
  show_range(p, kBytes / 2);
  show_range(p + kBytes / 2, kBytes / 2);
  show_range(p, kBytes);
  show_value("a byte of it", p[5]);
  std::printf("refused\n");
  void *plain, *pinned;
  MUST(cudaMalloc(&plain, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  for (int advice : {0, 7, -1})
    std::printf("advice %d: %s\n", advice,
                name_of(cudaMemAdvise(p, kBytes, static_cast<cudaMemoryAdvise>(advice), device)));
  SHOW(cudaMemAdvise(nullptr, kBytes, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, kBytes + 1, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(pinned, 4096, cudaMemAdviseSetReadMostly, device));
  for (int id : {-1, 1000}) {
    SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, at(cudaMemLocationTypeDevice, id)));
    SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, at(cudaMemLocationTypeDevice, id)));
    SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetAccessedBy, at(cudaMemLocationTypeDevice, id)));
  }
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, at(cudaMemLocationTypeInvalid)));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, at(cudaMemLocationTypeHostNuma)));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, at(cudaMemLocationTypeHostNuma, 1000)));
  show_last_error("after refused calls");
  show_captured("read mostly", [&](cudaStream_t) {
    return cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, device);
  });
}

// cudaMemRangeGetAttribute: each attribute of fresh memory and after advice, sizes of results, what is refused, captures.
CASE(mem_range_get_attribute) {
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  char *p;
  MUST(cudaMallocManaged(&p, kBytes));
  auto show_all = [&](const char *what) {
    std::printf("%s:", what);
    for (int attribute = 1; attribute <= 8; ++attribute) {
      int value = 77;
      cudaError_t error =
          cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(attribute), p, kBytes);
      std::printf(" %d %s %d", attribute, name_of(error), value);
    }
    std::printf("\n");
  };
  show_all("fresh");
  cudaMemLocation device = {}, host = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  MUST(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, device));
  MUST(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, host));
  MUST(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, device));
  MUST(cudaMemPrefetchAsync(p, kBytes, device, 0, nullptr));
  MUST(cudaStreamSynchronize(nullptr));
  show_all("advised");
  std::printf("sizes of results\n");
  for (std::size_t size : {0, 1, 3, 4, 5, 8, 12}) {
    int values[4] = {77, 77, 77, 77};
    cudaError_t by = cudaMemRangeGetAttribute(values, size, cudaMemRangeAttributeAccessedBy, p, kBytes);
    std::printf("%zu bytes: accessed by: %s %d %d %d %d", size, name_of(by), values[0], values[1], values[2], values[3]);
    int more[4] = {77, 77, 77, 77};
    cudaError_t mostly = cudaMemRangeGetAttribute(more, size, cudaMemRangeAttributeReadMostly, p, kBytes);
    std::printf("; read mostly: %s %d %d\n", name_of(mostly), more[0], more[1]);
  }
  std::printf("refused\n");
  int value = 77;
  void *plain;
  MUST(cudaMalloc(&plain, 4096));
  SHOW(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, nullptr, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, 0));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, kBytes + 1));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, plain, 4096));
  SHOW(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(0), p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(9), p, kBytes));
  show_value("value", value);
  show_last_error("after refused calls");
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p + 1, 1));
  show_value("one byte of it", value);
  show_captured("read mostly", [&](cudaStream_t) {
    return cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, kBytes);
  });
}

// cudaMemRangeGetAttributes: several attributes in one call, the same as one by one, what is refused, captures.
CASE(mem_range_get_attributes) {
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  char *p;
  MUST(cudaMallocManaged(&p, kBytes));
  cudaMemLocation device = {};
  device.type = cudaMemLocationTypeDevice;
  MUST(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, device));
  MUST(cudaMemAdvise(p, kBytes / 2, cudaMemAdviseSetPreferredLocation, device));
  MUST(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, device));
  int mostly = 77, preferred = 77, by[3] = {77, 77, 77}, last = 77;
  void *data[4] = {&mostly, &preferred, by, &last};
  std::size_t sizes[4] = {4, 4, 12, 4};
  cudaMemRangeAttribute attributes[4] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation,
                                         cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation};
  for (std::size_t bytes : {kBytes / 2, kBytes}) {
    SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 4, p, bytes));
    show_row("values", {mostly, preferred, by[0], by[1], by[2], last});
    for (int i : {0, 1, 3}) {
      int one = 77;
      MUST(cudaMemRangeGetAttribute(&one, 4, attributes[i], p, bytes));
      show_truth("as one by one", one == *static_cast<int *>(data[i]));
    }
  }
  mostly = preferred = 77;
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 1, p, kBytes));
  show_row("only the first", {mostly, preferred});
  attributes[1] = cudaMemRangeAttributeReadMostly;
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes));
  show_row("the same twice", {mostly, preferred});
  std::printf("refused\n");
  SHOW(cudaMemRangeGetAttributes(nullptr, sizes, attributes, 2, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, nullptr, attributes, 2, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, sizes, nullptr, 2, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 0, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, nullptr, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, 0));
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes + 1));
  void *plain;
  MUST(cudaMalloc(&plain, 4096));
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, plain, 4096));
  sizes[1] = 3;
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes));
  sizes[1] = 4;
  attributes[1] = static_cast<cudaMemRangeAttribute>(99);
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes));
  show_last_error("after refused calls");
  show_captured("one attribute", [&](cudaStream_t) {
    return cudaMemRangeGetAttributes(data, sizes, attributes, 1, p, kBytes);
  });
}
