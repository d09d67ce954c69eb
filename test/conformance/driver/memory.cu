// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemGetInfo, cuMemAlloc, cuMemAllocPitch, cuMemFree, cuMemGetAddressRange, cuMemAllocHost, cuMemFreeHost,
// cuMemHostAlloc, cuMemHostGetDevicePointer, cuMemHostGetFlags, cuMemAllocManaged, cuMemHostRegister,
// cuMemHostUnregister: allocation, and what is refused.
#include "driver.h"

int main() {
  use_primary();
  std::size_t free_bytes = 0, total = 0;
  SHOW(cuMemGetInfo(&free_bytes, &total));
  show_truth("free and total", free_bytes > 0 && free_bytes <= total);
  SHOW(cuMemGetInfo(nullptr, &total));
  SHOW(cuMemGetInfo(&free_bytes, nullptr));
  CUdeviceptr pointer = 77, base = 0;
  SHOW(cuMemAlloc(nullptr, 16));
  SHOW(cuMemAlloc(&pointer, 0));
  SHOW(cuMemAlloc(&pointer, std::size_t(1) << 60));
  show_value("untouched", pointer);
  SHOW(cuMemAlloc(&pointer, 1000));
  show_truth("aligned", pointer % 256 == 0);
  std::size_t bytes = 0;
  SHOW(cuMemGetAddressRange(&base, &bytes, pointer + 500));
  show_truth("the start", base == pointer);
  show_value("bytes", bytes);
  SHOW(cuMemGetAddressRange(nullptr, &bytes, pointer));
  SHOW(cuMemGetAddressRange(&base, nullptr, pointer));
  SHOW(cuMemGetAddressRange(nullptr, nullptr, pointer));
  SHOW(cuMemGetAddressRange(&base, &bytes, 64));
  SHOW(cuMemGetAddressRange(&base, &bytes, 0));
  SHOW(cuMemFree(pointer + 256));
  SHOW(cuMemFree(pointer));
  SHOW(cuMemFree(pointer));
  SHOW(cuMemFree(0));
  SHOW(cuMemFree(64));
  std::size_t pitch = 77;
  SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 4, 4));
  show_value("pitch", pitch);
  SHOW(cuMemFree(pointer));
  for (unsigned element : {0u, 1u, 2u, 3u, 8u, 16u, 32u}) {
    std::printf("elements of %u\n", element);
    if (SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 4, element)) == CUDA_SUCCESS) MUST(cuMemFree(pointer));
  }
  SHOW(cuMemAllocPitch(nullptr, &pitch, 100, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, nullptr, 100, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, 0, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 0, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, std::size_t(1) << 50, 1024, 4));

  std::printf("host\n");
  void *host = nullptr;
  unsigned flags = 77;
  SHOW(cuMemAllocHost(nullptr, 64));
  SHOW(cuMemAllocHost(&host, 0));
  SHOW(cuMemAllocHost(&host, 64));
  SHOW(cuMemHostGetFlags(&flags, host));
  show_value("flags", flags);
  SHOW(cuMemHostGetDevicePointer(&pointer, host, 0));
  show_truth("the same address", pointer == address_of(host));
  SHOW(cuMemHostGetDevicePointer(&pointer, host, 1));
  SHOW(cuMemHostGetDevicePointer(nullptr, host, 0));
  SHOW(cuMemHostGetDevicePointer(&pointer, nullptr, 0));
  SHOW(cuMemHostGetDevicePointer(&pointer, &flags, 0));
  SHOW(cuMemHostGetFlags(nullptr, host));
  SHOW(cuMemHostGetFlags(&flags, nullptr));
  SHOW(cuMemHostGetFlags(&flags, &flags));
  SHOW(cuMemFree(address_of(host)));
  SHOW(cuMemFreeHost(static_cast<char *>(host) + 8));
  SHOW(cuMemFreeHost(host));
  SHOW(cuMemFreeHost(nullptr));
  SHOW(cuMemFreeHost(&flags));
  SHOW(cuMemHostAlloc(&host, 64, 77));
  SHOW(cuMemHostAlloc(nullptr, 64, 0));
  SHOW(cuMemHostAlloc(&host, 0, 0));
  SHOW(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED));
  SHOW(cuMemHostGetFlags(&flags, host));
  show_value("flags", flags);
  SHOW(cudaFreeHost(host));
  std::vector<char> room(1 << 16);
  void *page = reinterpret_cast<void *>((reinterpret_cast<std::uintptr_t>(room.data()) + 4095) / 4096 * 4096);
  SHOW(cuMemHostRegister(nullptr, 4096, 0));
  SHOW(cuMemHostRegister(page, 0, 0));
  SHOW(cuMemHostRegister(page, 4096, 77));
  SHOW(cuMemHostRegister(page, 4096, CU_MEMHOSTREGISTER_DEVICEMAP));
  SHOW(cuMemHostRegister(page, 4096, 0));
  SHOW(cuMemHostGetFlags(&flags, page));
  show_value("flags", flags);
  SHOW(cuMemHostUnregister(static_cast<char *>(page) + 8));
  SHOW(cuMemHostUnregister(page));
  SHOW(cuMemHostUnregister(page));
  SHOW(cuMemHostUnregister(nullptr));
  std::printf("managed\n");
  SHOW(cuMemAllocManaged(nullptr, 64, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuMemAllocManaged(&pointer, 0, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuMemAllocManaged(&pointer, 64, 77));
  SHOW(cuMemAllocManaged(&pointer, 64, CU_MEM_ATTACH_SINGLE));
  SHOW(cuMemAllocManaged(&pointer, 64, CU_MEM_ATTACH_GLOBAL));
  *reinterpret_cast<int *>(pointer) = 5;
  show_value("value", read<int>(pointer, 1)[0]);
  SHOW(cuMemGetAddressRange(&base, &bytes, pointer + 8));
  show_value("bytes", bytes);
  SHOW(cuMemFree(pointer));
}
