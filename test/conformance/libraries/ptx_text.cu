// SPDX-License-Identifier: Apache-2.0
// PTX text as a library: what is found at once, what when a kernel is asked for.
#include <fstream>

#include "../transcript.h"

static const char *const kGood = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 total = 5;
.visible .entry store(.param .u64 out, .param .u32 value) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [value];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], %r1;
  ret;
}
)";
static const char *const kSyntax = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry broken() { frobnicate; }\n";
static const char *const kUndefined =
    ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func missing;\n.visible .entry calls() { call missing; ret; }\n";
static const char *const kNewer = ".version 8.0\n.target sm_101\n.address_size 64\n.visible .entry newer() { ret; }\n";
static const char *const kNoVersion = ".target sm_80\n.address_size 64\n.visible .entry unversioned() { ret; }\n";

static void load(const char *what, const char *text, const char *name) {
  std::printf("%s\n", what);
  cudaLibrary_t library = nullptr;
  SHOW(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel = nullptr;
  SHOW(cudaLibraryGetKernel(&kernel, library, name));
  cudaFuncAttributes attributes{};
  SHOW(cudaFuncGetAttributes(&attributes, kernel));
  SHOW(cudaLibraryUnload(library));
  SHOW(cudaGetLastError());
}

int main() {
  SHOW(cudaFree(nullptr));
  load("good", kGood, "store");
  load("good, no such kernel", kGood, "nothing");
  load("syntax error", kSyntax, "broken");
  load("undefined function", kUndefined, "calls");
  load("newer architecture", kNewer, "newer");
  load("no version", kNoVersion, "unversioned");
  load("words", "these are words, no code", "words");
  load("empty", "", "none");
  cudaLibrary_t library = nullptr;
  SHOW(cudaLibraryLoadData(&library, kGood, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel = nullptr;
  SHOW(cudaLibraryGetKernel(&kernel, library, "store"));
  int *out = nullptr;
  MUST(cudaMallocManaged(&out, sizeof(int)));
  int value = 77;
  void *arguments[] = {&out, &value};
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(1), arguments, 0, nullptr));
  SHOW(cudaDeviceSynchronize());
  std::printf("stored %d\n", *out);
  void *address = nullptr;
  size_t bytes = 0;
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "total"));
  std::printf("bytes %zu\n", bytes);
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "nothing"));
  unsigned count = 0;
  SHOW(cudaLibraryGetKernelCount(&count, library));
  std::printf("kernels %u\n", count);
  SHOW(cudaLibraryUnload(library));
  {
    std::ofstream file("text.ptx");
    file << kGood;
  }
  SHOW(cudaLibraryLoadFromFile(&library, "text.ptx", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernel(&kernel, library, "store"));
  SHOW(cudaLibraryUnload(library));
  std::remove("text.ptx");
}
