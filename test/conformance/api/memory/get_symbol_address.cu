// SPDX-License-Identifier: Apache-2.0
// cudaGetSymbolAddress: of device, constant and managed variables; it is where the variable lies; what is refused.
#include "../../capturing.h"

static __device__ int numbers[4] = {1, 2, 3, 4};
static __device__ int others[4] = {5, 6, 7, 8};
static __constant__ int table[4] = {9, 10, 11, 12};
static __managed__ int shared_numbers[4] = {13, 14, 15, 16};
static __global__ void where(void **out) {
  out[0] = numbers;
  out[1] = others;
  out[2] = shared_numbers;
}

CASES() {
  int *p[4] = {};
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[0]), numbers));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[1]), others));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[2]), shared_numbers));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[3]), table));
  void **seen;
  MUST(cudaMallocHost(&seen, 3 * sizeof(void *)));
  where<<<1, 1>>>(seen);
  SHOW(cudaDeviceSynchronize());
  show_row("the addresses that a kernel sees", {seen[0] == p[0], seen[1] == p[1], seen[2] == p[2]});
  for (int i = 0; i < 4; ++i) {
    int back[4];
    MUST(cudaMemcpy(back, p[i], 16, cudaMemcpyDefault));
    show_row("values", std::vector<int>(back, back + 4));
  }
  MUST(cudaMemset(p[0] + 1, 0, 8));
  int back[4];
  MUST(cudaMemcpyFromSymbol(back, numbers, 16));
  show_row("written through the address", std::vector<int>(back, back + 4));
  void *again;
  SHOW(cudaGetSymbolAddress(&again, numbers));
  show_truth("the same again", again == p[0]);
  show_truth("managed: the host's address", p[2] == shared_numbers);
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(&host_variable)));
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(nullptr)));
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(p[0])));
  show_last_error("after refused calls");
  show_captured("numbers", [&](cudaStream_t) { return cudaGetSymbolAddress(&again, numbers); });
}
