// SPDX-License-Identifier: Apache-2.0
// cudaMemRangeGetAttribute: each attribute of fresh memory and after advice, sizes of results, what is refused, captures.
#include "../../capturing.h"

CASES() {
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
