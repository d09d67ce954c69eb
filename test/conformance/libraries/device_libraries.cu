// SPDX-License-Identifier: Apache-2.0
// Device code loaded as a library.
#include "../cases.h"
#include "own_image.h"

#include <fstream>

extern "C" {
__device__ int counter = 5;
__device__ double table[6] = {1, 2, 3, 4, 5, 6};
__constant__ int factor = 3;
__global__ void bump(int *out) {
  counter += factor;
  *out = counter + static_cast<int>(table[2]);
}
}

// cudaLibraryGetGlobal, GetManaged, GetUnifiedFunction: a library's variables are its own, not the program's.
CASE(globals) {
  cudaLibrary_t library = nullptr, other = nullptr;
  const void *image = own_image();
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&other, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  show_truth("two libraries", library != other);
  void *address = nullptr, *second = nullptr;
  std::size_t bytes = 77;
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "counter"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, other, "counter"));
  show_truth("two variables", address != second && address != nullptr && second != nullptr);
  void *own = nullptr;
  MUST(cudaGetSymbolAddress(&own, counter));
  show_truth("the program's is a third", own != address && own != second);
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "table"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "factor"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, nullptr, library, "counter"));
  SHOW(cudaLibraryGetGlobal(nullptr, &bytes, library, "counter"));
  SHOW(cudaLibraryGetGlobal(nullptr, nullptr, library, "counter"));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "no_such_variable"));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, nullptr));
  SHOW(cudaLibraryGetManaged(&second, &bytes, library, "counter"));
  SHOW(cudaLibraryGetManaged(&second, &bytes, library, "no_such_variable"));
  SHOW(cudaLibraryGetUnifiedFunction(&second, library, "no_such_function"));

  int value = 100;
  SHOW(cudaMemcpy(address, &value, sizeof value, cudaMemcpyDefault));
  cudaKernel_t kernel = nullptr;
  MUST(cudaLibraryGetKernel(&kernel, library, "bump"));
  DeviceArray<int> out(1);
  int *pointer = out.get();
  void *arguments[] = {&pointer};
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(1), arguments, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  show_value("the library's counter and table", out.read()[0]);
  bump<<<1, 1>>>(out);
  MUST(cudaDeviceSynchronize());
  show_value("the program's counter and table", out.read()[0]);
  SHOW(cudaLibraryUnload(other));
  SHOW(cudaLibraryUnload(library));
}

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

// PTX text as a library: what is found at once, what when a kernel is asked for.
CASE(ptx_text) {
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

extern "C" __global__ void nothing() {}

// What cudaLibraryLoadData and cudaLibraryLoadFromFile refuse.
CASE(refused) {
  cudaLibrary_t library = nullptr;
  const void *image = own_image();
  alignas(16) static const char text[64] = "this is no device code";
  alignas(16) static const char zeros[256] = {};
  SHOW(cudaLibraryLoadData(nullptr, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, zeros, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 1, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/dev/null", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryUnload(nullptr));
  unsigned count = 0;
  cudaKernel_t kernel = nullptr;
  SHOW(cudaLibraryGetKernelCount(&count, nullptr));
  SHOW(cudaLibraryGetKernel(&kernel, nullptr, "nothing"));
  SHOW(cudaKernelSetAttributeForDevice(nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 1, 0));
  cudaLibraryOption keep = cudaLibraryBinaryIsPreserved;
  void *yes = reinterpret_cast<void *>(1);
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &keep, &yes, 1));
  SHOW(cudaLibraryUnload(library));
  const char *path = "own_image.bin";
  {
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char *>(image), static_cast<long>(own_image_bytes()));
  }
  SHOW(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernel(&kernel, library, "nothing"));
  SHOW(cudaLibraryUnload(library));
  std::remove(path);
  SHOW(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
}
