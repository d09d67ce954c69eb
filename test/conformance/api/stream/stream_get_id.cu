// SPDX-License-Identifier: Apache-2.0
// cudaStreamGetId: unique for the life of the program, one for NULL and legacy, one per thread for per-thread.
#include "../../transcript.h"

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  unsigned long long id = 0, again = 0, null_id = 0, legacy_id = 0;
  SHOW(cudaStreamGetId(stream, nullptr));
  SHOW(cudaStreamGetId(stream, &id));
  SHOW(cudaStreamGetId(stream, &again));
  show_truth("stable", id == again);
  SHOW(cudaStreamGetId(nullptr, &null_id));
  SHOW(cudaStreamGetId(cudaStreamLegacy, &legacy_id));
  show_truth("NULL is legacy", null_id == legacy_id);
  show_truth("the stream is not legacy", id != legacy_id);
  MUST(cudaStreamDestroy(stream));
  cudaStream_t next;
  MUST(cudaStreamCreate(&next));
  SHOW(cudaStreamGetId(next, &again));
  show_truth("never reused", id != again);
}
