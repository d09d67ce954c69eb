// SPDX-License-Identifier: Apache-2.0
// cudaMemRangeGetAttributes: several attributes in one call, the same as one by one, what is refused, captures.
#include "../../capturing.h"

CASES() {
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
