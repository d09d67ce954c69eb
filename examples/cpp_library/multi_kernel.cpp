// SPDX-License-Identifier: Apache-2.0
// Many arrays, each doubled and halved: one after the other in the default stream, and each in a stream of its own with
// events around its kernel.
#include <riffle/riffle.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr std::size_t kArrays = 20;
constexpr int kElems = 1 << 14;

const char* const kSource = R"(
__global__ void double_and_halve(float *array, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = thread; i < count; i += blockDim.x * gridDim.x) {
    for (int k = 0; k < 50; ++k) {
      array[i] *= 2.0f;
      array[i] /= 2.0f;
    }
  }
})";

int main() {
  const riffle::SourceModule kernels(kSource);
  const riffle::Function kernel = kernels.get_function("double_and_halve");
  std::vector<std::vector<float>> data(kArrays, std::vector<float>(kElems));
  for (std::size_t k = 0; k < kArrays; ++k) {
    for (int i = 0; i < kElems; ++i)
      data[k][static_cast<std::size_t>(i)] =
          std::sin(static_cast<float>(i) + static_cast<float>(k));
  }
  bool is_right = true;

  for (const auto& values : data) {
    auto array = riffle::to_gpu(values);
    kernel({.block = 64}, array, kElems);
    is_right = is_right && array.get() == values;
  }

  std::vector<riffle::Stream> streams(kArrays);
  std::vector<riffle::Event> starts(kArrays), ends(kArrays);
  std::vector<riffle::GpuArray<float>> arrays;
  std::vector<riffle::PageLocked<float>> results;
  for (std::size_t k = 0; k < kArrays; ++k)
    arrays.push_back(riffle::to_gpu_async(data[k], streams[k]));
  for (std::size_t k = 0; k < kArrays; ++k) {
    starts[k].record(streams[k]);
    kernel({.block = 64, .stream = streams[k]}, arrays[k], kElems);
    ends[k].record(streams[k]);
  }
  for (std::size_t k = 0; k < kArrays; ++k) results.push_back(arrays[k].get_async(streams[k]));
  riffle::Context::synchronize();  // before this, the results are not there

  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < kArrays; ++k) {
    is_right = is_right && std::equal(results[k].begin(), results[k].end(), data[k].begin());
    const double time = starts[k].time_till(ends[k]);
    sum += time;
    squares += time * time;
  }
  const double mean = sum / kArrays;
  std::printf("a kernel: %.3f ms, standard deviation %.3f ms\n", mean,
              std::sqrt(std::max(0.0, squares / kArrays - mean * mean)));
  std::puts(is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
