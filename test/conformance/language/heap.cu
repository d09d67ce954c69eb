// SPDX-License-Identifier: Apache-2.0
// The heap of device code.
#include "../cases.h"

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

// malloc, free, new and delete in kernels; memory passed from one kernel to another; what happens when none is left.
CASE(heap) {
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

__global__ void allocate(int *out) {
  int n = 0;
  for (size_t align = 1; align <= 65536; align *= 2, ++n) {
    char *p = (char *)__nv_aligned_device_malloc(align * 2, align);
    out[n] = p != nullptr && (unsigned long long)p % align == 0;
    if (p != nullptr) {
      p[0] = 1;
      p[align * 2 - 1] = 2;
    }
    free(p);
  }
}

__global__ void odd(int *out) {
  void *none = __nv_aligned_device_malloc(0, 16);
  free(none);
  void *p = __nv_aligned_device_malloc(size_t(1) << 40, 16);
  out[0] = p == nullptr;
  void *three = __nv_aligned_device_malloc(48, 24);
  out[1] = three == nullptr;
  void *zero = __nv_aligned_device_malloc(48, 0);
  out[2] = zero == nullptr;
}

__global__ void many(int *out) {
  char *p = (char *)__nv_aligned_device_malloc(96, 128);
  for (int i = 0; i < 96; ++i) p[i] = (char)threadIdx.x;
  __syncthreads();
  int wrong = (unsigned long long)p % 128 != 0;
  for (int i = 0; i < 96; ++i) wrong += p[i] != (char)threadIdx.x;
  out[threadIdx.x] = wrong;
  free(p);
}

// Memory of the device's heap with an alignment.
CASE(aligned_heap) {
  DeviceArray<int> out(64);
  allocate<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("aligned", out.read());
  many<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("wrong", out.read());
  odd<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  std::vector<int> answers = out.read();
  show_truth("too much is refused", answers[0]);
  show_truth("no power of two is refused", answers[1]);
  show_truth("zero is refused", answers[2]);
}

__global__ void ask_too_much(int *out) {
  out[0] = malloc(size_t(1) << 40) == nullptr;
  out[1] = malloc(400) != nullptr;
}

// What nobody reads is allocated all the same: an allocation that the heap cannot give fails, and the first one settles its size.
CASE(unused_allocations) {
  DeviceArray<int> out(2);
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  ask_too_much<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("refused, given", out.read());
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  size_t bytes = 0;
  SHOW(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  show_value("bytes", static_cast<int>(bytes));
}
