// SPDX-License-Identifier: Apache-2.0
// What a device is called and can do, and the device that fits best.
#include "../../cases.h"
#include "../../capturing.h"

#include <string>

// cudaDeviceGetAttribute: devices, a null pointer, numbers of no attribute, values that are documented.
CASE(device_get_attribute) {
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

// cudaGetDeviceProperties: devices, a null pointer, fields with documented values, and what attributes say too.
CASE(get_device_properties) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaDeviceProp p;
  std::memset(&p, 0x5a, sizeof p);
  SHOW(cudaGetDeviceProperties(nullptr, 0));
  SHOW(cudaGetDeviceProperties(&p, -1));
  SHOW(cudaGetDeviceProperties(&p, count));
  show_truth("untouched", p.warpSize == 0x5a5a5a5a);
  show_last_error("after refused calls");
  SHOW(cudaGetDeviceProperties(&p, 0));
  show_row("threads: warp, block, three sides",
           {p.warpSize, p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]});
  show_row("grid", {p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]});
  show_row("constant, shared, pitch", {int(p.totalConstMem), int(p.sharedMemPerBlock), int(p.memPitch)});
  show_row("texture and surface alignment",
           {int(p.textureAlignment), int(p.texturePitchAlignment), int(p.surfaceAlignment)});
  show_row("unified addresses, mapped, managed, pools",
           {p.unifiedAddressing, p.canMapHostMemory, p.managedMemory, p.memoryPoolsSupported});
  show_row("cooperative, priorities, concurrent kernels, registering",
           {p.cooperativeLaunch, p.streamPrioritiesSupported, p.concurrentKernels, p.hostRegisterSupported});
  show_truth("a name", p.name[0] != '\0' && std::strlen(p.name) < sizeof p.name);
  const cudaUUID_t none = {};
  show_truth("a UUID", std::memcmp(&p.uuid, &none, sizeof none) != 0);
  show_truth("memory", p.totalGlobalMem > 0);

  struct {
    const char *name;
    cudaDeviceAttr attribute;
    long long value;
  } pairs[] = {
      {"major", cudaDevAttrComputeCapabilityMajor, p.major},
      {"minor", cudaDevAttrComputeCapabilityMinor, p.minor},
      {"multiprocessors", cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
      {"registers of a block", cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
      {"registers of a multiprocessor", cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
      {"threads of a multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
      {"blocks of a multiprocessor", cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
      {"shared of a multiprocessor", cudaDevAttrMaxSharedMemoryPerMultiprocessor,
       static_cast<long long>(p.sharedMemPerMultiprocessor)},
      {"shared by opting in", cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long long>(p.sharedMemPerBlockOptin)},
      {"reserved shared", cudaDevAttrReservedSharedMemoryPerBlock, static_cast<long long>(p.reservedSharedMemPerBlock)},
      {"L2", cudaDevAttrL2CacheSize, p.l2CacheSize},
      {"persisting L2", cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
      {"window", cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
      {"bus width", cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
      {"copy engines", cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
      {"integrated", cudaDevAttrIntegrated, p.integrated},
      {"concurrent managed access", cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
      {"pageable access", cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
      {"host atomics", cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
      {"clusters", cudaDevAttrClusterLaunch, p.clusterLaunch},
      {"pool handles", cudaDevAttrMemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes},
      {"IPC events", cudaDevAttrIpcEventSupport, p.ipcEventSupported},
      {"PCI bus", cudaDevAttrPciBusId, p.pciBusID},
      {"PCI device", cudaDevAttrPciDeviceId, p.pciDeviceID},
      {"PCI domain", cudaDevAttrPciDomainId, p.pciDomainID},
      {"one-dimensional texture", cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
      {"two-dimensional texture", cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
      {"three-dimensional texture", cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
      {"surface", cudaDevAttrMaxSurface2DWidth, p.maxSurface2D[0]},
  };
  for (const auto &pair : pairs) {
    int value = 0;
    MUST(cudaDeviceGetAttribute(&value, pair.attribute, 0));
    show_truth(pair.name, value == pair.value);
  }
  show_while_capturing("properties", [&] { return cudaGetDeviceProperties(&p, 0); });
}

// cudaDeviceGetTexture1DLinearMaxWidth: formats, and which of several wrong arguments is told.
CASE(device_get_texture1d_linear_max_width) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  std::size_t width = 77, widths[3] = {};
  for (int bits : {8, 16, 32})
    for (int channels : {1, 2, 4})
      for (cudaChannelFormatKind kind :
           {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat}) {
        cudaChannelFormatDesc format = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0,
                                        kind};
        std::printf("%d bits, %d channels, kind %d: %s\n", bits, channels, static_cast<int>(kind),
                    name_of(cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0)));
      }
  for (int i = 0; i < 3; ++i) {
    cudaChannelFormatDesc format = {8 << i, 0, 0, 0, cudaChannelFormatKindUnsigned};
    MUST(cudaDeviceGetTexture1DLinearMaxWidth(&widths[i], &format, 0));
  }
  show_truth("never more of wider elements", widths[0] >= widths[1] && widths[1] >= widths[2] && widths[2] > 0);
  int attribute = 0;
  MUST(cudaDeviceGetAttribute(&attribute, cudaDevAttrMaxTexture1DLinearWidth, 0));
  show_truth("at most what the attribute says", widths[2] <= static_cast<std::size_t>(attribute));

  cudaChannelFormatDesc good = cudaCreateChannelDesc<int>(), bad = {5, 0, 0, 0, cudaChannelFormatKindSigned};
  cudaChannelFormatDesc mixed = {32, 16, 0, 0, cudaChannelFormatKindSigned};
  cudaChannelFormatDesc kindless = {32, 0, 0, 0, static_cast<cudaChannelFormatKind>(99)};
  width = 77;
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &mixed, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &kindless, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &good, -1));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &bad, count));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &good, count));
  show_value("untouched", static_cast<long long>(width));
  show_while_capturing("width", [&] { return cudaDeviceGetTexture1DLinearMaxWidth(&width, &good, 0); });
}

// cudaChooseDevice: null pointers; the best match is not the current device until it is set.
CASE(choose_device) {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  cudaDeviceProp wanted = {};
  SHOW(cudaChooseDevice(nullptr, &wanted));
  SHOW(cudaChooseDevice(&device, nullptr));
  SHOW(cudaChooseDevice(nullptr, nullptr));
  show_value("untouched", device);
  show_last_error("after refused calls");
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("a device", device >= 0 && device < count);
  MUST(cudaGetDeviceProperties(&wanted, 0));
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("one like device 0", device >= 0 && device < count);
  wanted.major = 99;
  wanted.totalGlobalMem = ~std::size_t{0};
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("the nearest to the impossible", device >= 0 && device < count);
  SHOW(cudaGetDevice(&device));
  show_value("current device", device);
  show_while_capturing("chosen", [&] { return cudaChooseDevice(&device, &wanted); });
}

// cudaDeviceGetPCIBusId: lengths, devices, and that name and attributes agree.
CASE(device_get_pci_bus_id) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  char text[64];
  for (int length : {-1, 0, 1, 12, 13, 14, 64}) {
    std::memset(text, '#', sizeof text);
    const cudaError_t error = cudaDeviceGetPCIBusId(text, length, 0);
    std::printf("length %d: %s\n", length, name_of(error));
    if (error == cudaSuccess) show_truth("12 characters", text[12] == '\0' && std::strlen(text) == 12);
  }
  int domain = 77, bus = 77, device = 77;
  MUST(cudaDeviceGetAttribute(&domain, cudaDevAttrPciDomainId, 0));
  MUST(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, 0));
  MUST(cudaDeviceGetAttribute(&device, cudaDevAttrPciDeviceId, 0));
  unsigned seen[4] = {77, 77, 77, 77};
  MUST(cudaDeviceGetPCIBusId(text, sizeof text, 0));
  show_value("numbers in the name", std::sscanf(text, "%4x:%2x:%2x.%1x", &seen[0], &seen[1], &seen[2], &seen[3]));
  show_truth("as the attributes", int(seen[0]) == domain && int(seen[1]) == bus && int(seen[2]) == device);
  show_value("function", seen[3]);
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, 0));
  SHOW(cudaDeviceGetPCIBusId(text, 64, count));
  SHOW(cudaDeviceGetPCIBusId(text, 64, -1));
  SHOW(cudaDeviceGetPCIBusId(text, 0, count));
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, count));
  show_last_error("after refused calls");
  show_while_capturing("name", [&] { return cudaDeviceGetPCIBusId(text, sizeof text, 0); });
}

static void ask(const char *what, const std::string &name) {
  int device = 77;
  const cudaError_t error = cudaDeviceGetByPCIBusId(&device, name.c_str());
  std::printf("%s: %s, %d\n", what, name_of(error), device);
  std::fflush(stdout);
}

// cudaDeviceGetByPCIBusId: documented forms of a name, names of nothing, null pointers.
CASE(device_get_by_pci_bus_id) {
  char text[64] = "";
  MUST(cudaDeviceGetPCIBusId(text, sizeof text, 0));
  const std::string name = text;
  ask("domain:bus:device.function", name);
  ask("domain:bus:device", name.substr(0, 10));
  int shortened = 77;
  cudaDeviceGetByPCIBusId(&shortened, name.substr(5).c_str());
  show_truth("bus:device.function is of domain 0", (shortened == 0) == (name.substr(0, 4) == "0000"));
  ask("eight digits of a domain", "0000" + name);
  ask("another function", name.substr(0, 11) + "1");
  ask("another domain", "fffe" + name.substr(4));
  ask("empty", "");
  ask("a word", "device");
  ask("a device's number", "0");
  ask("colons only", "::.");
  int device = 77;
  SHOW(cudaDeviceGetByPCIBusId(nullptr, name.c_str()));
  SHOW(cudaDeviceGetByPCIBusId(&device, nullptr));
  SHOW(cudaDeviceGetByPCIBusId(nullptr, nullptr));
  show_value("untouched", device);
  show_last_error("after refused calls");
  MUST(cudaGetDevice(&device));
  show_value("current device", device);
}
