// SPDX-License-Identifier: Apache-2.0
// Sources compiled while the program runs, and kernels called with arguments that fit or do not.
#include <riffle/event.h>
#include <riffle/source_module.h>

#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "message.h"

namespace {

using library_test::message_of;
using riffle::Context;
using riffle::Function;
using riffle::SourceModule;

const char* const kSource = R"(
  __constant__ float factor = 2;
  namespace ns { __device__ int table[3] = {1, 2, 3}; }
  struct Pair { int first; float second; };
  __global__ void add(const float *a, float *b /* in, out */, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] += factor * a[i];
  }
  template <class T> __global__ void scale(T* values, T by) { values[threadIdx.x] *= by; }
  extern "C" __global__ void __launch_bounds__(256) plain(unsigned int count, double values[], Pair pair) {
    values[count] = pair.first + pair.second;
  }
  __global__ void over(int *x) { *x = 1; }
  __global__ void over(float *x) { *x = 2; }
)";

struct Pair {
  int first;
  float second;
};

SourceModule module_of_test() {
  return SourceModule(kSource, {.names = {"scale<float>", "&ns::table"}});
}

/// Device memory of some numbers.
template <typename T>
class Numbers {
 public:
  explicit Numbers(const std::vector<T>& values) : count_(values.size()) {
    Context::synchronize();
    EXPECT_EQ(cuMemAlloc(&address_, count_ * sizeof(T)), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyHtoD(address_, values.data(), count_ * sizeof(T)), CUDA_SUCCESS);
  }
  ~Numbers() { cuMemFree(address_); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  T* get() const { return reinterpret_cast<T*>(address_); }
  std::vector<T> values() const {
    std::vector<T> all(count_);
    EXPECT_EQ(cuMemcpyDtoH(all.data(), address_, count_ * sizeof(T)), CUDA_SUCCESS);
    return all;
  }

 private:
  CUdeviceptr address_ = 0;
  std::size_t count_;
};

TEST(SourceModule, LaunchesByName) {
  const SourceModule module = module_of_test();
  const Numbers<float> a({1, 2, 3}), b({10, 20, 30});
  const Function add = module.get_function("add");
  riffle::Stream stream;
  add({.grid = 1, .block = 32, .stream = stream}, a.get(), b.get(), 3);
  stream.synchronize();
  EXPECT_EQ(b.values(), (std::vector<float>{12, 24, 36}));
  module.get_function("scale<float>")({.block = 3}, b.get(), 0.5f);
  EXPECT_EQ(b.values(), (std::vector<float>{6, 12, 18}));
  const Numbers<double> d({0, 0});
  module.get_function("plain")({}, 1, d.get(), Pair{3, 0.25f});
  EXPECT_EQ(d.values()[1], 3.25);
  module.get_function("over(float*)")({}, b.get());
  EXPECT_EQ(b.values()[0], 2);
}

TEST(SourceModule, KernelsOutliveIt) {
  const Numbers<float> a({1}), b({1});
  const Function add = module_of_test().get_function("add");
  add({}, a.get(), b.get(), 1);
  EXPECT_EQ(b.values()[0], 3);
}

TEST(SourceModule, ContentIsCompiledOnce) {
  auto& compiler = riffle::detail::Compiler::instance();
  const std::size_t before = compiler.size();
  const std::string source = "__global__ void once() {}";
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { SourceModule module(source); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(compiler.size(), before + 1);
  SourceModule other(source, {.options = {"-DX=1"}});
  EXPECT_EQ(compiler.size(), before + 2);
}

TEST(SourceModule, VariablesAreItsOwn) {
  const SourceModule first = module_of_test(), second = module_of_test();
  first.get_global("factor").set(5.0f);
  EXPECT_EQ(first.get_global("factor").get<float>(), 5.0f);
  EXPECT_EQ(second.get_global("factor").get<float>(), 2.0f);
  EXPECT_EQ((first.get_global("ns::table").get<std::array<int, 3>>()),
            (std::array<int, 3>{1, 2, 3}));
  EXPECT_HAS(message_of([&] { first.get_global("factor").set(5.0); }, CUDA_ERROR_INVALID_VALUE),
             "variable 'factor' has 4 bytes, double has 8");
  EXPECT_HAS(message_of([&] { (void)first.get_global("nothing"); }, CUDA_ERROR_NOT_FOUND),
             "variable 'nothing'");
}

TEST(SourceModule, WhatDoesNotCompileIsTold) {
  try {
    const SourceModule module("__global__ void f() {\n  unknown;\n}\n", {.file_name = "wrong.cu"});
    FAIL();
  } catch (const riffle::CompileError& error) {
    EXPECT_EQ(error.code(), CUDA_ERROR_INVALID_SOURCE);
    EXPECT_EQ(error.nvrtc_code(), NVRTC_ERROR_COMPILATION);
    EXPECT_HAS(error.log(), "wrong.cu(2): error:");
    EXPECT_HAS(std::string(error.what()), error.log());
  }
}

TEST(SourceModule, WhatIsNotThereIsTold) {
  const SourceModule module = module_of_test();
  EXPECT_HAS(message_of([&] { (void)module.get_function("ad"); }, CUDA_ERROR_NOT_FOUND),
             "no kernel 'ad'; there are: add(float const*, float*, int);");
  EXPECT_HAS(message_of([&] { (void)module.get_function("over"); }, CUDA_ERROR_NOT_FOUND),
             "several kernels 'over'");
  EXPECT_HAS(message_of([&] { (void)module.get_function("scale<int>"); }, CUDA_ERROR_NOT_FOUND),
             "CompileOptions::names");
}

TEST(Function, WrongArgumentsAreNamed) {
  const SourceModule module = module_of_test();
  const Function add = module.get_function("add"), plain = module.get_function("plain");
  float* const p = nullptr;
  const auto too_few = message_of([&] { add({}, p, p); }, CUDA_ERROR_INVALID_VALUE);
  EXPECT_HAS(too_few,
             "add(float const*, float*, int) takes 3 arguments (float const* a, float* b, int n), "
             "2 given");
  EXPECT_HAS(message_of([&] { add({}, p, p, std::size_t{3}); }, CUDA_ERROR_INVALID_VALUE),
             "add: parameter 3 'n' is int (4 bytes), but the argument is unsigned long (8 bytes)");
  EXPECT_HAS(message_of([&] { add({}, p, p, 3.0f); }, CUDA_ERROR_INVALID_VALUE),
             "but the argument is float (4 bytes)");
  EXPECT_HAS(
      message_of([&] { add({}, p, static_cast<const float*>(p), 3); }, CUDA_ERROR_INVALID_VALUE),
      "parameter 2 'b' is float* (8 bytes), but the argument is float const*");
  EXPECT_HAS(
      message_of([&] { add({}, p, reinterpret_cast<int*>(p), 3); }, CUDA_ERROR_INVALID_VALUE),
      "but the argument is int*");
  // The types of what is extern "C" come from the source.
  EXPECT_HAS(message_of([&] { plain({}, 1, p, Pair{}); }, CUDA_ERROR_INVALID_VALUE),
             "plain: parameter 2 'values' is double *");
  EXPECT_HAS(message_of([&] { plain({}, 1, static_cast<double*>(nullptr), 1.0f); },
                        CUDA_ERROR_INVALID_VALUE),
             "parameter 3 'pair' is Pair (8 bytes)");
  EXPECT_HAS(message_of([&] { add({.block = 2048}, p, p, 0); }, CUDA_ERROR_INVALID_VALUE),
             "launch of add with 2048 threads per block (at most 1024)");
}

TEST(Function, TellsItsParameters) {
  const auto parameters = module_of_test().get_function("add").parameters();
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters[2].name, "n");
  EXPECT_EQ(parameters[2].type, "int");
  EXPECT_EQ(parameters[2].offset_bytes, 16u);
  EXPECT_EQ(parameters[2].size_bytes, 4u);
}

TEST(Function, EmptyGridsDoNothing) {
  module_of_test().get_function("add")({.grid = 0, .block = 256}, nullptr, nullptr, 0);
  Context::synchronize();
}

TEST(FunctionDeathTest, FaultsAreThrownLater) {
  EXPECT_ALONE({
    const Context context = Context::make();
    const SourceModule module("__global__ void fault() { __trap(); }");
    module.get_function("fault")({});
    message_of([] { Context::synchronize(); }, CUDA_ERROR_LAUNCH_FAILED);
  });
}

}  // namespace
