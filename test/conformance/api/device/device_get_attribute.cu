// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetAttribute: devices, a null pointer, numbers of no attribute, values that are documented.
#include "../../capturing.h"

CASES() {
  int count = 0, value = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count));
  SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, count));
  for (int attribute : {-1, 0, 148, 1000})
    std::printf("attribute %d: %s\n", attribute,
                name_of(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0)));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), count));
  show_value("untouched", value);
  show_last_error("after refused calls");
  struct {
    const char *name;
    cudaDeviceAttr attribute;
  } fixed[] = {{"warp", cudaDevAttrWarpSize},
               {"threads of a block", cudaDevAttrMaxThreadsPerBlock},
               {"block x", cudaDevAttrMaxBlockDimX},
               {"block y", cudaDevAttrMaxBlockDimY},
               {"block z", cudaDevAttrMaxBlockDimZ},
               {"grid x", cudaDevAttrMaxGridDimX},
               {"grid y", cudaDevAttrMaxGridDimY},
               {"grid z", cudaDevAttrMaxGridDimZ},
               {"shared memory of a block", cudaDevAttrMaxSharedMemoryPerBlock},
               {"constant memory", cudaDevAttrTotalConstantMemory},
               {"pitch", cudaDevAttrMaxPitch},
               {"mapped host memory", cudaDevAttrCanMapHostMemory},
               {"compute mode", cudaDevAttrComputeMode},
               {"concurrent kernels", cudaDevAttrConcurrentKernels},
               {"unified addresses", cudaDevAttrUnifiedAddressing},
               {"stream priorities", cudaDevAttrStreamPrioritiesSupported},
               {"managed memory", cudaDevAttrManagedMemory},
               {"cooperative launch", cudaDevAttrCooperativeLaunch},
               {"host registering", cudaDevAttrHostRegisterSupported},
               {"memory pools", cudaDevAttrMemoryPoolsSupported},
               {"kernel timeout", cudaDevAttrKernelExecTimeout}};
  for (const auto &f : fixed) {
    value = 77;
    MUST(cudaDeviceGetAttribute(&value, f.attribute, 0));
    show_value(f.name, value);
  }
  struct {
    const char *name;
    cudaDeviceAttr attribute;
  } positive[] = {{"clock", cudaDevAttrClockRate},
                  {"memory clock", cudaDevAttrMemoryClockRate},
                  {"bus width", cudaDevAttrGlobalMemoryBusWidth},
                  {"multiprocessors", cudaDevAttrMultiProcessorCount},
                  {"registers", cudaDevAttrMaxRegistersPerBlock},
                  {"L2", cudaDevAttrL2CacheSize},
                  {"copy engines", cudaDevAttrAsyncEngineCount},
                  {"major", cudaDevAttrComputeCapabilityMajor},
                  {"texture", cudaDevAttrMaxTexture2DWidth}};
  for (const auto &p : positive) {
    MUST(cudaDeviceGetAttribute(&value, p.attribute, 0));
    if (value <= 0) std::printf("%s is not positive\n", p.name);
  }
  show_while_capturing("warp", [&] { return cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0); });
}
