// SPDX-License-Identifier: Apache-2.0
// Arrays of the device: copies, slices, and expressions that become one kernel.
#include <riffle/array.h>
#include <riffle/event.h>
#include <riffle/source_module.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "message.h"

namespace {

using library_test::message_of;
using riffle::GpuArray;
using riffle::GpuView;
using riffle::to_gpu;
using Floats = std::vector<float>;
using Ints = std::vector<int>;

TEST(GpuArray, CopiesToTheDeviceAndBack) {
  const Ints values{3, 1, 4, 1, 5, 9};
  const auto array = to_gpu(values, {2, 3});
  static_assert(std::is_same_v<decltype(array), const GpuArray<int>>);
  EXPECT_EQ(array.shape().text(), "(2, 3)");
  EXPECT_EQ(array.size_bytes(), 24u);
  EXPECT_EQ(array.get(), values);
  std::array<int, 6> there{};
  array.get(there);
  EXPECT_EQ(there[5], 9);
  EXPECT_HAS(
      message_of([&] { array.get(std::span<int>(there.data(), 5)); }, CUDA_ERROR_INVALID_VALUE),
      "an array of 6 elements read into 5");
  EXPECT_HAS(message_of([&] { (void)to_gpu(values, {2, 2}); }, CUDA_ERROR_INVALID_VALUE),
             "6 elements copied to an array of 4");
  EXPECT_TRUE(to_gpu(Ints{}).get().empty());
}

TEST(GpuArray, CopiesInStreams) {
  riffle::Stream stream;
  const riffle::PageLocked<float> values(Floats{1, 2, 3});
  auto array = riffle::to_gpu_async(values, stream);
  EXPECT_EQ(array.stream(), stream);
  auto other = riffle::empty<float>(3, stream);
  other.set_async(array, stream);
  const auto result = other.get_async(stream);
  stream.synchronize();
  EXPECT_EQ(Floats(result.begin(), result.end()), (Floats{1, 2, 3}));
}

TEST(GpuArray, IsAValue) {
  auto a = to_gpu(Ints{1, 2, 3});
  GpuArray<int> copy = a;
  copy.slice(0, 1).set(Ints{7});
  EXPECT_EQ(a.get(), (Ints{1, 2, 3}));
  EXPECT_EQ(copy.get(), (Ints{7, 2, 3}));
  const int* const place = copy.data();
  copy = a;
  EXPECT_EQ(copy.data(), place);  // its memory is large enough
  EXPECT_EQ(copy.get(), a.get());
  GpuArray<int> moved = std::move(copy);
  EXPECT_EQ(moved.data(), place);
  EXPECT_TRUE(copy.empty());
  copy = to_gpu(Ints{4});
  EXPECT_EQ(copy.value(), 4);
}

TEST(GpuArray, FillsItself) {
  EXPECT_EQ(riffle::zeros<int>(3).get(), (Ints{0, 0, 0}));
  EXPECT_EQ(riffle::full<int>(2, -5).get(), (Ints{-5, -5}));
  EXPECT_EQ(riffle::arange<int>(4, 10, -3).get(), (Ints{10, 7, 4, 1}));
  const auto like = riffle::zeros_like(riffle::zeros<int>({2, 2}));
  EXPECT_EQ(like.shape(), (riffle::Shape{2, 2}));
  EXPECT_EQ(riffle::empty_like(like).shape(), like.shape());
}

TEST(Expressions, AreComputedWhenTheyAreAssigned) {
  const auto x = to_gpu(Floats{1, 2, 3, 4});
  auto y = to_gpu(Floats{10, 20, 30, 40});
  const float a = 3;
  const auto sum = a * x + y;
  static_assert(std::is_same_v<decltype(sum)::value_type, float>);
  const float* const place = y.data();
  y = sum;
  EXPECT_EQ(y.data(), place);  // no memory is allocated
  EXPECT_EQ(y.get(), (Floats{13, 26, 39, 52}));
  y = sum;  // again, with what y holds now
  EXPECT_EQ(y.get(), (Floats{16, 32, 48, 64}));
  GpuArray<float> made = 0.5 * x + y;
  EXPECT_EQ(made.get(), (Floats{16.5f, 33, 49.5f, 66}));
}

TEST(Expressions, AreOneKernelForEachForm) {
  auto& compiler = riffle::detail::Compiler::instance();
  const auto x = to_gpu(Floats{1, 2});
  auto y = riffle::empty_like(x);
  y = (x - 1) * 5 / x;
  const std::size_t before = compiler.size();
  y = (y - 2) * 7 / x;
  EXPECT_EQ(compiler.size(), before);
}

TEST(Expressions, OutliveTheirArrays) {
  const auto make = [] {
    const auto x = to_gpu(Floats{1, 2});
    return x + 1;
  };
  const auto kept = make();
  const auto other = to_gpu(Floats{50, 60});
  EXPECT_EQ(GpuArray(kept).get(), (Floats{2, 3}));
}

TEST(Expressions, HaveTheTypesOfTheirArrays) {
  const auto f = to_gpu(Floats{1.5f, -2});
  const auto i = to_gpu(Ints{7, -8});
  const auto b = to_gpu(std::vector<std::uint8_t>{200, 100});
  static_assert(std::is_same_v<decltype(f * 2.0)::value_type, float>);
  static_assert(std::is_same_v<decltype(i * 2.0)::value_type, double>);
  static_assert(std::is_same_v<decltype(i + f)::value_type, float>);
  static_assert(std::is_same_v<decltype(b + 1)::value_type, std::uint8_t>);
  static_assert(std::is_same_v<decltype(i < 3)::value_type, bool>);
  static_assert(std::is_same_v<decltype(sqrt(i))::value_type, double>);
  EXPECT_EQ(GpuArray(b + 100).get(), (std::vector<std::uint8_t>{44, 200}));
  EXPECT_EQ(GpuArray(i / 2 - 1).get(), (Ints{2, -5}));
  EXPECT_EQ(GpuArray(riffle::cast<double>(i) * f).get(), (std::vector<double>{10.5, 16}));
  EXPECT_EQ(GpuArray(f > 0 && i != 0).get(), (std::vector<bool>{true, false}));
  EXPECT_EQ(GpuArray(~(i % 4) << 1).get(), (Ints{-8, -2}));
}

TEST(Expressions, AreComparedWithNumbersAndArraysOnEitherSide) {
  const auto f = to_gpu(Floats{1, 0, 3});
  auto i = to_gpu(Ints{1, 2, 0});
  using Truths = std::vector<bool>;
  EXPECT_EQ(GpuArray(i != 0).get(), (Truths{true, true, false}));
  EXPECT_EQ(GpuArray(2 == i).get(), (Truths{false, true, false}));
  EXPECT_EQ(GpuArray(i != f).get(), (Truths{false, true, true}));
  EXPECT_EQ(GpuArray(f == i).get(), (Truths{true, false, false}));
  EXPECT_EQ(GpuArray(i.slice(1, 3) != f.slice(1, 3)).get(), (Truths{true, true}));
  EXPECT_EQ(GpuArray(i.view() == i + 0).get(), (Truths{true, true, true}));
  EXPECT_EQ(GpuArray(i + 1 != i).get(), (Truths{true, true, true}));
  EXPECT_EQ(GpuArray((i == 1) != (f == 1)).get(), (Truths{false, false, false}));
}

TEST(Expressions, CallFunctions) {
  const auto x = to_gpu(Floats{0.25f, 4});
  const Floats result = GpuArray(sqrt(x) + pow(x, 2) - abs(-x) + exp(x * 0) + atan2(x, x)).get();
  EXPECT_NEAR(result[0], 0.5 + 0.0625 - 0.25 + 1 + 0.785398, 1e-5);
  EXPECT_NEAR(result[1], 2 + 16 - 4 + 1 + 0.785398, 1e-5);
  const auto i = to_gpu(Ints{-3, 4});
  EXPECT_EQ(GpuArray(riffle::select(i < 0, abs(i), riffle::minimum(i, 2))).get(), (Ints{3, 2}));
}

TEST(Slices, AreViewsOfTheFirstAxis) {
  auto array = to_gpu(Ints{1, 2, 3, 4, 5, 6}, {3, 2});
  GpuView<int> rows = array.slice(1, 3);
  EXPECT_EQ(rows.get(), (Ints{3, 4, 5, 6}));
  EXPECT_EQ(rows[1].get(), (Ints{5, 6}));
  EXPECT_EQ(rows[1][0].value(), 5);
  rows[0] = array[2] * 10;
  array[0] = 7;
  array[2] += 1;
  EXPECT_EQ(array.get(), (Ints{7, 7, 50, 60, 6, 7}));
  rows = rows * 0 + 1;
  array[0] = array[1];
  EXPECT_EQ(array.get(), (Ints(6, 1)));
  const auto& constant = array;
  static_assert(std::is_same_v<decltype(constant.slice(0, 1)), GpuView<const int>>);
  EXPECT_HAS(message_of([&] { (void)array.slice(2, 4); }, CUDA_ERROR_INVALID_VALUE),
             "slice [2, 4) of an array of the shape (3, 2)");
}

TEST(Slices, ThatOverlapAreReadBeforeTheyAreWritten) {
  auto array = riffle::arange<int>(100000);
  array.slice(1, 100000) = array.slice(0, 99999) + 0;
  const Ints result = array.get();
  EXPECT_EQ(result[0], 0);
  for (int i = 1; i < 100000; ++i) ASSERT_EQ(result[static_cast<std::size_t>(i)], i - 1);
}

TEST(Slices, KeepTheirMemory) {
  const auto part = [] { return to_gpu(Ints{1, 2, 3}).slice(1, 3); }();
  EXPECT_EQ(part.get(), (Ints{2, 3}));
}

TEST(Expressions, OfDifferentShapesAreErrors) {
  const auto x = to_gpu(Floats{1, 2, 3}), two = to_gpu(Floats{1, 2});
  auto y = riffle::empty<float>(3);
  EXPECT_HAS(message_of([&] { y = x + two; }, CUDA_ERROR_INVALID_VALUE),
             "arrays of the shapes (3) and (2) in one expression");
  EXPECT_HAS(message_of([&] { y += two; }, CUDA_ERROR_INVALID_VALUE), "(3) and (2)");
  EXPECT_HAS(message_of([&] { y.slice(0, 2) = x + 1; }, CUDA_ERROR_INVALID_VALUE),
             "an expression of the shape (3) assigned to an array of (2)");
  y = two + 1;  // an array, as a value, takes the shape
  EXPECT_EQ(y.get(), (Floats{2, 3}));
}

TEST(GpuArray, IsAnArgumentOfKernels) {
  const riffle::SourceModule module(
      "__global__ void twice(const float *in, float *out) { out[threadIdx.x] = 2 * "
      "in[threadIdx.x]; }");
  const riffle::Function twice = module.get_function("twice");
  const auto in = to_gpu(Floats{1, 2, 3});
  auto out = riffle::zeros<float>(3);
  twice({.block = 2}, in.slice(1, 3), out.slice(0, 2));
  EXPECT_EQ(out.get(), (Floats{4, 6, 0}));
  EXPECT_HAS(message_of([&] { twice({}, in, in); }, CUDA_ERROR_INVALID_VALUE),
             "parameter 2 'out' is float* (8 bytes), but the argument is float const*");
  auto wrong = riffle::zeros<double>(3);
  EXPECT_HAS(message_of([&] { twice({}, in, wrong); }, CUDA_ERROR_INVALID_VALUE),
             "but the argument is double*");
}

TEST(GpuArray, WorksInOtherContexts) {
  const auto x = to_gpu(Floats{1, 2});
  const auto twice_plus = [](const auto& array) { return GpuArray(array * 2 + array).get(); };
  EXPECT_EQ(twice_plus(x), (Floats{3, 6}));
  for (int round = 0; round < 2; ++round) {
    const riffle::Context context = riffle::Context::make();
    EXPECT_EQ(twice_plus(to_gpu(Floats{5})), (Floats{15}));
  }
  EXPECT_EQ(twice_plus(x), (Floats{3, 6}));
}

TEST(GpuArray, OutlivesItsContext) {
  GpuArray<float> outside;
  {
    const riffle::Context context = riffle::Context::make();
    outside = to_gpu(Floats{1});
  }
}

}  // namespace
