// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Every entry point of NVRTC with what it takes and with what it refuses.
#include "program.h"

#define SHOW(call) std::printf("%s: %s\n", #call, name_of(call))

static int go_on(void*, void*) { return 0; }
static int stop(void*, void*) { return 1; }

static void queries() {
  int major = 0, minor = 0, count = 0, architectures[64] = {};
  SHOW(nvrtcVersion(nullptr, &minor));
  SHOW(nvrtcVersion(&major, nullptr));
  SHOW(nvrtcVersion(&major, &minor));
  std::printf("%d.%d\n", major, minor);
  SHOW(nvrtcGetNumSupportedArchs(nullptr));
  SHOW(nvrtcGetNumSupportedArchs(&count));
  SHOW(nvrtcGetSupportedArchs(nullptr));
  SHOW(nvrtcGetSupportedArchs(architectures));
  for (int i = 0; i < count; ++i) std::printf("%d ", architectures[i]);
  std::printf("\n");
  for (int i = -1; i < 20; ++i) std::printf("%s\n", name_of(static_cast<nvrtcResult>(i)));
}

static void create() {
  nvrtcProgram program = nullptr;
  const char* headers[] = {"int x;", nullptr};
  const char* names[] = {"a.h", "b.h"};
  SHOW(nvrtcCreateProgram(nullptr, "", nullptr, 0, nullptr, nullptr));
  SHOW(nvrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr));
  SHOW(nvrtcCreateProgram(&program, "", "x", -1, nullptr, nullptr));
  SHOW(nvrtcCreateProgram(&program, "", "x", 1, nullptr, names));
  SHOW(nvrtcCreateProgram(&program, "", "x", 1, headers, nullptr));
  SHOW(nvrtcCreateProgram(&program, "", "x", 2, headers, names));
  SHOW(nvrtcDestroyProgram(nullptr));
  SHOW(nvrtcDestroyProgram(&program));
  SHOW(nvrtcCreateProgram(&program, "", nullptr, 0, nullptr, nullptr));
  SHOW(nvrtcDestroyProgram(&program));
  std::printf("null afterwards: %d\n", program == nullptr);
}

static void results(nvrtcProgram program) {
  size_t bytes = 7;
  static char text[1 << 20];
  SHOW(nvrtcGetPTXSize(program, nullptr));
  SHOW(nvrtcGetPTXSize(nullptr, &bytes));
  SHOW(nvrtcGetPTXSize(program, &bytes));
  SHOW(nvrtcGetPTX(program, nullptr));
  SHOW(nvrtcGetPTX(nullptr, text));
  SHOW(nvrtcGetCUBINSize(program, nullptr));
  SHOW(nvrtcGetCUBINSize(nullptr, &bytes));
  SHOW(nvrtcGetCUBIN(program, nullptr));
  SHOW(nvrtcGetCUBIN(nullptr, text));
  SHOW(nvrtcGetCUBINSize(program, &bytes));
  std::printf("cubin of %d bytes\n", static_cast<int>(bytes));
  SHOW(nvrtcGetCUBIN(program, text));
  SHOW(nvrtcGetLTOIRSize(program, nullptr));
  SHOW(nvrtcGetLTOIRSize(nullptr, &bytes));
  SHOW(nvrtcGetLTOIR(program, nullptr));
  SHOW(nvrtcGetLTOIR(nullptr, text));
  SHOW(nvrtcGetLTOIRSize(program, &bytes));
  std::printf("LTO-IR of %d bytes\n", static_cast<int>(bytes));
  SHOW(nvrtcGetLTOIR(program, text));
  SHOW(nvrtcGetOptiXIRSize(program, nullptr));
  SHOW(nvrtcGetOptiXIRSize(nullptr, &bytes));
  SHOW(nvrtcGetOptiXIR(program, nullptr));
  SHOW(nvrtcGetOptiXIR(nullptr, text));
  SHOW(nvrtcGetOptiXIRSize(program, &bytes));
  std::printf("OptiX-IR of %d bytes\n", static_cast<int>(bytes));
  SHOW(nvrtcGetOptiXIR(program, text));
  SHOW(nvrtcGetProgramLogSize(program, nullptr));
  SHOW(nvrtcGetProgramLogSize(nullptr, &bytes));
  SHOW(nvrtcGetProgramLog(program, nullptr));
  SHOW(nvrtcGetProgramLog(nullptr, text));
  SHOW(nvrtcGetProgramLogSize(program, &bytes));
  std::printf("log of %d bytes\n", static_cast<int>(bytes));
  SHOW(nvrtcGetProgramLog(program, text));
}

static void headers(nvrtcProgram program) {
  size_t bytes = 0;
  SHOW(nvrtcGetPCHCreateStatus(nullptr));
  SHOW(nvrtcGetPCHCreateStatus(program));
  SHOW(nvrtcGetPCHHeapSizeRequired(nullptr, &bytes));
  SHOW(nvrtcGetPCHHeapSizeRequired(program, nullptr));
  SHOW(nvrtcGetPCHHeapSizeRequired(program, &bytes));
  SHOW(nvrtcGetPCHHeapSize(nullptr));
  for (const size_t size : {size_t{1000}, size_t{0}, size_t{256} << 20}) {
    SHOW(nvrtcSetPCHHeapSize(size));
    SHOW(nvrtcGetPCHHeapSize(&bytes));
    std::printf("%zu\n", bytes);
  }
}

static void compile() {
  Program program("__global__ void k() {}");
  const char* name = "";
  const char* nothing[] = {nullptr};
  size_t bytes = 7;
  SHOW(nvrtcGetPTXSize(program.handle, &bytes));
  std::printf("PTX of %zu bytes\n", bytes);
  results(program.handle);
  SHOW(nvrtcGetLoweredName(program.handle, "k", &name));
  SHOW(nvrtcAddNameExpression(program.handle, nullptr));
  SHOW(nvrtcAddNameExpression(nullptr, "k"));
  SHOW(nvrtcAddNameExpression(program.handle, "k"));
  SHOW(nvrtcAddNameExpression(program.handle, "k"));
  SHOW(nvrtcSetFlowCallback(nullptr, go_on, nullptr));
  SHOW(nvrtcSetFlowCallback(program.handle, nullptr, nullptr));
  SHOW(nvrtcSetFlowCallback(program.handle, go_on, nullptr));
  headers(program.handle);
  SHOW(nvrtcCompileProgram(nullptr, 0, nullptr));
  SHOW(nvrtcCompileProgram(program.handle, -1, nullptr));
  SHOW(nvrtcCompileProgram(program.handle, 1, nullptr));
  SHOW(nvrtcCompileProgram(program.handle, 1, nothing));
  SHOW(nvrtcCompileProgram(program.handle, 0, nullptr));
  results(program.handle);
  SHOW(nvrtcAddNameExpression(program.handle, "j"));
  SHOW(nvrtcGetLoweredName(program.handle, "k", &name));
  std::printf("%s\n", name);
  SHOW(nvrtcGetLoweredName(program.handle, "j", &name));
  SHOW(nvrtcGetLoweredName(program.handle, " k", &name));
  SHOW(nvrtcGetLoweredName(program.handle, nullptr, &name));
  SHOW(nvrtcGetLoweredName(program.handle, "k", nullptr));
  SHOW(nvrtcGetLoweredName(nullptr, "k", &name));
  SHOW(nvrtcCompileProgram(program.handle, 0, nullptr));
  SHOW(nvrtcSetFlowCallback(program.handle, stop, nullptr));
  SHOW(nvrtcCompileProgram(program.handle, 0, nullptr));
  SHOW(nvrtcGetPTXSize(program.handle, &bytes));
  std::printf("PTX of %zu bytes\n", bytes);
}

int main() {
  queries();
  create();
  compile();
}
