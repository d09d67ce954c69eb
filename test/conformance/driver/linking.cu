// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda -lnvrtc
// cuLinkCreate, cuLinkAddData, cuLinkAddFile, cuLinkComplete, cuLinkDestroy: relocatable code from memory and from files, what
// is undefined or defined twice, states that have failed, logs.
#include <fstream>

#include "../nvrtc/program.h"
#include "driver.h"

static const char *const kCaller = R"(
extern __device__ int times(int value);
extern __device__ int factor;
extern "C" __global__ void work(int *out) { out[threadIdx.x] = times(threadIdx.x) + factor; }
)";
static const char *const kCallee = R"(
__device__ int factor = 3;
__device__ int times(int value) { return value * factor; }
extern "C" __global__ void other(int *out) { *out = factor; }
)";

static std::string architecture(const char *prefix) {
  int major = 0, minor = 0;
  MUST(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  MUST(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  return std::string("--gpu-architecture=") + prefix + std::to_string(major * 10 + minor);
}

static std::string compiled(const char *source, bool to_ptx) {
  Program program(source, "part.cu");
  const std::string arch = architecture(to_ptx ? "compute_" : "sm_");
  if (program.compile({arch.c_str(), "-rdc=true"}) != NVRTC_SUCCESS) {
    std::printf("setup failed: %s\n", program.log().c_str());
    std::exit(2);
  }
  return to_ptx ? program.ptx() : program.cubin();
}

static CUlinkState new_link() {
  CUlinkState link = nullptr;
  MUST(cuLinkCreate(0, nullptr, nullptr, &link));
  return link;
}

static CUresult add(CUlinkState link, CUjitInputType type, const std::string &code, const char *name) {
  return cuLinkAddData(link, type, const_cast<char *>(code.data()), code.size(), name, 0, nullptr, nullptr);
}

static void show_work(const void *image) {
  CUmodule module = nullptr;
  if (SHOW(cuModuleLoadData(&module, image)) != CUDA_SUCCESS) return;
  CUdeviceptr out = allocate(16);
  void *arguments[] = {&out};
  SHOW(cuLaunchKernel(function_of(module, "work"), 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  show_row("work", read<int>(out, 4));
  CUdeviceptr factor = 0;
  std::size_t bytes = 0;
  SHOW(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
  show_value("bytes", bytes);
  CUfunction other = nullptr;
  SHOW(cuModuleGetFunction(&other, module, "other"));
  SHOW(cuModuleUnload(module));
}

int main() {
  use_primary();
  const std::string caller = compiled(kCaller, false), callee = compiled(kCallee, false);
  const std::string caller_ptx = compiled(kCaller, true), callee_ptx = compiled(kCallee, true);

  std::printf("-- cubins\n");
  CUlinkState link = nullptr;
  SHOW(cuLinkCreate(0, nullptr, nullptr, nullptr));
  SHOW(cuLinkCreate(1, nullptr, nullptr, &link));
  SHOW(cuLinkCreate(0, nullptr, nullptr, &link));
  SHOW(add(link, CU_JIT_INPUT_CUBIN, caller, "caller"));
  SHOW(add(link, CU_JIT_INPUT_CUBIN, callee, nullptr));
  void *image = nullptr;
  std::size_t bytes = 0;
  SHOW(cuLinkComplete(link, &image, &bytes));
  show_truth("an image", image != nullptr && bytes > 0);
  if (image != nullptr) show_work(image);
  void *again = nullptr;
  SHOW(cuLinkComplete(link, &again, &bytes));
  SHOW(add(link, CU_JIT_INPUT_CUBIN, callee, "late"));
  SHOW(cuLinkDestroy(link));

  std::printf("-- PTX, no size asked for\n");
  link = new_link();
  SHOW(add(link, CU_JIT_INPUT_PTX, caller_ptx, "caller.ptx"));
  SHOW(add(link, CU_JIT_INPUT_PTX, callee_ptx, "callee.ptx"));
  image = nullptr;
  SHOW(cuLinkComplete(link, &image, nullptr));
  if (image != nullptr) show_work(image);
  SHOW(cuLinkDestroy(link));

  std::printf("-- files\n");
  std::ofstream("caller.cubin", std::ios::binary) << caller;
  std::ofstream("callee.ptx", std::ios::binary) << callee_ptx.c_str();
  link = new_link();
  SHOW(cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, "no/such/file", 0, nullptr, nullptr));
  SHOW(cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, nullptr, 0, nullptr, nullptr));
  SHOW(cuLinkDestroy(link));
  link = new_link();
  SHOW(cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, "caller.cubin", 0, nullptr, nullptr));
  SHOW(cuLinkAddFile(link, CU_JIT_INPUT_PTX, "callee.ptx", 0, nullptr, nullptr));
  image = nullptr;
  SHOW(cuLinkComplete(link, &image, &bytes));
  if (image != nullptr) show_work(image);
  SHOW(cuLinkDestroy(link));

  std::printf("-- undefined\n");
  char errors[4096] = "x", info[4096] = "x";
  CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE};
  void *values[] = {info, reinterpret_cast<void *>(sizeof info), errors, reinterpret_cast<void *>(sizeof errors),
                    reinterpret_cast<void *>(1)};
  SHOW(cuLinkCreate(5, options, values, &link));
  SHOW(add(link, CU_JIT_INPUT_CUBIN, caller, "caller"));
  image = nullptr;
  SHOW(cuLinkComplete(link, &image, &bytes));
  show_truth("no image", image == nullptr);
  show_truth("the log names the function", std::strstr(errors, "_Z5timesi") != nullptr);
  show_truth("its size is that of the text",
             reinterpret_cast<std::size_t>(values[3]) == std::strlen(errors) ||
                 reinterpret_cast<std::size_t>(values[3]) == std::strlen(errors) + 1);
  SHOW(cuLinkDestroy(link));

  std::printf("-- twice\n");
  link = new_link();
  SHOW(add(link, CU_JIT_INPUT_CUBIN, callee, "one"));
  SHOW(add(link, CU_JIT_INPUT_CUBIN, callee, "two"));
  SHOW(cuLinkComplete(link, &image, &bytes));
  SHOW(cuLinkDestroy(link));

  std::printf("-- refused\n");
  link = new_link();
  SHOW(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, nullptr, 10, "null", 0, nullptr, nullptr));
  SHOW(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, const_cast<char *>(caller.data()), 0, "empty", 0, nullptr, nullptr));
  SHOW(cuLinkAddData(link, static_cast<CUjitInputType>(77), const_cast<char *>(caller.data()), caller.size(), "kind", 0,
                     nullptr, nullptr));
  SHOW(cuLinkDestroy(link));
  link = new_link();
  SHOW(add(link, CU_JIT_INPUT_CUBIN, "rubbish that is no image at all, and long enough for a header of one kind", "rubbish"));
  SHOW(cuLinkComplete(link, &image, &bytes));
  SHOW(cuLinkDestroy(link));
  link = new_link();
  SHOW(add(link, CU_JIT_INPUT_PTX, ".version 8.0\n.target sm_80\n.address_size 64\nnonsense here;\n", "nonsense"));
  SHOW(cuLinkDestroy(link));
  link = new_link();
  SHOW(cuLinkComplete(link, &image, &bytes));
  SHOW(cuLinkDestroy(link));
  link = new_link();
  SHOW(cuLinkComplete(link, nullptr, nullptr));
  SHOW(cuLinkDestroy(link));
  SHOW(cuLinkAddData(nullptr, CU_JIT_INPUT_CUBIN, const_cast<char *>(caller.data()), caller.size(), "null", 0, nullptr, nullptr));
  SHOW(cuLinkComplete(nullptr, &image, &bytes));
  SHOW(cuLinkDestroy(nullptr));
}
