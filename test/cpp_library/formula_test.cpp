// SPDX-License-Identifier: Apache-2.0
// Kernels made of formulas: for each element, reductions, scans.
#include <riffle/elementwise.h>
#include <riffle/reduction.h>
#include <riffle/scan.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "message.h"

namespace {

using library_test::message_of;
using riffle::ElementwiseKernel;
using riffle::GpuArray;
using riffle::ReductionKernel;
using riffle::ScanKernel;
using riffle::to_gpu;
using Floats = std::vector<float>;
using Ints = std::vector<int>;

Ints noise(std::size_t size) {
  Ints values(size);
  std::uint32_t state = 1;
  for (int& value : values)
    value = static_cast<int>((state = state * 1664525 + 1013904223) >> 20) - 2048;
  return values;
}

TEST(ElementwiseKernel, ComputesEachElement) {
  const ElementwiseKernel add("float *a, float *b, float *c", "c[i] = a[i] + b[i]", "add_kernel");
  auto a = to_gpu(Floats{1, 2, 3}), b = to_gpu(Floats{10, 20, 30}), c = riffle::zeros<float>(3);
  add(a, b, c);
  EXPECT_EQ(c.get(), (Floats{11, 22, 33}));
  riffle::Stream stream;
  add.on(stream)(a.slice(0, 2), b.slice(1, 3), c.slice(1, 3));
  stream.synchronize();
  EXPECT_EQ(c.get(), (Floats{11, 21, 32}));
}

TEST(ElementwiseKernel, TakesNumbersAndFunctions) {
  const ElementwiseKernel line("float *y, const float a, int shift",
                               "y[i] = square(a * (i + shift)) + n", "line",
                               {.preamble = "__device__ float square(float x) { return x * x; }"});
  auto y = riffle::empty<float>({2, 2});
  line(y, 2.0f, 1);
  EXPECT_EQ(y.get(), (Floats{8, 20, 40, 68}));
}

TEST(ElementwiseKernel, WrongArgumentsAreNamed) {
  const ElementwiseKernel scale("float *x, float by", "x[i] *= by", "scale");
  auto x = to_gpu(Floats{1, 2});
  EXPECT_HAS(message_of([&] { scale(x, 2.0); }, CUDA_ERROR_INVALID_VALUE),
             "scale: parameter 2 'by' is float (4 bytes), but the argument is double (8 bytes)");
  EXPECT_HAS(message_of([&] { scale(x); }, CUDA_ERROR_INVALID_VALUE),
             "scale takes 2 arguments, 1 given");
  const ElementwiseKernel copy("float *to, const float *from", "to[i] = from[i]", "copy");
  EXPECT_HAS(message_of([&] { copy(x, to_gpu(Floats{1})); }, CUDA_ERROR_INVALID_VALUE),
             "copy: argument 2 has 1 elements, those before it have 2");
  EXPECT_HAS(message_of([&] { copy(x, to_gpu(Ints{1, 2})); }, CUDA_ERROR_INVALID_VALUE),
             "but the argument is int*");
  EXPECT_HAS(
      message_of([&] { copy(static_cast<float*>(nullptr), x.data()); }, CUDA_ERROR_INVALID_VALUE),
      "no argument is an array");
  const ElementwiseKernel wrong("float *x", "x[i] = nothing");
  EXPECT_HAS(message_of([&] { wrong(x); }, CUDA_ERROR_INVALID_SOURCE), "nothing");
}

TEST(ReductionKernel, ReducesWhatItsFormulaGives) {
  const ReductionKernel<float> dot("0", "a + b", "x[i] * y[i]", "const float *x, const float *y");
  const auto x = to_gpu(Floats{1, 2, 3}), y = to_gpu(Floats{4, 5, 6});
  EXPECT_EQ(dot(x, y), 32);
  riffle::Stream stream;
  EXPECT_EQ(dot.on(stream)(x, y), 32);
  auto place = riffle::zeros<float>(1, stream);
  dot.into(place, stream)(x, y);
  EXPECT_EQ(place.value(), 32);
  EXPECT_HAS(message_of([&] { dot(x, to_gpu(Ints{1, 2, 3})); }, CUDA_ERROR_INVALID_VALUE),
             "parameter 2 'y' is float const*");
  EXPECT_EQ(dot(riffle::empty<float>(0), riffle::empty<float>(0)), 0);
}

TEST(Reductions, OfAllSizes) {
  for (const std::size_t size : {1u, 255u, 257u, 4095u, 8193u, 100000u}) {
    const Ints values = noise(size);
    const auto array = to_gpu(values);
    EXPECT_EQ(riffle::sum(array), std::accumulate(values.begin(), values.end(), 0LL)) << size;
    EXPECT_EQ(riffle::min(array), *std::min_element(values.begin(), values.end())) << size;
    EXPECT_EQ(riffle::max(array), *std::max_element(values.begin(), values.end())) << size;
  }
}

TEST(Reductions, OfExpressions) {
  const auto x = to_gpu(Floats{1, -2, 3});
  EXPECT_EQ(riffle::sum(x * x), 14);
  EXPECT_EQ(riffle::dot(x, x), 14);
  EXPECT_EQ(riffle::max(abs(x)), 3);
  EXPECT_TRUE(riffle::any(x < 0));
  EXPECT_FALSE(riffle::all(x < 0));
  EXPECT_EQ(riffle::mean(to_gpu(Ints{1, 2})), 1.5);
  EXPECT_EQ(riffle::sum(x.slice(1, 3)), 1);
}

TEST(Reductions, OfExtremes) {
  using Long = std::numeric_limits<long long>;
  const auto longs = to_gpu(std::vector<long long>{Long::max(), Long::min()});
  EXPECT_EQ(riffle::min(longs.slice(0, 1)), Long::max());
  EXPECT_EQ(riffle::max(longs.slice(1, 2)), Long::min());
  EXPECT_HAS(
      message_of([] { (void)riffle::max(riffle::empty<float>(0)); }, CUDA_ERROR_INVALID_VALUE),
      "empty array");
}

TEST(ScanKernel, OfAllSizes) {
  const ScanKernel<int> inclusive("a + b", "0"), exclusive("a + b", "0", riffle::Scan::kExclusive);
  for (const std::size_t size : {0u, 1u, 2047u, 2049u, 600000u}) {
    const Ints values = noise(size);
    const auto in = to_gpu(values);
    auto out = riffle::empty_like(in);
    Ints expected(size);
    inclusive(in, out);
    std::inclusive_scan(values.begin(), values.end(), expected.begin());
    EXPECT_EQ(out.get(), expected) << size;
    exclusive(in, out);
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
    EXPECT_EQ(out.get(), expected) << size;
  }
}

TEST(ScanKernel, KeepsTheOrderInPlace) {
  // Composition of maps x -> first * x + second, modulo 2^16, packed into one number: associative, not commutative.
  const auto compose = [](unsigned a, unsigned b) {
    const unsigned first = (a >> 16) * (b >> 16), second = (b >> 16) * (a & 0xffff) + (b & 0xffff);
    return first << 16 | (second & 0xffff);
  };
  const ScanKernel<unsigned> scan(
      "(a >> 16) * (b >> 16) << 16 | (((b >> 16) * (a & 0xffff) + (b & 0xffff)) & 0xffff)",
      "0x10000");
  std::vector<unsigned> values;
  for (const int value : noise(5000))
    values.push_back(static_cast<unsigned>(value) * 2654435761u | 0x10000);
  auto array = to_gpu(values);
  scan(array);
  std::partial_sum(values.begin(), values.end(), values.begin(), compose);
  EXPECT_EQ(array.get(), values);
}

}  // namespace
