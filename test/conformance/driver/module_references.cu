// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuModuleGetTexRef, cuModuleGetSurfRef: texture and surface references that PTX declares, what they are bound to, and what
// kernels read through them.
#define CUDA_ENABLE_DEPRECATED
#include <numeric>
#include <vector>

#include "driver.h"

constexpr const char *kImage = R"(
.version 7.0
.target sm_80
.address_size 64
.global .texref plane;
.visible .global .texref unused;
.global .texref line;
.global .surfref surface;
.visible .global .align 4 .u32 number;

.visible .entry read_plane(.param .u64 out, .param .f32 scale, .param .f32 shift)
{
  .reg .u32 %x, %y, %i;
  .reg .u64 %p, %o;
  .reg .f32 %u, %v, %s, %d, %r<4>;
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  ld.param.f32 %s, [scale];
  ld.param.f32 %d, [shift];
  cvt.rn.f32.u32 %u, %x;
  cvt.rn.f32.u32 %v, %y;
  fma.rn.f32 %u, %u, %s, %d;
  fma.rn.f32 %v, %v, %s, %d;
  tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [plane, {%u, %v}];
  mad.lo.u32 %i, %y, 8, %x;
  ld.param.u64 %p, [out];
  mul.wide.u32 %o, %i, 4;
  add.u64 %p, %p, %o;
  st.global.f32 [%p], %r0;
  ret;
}

.visible .entry read_plane_in_register(.param .u64 out, .param .f32 scale, .param .f32 shift)
{
  .reg .u32 %x, %y, %i, %r<4>;
  .reg .u64 %p, %o, %t;
  .reg .f32 %u, %v;
  mov.u64 %t, plane;
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  cvt.rn.f32.u32 %u, %x;
  cvt.rn.f32.u32 %v, %y;
  tex.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%t, {%u, %v}];
  mad.lo.u32 %i, %y, 8, %x;
  ld.param.u64 %p, [out];
  mul.wide.u32 %o, %i, 4;
  add.u64 %p, %p, %o;
  st.global.u32 [%p], %r0;
  ret;
}

.visible .entry read_line(.param .u64 out, .param .u32 first)
{
  .reg .u32 %x, %i, %f, %r<4>;
  .reg .u64 %p, %o;
  mov.u32 %x, %tid.x;
  ld.param.u32 %f, [first];
  add.u32 %i, %x, %f;
  tex.1d.v4.s32.s32 {%r0, %r1, %r2, %r3}, [line, {%i}];
  ld.param.u64 %p, [out];
  mul.wide.u32 %o, %x, 4;
  add.u64 %p, %p, %o;
  st.global.u32 [%p], %r0;
  ret;
}

.visible .entry ask(.param .u64 out)
{
  .reg .u32 %w, %h;
  .reg .u64 %p;
  txq.width.b32 %w, [plane];
  txq.height.b32 %h, [plane];
  ld.param.u64 %p, [out];
  st.global.u32 [%p], %w;
  st.global.u32 [%p+4], %h;
  ret;
}

.visible .entry double_surface()
{
  .reg .u32 %x, %y, %r;
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  shl.b32 %x, %x, 2;
  suld.b.2d.b32.trap {%r}, [surface, {%x, %y}];
  add.u32 %r, %r, %r;
  sust.b.2d.b32.trap [surface, {%x, %y}], {%r};
  ret;
}
)";

constexpr unsigned kSide = 8, kElements = kSide * kSide;

CUmodule module;
CUdeviceptr out;

void launch(const char *name, unsigned y, void **arguments) {
  MUST(cuLaunchKernel(function_of(module, name), 1, 1, 1, kSide, y, 1, 0, nullptr, arguments,
                      nullptr));
}

void show_plane(const char *what, float scale = 1, float shift = 0) {
  void *arguments[] = {&out, &scale, &shift};
  launch("read_plane", kSide, arguments);
  float got[kElements];
  MUST(cuMemcpyDtoH(got, out, sizeof got));
  std::printf("%s:", what);
  for (unsigned i = 0; i < kElements; i += 7) std::printf(" %g", got[i]);
  std::printf("\n");
}

void show_words(const char *what, const char *kernel, unsigned y, void **arguments) {
  launch(kernel, y, arguments);
  unsigned got[kElements] = {};
  MUST(cuMemcpyDtoH(got, out, kSide * y * 4));
  std::printf("%s:", what);
  for (unsigned i = 0; i < kSide * y; i += y == 1 ? 1 : 7) std::printf(" %d", got[i]);
  std::printf("\n");
}

void show_line(const char *what, unsigned first = 0) {
  void *arguments[] = {&out, &first};
  show_words(what, "read_line", 1, arguments);
}

void show_register(const char *what) {
  float unused = 0;
  void *arguments[] = {&out, &unused, &unused};
  show_words(what, "read_plane_in_register", kSide, arguments);
}

template <class Element>
CUarray array_of(CUarray_format format, const Element *elements, unsigned flags = 0) {
  CUDA_ARRAY3D_DESCRIPTOR description = {kSide, kSide, 0, format, 1, flags};
  CUarray array = nullptr;
  MUST(cuArray3DCreate(&array, &description));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = elements;
  copy.srcPitch = kSide * sizeof(Element);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = kSide * sizeof(Element);
  copy.Height = kSide;
  MUST(cuMemcpy2D(&copy));
  return array;
}

void names() {
  std::printf("-- names\n");
  CUtexref texture = nullptr, again = nullptr;
  CUsurfref surface = nullptr;
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  SHOW(cuModuleGetTexRef(&texture, module, "plane"));
  SHOW(cuModuleGetTexRef(&again, module, "plane"));
  show_truth("the same", texture == again);
  SHOW(cuModuleGetTexRef(&again, module, "unused"));
  SHOW(cuModuleGetTexRef(&again, module, "number"));
  SHOW(cuModuleGetTexRef(&again, module, "surface"));
  SHOW(cuModuleGetTexRef(&again, module, "read_plane"));
  SHOW(cuModuleGetTexRef(&again, module, "missing"));
  SHOW(cuModuleGetTexRef(&again, module, ""));
  SHOW(cuModuleGetTexRef(&again, module, nullptr));
  SHOW(cuModuleGetTexRef(nullptr, module, "plane"));
  SHOW(cuModuleGetSurfRef(&surface, module, "surface"));
  SHOW(cuModuleGetSurfRef(&surface, module, "plane"));
  SHOW(cuModuleGetSurfRef(&surface, module, "missing"));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, "plane"));
  SHOW(cuModuleGetGlobal(&address, &bytes, module, "surface"));
}

void arrays(CUtexref plane) {
  std::printf("-- arrays\n");
  float numbers[kElements];
  unsigned char small[kElements];
  int whole[kElements];
  std::iota(numbers, numbers + kElements, 1.0f);
  std::iota(small, small + kElements, 100);
  std::iota(whole, whole + kElements, -20);
  CUarray floats = array_of(CU_AD_FORMAT_FLOAT, numbers);
  CUarray bytes = array_of(CU_AD_FORMAT_UNSIGNED_INT8, small);
  CUarray integers = array_of(CU_AD_FORMAT_SIGNED_INT32, whole);
  CUarray bound = nullptr;
  show_plane("nothing is bound");
  SHOW(cuTexRefSetArray(plane, floats, CU_TRSA_OVERRIDE_FORMAT));
  show_plane("floats");
  void *asked[] = {&out};
  MUST(cuMemsetD8(out, 0, kElements * 4));
  show_words("extents", "ask", 1, asked);
  show_plane("outside", 2, -3);
  SHOW(cuTexRefSetAddressMode(plane, 0, CU_TR_ADDRESS_MODE_BORDER));
  SHOW(cuTexRefSetAddressMode(plane, 1, CU_TR_ADDRESS_MODE_BORDER));
  show_plane("border", 2, -3);
  float red[4] = {7, 8, 9, 10};
  SHOW(cuTexRefSetBorderColor(plane, red));
  show_plane("coloured border", 2, -3);
  SHOW(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_LINEAR));
  show_plane("filtered", 1, 0.25f);
  SHOW(cuTexRefSetFlags(plane, CU_TRSF_NORMALIZED_COORDINATES));
  SHOW(cuTexRefSetAddressMode(plane, 0, CU_TR_ADDRESS_MODE_WRAP));
  SHOW(cuTexRefSetAddressMode(plane, 1, CU_TR_ADDRESS_MODE_MIRROR));
  show_plane("normalised", 0.25f, 0.0625f);
  SHOW(cuTexRefSetFlags(plane, 0));
  SHOW(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_POINT));
  SHOW(cuTexRefSetAddressMode(plane, 0, CU_TR_ADDRESS_MODE_CLAMP));
  SHOW(cuTexRefSetAddressMode(plane, 1, CU_TR_ADDRESS_MODE_CLAMP));
  SHOW(cuTexRefSetArray(plane, bytes, CU_TRSA_OVERRIDE_FORMAT));
  show_plane("bytes as floats");
  SHOW(cuTexRefSetFlags(plane, CU_TRSF_READ_AS_INTEGER));
  show_register("bytes as integers");
  SHOW(cuTexRefSetArray(plane, integers, CU_TRSA_OVERRIDE_FORMAT));
  show_register("integers");
  SHOW(cuTexRefSetFlags(plane, 0));
  show_register("integers without the flag");
  SHOW(cuTexRefGetArray(&bound, plane));
  show_truth("the array", bound == integers);
  SHOW(cuTexRefSetArray(plane, floats, CU_TRSA_OVERRIDE_FORMAT));
  show_plane("floats again");
}

void plain_memory(CUtexref plane, CUtexref line) {
  std::printf("-- memory\n");
  std::vector<int> numbers(1024);
  std::iota(numbers.begin(), numbers.end(), 1000);
  CUdeviceptr memory = allocate(4096);
  MUST(cuMemcpyHtoD(memory, numbers.data(), 4096));
  std::size_t offset = 77;
  show_line("nothing is bound");
  SHOW(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 1));
  SHOW(cuTexRefSetFlags(line, CU_TRSF_READ_AS_INTEGER));
  SHOW(cuTexRefSetAddress(&offset, line, memory, 40));
  show_line("a line");
  show_line("its end", 6);
  SHOW(cuTexRefSetAddress(&offset, line, memory + 516, 40));
  show_value("offset", offset);
  show_line("with an offset");
  show_line("its end", 6);
  CUDA_ARRAY_DESCRIPTOR description = {kSide, 4, CU_AD_FORMAT_SIGNED_INT32, 1};
  SHOW(cuTexRefSetFlags(plane, CU_TRSF_READ_AS_INTEGER));
  SHOW(cuTexRefSetAddress2D(plane, &description, memory, 512));
  show_register("a plane");
  CUDA_ARRAY_DESCRIPTOR wide = {200000, 4, CU_AD_FORMAT_SIGNED_INT32, 1};
  SHOW(cuTexRefSetAddress2D(plane, &wide, memory, 800000));
}

// A launch reads what was bound when it was made.
void launches_in_a_row(CUtexref line) {
  std::printf("-- launches in a row\n");
  std::vector<int> numbers(1024);
  std::iota(numbers.begin(), numbers.end(), 0);
  CUdeviceptr memory = allocate(4096), results = allocate(4 * kSide * 4);
  MUST(cuMemcpyHtoD(memory, numbers.data(), 4096));
  for (unsigned i = 0; i < 4; ++i) {
    MUST(cuTexRefSetAddress(nullptr, line, memory + i * 512, 512));
    CUdeviceptr to = results + i * kSide * 4;
    unsigned first = 0;
    void *arguments[] = {&to, &first};
    launch("read_line", 1, arguments);
  }
  int got[4 * kSide];
  MUST(cuMemcpyDtoH(got, results, sizeof got));
  for (unsigned i = 0; i < 4 * kSide; i += 5) std::printf(" %d", got[i]);
  std::printf("\n");
}

void surfaces(CUsurfref surface) {
  std::printf("-- surfaces\n");
  int numbers[kElements];
  std::iota(numbers, numbers + kElements, 1);
  CUarray array = array_of(CU_AD_FORMAT_SIGNED_INT32, numbers, CUDA_ARRAY3D_SURFACE_LDST);
  CUarray plain = array_of(CU_AD_FORMAT_SIGNED_INT32, numbers), bound = nullptr;
  SHOW(cuSurfRefGetArray(&bound, surface));
  SHOW(cuSurfRefSetArray(surface, nullptr, 0));
  SHOW(cuSurfRefSetArray(surface, plain, 0));
  SHOW(cuSurfRefSetArray(surface, array, 1));
  SHOW(cuSurfRefSetArray(surface, array, 0));
  SHOW(cuSurfRefGetArray(&bound, surface));
  show_truth("the array", bound == array);
  launch("double_surface", kSide, nullptr);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = numbers;
  copy.dstPitch = copy.WidthInBytes = kSide * 4;
  copy.Height = kSide;
  MUST(cuMemcpy2D(&copy));
  for (unsigned i = 0; i < kElements; i += 9) std::printf(" %d", numbers[i]);
  std::printf("\n");
}

int main() {
  use_primary();
  MUST(cuModuleLoadData(&module, kImage));
  out = allocate(kElements * 4);
  CUtexref plane = nullptr, line = nullptr;
  CUsurfref surface = nullptr;
  names();
  MUST(cuModuleGetTexRef(&plane, module, "plane"));
  MUST(cuModuleGetTexRef(&line, module, "line"));
  MUST(cuModuleGetSurfRef(&surface, module, "surface"));
  arrays(plane);
  plain_memory(plane, line);
  launches_in_a_row(line);
  surfaces(surface);
  std::printf("-- ends\n");
  SHOW(cuParamSetTexRef(function_of(module, "read_plane"), CU_PARAM_TR_DEFAULT, plane));
  SHOW(cuParamSetTexRef(function_of(module, "read_plane"), 0, plane));
  SHOW(cuCtxSynchronize());
  SHOW(cuModuleUnload(module));
}
