// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that store to one place at once: which value stays there. Every kernel has a warp operation, and lanes' values
// are their numbers.
// packets: of threads that run one after the other the last one stores last
#include <type_traits>

#include "../transcript.h"

struct Three {
  int a, b, c;
};

template <class T>
__device__ T made(unsigned lane) {
  return static_cast<T>(lane);
}
template <>
__device__ float4 made<float4>(unsigned lane) {
  return make_float4(lane, lane + 100, lane + 200, lane + 300);
}
template <>
__device__ double2 made<double2>(unsigned lane) {
  return make_double2(lane, lane + 100);
}
template <>
__device__ Three made<Three>(unsigned lane) {
  return {static_cast<int>(lane), static_cast<int>(lane + 100), static_cast<int>(lane + 200)};
}

/// The lane that a value comes from.
template <class T>
int lane_of(const T &value) {
  return static_cast<int>(value);
}
int lane_of(const float4 &value) { return static_cast<int>(value.x); }
int lane_of(const double2 &value) { return static_cast<int>(value.x); }
int lane_of(const Three &value) { return value.a; }

/// out[m]: what stays of the lanes that mask m lets store.
template <class T>
__global__ void to_one(T *out, const unsigned *masks, int count) {
  const unsigned lane = threadIdx.x;
  const unsigned own = __shfl_sync(~0u, lane, lane);
  for (int m = 0; m < count; ++m) {
    if (masks[m] >> lane & 1) out[m] = made<T>(own);
    __syncwarp();
  }
}

template <class T>
__global__ void to_one_shared(T *out, const unsigned *masks, int count) {
  __shared__ T place[16];
  const unsigned lane = threadIdx.x;
  const unsigned own = __shfl_sync(~0u, lane, lane);
  for (int m = 0; m < count; ++m) {
    if (masks[m] >> lane & 1) place[m] = made<T>(own);
    __syncwarp();
    if (lane == 0) out[m] = place[m];
  }
}

/// Lanes meet in places that only memory knows.
template <class T>
__global__ void to_some(T *out, const int *places, unsigned mask) {
  const unsigned lane = threadIdx.x;
  const unsigned own = __shfl_sync(~0u, lane, lane);
  const int place = places[lane];
  if (mask >> lane & 1) out[place] = made<T>(own);
}

/// Lanes meet in places that arithmetic knows: rows of 8 and 16 one over the other, one place each for some neighbours.
template <class T>
__global__ void in_rows(T *out) {
  const unsigned t = threadIdx.x;
  const unsigned own = __shfl_sync(~0u, t, t);
  out[t & 15] = made<T>(own);
  out[16 + (t & 7)] = made<T>(own);
  out[32 + (t >> 2)] = made<T>(own);
  out[48 + t % 5] = made<T>(own);
}

template <class T>
__global__ void volatile_to_one(volatile T *out) {
  const unsigned own = __shfl_sync(~0u, threadIdx.x, threadIdx.x);
  out[0] = static_cast<T>(own);
  out[1 + threadIdx.x / 8] = static_cast<T>(own);
}

/// Each warp adds a row up; all lanes store what only the first one has right.
__global__ void row_sums(const int *rows, int *sums) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int sum = rows[row * 32 + threadIdx.x % 32];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
  sums[row] = sum;
}

template <class T>
void show_lanes(const char *name, const DeviceArray<T> &values, int count) {
  std::vector<T> all = values.read();
  std::vector<int> lanes;
  for (int i = 0; i < count; ++i) lanes.push_back(lane_of(all[i]));
  show_row(name, lanes);
}

template <class T>
void show_type(const char *name) {
  std::printf("%s\n", name);
  const std::vector<unsigned> masks = {~0u,         0x80000000, 0xffff0000, 0xffff,     0xaaaaaaaa, 0x00f0f000,
                                       0xfffffffe,  0x7fffffff, 0x00ff00f0, 0xf0000001, 0x80018000, 0x18};
  const int count = static_cast<int>(masks.size());
  DeviceArray<unsigned> device_masks(masks);
  DeviceArray<T> out(64);
  to_one<<<1, 32>>>(out.get(), device_masks.get(), count);
  show_lanes("one", out, count);
  // How much of a structure in shared memory is stored at once depends on where the compiler puts that.
  if constexpr (!std::is_same_v<T, Three>) {
    to_one_shared<<<1, 32>>>(out.get(), device_masks.get(), count);
    show_lanes("shared", out, count);
  }
  std::vector<int> places;
  for (int lane = 0; lane < 32; ++lane) places.push_back(lane * 7 % 32 / 3);
  DeviceArray<int> device_places(places);
  to_some<<<1, 32>>>(out.get(), device_places.get(), ~0u);
  show_lanes("some", out, 11);
  to_some<<<1, 32>>>(out.get(), device_places.get(), 0x3c3ff0f1);
  show_lanes("of half", out, 11);
  in_rows<<<1, 32>>>(out.get());
  show_lanes("rows", out, 53);
}

int main() {
  show_type<unsigned char>("bytes");
  show_type<short>("short");
  show_type<int>("int");
  show_type<float>("float");
  show_type<double>("double");
  show_type<unsigned long long>("unsigned long long");
  show_type<float4>("float4");
  show_type<double2>("double2");
  show_type<Three>("three words");
  DeviceArray<int> words(8);
  volatile_to_one<<<1, 32>>>(words.get());
  show_lanes("volatile", words, 5);
  DeviceArray<double> doubles(8);
  volatile_to_one<<<1, 32>>>(doubles.get());
  show_lanes("volatile double", doubles, 5);
  std::vector<int> rows;
  for (int i = 0; i < 8 * 32; ++i) rows.push_back(i * i % 17);
  DeviceArray<int> device_rows(rows), sums(8);
  row_sums<<<2, 128>>>(device_rows.get(), sums.get());
  show_row("sums", sums.read());
  SHOW(cudaDeviceSynchronize());
}
