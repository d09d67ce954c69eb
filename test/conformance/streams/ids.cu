// SPDX-License-Identifier: Apache-2.0
// Stream ids: unique, not reused; one for NULL and legacy; one per thread for the per-thread stream.
#include "../transcript.h"

#include <set>

int main() {
  std::set<unsigned long long> seen;
  bool unique = true;
  for (int i = 0; i < 50; ++i) {
    cudaStream_t stream;
    unsigned long long id;
    MUST(cudaStreamCreate(&stream));
    MUST(cudaStreamGetId(stream, &id));
    unique = unique && seen.insert(id).second;
    MUST(cudaStreamDestroy(stream));
  }
  show_truth("fifty ids of streams made and destroyed in turn differ", unique);
  unsigned long long null_id, legacy_id, mine, mine_again, other = 0;
  MUST(cudaStreamGetId(nullptr, &null_id));
  MUST(cudaStreamGetId(cudaStreamLegacy, &legacy_id));
  MUST(cudaStreamGetId(cudaStreamPerThread, &mine));
  MUST(cudaStreamGetId(cudaStreamPerThread, &mine_again));
  std::thread([&] { MUST(cudaStreamGetId(cudaStreamPerThread, &other)); }).join();
  show_truth("NULL and legacy agree", null_id == legacy_id);
  show_truth("per-thread differs from legacy", mine != legacy_id);
  show_truth("per-thread is stable", mine == mine_again);
  show_truth("per-thread differs between threads", mine != other);
  int device = 77;
  SHOW(cudaStreamGetDevice(nullptr, &device));
  show_value("device", device);
}
