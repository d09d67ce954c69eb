// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Programs compiled at run time, their names, images and launches.
#define NVRTC_GET_TYPE_NAME 1
#include "../cases.h"
#include "program.h"

#include <thread>

namespace names_ {
static const char* const kSource = R"(
template <class T> __global__ void fill(T* a) { a[0] = T(1); }
template <class T, int n> __global__ void scale(T* a) { a[0] *= n; }
template <class T> __device__ T storage;
namespace ns {
struct Pair { int a, b; };
__constant__ int constants[4];
__device__ int counter;
__global__ void kernel(int*, const Pair*) {}
template <int n> __device__ int helper() { return n; }
}
extern "C" __global__ void plain() {}
__device__ int overloaded(int) { return 1; }
__device__ float overloaded(float) { return 1; }
struct S { int x; };
)";

static void show(const std::vector<const char*>& names) {
  Program program(kSource);
  for (const char* name : names) {
    const nvrtcResult result = nvrtcAddNameExpression(program.handle, name);
    if (result != NVRTC_SUCCESS) std::printf("%s: %s\n", name, name_of(result));
  }
  std::printf("%s\n", name_of(program.compile({"-arch=sm_80", "-w"})));
  for (const char* name : names) {
    const char* lowered = "";
    const nvrtcResult result = nvrtcGetLoweredName(program.handle, name, &lowered);
    std::printf("%s: %s %s\n", name, name_of(result), lowered == nullptr ? "null" : lowered);
  }
}

// Name expressions: instances of templates, variables, what is refused.
CASE(names) {
  show({"fill<int>", "&fill<float>", "fill<double*>", "fill<ns::Pair*>", "scale<unsigned char, 3>", "&storage<int>", "ns::kernel",
        "&ns::kernel", "&ns::constants", "&ns::counter", "plain", "(void(*)(int*, const ns::Pair*))ns::kernel"});
  show({"missing"});
  show({""});
  show({"overloaded"});
  show({"ns::counter"});
  show({"ns::helper<3>"});
  show({"S"});
  show({"3 + 4"});
  show({"fill<ns::missing>"});
  std::string text;
  nvrtcGetTypeName<const int&>(&text);
  std::printf("%s\n", text.c_str());
  nvrtcGetTypeName<std::vector<float>*>(&text);
  std::printf("%d\n", text.find("vector<float") != std::string::npos);
}
}  // namespace names_

namespace launch_ {
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

// Programs compiled at run time, loaded from their cubin and from their PTX, and launched by their lowered names.
CASE(launch) {
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
}  // namespace launch_

static std::string work(int thread) {
  std::string seen;
  for (int round = 0; round < 3; ++round) {
    const std::string number = std::to_string(thread * 10 + round);
    const std::string source = "template <class T> __global__ void kernel_" + number + "(T* a) { a[0] = " + number + "; }\n";
    Program program(source.c_str());
    const std::string name = "kernel_" + number + "<float>";
    nvrtcAddNameExpression(program.handle, name.c_str());
    seen += name_of(program.compile({"-arch=sm_80"}));
    const char* lowered = "";
    nvrtcGetLoweredName(program.handle, name.c_str(), &lowered);
    seen += std::string(" ") + lowered + (program.cubin().empty() ? " empty" : "");
    Program wrong(("__global__ void k() { missing_" + number + "; }").c_str());
    seen += std::string(" ") + name_of(wrong.compile());
    const bool is_own = wrong.log().find("\"missing_" + number + "\" is undefined") != std::string::npos;
    seen += is_own ? " its own\n" : " another's\n";
  }
  return seen;
}

// Eight threads, each with programs of its own: every one gets its own names, images and logs.
CASE(threads) {
  std::vector<std::string> seen(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&seen, i] { seen[static_cast<size_t>(i)] = work(i); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : seen) std::printf("%s", text.c_str());
}

namespace lto_ir_ {
static void show(const char *source, const std::vector<const char *> &options) {
  Program program(source, "prog.cu");
  for (const char *option : options) std::printf("[%s] ", option);
  std::printf("%s", name_of(nvrtcAddNameExpression(program.handle, "f")));
  std::printf(", %s", name_of(program.compile(options)));
  size_t bytes = 77;
  std::printf(", %s", name_of(nvrtcGetLTOIRSize(program.handle, &bytes)));
  std::string code(bytes + 1, '\x55');
  std::printf(", %s, LTO-IR %d, PTX %d, cubin %d\n%s", name_of(nvrtcGetLTOIR(program.handle, &code[0])), bytes > 100,
              program.ptx().size() > 1, !program.cubin().empty(), program.log().c_str());
  const char *name = nullptr;
  if (nvrtcGetLoweredName(program.handle, "f", &name) == NVRTC_SUCCESS) std::printf("%s\n", name);
  std::printf("nothing behind it: %d\n", code.back() == '\x55');
}

// Code for link-time optimisation: what comes back instead of PTX and a cubin.
CASE(lto_ir) {
  show("__global__ void f(int *a) { *a = 1; }\n", {});
  show("__global__ void f(int *a) { *a = 1; }\n", {"-dlto"});
  show("__global__ void f(int *a) { *a = 1; }\n", {"--dlink-time-opt", "-arch=sm_90"});
  show("__global__ void f(int *a) { *a = 1; }\n", {"-dlto", "-arch=compute_80", "-rdc=true"});
  show("extern __device__ int g(int);\n__global__ void f(int *a) { *a = g(1); }\n", {"-dlto"});
  show("__global__ void f(int *a) { *a = missing; }\n", {"-dlto"});
}
}  // namespace lto_ir_
