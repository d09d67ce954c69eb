// SPDX-License-Identifier: Apache-2.0
// From a device image that no cache knows to the end of the first launch: the kernel compiler's time, of kernels of 100
// and of 2,000 lines (blocks of code with divergent branches, loops that lanes leave at different times, and remainders).
#include <nvrtc.h>
#include <time.h>
#include <unistd.h>

#include <string>

#include "bench.h"
#include "check.h"

static constexpr int kSectionLines = 20;

static std::string replaced(std::string text, const std::string& name, int number) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
    text.replace(at, name.size(), std::to_string(number));
  return text;
}

/// Other numbers are other programs, for every cache.
static std::string source_of(int lines, int number) {
  std::string text =
      R"(extern "C" __global__ void many(const float* in, float* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float state[8] = {FIRST};
)";
  text = replaced(text, "FIRST", number);
  for (int s = 0; s < lines / kSectionLines; ++s) {
    text += replaced(replaced(R"(  {
    const int j = (i + NUMBER) % n;
    float u = in[j];
    float v = in[n - 1 - j];
    if (u > v) {
      const float w = u;
      u = v;
      v = w + NUMBER.0f;
    }
    for (int k = 0; k < rounds; ++k) {
      u = u * 0.5f + v;
      v = v - u * NUMBER.0f;
      if (v < 0.0f) break;
    }
    state[PLACE] += u * v;
    if (threadIdx.x % 7 == PLACE) {
      state[0] -= sqrtf(fabsf(u));
    }
    out[i + NUMBER] = state[PLACE];
  }
)",
                              "NUMBER", s + 1),
                     "PLACE", s % 8);
  }
  return text + "}\n";
}

static void check(nvrtcResult result) {
  if (result == NVRTC_SUCCESS) return;
  std::fprintf(stderr, "nvrtc: %s\n", nvrtcGetErrorString(result));
  std::exit(1);
}

static std::string image_of(const std::string& source) {
  nvrtcProgram program = nullptr;
  check(nvrtcCreateProgram(&program, source.c_str(), "many.cu", 0, nullptr, nullptr));
  const char* options[] = {"-arch=sm_80"};
  check(nvrtcCompileProgram(program, 1, options));
  size_t bytes = 0;
  check(nvrtcGetCUBINSize(program, &bytes));
  std::string image(bytes, '\0');
  check(nvrtcGetCUBIN(program, image.data()));
  check(nvrtcDestroyProgram(&program));
  return image;
}

static double processor_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

static void load(const std::string& image, float* in, float* out) {
  int n = 64, rounds = 3;
  cudaLibrary_t library;
  CHECK(cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel;
  CHECK(cudaLibraryGetKernel(&kernel, library, "many"));
  void* arguments[] = {&in, &out, &n, &rounds};
  CHECK(cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaLibraryUnload(library));
}

static int number = static_cast<int>(getpid() % 10000) * 100;

static void measure(int lines, int repetitions, double limit_ns, float* in, float* out) {
  bench::Samples wall, processor;
  for (int i = 0; i < repetitions; ++i) {
    const std::string image = image_of(source_of(lines, number++));
    const double used = processor_ns();
    wall.add(bench::time_ns([&] { load(image, in, out); }));
    processor.add(processor_ns() - used);
  }
  const std::string name = "JIT of " + std::to_string(lines) + " lines";
  bench::row_limit((name + ": processor time").c_str(), processor.median(), limit_ns);
  bench::row_limit((name + ": on the clock").c_str(), wall.median(), limit_ns);
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 2 : 9;
  float *in, *out;
  CHECK(cudaMalloc(&in, 4096 * sizeof(float)));
  CHECK(cudaMalloc(&out, 4096 * sizeof(float)));
  CHECK(cudaMemset(in, 0, 4096 * sizeof(float)));
  load(image_of(source_of(kSectionLines, number++)), in, out);  // the compiler is loaded
  measure(100, repetitions, 60e6, in, out);
  measure(2000, (repetitions + 2) / 3, 2e9, in, out);
}
