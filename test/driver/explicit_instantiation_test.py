# SPDX-License-Identifier: Apache-2.0
"""Kernels that no line of their file launches but those that an explicit instantiation makes: another file has the calls."""
import riffle_case
from riffle_case import RiffleCase

# Each number is added by one kernel, so that the sum tells which of them ran.
DECLARED = """\
#pragma once
template <class T> struct Base {
  explicit Base(T* to);
  virtual ~Base() = default;
  virtual void add();
  static void add_static(T* to);
  operator bool() const;
  struct Inner {
    void add(T* to);
    template <class U> struct Deep { void add(T* to); };
  };
  T* to;
};
template <class T> union Either { T value; void add(T* to); };
template <class T> struct Member { void add(T* to); };
template <class T> void add_function(T* to);
template <class T> void add_overloaded(T* to);
namespace lib { template <class T> struct First { void add(T* to); }; }
"""

DEFINED = """\
#include <stdexcept>
#include <string>
#include "declared.h"
template <int N, class T> __global__ void plus(T* to) { *to += N; }
template <class T> Base<T>::Base(T* to) : to(to) { plus<1><<<1, 1>>>(to); }
template <class T> void Base<T>::add() { plus<2><<<1, 1>>>(to); }
template <class T> void Base<T>::add_static(T* to) { plus<4><<<1, 1>>>(to); }
template <class T> Base<T>::operator bool() const { plus<8><<<1, 1>>>(to); return true; }
template <class T> void Base<T>::Inner::add(T* to) { plus<16><<<1, 1>>>(to); }
template <class T> template <class U> void Base<T>::Inner::Deep<U>::add(T* to) { plus<32><<<1, 1>>>(to); }
template <class T> void Either<T>::add(T* to) { plus<64><<<1, 1>>>(to); }
template <class T> void Member<T>::add(T* to) { plus<128><<<1, 1>>>(to); }
template <class T> void indirect(T* to) { auto launch = [=] { plus<256><<<1, 1>>>(to); }; launch(); }
template <class T> void add_function(T* to) { indirect(to); }
template <class T> __device__ void add_overloaded(T* to, int) { *to = 0; }
template <class T> void add_overloaded(T* to) { plus<512><<<1, 1>>>(to); }
template <class T> void lib::First<T>::add(T* to) { plus<1024><<<1, 1>>>(to); }

// Device code cannot be made of these, and needs none of them.
template <class T> struct HostThings {
  __host__ __device__ T made() const { return T("made"); }
  __host__ __device__ void fail() const { if (made().empty()) throw std::runtime_error("empty"); }
  __device__ int size() { return 0; }
  T missing();
};
template struct HostThings<std::string>;
template struct Base<int>;
template class __attribute__((visibility("default"))) Base<float>;
template struct Base<int>::Inner::Deep<char>;
template union Either<int>;
template void Member<int>::add(int*);
template void add_function<int>(int*);
template void add_overloaded(int*);
namespace lib {
template struct First<int>;
}
"""

CALLS = """\
#include <cstdio>
#include <cuda_runtime.h>
#include "declared.h"
extern template struct Base<int>;
extern template struct Base<float>;
template <class T> T* zero() { T* to; cudaMallocManaged(&to, sizeof(T)); *to = 0; return to; }
int main() {
  int* const to = zero<int>();
  float* const other = zero<float>();
  Base<int> base(to);
  base.add();
  base.add_static(to);
  static_cast<void>(static_cast<bool>(base));
  Base<int>::Inner().add(to);
  Base<int>::Inner::Deep<char>().add(to);
  Either<int>().add(to);
  Member<int>().add(to);
  add_function(to);
  add_overloaded(to);
  lib::First<int>().add(to);
  Base<float>(other).add();
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d %g %s\\n", *to, *other, cudaGetErrorString(error));
}
"""


class ExplicitInstantiation(RiffleCase):
    def test_kernels_are_launched_from_another_file(self):
        self.write("declared.h", DECLARED)
        self.write("defined.cu", DEFINED)
        self.write("calls.cpp", CALLS)
        for options in (), ("-G",), ("-rdc=true", "-w"):
            with self.subTest(options=options):
                compiled = self.riffle("cc", *options, "defined.cu", "calls.cpp", "-o", "x")
                self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))
                result = self.program("x")
                self.assertEqual((result.stdout, result.stderr), ("2047 3 no error\n", ""))


riffle_case.main()
