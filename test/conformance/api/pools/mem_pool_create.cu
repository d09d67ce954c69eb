// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolCreate: each property, pools apart from each other, fresh values of attributes, what is refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
  auto make = [](const char *what, const cudaMemPoolProps &props) {
    cudaMemPool_t pool = nullptr;
    show(what, cudaMemPoolCreate(&pool, &props));
    if (pool != nullptr) MUST(cudaMemPoolDestroy(pool));
    cudaGetLastError();
  };
  auto props = device_props();
  make("plain", props);
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  make("for file descriptors", props);
  props = device_props();
  props.maxSize = 1 << 20;
  make("at most 1 MiB", props);
  std::printf("fresh\n");
  props = device_props();
  cudaMemPool_t a = nullptr, b = nullptr, current;
  SHOW(cudaMemPoolCreate(&a, &props));
  SHOW(cudaMemPoolCreate(&b, &props));
  show_truth("two of them", a != b);
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("not the current one", current != a && current != b);
  for (int attribute = 1; attribute <= 8; ++attribute) {
    unsigned long long value = 0;
    cudaError_t error = cudaMemPoolGetAttribute(a, static_cast<cudaMemPoolAttr>(attribute), &value);
    std::printf("attribute %d: %s, %llu\n", attribute, name_of(error), value);
  }
  std::printf("refused\n");
  SHOW(cudaMemPoolCreate(nullptr, &props));
  SHOW(cudaMemPoolCreate(&a, nullptr));
  props.allocType = cudaMemAllocationTypeInvalid;
  make("no type", props);
  props.allocType = static_cast<cudaMemAllocationType>(7);
  make("unknown type", props);
  props = device_props();
  props.location.type = cudaMemLocationTypeInvalid;
  make("no location", props);
  props.location.type = static_cast<cudaMemLocationType>(7);
  make("unknown location", props);
  props.location.type = cudaMemLocationTypeHostNumaCurrent;
  make("the host's nearest memory", props);
  props = device_props();
  for (int id : {-1, 1000}) {
    props.location.id = id;
    make("unknown device", props);
  }
  props = device_props();
  props.handleTypes = cudaMemHandleTypeWin32;
  make("for Windows handles", props);
  props.handleTypes = static_cast<cudaMemAllocationHandleType>(0x100);
  make("for unknown handles", props);
  props = device_props();
  props.reserved[53] = 1;
  make("a reserved byte", props);
  show_captured("plain", [&](cudaStream_t) {
    props = device_props();
    return cudaMemPoolCreate(&b, &props);
  });
}
