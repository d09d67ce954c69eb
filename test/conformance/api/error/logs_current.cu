// SPDX-License-Identifier: Apache-2.0
// cudaLogsCurrent: a null pointer; moves with each message and only then.
#include "../../transcript.h"

CASES() {
  SHOW(cudaLogsCurrent(nullptr, 0));
  show_last_error("after a null pointer");
  cudaLogIterator first = 77, second = 77, third = 77;
  SHOW(cudaLogsCurrent(&first, 0));
  MUST(cudaFree(nullptr));
  SHOW(cudaLogsCurrent(&first, 0));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaLogsCurrent(&second, 0));
  show_truth("stays without a message", first == second);
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  std::thread([&] { SHOW(cudaLogsCurrent(&second, 0)); }).join();
  show_truth("moves with one, for all threads", first != second);
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  SHOW(cudaLogsCurrent(&third, 0));
  show_truth("moves again", third != second && third != first);
}
