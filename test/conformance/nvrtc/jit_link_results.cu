// SPDX-License-Identifier: Apache-2.0
// flags: -lnvJitLink -lnvrtc -lcuda
// Programs linked by nvJitLink: which inputs fit, and that the linked code runs.
#include <cuda.h>
#include <nvJitLink.h>

#include "program.h"

static const char *const kCaller =
    "extern \"C\" __device__ int twice(int);\n__device__ int bias = 7;\n"
    "extern \"C\" __global__ void run(int *out) { *out = twice(20) + bias; }\n";
static const char *const kCallee = "extern \"C\" __device__ int twice(int x) { return 2 * x; }\n";
static const char *const kAlone = "extern \"C\" __global__ void run(int *out) { *out = 5; }\n";

struct Input {
  nvJitLinkInputType type;
  std::string code;
};

static Input ptx(const char *source, bool relocatable = true) {
  Program program(source, "a.cu");
  program.compile({"-arch=compute_80", relocatable ? "-rdc=true" : "-rdc=false"});
  return {NVJITLINK_INPUT_PTX, program.ptx()};
}

static Input cubin(const char *source, const char *architecture) {
  Program program(source, "a.cu");
  program.compile({architecture, "-rdc=true"});
  return {NVJITLINK_INPUT_CUBIN, program.cubin()};
}

static Input lto(const char *source) {
  Program program(source, "a.cu");
  program.compile({"-arch=compute_80", "-dlto"});
  size_t bytes = 0;
  nvrtcGetLTOIRSize(program.handle, &bytes);
  std::string code(bytes, '\0');
  nvrtcGetLTOIR(program.handle, &code[0]);
  return {NVJITLINK_INPUT_LTOIR, code};
}

static Input as(Input input, nvJitLinkInputType type) { return {type, input.code}; }

static void run(const std::string &image) {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUdeviceptr out = 0;
  int value = -1;
  std::printf(" load %d", cuModuleLoadData(&module, image.data()));
  std::printf(" function %d", cuModuleGetFunction(&function, module, "run"));
  if (function != nullptr) {
    cuMemAlloc(&out, sizeof(int));
    void *arguments[] = {&out};
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    cuMemcpyDtoH(&value, out, sizeof value);
    cuMemFree(out);
  }
  if (module != nullptr) cuModuleUnload(module);
  std::printf(" value %d", value);
}

static void link(const char *what, std::vector<const char *> options, const std::vector<Input> &inputs) {
  nvJitLinkHandle handle = nullptr;
  std::printf("%s: create %d", what, nvJitLinkCreate(&handle, static_cast<unsigned>(options.size()), options.data()));
  for (const Input &input : inputs)
    std::printf(" add %d", nvJitLinkAddData(handle, input.type, input.code.data(), input.code.size(), "input"));
  const nvJitLinkResult completed = nvJitLinkComplete(handle);
  std::printf(" complete %d", completed);
  if (completed == NVJITLINK_SUCCESS && !inputs.empty()) {
    size_t bytes = 0;
    std::printf(" size %d", nvJitLinkGetLinkedCubinSize(handle, &bytes));
    std::string image(bytes, '\0');
    std::printf(" cubin %d", nvJitLinkGetLinkedCubin(handle, &image[0]));
    run(image);
  }
  size_t log = 0;
  std::printf(" error log %d", nvJitLinkGetErrorLogSize(handle, &log));
  std::printf(" empty %d\n", log <= 1);
  nvJitLinkDestroy(&handle);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  cuInit(0);
  CUcontext context;
  CUdevice device;
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  char own[32];
  int major = 0, minor = 0;
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  std::snprintf(own, sizeof own, "-arch=sm_%d%d", major, minor);

  link("two PTX", {own}, {ptx(kCaller), ptx(kCallee)});
  link("PTX alone", {own}, {ptx(kAlone, false)});
  link("relocatable PTX alone", {own}, {ptx(kAlone)});
  link("two LTO", {own, "-lto"}, {lto(kCaller), lto(kCallee)});
  link("LTO and PTX", {own, "-lto"}, {lto(kCaller), ptx(kCallee)});
  link("LTO without -lto", {own}, {lto(kCaller), lto(kCallee)});
  link("any: PTX", {own}, {as(ptx(kCaller), NVJITLINK_INPUT_ANY), as(ptx(kCallee), NVJITLINK_INPUT_ANY)});
  link("any: LTO", {own, "-lto"}, {as(lto(kCaller), NVJITLINK_INPUT_ANY), as(lto(kCallee), NVJITLINK_INPUT_ANY)});
  link("two cubins", {own}, {cubin(kCaller, own), cubin(kCallee, own)});
  link("unresolved", {own}, {ptx(kCaller)});
  link("unresolved LTO", {own, "-lto"}, {lto(kCaller)});
  link("nothing", {own}, {});
}
