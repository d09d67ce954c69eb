// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Programs compiled at run time, loaded from their cubin and from their PTX, and launched by their lowered names.
#include "../transcript.h"
#include "program.h"

static const char* const kSource = R"(
__constant__ float factor;
__device__ int launches;
template <class T> __global__ void axpy(T a, const T* x, T* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void scaled(float* y, int n) {
  __shared__ float tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? y[i] : 0;
  __syncthreads();
  if (i < n) y[i] = factor * tile[63 - threadIdx.x] + sqrtf(static_cast<float>(i)) + MORE;
  if (i == 0) atomicAdd(&launches, 1);
}
)";

static void run(const void* image, const char* axpy, const char* factor, const char* launches) {
  constexpr int n = 192;
  cudaLibrary_t library = nullptr;
  std::printf("load %s\n", cudaGetErrorName(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0)));
  cudaKernel_t kernel = nullptr, scaled = nullptr, missing = nullptr;
  std::printf("axpy %s\n", cudaGetErrorName(cudaLibraryGetKernel(&kernel, library, axpy)));
  std::printf("scaled %s\n", cudaGetErrorName(cudaLibraryGetKernel(&scaled, library, "scaled")));
  std::printf("missing %s\n", cudaGetErrorName(cudaLibraryGetKernel(&missing, library, "missing")));
  void* constant = nullptr;
  void* counter = nullptr;
  size_t bytes = 0;
  std::printf("factor %s\n", cudaGetErrorName(cudaLibraryGetGlobal(&constant, &bytes, library, factor)));
  std::printf("%zu bytes\n", bytes);
  std::printf("launches %s\n", cudaGetErrorName(cudaLibraryGetGlobal(&counter, &bytes, library, launches)));
  float *x = nullptr, *y = nullptr;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i % 13);
  cudaMemcpy(x, values.data(), n * sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(y, values.data(), n * sizeof(float), cudaMemcpyDefault);
  float a = 2.5f, two = 2;
  int count = n;
  cudaMemcpy(constant, &two, sizeof two, cudaMemcpyDefault);
  void* first[] = {&a, &x, &y, &count};
  void* second[] = {&y, &count};
  std::printf("launch %s\n", cudaGetErrorName(cudaLaunchKernel(kernel, dim3(3), dim3(64), first, 0, nullptr)));
  std::printf("launch %s\n", cudaGetErrorName(cudaLaunchKernel(scaled, dim3(3), dim3(64), second, 0, nullptr)));
  std::printf("done %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(values.data(), y, n * sizeof(float), cudaMemcpyDefault);
  for (int i = 0; i < n; i += 17) std::printf("%a ", values[i]);
  int launched = 0;
  cudaMemcpy(&launched, counter, sizeof launched, cudaMemcpyDefault);
  std::printf("\nlaunches %d\n", launched);
  cudaFree(x);
  cudaFree(y);
  std::printf("unload %s\n", cudaGetErrorName(cudaLibraryUnload(library)));
}

int main() {
  Program program(kSource, "run_time.cu");
  for (const char* name : {"axpy<float>", "&factor", "&launches"}) nvrtcAddNameExpression(program.handle, name);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  const std::string architecture =
      "-arch=sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
  std::printf("compile %s\n", name_of(program.compile({architecture.c_str(), "-DMORE=0.25f", "-fmad=false"})));
  std::printf("%s", program.log().c_str());
  const char *axpy = "", *factor = "", *launches = "";
  nvrtcGetLoweredName(program.handle, "axpy<float>", &axpy);
  nvrtcGetLoweredName(program.handle, "&factor", &factor);
  nvrtcGetLoweredName(program.handle, "&launches", &launches);
  run(program.cubin().data(), axpy, factor, launches);
  run(program.ptx().data(), axpy, factor, launches);

  // Half precision, cooperative groups and textures' headers are the toolkit's; a kernel that faults ends the context.
  Program trap("extern \"C\" __global__ void fault() { __trap(); }");
  std::printf("compile %s\n", name_of(trap.compile({architecture.c_str()})));
  cudaLibrary_t library = nullptr;
  cudaLibraryLoadData(&library, trap.cubin().data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  cudaKernel_t fault = nullptr;
  cudaLibraryGetKernel(&fault, library, "fault");
  cudaLaunchKernel(fault, dim3(1), dim3(1), nullptr, 0, nullptr);
  std::printf("fault %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
