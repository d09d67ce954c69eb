// SPDX-License-Identifier: Apache-2.0
// flags: -lnvJitLink -lnvrtc -lcuda
// Programs linked by nvJitLink.
#include "../cases.h"
#include "program.h"

#include <cuda.h>
#include <nvJitLink.h>

namespace jit_link_results_ {
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

// Programs linked by nvJitLink: which inputs fit, and that the linked code runs.
CASE(jit_link_results) {
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
}  // namespace jit_link_results_

namespace jit_link_errors_ {
static std::string ptx() {
  Program program("extern \"C\" __global__ void f(int *a) { *a = 1; }\n", "a.cu");
  program.compile({"-arch=compute_80"});
  return program.ptx();
}

static void create(const std::vector<const char *> &options) {
  nvJitLinkHandle handle = nullptr;
  for (const char *option : options) std::printf("[%s] ", option);
  const nvJitLinkResult result = nvJitLinkCreate(&handle, static_cast<unsigned>(options.size()), const_cast<const char **>(options.data()));
  std::printf("%d, handle %d", result, handle != nullptr);
  std::printf(", destroy %d", nvJitLinkDestroy(&handle));
  std::printf(", handle %d\n", handle != nullptr);
}

static nvJitLinkHandle made(std::vector<const char *> options = {"-arch=sm_80"}) {
  nvJitLinkHandle handle = nullptr;
  nvJitLinkCreate(&handle, static_cast<unsigned>(options.size()), options.data());
  return handle;
}

static void logs(nvJitLinkHandle handle) {
  size_t errors = 77, infos = 77;
  const int first = nvJitLinkGetErrorLogSize(handle, &errors), second = nvJitLinkGetInfoLogSize(handle, &infos);
  std::printf("  logs %d %d, errors %s, infos %s\n", first, second, errors == 77 ? "untouched" : errors > 1 ? "some" : "none",
              infos == 77 ? "untouched" : infos > 1 ? "some" : "none");
}

static void add(const char *what, nvJitLinkInputType type, const void *data, size_t size, const char *name = "input") {
  nvJitLinkHandle handle = made();
  std::printf("%s: %d", what, nvJitLinkAddData(handle, type, data, size, name));
  std::printf(", complete %d\n", nvJitLinkComplete(handle));
  logs(handle);
  nvJitLinkDestroy(&handle);
}

// nvJitLink's refusals: options, inputs, the order of calls.
CASE(jit_link_errors) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  unsigned major = 77, minor = 77;
  std::printf("version %d", nvJitLinkVersion(&major, &minor));
  std::printf(": %u.%u\n", major, minor);
  std::printf("version of null %d %d\n", nvJitLinkVersion(nullptr, &minor), nvJitLinkVersion(&major, nullptr));

  std::printf("create null %d\n", nvJitLinkCreate(nullptr, 0, nullptr));
  for (const std::vector<const char *> &options : std::vector<std::vector<const char *>>{
           {}, {"-arch=sm_80"}, {"-arch=compute_80"}, {"-arch=sm_10"}, {"-arch=sm_999"}, {"-arch="}, {"-arch"}, {"-arch=nothing"}, {"--arch=sm_80"},
           {"-arch=sm_80", "-unknown"}, {"-arch=sm_80", ""}, {"-arch=sm_80", "file"}, {"-arch=sm_80", "-O7"}, {"-arch=sm_80", "-O0"}, {"-lto"},
           {"-arch=sm_80", "-lto"}, {"-arch=sm_80", "-ptx"}, {"-arch=sm_80", "-lto", "-ptx"}, {"-arch=compute_80", "-lto", "-ptx"},
           {"-arch=compute_80", "-lto"}, {"-arch=sm_80", "-arch=sm_90"}, {"-arch=sm_80", "-maxrregcount=x"}, {"-arch=sm_80", "-ftz=maybe"}, {"-arch=sm_80", "-g"},
           {"-arch=sm_80", "-kernels-used="}, {"-arch=sm_90a"}, {"-arch=sm_100f"}, {"-arch=sm_75"}, {"-arch=sm_70"}, {"-arch=sm_80", "-Xnvvm=-x"}})
    create(options);
  const char *options[] = {"-arch=sm_80", nullptr};
  nvJitLinkHandle handle = nullptr;
  std::printf("null among the options %d\n", nvJitLinkCreate(&handle, 1, nullptr));
  std::printf("fewer options than there are %d\n", nvJitLinkCreate(&handle, 1, options));
  nvJitLinkDestroy(&handle);
  std::printf("destroy null %d\n", nvJitLinkDestroy(nullptr));
  std::printf("destroy a null handle %d\n", nvJitLinkDestroy(&handle));

  const std::string code = ptx();
  const std::string noise(300, 'x');
  add("PTX", NVJITLINK_INPUT_PTX, code.data(), code.size());
  add("PTX without its end", NVJITLINK_INPUT_PTX, code.data(), code.size() - 1);
  add("no name", NVJITLINK_INPUT_PTX, code.data(), code.size(), nullptr);
  add("no bytes", NVJITLINK_INPUT_PTX, code.data(), 0);
  add("PTX as cubin", NVJITLINK_INPUT_CUBIN, code.data(), code.size());
  add("PTX as LTO", NVJITLINK_INPUT_LTOIR, code.data(), code.size());
  add("PTX as fat binary", NVJITLINK_INPUT_FATBIN, code.data(), code.size());
  add("PTX as object", NVJITLINK_INPUT_OBJECT, code.data(), code.size());
  add("PTX as library", NVJITLINK_INPUT_LIBRARY, code.data(), code.size());
  add("PTX as none", NVJITLINK_INPUT_NONE, code.data(), code.size());
  add("PTX as 77", static_cast<nvJitLinkInputType>(77), code.data(), code.size());
  add("noise as PTX", NVJITLINK_INPUT_PTX, noise.data(), noise.size());
  add("noise as cubin", NVJITLINK_INPUT_CUBIN, noise.data(), noise.size());
  add("noise as any", NVJITLINK_INPUT_ANY, noise.data(), noise.size());

  handle = made();
  size_t size = 77;
  char byte = 77;
  std::printf("size before %d", nvJitLinkGetLinkedCubinSize(handle, &size));
  std::printf(" = %zu, cubin before %d\n", size, nvJitLinkGetLinkedCubin(handle, &byte));
  std::printf("file that is not there %d\n", nvJitLinkAddFile(handle, NVJITLINK_INPUT_PTX, "/nothing/here.ptx"));
  std::printf("null file %d\n", nvJitLinkAddFile(handle, NVJITLINK_INPUT_PTX, nullptr));
  logs(handle);
  std::printf("complete after that %d\n", nvJitLinkComplete(handle));
  nvJitLinkDestroy(&handle);

  handle = made();
  std::printf("add %d", nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, code.data(), code.size(), "a"));
  std::printf(" complete %d", nvJitLinkComplete(handle));
  std::printf(" again %d", nvJitLinkComplete(handle));
  std::printf(" add after %d\n", nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, code.data(), code.size(), "b"));
  size = 77;
  std::printf("PTX size %d", nvJitLinkGetLinkedPtxSize(handle, &size));
  std::printf(" = %zu, PTX %d\n", size, nvJitLinkGetLinkedPtx(handle, &byte));
  std::printf("null outputs %d %d %d %d %d\n", nvJitLinkGetLinkedCubinSize(handle, nullptr), nvJitLinkGetLinkedCubin(handle, nullptr),
              nvJitLinkGetErrorLogSize(handle, nullptr), nvJitLinkGetErrorLog(handle, nullptr), nvJitLinkGetInfoLog(handle, nullptr));
  nvJitLinkDestroy(&handle);

  size = 77;
  std::printf("null handle: %d %d %d %d %d %d\n", nvJitLinkAddData(nullptr, NVJITLINK_INPUT_PTX, code.data(), code.size(), "a"),
              nvJitLinkComplete(nullptr), nvJitLinkGetLinkedCubinSize(nullptr, &size), nvJitLinkGetLinkedCubin(nullptr, &byte),
              nvJitLinkGetErrorLogSize(nullptr, &size), nvJitLinkGetInfoLogSize(nullptr, &size));
}
}  // namespace jit_link_errors_
