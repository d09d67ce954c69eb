// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuPointerGetAttribute, cuPointerGetAttributes, cuPointerSetAttribute: of all kinds of memory.
#include "driver.h"

static void show_attributes(const char *what, CUdeviceptr pointer) {
  std::printf("%s\n", what);
  for (int attribute = 0; attribute <= 22; ++attribute) {
    if (attribute == CU_POINTER_ATTRIBUTE_BUFFER_ID) continue;
    alignas(16) unsigned char value[64];
    std::memset(value, 0x5a, sizeof value);
    const CUresult result = cuPointerGetAttribute(value, static_cast<CUpointer_attribute>(attribute), pointer);
    int number = 0;
    std::memcpy(&number, value, 4);
    const bool is_number = attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE || attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
    std::printf("attribute %d: %s", attribute, name_of(result));
    if (result == CUDA_SUCCESS && is_number) std::printf(" %d", number);
    if (result == CUDA_SUCCESS && (attribute == CU_POINTER_ATTRIBUTE_IS_MANAGED || attribute == CU_POINTER_ATTRIBUTE_MAPPED || attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || attribute == CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE))
      std::printf(" %d", value[0]);
    std::printf("\n");
  }
}

int main() {
  CUcontext context = use_primary(), owner = nullptr;
  CUdeviceptr device = allocate(1000), managed = 0;
  void *pinned = nullptr, *got = nullptr;
  MUST(cuMemAllocHost(&pinned, 1000));
  MUST(cuMemAllocManaged(&managed, 1000, CU_MEM_ATTACH_GLOBAL));
  static int pageable;
  show_attributes("device", device + 8);
  show_attributes("pinned", address_of(pinned) + 8);
  show_attributes("managed", managed + 8);
  show_attributes("pageable", address_of(&pageable));
  show_attributes("null", 0);
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, device));
  show_truth("its context", owner == context);
  CUdeviceptr start = 0;
  SHOW(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 100));
  show_truth("its start", start == device);
  std::size_t size = 0;
  SHOW(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 100));
  show_value("size", size);
  SHOW(cuPointerGetAttribute(&got, CU_POINTER_ATTRIBUTE_HOST_POINTER, address_of(pinned) + 16));
  show_truth("the host's address", got == static_cast<char *>(pinned) + 16);
  SHOW(cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_CONTEXT, device));
  SHOW(cuPointerGetAttribute(&got, static_cast<CUpointer_attribute>(0), device));
  SHOW(cuPointerGetAttribute(&got, static_cast<CUpointer_attribute>(99), device));
  unsigned long long id = 0, other = 0;
  CUdeviceptr second = allocate(64);
  SHOW(cuPointerGetAttribute(&id, CU_POINTER_ATTRIBUTE_BUFFER_ID, device));
  SHOW(cuPointerGetAttribute(&other, CU_POINTER_ATTRIBUTE_BUFFER_ID, second));
  show_truth("ids differ", id != other);
  unsigned yes = 1;
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
  SHOW(cuPointerSetAttribute(nullptr, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address_of(&pageable)));
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
  CUmemorytype type = static_cast<CUmemorytype>(77);
  int ordinal = 77;
  CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_CONTEXT};
  void *answers[] = {&type, &ordinal, &owner};
  SHOW(cuPointerGetAttributes(3, asked, answers, device));
  show_row("type, device", {int(type), ordinal});
  type = static_cast<CUmemorytype>(77);
  ordinal = 77;
  SHOW(cuPointerGetAttributes(3, asked, answers, address_of(&pageable)));
  show_row("type, device", {int(type), ordinal});
  show_truth("no context", owner == nullptr);
  SHOW(cuPointerGetAttributes(0, asked, answers, device));
  SHOW(cuPointerGetAttributes(3, nullptr, answers, device));
  SHOW(cuPointerGetAttributes(3, asked, nullptr, device));
  asked[1] = static_cast<CUpointer_attribute>(99);
  SHOW(cuPointerGetAttributes(3, asked, answers, device));
}
