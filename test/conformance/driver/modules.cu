// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Modules, and images that are refused.
#include "../cases.h"
#include "driver.h"

#include <algorithm>
#include <string>

extern "C" {
__device__ int counter = 5;
__constant__ float factors[4] = {1, 2, 3, 4};
}

extern "C" __global__ void add_to_counter(int by, int *out) {
  counter += by;
  *out = counter;
}

extern "C" __global__ void scale(float *values, char which, double offset) {
  values[threadIdx.x] = values[threadIdx.x] * factors[int(which)] + float(offset);
}

// cuModuleLoadData, cuModuleLoadDataEx, cuModuleLoadFatBinary, cuModuleLoad, cuModuleUnload, cuModuleGetFunction,
// cuModuleGetGlobal, cuModuleGetFunctionCount, cuModuleEnumerateFunctions, cuModuleGetLoadingMode, cuFuncGetModule,
// cuFuncGetName, cuFuncGetParamInfo, cuFuncIsLoaded, cuFuncLoad, cuModuleGetTexRef, cuModuleGetSurfRef: images, what is found by name, variables of its own.
CASE(modules) {
  CUcontext context = use_primary();
  (void)context;
  CUmodule module = nullptr, second = nullptr;
  const void *image = own_image();
  SHOW(cuModuleLoadData(nullptr, image));
  SHOW(cuModuleLoadData(&module, nullptr));
  SHOW(cuModuleLoadFatBinary(&module, nullptr));
  SHOW(cuModuleLoad(&module, nullptr));
  SHOW(cuModuleLoad(&module, "no/such/file"));
  SHOW(cuModuleLoad(&module, ""));
  alignas(64) const char rubbish[512] = "rubbish that is no image at all";
  SHOW(cuModuleLoadData(&module, rubbish));
  SHOW(cuModuleLoadData(&module, ""));
  SHOW(cuModuleLoadFatBinary(&module, rubbish));
  SHOW(cuModuleLoadDataEx(&module, rubbish, 0, nullptr, nullptr));
  SHOW(cuModuleLoadDataEx(&module, image, 1, nullptr, nullptr));
  SHOW(cuModuleLoadDataEx(&module, ".version 8.0\n.target sm_80\n.address_size 64\nnonsense here;\n", 0, nullptr, nullptr));
  show_truth("untouched", module == nullptr);
  char info[512] = "x", errors[512] = "x";
  CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS};
  void *values[] = {info, reinterpret_cast<void *>(512), errors, reinterpret_cast<void *>(512), reinterpret_cast<void *>(32)};
  SHOW(cuModuleLoadDataEx(&module, image, 5, options, values));
  SHOW(cuModuleLoadData(&second, image));
  show_truth("two modules", module != nullptr && second != nullptr && module != second);

  CUfunction function = nullptr, other = nullptr;
  SHOW(cuModuleGetFunction(nullptr, module, "scale"));
  SHOW(cuModuleGetFunction(&function, nullptr, "scale"));
  SHOW(cuModuleGetFunction(&function, module, nullptr));
  SHOW(cuModuleGetFunction(&function, module, ""));
  SHOW(cuModuleGetFunction(&function, module, "no_such_kernel"));
  SHOW(cuModuleGetFunction(&function, module, "counter"));
  SHOW(cuModuleGetFunction(&function, module, "add_to_counter"));
  SHOW(cuModuleGetFunction(&other, module, "add_to_counter"));
  show_truth("the same function", function == other);
  SHOW(cuModuleGetFunction(&other, second, "add_to_counter"));
  show_truth("another function", function != other);
  unsigned count = 0;
  SHOW(cuModuleGetFunctionCount(&count, module));
  show_value("functions", count);
  SHOW(cuModuleGetFunctionCount(nullptr, module));
  SHOW(cuModuleGetFunctionCount(&count, nullptr));
  CUfunction all[4] = {};
  SHOW(cuModuleEnumerateFunctions(all, 2, module));
  SHOW(cuModuleEnumerateFunctions(nullptr, 2, module));
  std::vector<std::string> names;
  for (CUfunction each : {all[0], all[1]}) {
    const char *name = nullptr;
    MUST(cuFuncGetName(&name, each));
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::printf("names: %s %s\n", names[0].c_str(), names[1].c_str());
  SHOW(cuFuncGetName(nullptr, function));
  CUmodule owner = nullptr;
  SHOW(cuFuncGetModule(&owner, function));
  show_truth("the first module", owner == module);
  SHOW(cuFuncGetModule(&owner, other));
  show_truth("the second module", owner == second);
  SHOW(cuFuncGetModule(nullptr, other));
  CUfunctionLoadingState state;
  SHOW(cuFuncIsLoaded(nullptr, function));
  SHOW(cuFuncLoad(function));
  SHOW(cuFuncIsLoaded(&state, function));
  show_value("state", state);
  CUmoduleLoadingMode mode;
  SHOW(cuModuleGetLoadingMode(&mode));

  CUfunction scaling = function_of(module, "scale");
  for (std::size_t index = 0; index < 4; ++index) {
    std::size_t offset = 77, size = 77;
    const CUresult result = cuFuncGetParamInfo(scaling, index, &offset, &size);
    std::printf("parameter %d: %s %d %d\n", int(index), name_of(result), int(offset), int(size));
  }
  std::size_t offset = 0;
  SHOW(cuFuncGetParamInfo(scaling, 1, &offset, nullptr));

  CUdeviceptr address = 0, another = 0;
  std::size_t bytes = 0;
  SHOW(cuModuleGetGlobal(&address, &bytes, nullptr, "counter"));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, nullptr));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, "no_such_variable"));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, "scale"));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, ""));
  SHOW(cuModuleGetGlobal(nullptr, nullptr, module, "counter"));
  SHOW(cuModuleGetGlobal(&address, nullptr, module, "counter"));
  SHOW(cuModuleGetGlobal(nullptr, &bytes, module, "factors"));
  show_value("bytes of the factors", bytes);
  SHOW(cuModuleGetGlobal(&address, &bytes, module, "counter"));
  show_value("bytes", bytes);
  SHOW(cuModuleGetGlobal(&another, &bytes, second, "counter"));
  show_truth("its own variable", address != another);
  show_value("counter", read<int>(address, 1)[0]);
  CUdeviceptr out = allocate(4);
  int by = 3;
  void *arguments[] = {&by, &out};
  SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  show_value("after a launch", read<int>(out, 1)[0]);
  show_value("counter", read<int>(address, 1)[0]);
  show_value("the second module's", read<int>(another, 1)[0]);
  int value = 100;
  SHOW(cuMemcpyHtoD(another, &value, 4));
  SHOW(cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  show_value("after its launch", read<int>(out, 1)[0]);
  CUtexref texture;
  SHOW(cuModuleGetTexRef(&texture, module, "no_such_texture"));
  CUsurfref surface;
  SHOW(cuModuleGetSurfRef(&surface, module, "no_such_surface"));
  SHOW(cuModuleUnload(nullptr));
  SHOW(cuModuleUnload(second));
  SHOW(cuModuleUnload(module));
}

static std::string ptx(const std::string &version, const std::string &target, const std::string &rest) {
  return ".version " + version + "\n.target " + target + "\n.address_size 64\n" + rest;
}

// Images that are PTX of other versions, for other processors, empty, or no image at all, by cuModuleLoadData.
CASE(odd_images) {
  use_primary();
  const std::string kernel = ".visible .entry k(.param .u64 p)\n{\nret;\n}\n";
  std::string with_returns;
  for (const char each : ptx("7.0", "sm_70", kernel)) with_returns += each == '\n' ? std::string("\r\n") : std::string(1, each);
  const std::pair<const char *, std::string> images[] = {
      {"a kernel", ptx("7.0", "sm_70", kernel)},
      {"nothing but a head", ptx("7.0", "sm_70", "")},
      {"after white space", "\n \t\n" + ptx("7.0", "sm_70", kernel)},
      {"after a comment", "// one\n/* two\n */\n" + ptx("7.0", "sm_70", kernel)},
      {"lines that end with returns", with_returns},
      {"a line break", "\n"},
      {"a comment alone", "// nothing\n"},
      {"a word", "hello"},
      {"a version alone", ".version 7.0\n"},
      {"no target", ".version 7.0\n.address_size 64\n" + kernel},
      {"no version", ".target sm_70\n.address_size 64\n" + kernel},
      {"no size of addresses", ".version 7.0\n.target sm_70\n" + kernel},
      {"version 99.0", ptx("99.0", "sm_70", kernel)},
      {"version 9.9", ptx("9.9", "sm_70", kernel)},
      {"version 0.0", ptx("0.0", "sm_70", kernel)},
      {"version seven", ptx("seven", "sm_70", kernel)},
      {"for a processor too new for the version", ptx("7.0", "sm_90", kernel)},
      {"for sm_999", ptx("7.0", "sm_999", kernel)},
      {"for compute_70", ptx("7.0", "compute_70", kernel)},
      {"for sm_10", ptx("7.0", "sm_10", kernel)},
      {"for sm_120", ptx("8.7", "sm_120", kernel)},
      {"for sm_100a", ptx("8.6", "sm_100a", kernel)},
      {"addresses of 32 bits", ".version 7.0\n.target sm_70\n.address_size 32\n" + kernel},
      {"an unknown instruction", ptx("7.0", "sm_70", ".visible .entry k()\n{\nfrobnicate;\nret;\n}\n")},
      {"an instruction newer than the version", ptx("7.0", "sm_70", ".visible .entry k()\n{\n.reg .b32 r;\nredux.sync.add.s32 r, r, -1;\nret;\n}\n")},
      {"an unknown function", ptx("7.0", "sm_70", ".extern .func f();\n.visible .entry k()\n{\ncall.uni f, ();\nret;\n}\n")},
      {"an unknown variable", ptx("7.0", "sm_70", ".extern .global .align 4 .u32 v;\n.visible .entry k()\n{\n.reg .b32 r;\nld.global.u32 r, [v];\nst.global.u32 [v], r;\nret;\n}\n")},
      {"one name twice", ptx("7.0", "sm_70", kernel + kernel)},
      {"shared memory of 64 KiB", ptx("7.0", "sm_70", ".visible .entry k()\n{\n.shared .align 4 .b8 s[65536];\n.reg .b64 a;\nmov.u64 a, s;\nst.shared.u64 [s], a;\nret;\n}\n")},
      {"an end too early", ptx("7.0", "sm_70", ".visible .entry k(.param .u64 p)\n{\nret;\n")},
  };
  for (const auto &[what, image] : images) {
    CUmodule module = nullptr;
    CUfunction function;
    const CUresult loaded = cuModuleLoadData(&module, image.c_str());
    const CUresult found = loaded == CUDA_SUCCESS ? cuModuleGetFunction(&function, module, "k") : CUDA_SUCCESS;
    std::printf("%s: %s, %s\n", what, name_of(loaded), loaded == CUDA_SUCCESS ? name_of(found) : "-");
    std::fflush(stdout);
    if (loaded == CUDA_SUCCESS) MUST(cuModuleUnload(module));
  }
}
