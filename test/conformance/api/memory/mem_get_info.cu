// SPDX-License-Identifier: Apache-2.0
// cudaMemGetInfo: free and total, free memory shrinks and comes back; null results, captures.
#include "../../capturing.h"

CASES() {
  constexpr std::size_t kBytes = std::size_t(128) << 20;
  std::size_t before = 0, during = 0, after = 0, total = 0, again = 0;
  SHOW(cudaMemGetInfo(&before, &total));
  show_truth("there is memory", total > 0 && before > 0);
  show_truth("free at most the total", before <= total);
  void *p;
  MUST(cudaMalloc(&p, kBytes));
  SHOW(cudaMemGetInfo(&during, &again));
  show_truth("free shrinks by what is allocated", before >= during + kBytes);
  show_truth("the total stays", again == total);
  MUST(cudaFree(p));
  SHOW(cudaMemGetInfo(&after, &again));
  show_truth("it comes back", after >= during + kBytes);
  std::printf("null\n");
  after = 0;
  SHOW(cudaMemGetInfo(&after, nullptr));
  show_truth("free told", after > 0);
  again = 0;
  SHOW(cudaMemGetInfo(nullptr, &again));
  show_truth("total told", again == total);
  show_captured("free and total", [&](cudaStream_t) { return cudaMemGetInfo(&after, &again); });
}
