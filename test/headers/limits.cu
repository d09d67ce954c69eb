// SPDX-License-Identifier: Apache-2.0
// <cuda/std/limits> and its like without CCCL say the same as the C++ library.
#include <cfloat>
#include <climits>
#include <cstdint>
#include <limits>

#include <cuda/std/cassert>
#include <cuda/std/cfloat>
#include <cuda/std/climits>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/limits>

template <class T>
constexpr bool same() {
  using A = std::numeric_limits<T>;
  using B = cuda::std::numeric_limits<T>;
  return A::min() == B::min() && A::max() == B::max() && A::lowest() == B::lowest() &&
         A::epsilon() == B::epsilon() && A::round_error() == B::round_error() &&
         A::infinity() == B::infinity() && A::denorm_min() == B::denorm_min() &&
         A::digits == B::digits && A::digits10 == B::digits10 &&
         A::max_digits10 == B::max_digits10 && A::radix == B::radix &&
         A::min_exponent == B::min_exponent && A::max_exponent == B::max_exponent &&
         A::min_exponent10 == B::min_exponent10 && A::max_exponent10 == B::max_exponent10 &&
         A::is_signed == B::is_signed && A::is_integer == B::is_integer &&
         A::is_exact == B::is_exact && A::is_modulo == B::is_modulo &&
         A::is_iec559 == B::is_iec559 && A::has_infinity == B::has_infinity &&
         A::has_quiet_NaN == B::has_quiet_NaN && A::is_specialized == B::is_specialized;
}
static_assert(same<bool>() && same<char>() && same<signed char>() && same<unsigned char>(), "");
static_assert(same<short>() && same<unsigned short>() && same<int>() && same<unsigned>(), "");
static_assert(same<long>() && same<unsigned long>() && same<long long>(), "");
static_assert(same<unsigned long long>() && same<wchar_t>() && same<char16_t>(), "");
static_assert(same<char32_t>() && same<float>() && same<double>() && same<const int>(), "");
static_assert(sizeof(cuda::std::uint64_t) == 8 && sizeof(cuda::std::int_fast8_t) == 1, "");

__global__ void k(double* a) { a[0] = cuda::std::numeric_limits<double>::max(); }

int main() {
  double* a = nullptr;
  if (cudaMallocManaged(&a, sizeof *a) != cudaSuccess) return 1;
  k<<<1, 1>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return *a == DBL_MAX ? 0 : 3;
}
