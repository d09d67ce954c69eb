// SPDX-License-Identifier: Apache-2.0
// Atomics on places that many threads, streams or the host share.
#include "../cases.h"

__global__ void global_words(int *add, unsigned *inc, unsigned long long *wide, int *least, int *most, unsigned *bits,
                             float *f, double *d, unsigned *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicAdd(add, 1);
  atomicAdd(&seen[old], 1);
  atomicInc(inc, 999);
  atomicAdd(wide, (unsigned long long)i << 20);
  atomicMin(least, (i * 7919) % 10007 - 5000);
  atomicMax(most, (i * 7919) % 10007 - 5000);
  atomicXor(bits, 1u << (i % 31));
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
}

__global__ void shared_words(int *out) {
  __shared__ int histogram[16];
  __shared__ unsigned long long wide;
  __shared__ float f;
  if (threadIdx.x < 16) histogram[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    wide = 0;
    f = 0;
  }
  __syncthreads();
  atomicAdd(&histogram[threadIdx.x * threadIdx.x % 16], 1);
  atomicAdd(&wide, 1ull << 33);
  atomicAdd(&f, 1.0f);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], histogram[threadIdx.x]);
  if (threadIdx.x == 0) {
    atomicAdd(&out[16], int(wide >> 33));
    atomicAdd(&out[17], int(f));
  }
}

__global__ void cas_loop(float *product, int *count) {
  auto *word = reinterpret_cast<int *>(product);
  int old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(__int_as_float(assumed) * (threadIdx.x % 2 ? 2.0f : 0.5f)));
  } while (assumed != old);
  atomicAdd_system(count, 1);
  atomicAdd_block(count + 1, 1);
}

// Many threads on one word, in global and in shared memory: nothing is lost, old values are all different.
CASE(contended) {
  constexpr int n = 64 * 256;
  DeviceArray<int> ints(4);
  DeviceArray<unsigned> unsigneds(4), seen(n);
  DeviceArray<unsigned long long> wide(1);
  DeviceArray<float> f(1);
  DeviceArray<double> d(1);
  global_words<<<64, 256>>>(ints, unsigneds, wide, ints + 1, ints + 2, unsigneds + 1, f, d, seen);
  SHOW(cudaDeviceSynchronize());
  show_row("add, min, max", {ints.read()[0], ints.read()[1], ints.read()[2]});
  show_row("inc, bits", {int(unsigneds.read()[0]), int(unsigneds.read()[1])});
  show_value("wide", static_cast<long long>(wide.read()[0]));
  show_bits("float", f.read()[0]);
  show_bits("double", d.read()[0]);
  int once = 0;
  for (unsigned s : seen.read()) once += s == 1;
  show_value("old values seen exactly once", once);
  DeviceArray<int> out(18);
  shared_words<<<20, 1000>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("shared", out.read());
  float one = 1.0f;
  MUST(cudaMemcpy(f, &one, 4, cudaMemcpyHostToDevice));
  DeviceArray<int> count(2);
  cas_loop<<<1, 1024>>>(f, count);
  SHOW(cudaDeviceSynchronize());
  show_bits("product", f.read()[0]);
  show_row("counts", count.read());
}

template <class T>
__global__ void once(const int *data, T *places, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&places[data[i]], T(i % 7));
}

__global__ void strides(const int *data, int *most, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicMax(&most[data[i]], i % 1009);
}

// Behind the numbers, in one allocation.
__global__ void beside(int *all, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&all[n + all[i]], 3);
}

template <class T>
long long digest(const std::vector<T> &values) {
  unsigned long long sum = 0;
  for (T value : values) sum = sum * 31 + value;
  return sum % 1000000007;
}

// Atomics without results on places that memory tells, few and many, from streams at once, beside what is read.
CASE(many_places) {
  constexpr int n = 300000;
  cudaStream_t streams[4];
  for (auto &stream : streams) MUST(cudaStreamCreate(&stream));
  for (int places : {1, 256, 5000, 200000}) {
    std::vector<int> data(n + places);
    for (int i = 0; i < n; ++i) data[i] = int(i * 2654435761u >> 8) % places;
    DeviceArray<int> all(n + places), most(places), sums(places);
    DeviceArray<unsigned long long> wide(places);
    MUST(cudaMemcpy(all, data.data(), 4 * data.size(), cudaMemcpyHostToDevice));
    for (int k = 0; k < 12; ++k) once<int><<<(n + 255) / 256, 256, 0, streams[k % 4]>>>(all, sums, n);
    once<unsigned long long><<<(n + 127) / 128, 128, 0, streams[1]>>>(all, wide, n);
    strides<<<64, 128, 0, streams[2]>>>(all, most, n);
    SHOW(cudaDeviceSynchronize());
    beside<<<40, 96>>>(all, n);
    show_value("places", places);
    show_value("sums", digest(sums.read()));
    show_value("sums of 64 bits", digest(wide.read()));
    show_value("maxima", digest(most.read()));
    show_value("beside", digest(all.read()));
  }
}

__global__ void kernel(int *p, unsigned long long *q) {
  atomicAdd(p, 1);
  atomicAdd_system(q, 2ull);
}

// Atomic operations on pinned and managed memory.
CASE(mapped_memory) {
  int *pinned, *managed;
  unsigned long long *wide;
  MUST(cudaMallocHost(&pinned, 4));
  MUST(cudaMallocManaged(&managed, 4));
  MUST(cudaMallocHost(&wide, 8));
  *pinned = 0;
  *managed = 0;
  *wide = 0;
  kernel<<<10, 100>>>(pinned, wide);
  kernel<<<10, 100>>>(managed, wide);
  SHOW(cudaDeviceSynchronize());
  show_row("pinned, managed, wide", {*pinned, *managed, int(*wide)});
}
