// SPDX-License-Identifier: Apache-2.0
// Atomics without results on places that memory tells, few and many, from streams at once, beside what is read.
#include "../transcript.h"

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

int main() {
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
