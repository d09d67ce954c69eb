// SPDX-License-Identifier: Apache-2.0
// Managed variables: the host and kernels use one object by its name.
#include "../transcript.h"

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

int main() {
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
