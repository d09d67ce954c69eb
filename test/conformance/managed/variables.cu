// SPDX-License-Identifier: Apache-2.0
// Managed variables.
#include "../cases.h"

namespace variables_ {
__managed__ int counter = 41;
__managed__ float table[4] = {1, 2, 3, 4};

struct Node {
  int value;
  Node *next;
};

__managed__ Node first = {7, nullptr};
__managed__ Node second = {8, nullptr};

__global__ void step() {
  counter += 1;
  for (float &x : table) x *= 2;
  first.next->value += first.value;
}

// Managed variables: the host and kernels use one object by its name.
CASE(variables) {
  show_value("counter", counter);
  first.next = &second;
  step<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter);
  show_row("table", {int(table[0]), int(table[1]), int(table[2]), int(table[3])});
  show_value("second", second.value);
  counter = 10;
  step<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter);
  void *address;
  SHOW(cudaGetSymbolAddress(&address, counter));
  show_truth("the symbol's address is the host's", address == &counter);
  int back = 0;
  SHOW(cudaMemcpyFromSymbol(&back, counter, sizeof back));
  show_value("copied", back);
}
}  // namespace variables_

namespace variables_of_all_kinds_ {
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

// Managed variables beyond the plain ones: static, in a namespace, of a template,
// pointers, alignment, their attributes, and copies to and from their symbols.
CASE(variables_of_all_kinds) {
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
}  // namespace variables_of_all_kinds_
