// SPDX-License-Identifier: Apache-2.0
// alone: it registers device code itself
// What the host code that nvcc makes calls: a fat binary with PTX is registered, a kernel and variables in it, and the kernel is
// launched by what stands for it. Checks itself: it ends with the failures' number.
#include <cstdint>
#include <cstring>
#include <string>

#include "../transcript.h"

extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterVar(void **, char *, char *, const char *, int, std::size_t, int, int);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, std::size_t, int, int);
char __cudaInitModule(void **);
cudaError_t __cudaGetKernel(cudaKernel_t *, const void *);
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void **, std::size_t, cudaStream_t);
}

static const char kPtx[] =
    "\n\n.version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .u32 g = 30;\n"
    ".visible .const .align 4 .u32 c = 4;\n.visible .global .attribute(.managed) .align 4 .u32 m = 1000;\n.visible .entry add(.param .u64 p)\n{\n.reg .b64 %a; .reg .b32 %v, %w;\n"
    "ld.param.u64 %a, [p];\nld.global.u32 %v, [g];\nld.const.u32 %w, [c];\nadd.u32 %v, %v, %w;\nld.global.u32 %w, [m];\nadd.u32 %v, %v, %w;\n"
    "st.global.u32 [%a], %v;\nret;\n}\n";

static struct {
  std::uint32_t magic = 0xba55ed50;
  std::uint16_t version = 1, header_bytes = 16;
  std::uint64_t rest = 80 + sizeof text;
  std::uint16_t kind = 1, unknown = 0x101;
  std::uint32_t entry_bytes = 80;
  std::uint64_t payload_bytes = sizeof text;
  std::uint32_t compressed_bytes = 0, options = 64;
  std::uint16_t minor = 5, major = 7;
  std::uint32_t architecture = 75;
  std::uint64_t name = 0, flags = 0x11, zero = 0, text_bytes = 0, options_text = 72, empty_text = 0;
  char text[(sizeof kPtx + 7) / 8 * 8] = {};
} binary;

static struct {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void *code = &binary;
  void *parts = nullptr;
} wrapper;

static int failures = 0;

static void expect(const char *what, int got, int wanted) {
  if (got != wanted) ++failures;
  std::printf("%s: %d%s\n", what, got, got == wanted ? "" : " is wrong");
  std::fflush(stdout);
}

static int *m = nullptr;
static char stub, g, c;  // their addresses are all that matters

int main() {
  std::memcpy(binary.text, kPtx, sizeof kPtx);
  // A constructor that launches a kernel asks too early, and the handle is kept.
  cudaKernel_t kernel = nullptr;
  expect("asked too early", __cudaGetKernel(&kernel, &stub) != cudaSuccess, 1);
  (void)cudaGetLastError();
  void **handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &stub, const_cast<char *>("add"), "add", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterVar(handle, &g, const_cast<char *>("g"), "g", 0, 4, 0, 0);
  __cudaRegisterVar(handle, &c, const_cast<char *>("c"), "c", 0, 4, 1, 0);
  __cudaRegisterManagedVar(handle, reinterpret_cast<void **>(&m), const_cast<char *>("m"), "m", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(handle);
  expect("initialised", __cudaInitModule(handle) != 0, 1);

  int *out = nullptr;
  MUST(cudaMallocManaged(&out, sizeof *out));
  void *arguments[] = {&out};
  const auto run = [&] {
    MUST(__cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr));
    MUST(cudaDeviceSynchronize());
    return *out;
  };
  expect("launched", run(), 1034);
  expect("__managed__", *m, 1000);
  int value = 0;
  MUST(cudaMemcpyFromSymbol(&value, static_cast<const void *>(&c), sizeof value));
  expect("__constant__", value, 4);
  value = 100;
  MUST(cudaMemcpyToSymbol(static_cast<const void *>(&g), &value, sizeof value));
  expect("with another __device__ variable", run(), 1104);
  *m = 0;
  expect("with another __managed__ variable", run(), 104);
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, &stub));
  expect("ptxVersion", attributes.ptxVersion, 75);
  MUST(cudaLaunchKernel(&stub, dim3(1), dim3(1), arguments, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  expect("launched by the address", *out, 104);
  __cudaUnregisterFatBinary(handle);
  return failures;
}
