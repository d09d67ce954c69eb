// SPDX-License-Identifier: Apache-2.0
// cudaMemAdvise: each piece of advice and what the range then says, parts of ranges, what is refused, captures.
#include "../../capturing.h"

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

CASES() {
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
