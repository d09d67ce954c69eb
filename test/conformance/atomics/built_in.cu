// SPDX-License-Identifier: Apache-2.0
// nvcc's built-in atomic functions, with order and scope: what each returns and what it leaves.
#include "../transcript.h"

template <class T>
struct Pair {
  T first, second;
};

template <class T>
__global__ void integers(T *cell, T *seen) {
  int n = 0;
  seen[n++] = __nv_atomic_load_n(cell, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_store_n(cell, 12, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  seen[n++] = __nv_atomic_exchange_n(cell, 40, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  T expected = 41;
  seen[n++] = __nv_atomic_compare_exchange_n(cell, &expected, 50, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
  seen[n++] = expected;
  seen[n++] = __nv_atomic_compare_exchange_n(cell, &expected, 50, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_add(cell, 7, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_sub(cell, 100, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  seen[n++] = __nv_atomic_fetch_min(cell, 5, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_max(cell, 6, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_and(cell, 0x3c, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_or(cell, 0x41, __NV_ATOMIC_RELAXED);
  seen[n++] = __nv_atomic_fetch_xor(cell, 0xff, __NV_ATOMIC_RELAXED);
  seen[n++] = *cell;
  __nv_atomic_add(cell, 1, __NV_ATOMIC_RELAXED);
  __nv_atomic_sub(cell, 3, __NV_ATOMIC_RELAXED);
  __nv_atomic_or(cell, 0x100, __NV_ATOMIC_RELAXED);
  __nv_atomic_and(cell, 0x1f0, __NV_ATOMIC_RELAXED);
  __nv_atomic_xor(cell, 0x3, __NV_ATOMIC_RELAXED);
  __nv_atomic_min(cell, 400, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(cell, 300, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  seen[n++] = *cell;
}

template <class T>
void show_integers(const char *name) {
  DeviceArray<T> cell(std::vector<T>(1, 11));
  DeviceArray<T> seen(std::vector<T>(14, 0));
  integers<<<1, 1>>>(cell.get(), seen.get());
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (T value : seen.read()) std::printf(" %lld", static_cast<long long>(value));
  std::printf("\n");
}

template <class T>
__global__ void generic(T *cell, T *seen) {
  T value{7, 8};
  __nv_atomic_load(cell, seen, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_store(cell, &value, __NV_ATOMIC_RELEASE);
  T other{9, 10};
  __nv_atomic_exchange(cell, &other, seen + 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_compare_exchange(cell, &other, &value, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
  seen[2] = *cell;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}

template <class T>
void show_generic(const char *name) {
  DeviceArray<Pair<T>> cell(std::vector<Pair<T>>(1, {1, 2}));
  DeviceArray<Pair<T>> seen(std::vector<Pair<T>>(3));
  generic<<<1, 1>>>(cell.get(), seen.get());
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (const Pair<T> &pair : seen.read()) {
    std::printf(" (%g, %g)", static_cast<double>(pair.first), static_cast<double>(pair.second));
  }
  std::printf("\n");
}

// Four blocks count, publish and the last one to arrive reads what all wrote.
__global__ void last_block(unsigned *counter, int *parts, float *sum, int *total) {
  __nv_atomic_add(sum, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __syncthreads();
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
  if (__nv_atomic_fetch_add(counter, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE) != gridDim.x - 1) return;
  for (unsigned i = 0; i < gridDim.x; ++i) *total += parts[i];
}

int main() {
  show_integers<int>("int");
  show_integers<unsigned>("unsigned");
  show_integers<unsigned long long>("unsigned long long");
  show_generic<short>("pair of shorts");
  show_generic<float>("pair of floats");
  DeviceArray<unsigned> counter(std::vector<unsigned>(1, 0));
  DeviceArray<int> parts(std::vector<int>(4, 0));
  DeviceArray<float> sum(std::vector<float>(1, 0));
  DeviceArray<int> total(std::vector<int>(1, 0));
  last_block<<<4, 64>>>(counter.get(), parts.get(), sum.get(), total.get());
  MUST(cudaDeviceSynchronize());
  std::printf("sum %g, total %d\n", sum.read()[0], total.read()[0]);
}
