// SPDX-License-Identifier: Apache-2.0
// Kernels in namespaces, static, templates, with lambdas, chosen at run time.
#include "../transcript.h"

namespace a {
namespace {
__global__ void hidden(int *p) { *p = 1; }
}  // namespace
__global__ void named(int *p) { *p = 2; }
}  // namespace a
static __global__ void local(int *p) { *p = 3; }
template <class T, int N>
__global__ void templated(T *p) {
  *p = T(N) + T(0.5);
}
template <class F>
__global__ void apply(int *p, F f) {
  *p = f(threadIdx.x + 10);
}
extern "C" __global__ void c_linkage(int *p) { *p = 6; }
struct Add {
  int n;
  __host__ __device__ int operator()(int x) const { return x + n; }
};
__global__ void one(int *p) { *p = 111; }
__global__ void two(int *p) { *p = 222; }

int main() {
  DeviceArray<int> word(1);
  auto show_word = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    show_value(what, word.read()[0]);
  };
  a::hidden<<<1, 1>>>(word);
  show_word("anonymous");
  a::named<<<1, 1>>>(word);
  show_word("named");
  local<<<1, 1>>>(word);
  show_word("static");
  templated<int, 4><<<1, 1>>>(word);
  show_word("template of int");
  templated<float, 4><<<1, 1>>>(reinterpret_cast<float *>(word.get()));
  show_word("template of float, bits");
  apply<<<1, 1>>>(word, Add{5});
  show_word("functor");
  c_linkage<<<1, 1>>>(word);
  show_word("C linkage");
  void (*kernels[])(int *) = {one, two};
  for (auto kernel : kernels) {
    kernel<<<1, 1>>>(word);
    show_word("chosen at run time");
  }
}
