// SPDX-License-Identifier: Apache-2.0
// Managed variables beyond the plain ones: static, in a namespace, of a template,
// pointers, alignment, their attributes, and copies to and from their symbols.
#include "../transcript.h"

namespace names {
__managed__ int inside = 3;
}
static __managed__ double local = 0.5;
template <int N>
struct Table {
  int values[N];
};
__managed__ Table<5> table = {{5, 4, 3, 2, 1}};
__managed__ alignas(64) char aligned[3];
__managed__ int zeroed[1000];
__managed__ int *pointer = nullptr;
__device__ int device_side = 7;

__device__ int *address_of(int i) { return &zeroed[i]; }

__global__ void step() {
  names::inside *= 2;
  local *= 4;
  local += device_side;
  for (int &v : table.values) v *= v;
  *address_of(7) = 70;
  pointer = &zeroed[8];
  *pointer = 80;
  aligned[0] = 'x';
}

int main() {
  zeroed[1] = 10;
  step<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_value("inside", names::inside);
  std::printf("local = %g\n", local);
  show_row("table", std::vector<int>(table.values, table.values + 5));
  show_row("zeroed", {zeroed[0], zeroed[1], zeroed[7], zeroed[8]});
  show_truth("the pointer is the host's", pointer == &zeroed[8]);
  show_truth("aligned", reinterpret_cast<std::uintptr_t>(aligned) % 64 == 0);
  show_value("aligned[0]", aligned[0]);
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, &zeroed[5]));
  show_value("type", attributes.type);
  show_truth("device pointer", attributes.devicePointer == &zeroed[5]);
  show_truth("host pointer", attributes.hostPointer == &zeroed[5]);
  std::size_t size = 0;
  SHOW(cudaGetSymbolSize(&size, zeroed));
  show_value("size", static_cast<long long>(size));
  int five = 5;
  SHOW(cudaMemcpyToSymbol(names::inside, &five, sizeof five));
  show_value("inside", names::inside);
  SHOW(cudaFree(&zeroed[0]));
  SHOW(cudaMemset(zeroed, 0, sizeof zeroed));
  SHOW(cudaDeviceSynchronize());
  show_value("zeroed[7]", zeroed[7]);
  cudaMemLocation host = {};
  host.type = cudaMemLocationTypeHost;
  SHOW(cudaMemPrefetchAsync(zeroed, sizeof zeroed, host, 0, nullptr));
  SHOW(cudaStreamAttachMemAsync(nullptr, zeroed, 0, cudaMemAttachGlobal));
}
