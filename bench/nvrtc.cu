// SPDX-License-Identifier: Apache-2.0
// Compilation at run time: a kernel of 20 lines from text to the end of its first launch, new and from the cache, and
// eight programs on one thread and on all cores.
#include <nvrtc.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "bench.h"
#include "check.h"

static const char* const kSource = R"(
extern "C" __global__ void smooth(const float* in, float* out, int n, float weight) {
  __shared__ float tile[258];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int t = threadIdx.x + 1;
  tile[t] = i < n ? in[i] : 0.0f;
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == blockDim.x - 1) tile[t + 1] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  if (i >= n) return;
  float sum = tile[t] * (1.0f - weight);
  for (int k = -1; k <= 1; k += 2) {
    const float neighbour = tile[t + k];
    sum += 0.5f * weight * neighbour;
  }
  const float edge = fabsf(tile[t + 1] - tile[t - 1]);
  if (edge > 1.0f) {
    sum = 0.5f * (sum + sqrtf(edge));
  }
  out[i] = sum + NUMBER;
}
)";

static void check(nvrtcResult result) {
  if (result == NVRTC_SUCCESS) return;
  std::fprintf(stderr, "nvrtc: %s\n", nvrtcGetErrorString(result));
  std::exit(1);
}

/// Other numbers are other programs, for every cache.
static std::string image_of(int number, bool uses_cache) {
  nvrtcProgram program = nullptr;
  check(nvrtcCreateProgram(&program, kSource, "smooth.cu", 0, nullptr, nullptr));
  const std::string macro = "-DNUMBER=" + std::to_string(number) + ".0f";
  const char* options[] = {"-arch=sm_80", macro.c_str(), "--no-cache"};
  check(nvrtcCompileProgram(program, uses_cache ? 2 : 3, options));
  size_t bytes = 0;
  check(nvrtcGetCUBINSize(program, &bytes));
  std::string image(bytes, '\0');
  check(nvrtcGetCUBIN(program, image.data()));
  check(nvrtcDestroyProgram(&program));
  return image;
}

static void launch(const std::string& image, float* in, float* out, int n) {
  cudaLibrary_t library;
  CHECK(cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel;
  CHECK(cudaLibraryGetKernel(&kernel, library, "smooth"));
  float weight = 0.25f;
  void* arguments[] = {&in, &out, &n, &weight};
  CHECK(cudaLaunchKernel(kernel, dim3(4), dim3(256), arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaLibraryUnload(library));
}

static double eight_ns(int threads, int& number) {
  const int first = number;
  number += 8;
  return bench::time_ns([&] {
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([=] {
        for (int i = t; i < 8; i += threads) image_of(first + i, false);
      });
    }
    for (std::thread& thread : all) thread.join();
  });
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 5 : 15;
  int number = static_cast<int>(getpid() % 10000) * 1000;  // floats tell them apart
  constexpr int n = 1000;
  float *in, *out;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemset(in, 0, n * sizeof(float)));
  launch(image_of(number++, false), in, out, n);  // the compiler is loaded

  bench::Samples text, whole, kept;
  for (int i = 0; i < repetitions; ++i) {
    text.add(bench::time_ns([&] { image_of(number++, false); }));
    whole.add(bench::time_ns([&] { launch(image_of(number++, false), in, out, n); }));
  }
  const int known = number++;
  launch(image_of(known, true), in, out, n);
  for (int i = 0; i < repetitions; ++i)
    kept.add(bench::time_ns([&] { launch(image_of(known, true), in, out, n); }));
  bench::row_limit("NVRTC, 20 lines: compile", text.median(), 40e6);
  bench::row_limit("NVRTC, 20 lines: compile, load and first launch", whole.median(), 40e6);
  bench::row_limit("NVRTC, 20 lines: the same from the cache", kept.median(), 5e6);

  bench::Samples one, two;
  for (int i = 0; i < (repetitions + 2) / 3; ++i) {
    one.add(eight_ns(1, number));
    two.add(eight_ns(2, number));
  }
  bench::row_ratio("NVRTC: eight programs on two threads", two.median(), "on one", one.median(),
                   1 / 1.8);
}
