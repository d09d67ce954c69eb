// SPDX-License-Identifier: Apache-2.0
// Forms of C++ and CUDA that compilers take differently.
#include "../cases.h"

#include <initializer_list>

#define BOTH __host__ __device__
#define ALIGNED_TABLE __constant__ alignas(64)
__device__ alignas(32) char outside[3];

namespace inner {
__managed__ alignas(64) char managed[3];
__device__ alignas(128) int number = 5;
__constant__ alignas(16) float table[2] = {1.5f, 2.5f};
ALIGNED_TABLE float other[2] = {3.5f, 4.5f};
__device__ [[nodiscard]] int two() { return 2; }
BOTH [[nodiscard]] [[maybe_unused]] constexpr int three() { return 3; }
__noinline__ __device__
[[nodiscard]] int four() {
  return 4;
}
#if 3 > BOTH_OF_THEM
[[maybe_unused]] constexpr int below_a_directive = 1;
#endif

template <class T>
__host__ __device__ [[nodiscard]] T twice(T value) {
  return value + value;
}

struct Member {
  __host__ __device__ [[nodiscard]] int five() const { return 5; }
};

}  // namespace inner

__global__ void collect(int *out) {
  out[0] = inner::two() + inner::three() * 10 + inner::four() * 100 + inner::twice(5) * 1000 + inner::Member{}.five() * 100000;

  out[1] = inner::number;
  out[2] = static_cast<int>(10 * (inner::table[1] + inner::other[1]));
  out[3] = reinterpret_cast<unsigned long long>(&inner::number) % 128 == 0;
  out[4] = reinterpret_cast<unsigned long long>(inner::other) % 64 == 0;
  out[5] = reinterpret_cast<unsigned long long>(outside) % 32 == 0;
  out[6] = reinterpret_cast<unsigned long long>(inner::managed) % 64 == 0;

}


// Standard attributes behind CUDA's specifiers, in namespaces and out of them, through macros too.
CASE(leading_attributes) {
  DeviceArray<int> out(7);
  collect<<<1, 1>>>(out.get());
  int values[7];
  MUST(cudaMemcpy(values, out.get(), sizeof values, cudaMemcpyDeviceToHost));
  const int expected[7] = {510432, 5, 70, 1, 1, 1, 1};
  for (int i = 0; i < 7; ++i) std::printf("%d%s\n", values[i], values[i] == expected[i] ? "" : " is wrong");
  std::printf("%d %d\n", inner::three(), inner::twice(21));
  std::exit(!(std::memcmp(values, expected, sizeof values) == 0));
}

__global__ void shape(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && blockIdx.y == 0 && threadIdx.y == 0 &&
      blockIdx.z == 0 && threadIdx.z == 0) {
    int values[6] = {int(gridDim.x),  int(gridDim.y),  int(gridDim.z),
                     int(blockDim.x), int(blockDim.y), int(blockDim.z)};
    for (int i = 0; i < 6; ++i) out[i] = values[i];
  }
}

template <int N>
__global__ void templated(int *out) {
  out[0] = N * 100 + blockDim.x * 10 + gridDim.x;
}

template <class T>
void from_template(T blocks, int *out) {
  templated<3><<<{blocks, 1u}, {2}>>>(out);
}

// Braces in a launch configuration stand for what is initialised by them.
CASE(braced_launches) {
  DeviceArray<int> out(6);
  const auto show_shape = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    show_row(what, out.read());
  };
  unsigned n = 5;
  shape<<<{1, 2, 3}, {4}>>>(out);
  show_shape("{1, 2, 3}, {4}");
  shape<<<{n, n - 1}, {2, 3, 4}, 0, {}>>>(out);
  show_shape("{n, n - 1}, {2, 3, 4}, 0, {}");
  shape<<<{}, {}>>>(out);
  show_shape("{}, {}");
  shape<<<dim3{2, 2}, {7}, {16}>>>(out);
  show_shape("dim3{2, 2}, {7}, {16}");
  shape<<<{6}, dim3(3)>>>(out);
  show_shape("{6}, dim3(3)");
  from_template(4u, out);
  MUST(cudaDeviceSynchronize());
  show_value("from a template", out.read()[0]);
}

static __device__ const int row[2] = {1, 2};
static __device__ const int number = 3;
__device__ const int without_static[3] = {4, 5, 6};
static __device__ constexpr int known[2] = {7, 8};
static __device__ const int of_both[2] = {9, 10};

namespace {

__device__ const int hidden[1] = {13};

template <class T>
void tell(const char *what, const T &symbol) {
  std::size_t bytes = 0;
  void *address = nullptr;
  show(what, cudaGetSymbolSize(&bytes, symbol));
  if (cudaGetSymbolAddress(&address, symbol) != cudaSuccess) return;
  int first = 0, again = 0;
  MUST(cudaMemcpyFromSymbol(&first, symbol, sizeof first));
  MUST(cudaMemcpy(&again, address, sizeof again, cudaMemcpyDeviceToHost));
  std::printf("  %zu bytes, %d %d\n", bytes, first, again);
}

}  // namespace

__global__ void read(const int *theirs, int *out) { out[threadIdx.x] = theirs[threadIdx.x] + of_both[threadIdx.x]; }

// Constants of the device that only the host names have an address and a value there, wherever they are declared.
CASE(device_constants) {
  tell("row", row);
  tell("number", number);
  tell("without static", without_static);
  tell("constexpr", known);
  tell("in a namespace without a name", hidden);
  tell("a kernel reads it too", of_both);
  void *address;
  MUST(cudaGetSymbolAddress(&address, row));
  DeviceArray<int> out(2);
  read<<<1, 2>>>(static_cast<const int *>(address), out);
  show_row("sums", out.read());
}
