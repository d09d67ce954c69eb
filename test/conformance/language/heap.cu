// SPDX-License-Identifier: Apache-2.0
// malloc, free, new and delete in kernels; memory passed from one kernel to another; what happens when none is left.
#include "../transcript.h"

struct Node {
  int value;
  Node *next;
};
__device__ Node *head = nullptr;

__global__ void push(int n) {
  for (int i = 0; i < n; ++i) {
    auto *node = new Node{int(threadIdx.x) * 100 + i, nullptr};
    auto *word = reinterpret_cast<unsigned long long *>(&head);
    unsigned long long old = *static_cast<volatile unsigned long long *>(word), seen;
    do {
      seen = old;
      node->next = reinterpret_cast<Node *>(seen);
      __threadfence();
      old = atomicCAS(word, seen, reinterpret_cast<unsigned long long>(node));
    } while (old != seen);
  }
}
__global__ void sum_and_free(int *out) {
  int total = 0, count = 0;
  while (head) {
    Node *node = head;
    head = node->next;
    total += node->value;
    ++count;
    delete node;
  }
  out[0] = total;
  out[1] = count;
}
__global__ void sizes(int *out) {
  int t = threadIdx.x, wrong = 0;
  auto *p = static_cast<unsigned char *>(malloc(t * 37 + 1));
  wrong += p == nullptr;
  wrong += reinterpret_cast<unsigned long long>(p) % 16 != 0;
  for (int i = 0; p && i < t * 37 + 1; ++i) p[i] = static_cast<unsigned char>(t);
  __syncthreads();
  for (int i = 0; p && i < t * 37 + 1; ++i) wrong += p[i] != static_cast<unsigned char>(t);
  free(p);
  free(nullptr);
  out[t] = wrong;
}
__global__ void too_much(int *out) {
  // Through memory, because a compiler may take an allocation that nobody uses for one that succeeds.
  void *volatile p = malloc(size_t(1) << 40);
  out[0] = p == nullptr;
  free(p);
}

int main() {
  DeviceArray<int> out(256);
  push<<<1, 64>>>(10);
  sum_and_free<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("sum, count", {out.read()[0], out.read()[1]});
  sizes<<<1, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  for (int w : out.read()) wrong += w;
  show_value("wrong", wrong);
  too_much<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_value("1 TiB refused", out.read()[0]);
}
