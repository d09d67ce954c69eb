// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Forms before CUDA 3.2, with addresses and sizes of 32 bits: memory, copies, fills, arrays, texture references.
#include "first_forms.h"

__device__ int variable[4] = {3, 1, 4, 1};
__global__ void keep(int *out) { *out = variable[0]; }

static PFN_cuMemAlloc_v2000 mem_alloc;
static PFN_cuMemcpyHtoD_v2000 to_device;
static PFN_cuMemcpyDtoH_v2000 to_host;

static CUdeviceptr_v1 filled(unsigned bytes) {
  CUdeviceptr_v1 pointer = 0;
  std::vector<unsigned char> values(bytes);
  for (unsigned i = 0; i < bytes; ++i) values[i] = static_cast<unsigned char>(i);
  GOOD(mem_alloc(&pointer, bytes));
  GOOD(to_device(pointer, values.data(), bytes));
  return pointer;
}

static bool counts_up(const unsigned char *values, unsigned count, unsigned from) {
  for (unsigned i = 0; i < count; ++i) {
    if (values[i] != static_cast<unsigned char>(from + i)) return false;
  }
  return true;
}

static void allocations(CUmodule module) {
  CUdeviceptr_v1 pointer = 0, base = 0;
  unsigned bytes = 0, pitch = 0, free = 0, total = 0;
  REFUSED(CUDA_ERROR_INVALID_VALUE, mem_alloc(nullptr, 64));
  REFUSED(CUDA_ERROR_INVALID_VALUE, mem_alloc(&pointer, 0));
  pointer = filled(256);
  GOOD(form<PFN_cuMemGetAddressRange_v2000>("cuMemGetAddressRange")(&base, &bytes, pointer + 7));
  expect("the range is found", base == pointer && bytes == 256);
  CUdeviceptr wide = 0;
  std::size_t wide_bytes = 0;
  GOOD(cuMemGetAddressRange(&wide, &wide_bytes, pointer));
  expect("the newest form knows it", wide == pointer && wide_bytes == 256);
  GOOD(form<PFN_cuMemFree_v2000>("cuMemFree")(pointer));
  REFUSED(CUDA_ERROR_INVALID_VALUE, form<PFN_cuMemFree_v2000>("cuMemFree")(pointer));
  const auto alloc_pitch = form<PFN_cuMemAllocPitch_v2000>("cuMemAllocPitch");
  REFUSED(CUDA_ERROR_INVALID_VALUE, alloc_pitch(&pointer, &pitch, 100, 3, 5));
  GOOD(alloc_pitch(&pointer, &pitch, 100, 3, 4));
  expect("a pitch", pitch >= 100 && pitch % 4 == 0);
  GOOD(cuMemFree(pointer));
  GOOD(form<PFN_cuMemGetInfo_v2000>("cuMemGetInfo")(&free, &total));
  expect("free memory", free > 0 && free <= total);
  GOOD(form<PFN_cuDeviceTotalMem_v2000>("cuDeviceTotalMem")(&total, 0));
  expect("memory", total > 0);
  void *host = nullptr;
  GOOD(form<PFN_cuMemAllocHost_v2000>("cuMemAllocHost")(&host, 64));
  expect("host memory", host != nullptr);
  const auto host_pointer = form<PFN_cuMemHostGetDevicePointer_v2020>("cuMemHostGetDevicePointer");
  REFUSED(CUDA_ERROR_INVALID_VALUE, host_pointer(&pointer, nullptr, 0));
  GOOD(cuMemFreeHost(host));
  const auto global = form<PFN_cuModuleGetGlobal_v2000>("cuModuleGetGlobal");
  REFUSED(CUDA_ERROR_NOT_FOUND, global(nullptr, &bytes, module, "nothing"));
  GOOD(global(nullptr, &bytes, module, "variable"));
  expect("the variable's size", bytes == 16);
}

static void copies() {
  CUdeviceptr_v1 a = filled(256), b = filled(256);
  unsigned char seen[256] = {};
  CUstream stream;
  MUST(cuStreamCreate(&stream, 0));
  GOOD(form<PFN_cuMemcpyDtoD_v2000>("cuMemcpyDtoD")(b + 16, a, 16));
  GOOD(form<PFN_cuMemcpyDtoHAsync_v2000>("cuMemcpyDtoHAsync")(seen, b, 32, stream));
  MUST(cuStreamSynchronize(stream));
  expect("copied", counts_up(seen, 16, 0) && counts_up(seen + 16, 16, 0));
  GOOD(form<PFN_cuMemcpyHtoDAsync_v2000>("cuMemcpyHtoDAsync")(a, seen + 8, 8, stream));
  GOOD(form<PFN_cuMemcpyDtoDAsync_v3000>("cuMemcpyDtoDAsync")(b, a, 8, stream));
  MUST(cuStreamSynchronize(stream));
  GOOD(to_host(seen, b, 8));
  expect("copied by the stream", counts_up(seen, 8, 8));
  CUDA_MEMCPY2D_v1 rectangle = {};
  rectangle.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  rectangle.srcDevice = filled(64);
  rectangle.srcPitch = 16;
  rectangle.dstMemoryType = CU_MEMORYTYPE_HOST;
  rectangle.dstHost = seen;
  rectangle.dstPitch = 8;
  rectangle.WidthInBytes = 8;
  rectangle.Height = 4;
  for (const char *name : {"cuMemcpy2D", "cuMemcpy2DUnaligned"}) {
    std::memset(seen, 0, sizeof seen);
    GOOD(form<PFN_cuMemcpy2D_v2000>(name)(&rectangle));
    expect("rows", counts_up(seen, 8, 0) && counts_up(seen + 8, 8, 16) && counts_up(seen + 24, 8, 48));
    REFUSED(CUDA_ERROR_INVALID_VALUE, form<PFN_cuMemcpy2D_v2000>(name)(nullptr));
  }
  std::memset(seen, 0, sizeof seen);
  GOOD(form<PFN_cuMemcpy2DAsync_v2000>("cuMemcpy2DAsync")(&rectangle, stream));
  MUST(cuStreamSynchronize(stream));
  expect("rows by the stream", counts_up(seen + 24, 8, 48));
  CUDA_MEMCPY3D_v1 box = {};
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = rectangle.srcDevice;
  box.srcPitch = 8;
  box.srcHeight = 4;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = seen;
  box.dstPitch = box.WidthInBytes = 4;
  box.dstHeight = box.Height = 2;
  box.Depth = 2;
  GOOD(form<PFN_cuMemcpy3D_v2000>("cuMemcpy3D")(&box));
  expect("slices", counts_up(seen, 4, 0) && counts_up(seen + 4, 4, 8) && counts_up(seen + 8, 4, 32));
  std::memset(seen, 0, sizeof seen);
  GOOD(form<PFN_cuMemcpy3DAsync_v2000>("cuMemcpy3DAsync")(&box, stream));
  MUST(cuStreamSynchronize(stream));
  expect("slices by the stream", counts_up(seen + 12, 4, 40));
  MUST(cuStreamDestroy(stream));
}

static void fills() {
  CUdeviceptr_v1 pointer = filled(64);
  unsigned seen[16] = {};
  GOOD(form<PFN_cuMemsetD8_v2000>("cuMemsetD8")(pointer, 0x11, 4));
  GOOD(form<PFN_cuMemsetD16_v2000>("cuMemsetD16")(pointer + 4, 0x2222, 2));
  GOOD(form<PFN_cuMemsetD32_v2000>("cuMemsetD32")(pointer + 8, 0x33333333, 2));
  GOOD(to_host(seen, pointer, 64));
  expect("rows of one", seen[0] == 0x11111111 && seen[1] == 0x22222222 && seen[3] == 0x33333333 && seen[4] == 0x13121110);
  GOOD(form<PFN_cuMemsetD2D8_v2000>("cuMemsetD2D8")(pointer, 32, 0x44, 4, 2));
  GOOD(form<PFN_cuMemsetD2D16_v2000>("cuMemsetD2D16")(pointer + 4, 32, 0x5555, 2, 2));
  GOOD(form<PFN_cuMemsetD2D32_v2000>("cuMemsetD2D32")(pointer + 8, 32, 0x66666666, 1, 2));
  GOOD(to_host(seen, pointer, 64));
  expect("rows", seen[8] == 0x44444444 && seen[9] == 0x55555555 && seen[10] == 0x66666666 && seen[11] == 0x2f2e2d2c);
}

static void arrays() {
  CUDA_ARRAY_DESCRIPTOR_v1 flat = {16, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1}, flat_seen = {};
  CUDA_ARRAY3D_DESCRIPTOR_v1 box = {8, 4, 2, CU_AD_FORMAT_FLOAT, 2, 0}, box_seen = {};
  CUarray one = nullptr, other = nullptr, deep = nullptr;
  const auto create = form<PFN_cuArrayCreate_v2000>("cuArrayCreate");
  REFUSED(CUDA_ERROR_INVALID_VALUE, create(&one, nullptr));
  GOOD(create(&one, &flat));
  GOOD(create(&other, &flat));
  GOOD(form<PFN_cuArrayGetDescriptor_v2000>("cuArrayGetDescriptor")(&flat_seen, one));
  expect("described", std::memcmp(&flat, &flat_seen, sizeof flat) == 0);
  GOOD(form<PFN_cuArray3DCreate_v2000>("cuArray3DCreate")(&deep, &box));
  GOOD(form<PFN_cuArray3DGetDescriptor_v2000>("cuArray3DGetDescriptor")(&box_seen, deep));
  expect("described", std::memcmp(&box, &box_seen, sizeof box) == 0);
  CUdeviceptr_v1 memory = filled(32);
  unsigned char seen[32] = {}, values[8] = {100, 101, 102, 103, 104, 105, 106, 107};
  CUstream stream;
  MUST(cuStreamCreate(&stream, 0));
  GOOD(form<PFN_cuMemcpyDtoA_v2000>("cuMemcpyDtoA")(one, 0, memory + 8, 16));
  GOOD(form<PFN_cuMemcpyAtoA_v2000>("cuMemcpyAtoA")(other, 0, one, 0, 16));
  GOOD(form<PFN_cuMemcpyAtoD_v2000>("cuMemcpyAtoD")(memory, other, 4, 8));
  GOOD(to_host(seen, memory, 16));
  expect("through arrays", counts_up(seen, 8, 12) && counts_up(seen + 8, 8, 8));
  GOOD(form<PFN_cuMemcpyHtoA_v2000>("cuMemcpyHtoA")(one, 4, values, 4));
  GOOD(form<PFN_cuMemcpyAtoH_v2000>("cuMemcpyAtoH")(seen, one, 0, 8));
  expect("from the host", counts_up(seen, 4, 8) && counts_up(seen + 4, 4, 100));
  GOOD(form<PFN_cuMemcpyHtoAAsync_v2000>("cuMemcpyHtoAAsync")(one, 0, values, 8, stream));
  GOOD(form<PFN_cuMemcpyAtoHAsync_v2000>("cuMemcpyAtoHAsync")(seen, one, 0, 8, stream));
  MUST(cuStreamSynchronize(stream));
  expect("by the stream", counts_up(seen, 8, 100));
  for (CUarray array : {one, other, deep}) MUST(cuArrayDestroy(array));
  MUST(cuStreamDestroy(stream));
}

static void texture_references() {
  CUtexref texture = nullptr;
  MUST(cuTexRefCreate(&texture));
  CUdeviceptr_v1 memory = filled(4096), seen = 0;
  unsigned offset = 1;
  MUST(cuTexRefSetFormat(texture, CU_AD_FORMAT_UNSIGNED_INT8, 1));
  GOOD(form<PFN_cuTexRefSetAddress_v2000>("cuTexRefSetAddress")(&offset, texture, memory, 4096));
  GOOD(form<PFN_cuTexRefGetAddress_v2000>("cuTexRefGetAddress")(&seen, texture));
  expect("bound", seen == memory && offset == 0);
  const CUDA_ARRAY_DESCRIPTOR_v1 rows = {64, 8, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  GOOD(form<PFN_cuTexRefSetAddress2D_v2020>("cuTexRefSetAddress2D")(texture, &rows, memory, 512));
  const CUDA_ARRAY_DESCRIPTOR wide = {64, 8, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  GOOD(form<PFN_cuTexRefSetAddress2D_v3020>("cuTexRefSetAddress2D_v2")(texture, &wide, memory, 512));
  MUST(cuTexRefDestroy(texture));
}

static void contexts() {
  CUcontext context = nullptr;
  unsigned version = 0;
  GOOD(form<PFN_cuCtxCreate_v2000>("cuCtxCreate")(&context, 0, 0));
  GOOD(cuCtxGetApiVersion(context, &version));
  show_value("version", version);
  GOOD(form<PFN_cuCtxDestroy_v2000>("cuCtxDestroy")(context));
  GOOD(form<PFN_cuCtxCreate_v3020>("cuCtxCreate_v2")(&context, 0, 0));
  GOOD(cuCtxDestroy(context));
  GOOD(form<PFN_cuCtxCreate_v11040>("cuCtxCreate_v3")(&context, nullptr, 0, 0, 0));
  GOOD(cuCtxGetApiVersion(context, &version));
  expect("version", version == 3020);
  CUcontext seen = nullptr;
  GOOD(form<PFN_cuCtxPopCurrent_v2000>("cuCtxPopCurrent")(&seen));
  expect("popped", seen == context);
  GOOD(form<PFN_cuCtxPushCurrent_v2000>("cuCtxPushCurrent")(context));
  GOOD(cuCtxDestroy(context));
}

int main() {
  MUST(cuInit(0));
  mem_alloc = form<PFN_cuMemAlloc_v2000>("cuMemAlloc");
  to_device = form<PFN_cuMemcpyHtoD_v2000>("cuMemcpyHtoD");
  to_host = form<PFN_cuMemcpyDtoH_v2000>("cuMemcpyDtoH");
  contexts();
  use_primary();
  allocations(own_module());
  copies();
  fills();
  arrays();
  texture_references();
  return wrong_answers == 0 ? 0 : 1;
}
