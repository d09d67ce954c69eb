// SPDX-License-Identifier: Apache-2.0
// Templates, constant expressions, compile-time branches, variadic packs, local statics.
#include "../transcript.h"

#include <type_traits>

template <int N>
struct Power {
  static constexpr int value = 2 * Power<N - 1>::value;
};
template <>
struct Power<0> {
  static constexpr int value = 1;
};
constexpr __host__ __device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
template <class T>
__device__ int kind_of(T) {
  if constexpr (std::is_floating_point_v<T>)
    return 1;
  else if constexpr (std::is_signed_v<T>)
    return 2;
  else
    return 3;
}
template <class... Args>
__device__ int total(Args... args) {
  return (int(args) + ... + 0);
}
enum class Color : unsigned char { red = 1, green = 2, blue = 4 };
__device__ constexpr int table[5] = {2, 3, 5, 7, 11};
__device__ int shared_by_all = 30;
template <class T, int N>
struct Array {
  T data[N];
  __device__ T &operator[](int i) { return data[i]; }
  __device__ T *begin() { return data; }
  __device__ T *end() { return data + N; }
};
__device__ int count_calls() {
  static int calls = 100;
  return atomicAdd(&calls, 1);
}

__global__ void kernel(int *out) {
  int k = 0;
  out[k++] = Power<10>::value;
  out[k++] = gcd(84, 36);
  out[k++] = kind_of(1.0f) * 100 + kind_of(1) * 10 + kind_of(1u);
  out[k++] = total(1, 2.5f, 'a', 3ull);
  out[k++] = int(Color::green) | int(Color::blue);
  int s = 0;
  for (int t : table) s += t;
  out[k++] = s;
  out[k++] = shared_by_all++;
  Array<short, 6> a;
  for (int i = 0; i < 6; ++i) a[i] = i * i;
  s = 0;
  for (short x : a) s += x;
  out[k++] = s;
  out[k++] = count_calls();
  out[k++] = count_calls();
  auto [x, y] = make_int2(3, 4);
  out[k++] = x * 10 + y;
  if (int n = k; n > 5) out[k++] = n;
  out[k++] = [] { return 42; }();
}

int main() {
  DeviceArray<int> out(16);
  for (int i = 0; i < 2; ++i) {
    kernel<<<1, 1>>>(out);
    SHOW(cudaDeviceSynchronize());
    show_row("out", out.read());
  }
}
