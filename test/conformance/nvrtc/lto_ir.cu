// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Code for link-time optimisation: what comes back instead of PTX and a cubin.
#include "program.h"

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

int main() {
  show("__global__ void f(int *a) { *a = 1; }\n", {});
  show("__global__ void f(int *a) { *a = 1; }\n", {"-dlto"});
  show("__global__ void f(int *a) { *a = 1; }\n", {"--dlink-time-opt", "-arch=sm_90"});
  show("__global__ void f(int *a) { *a = 1; }\n", {"-dlto", "-arch=compute_80", "-rdc=true"});
  show("extern __device__ int g(int);\n__global__ void f(int *a) { *a = g(1); }\n", {"-dlto"});
  show("__global__ void f(int *a) { *a = missing; }\n", {"-dlto"});
}
