// SPDX-License-Identifier: Apache-2.0
// The same sum by a kernel of one's own, by an ElementwiseKernel and by an expression: their first calls, which
// compile, and their later ones, measured with events. A host clock around a launch would measure neither.
#include <riffle/riffle.h>

#include <cstdio>
#include <vector>

constexpr int kElems = 1 << 20;

template <typename F>
float milliseconds(F&& f) {
  riffle::Event start, end;
  start.record();
  f();
  end.record().synchronize();
  return start.time_till(end);
}

int main() {
  std::printf("threads per block: at most %d\n", riffle::Device::current().max_threads_per_block());
  const auto a = riffle::arange<float>(kElems);
  const auto b = riffle::full<float>(kElems, 0.5f);
  auto c = riffle::empty_like(a);

  const riffle::SourceModule kernels(R"(
    __global__ void add(const float *a, const float *b, float *c, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) c[i] = a[i] + b[i];
    })");
  const riffle::Function add = kernels.get_function("add");
  const riffle::ElementwiseKernel add_each("const float *a, const float *b, float *c",
                                           "c[i] = a[i] + b[i]");

  bool is_right = true;
  for (const char* call : {"first", "second"}) {
    const float own =
        milliseconds([&] { add({.grid = (kElems + 255) / 256, .block = 256}, a, b, c, kElems); });
    is_right = is_right && riffle::all(c == a + b);
    const float each = milliseconds([&] { add_each(a, b, c); });
    const float expression = milliseconds([&] { c = a + b; });
    std::printf("%s call: SourceModule %.3f ms, ElementwiseKernel %.3f ms, expression %.3f ms\n",
                call, own, each, expression);
  }
  is_right = is_right && riffle::sum(c - a) == 0.5f * kElems;
  std::puts(is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
