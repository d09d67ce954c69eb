// SPDX-License-Identifier: Apache-2.0
// What devices say of themselves, and calls without effect here.
#include "../cases.h"

#include <cctype>
#include <string>
#include <cuda_profiler_api.h>

// cudaDeviceGetHostAtomicCapabilities and its sibling between devices: arguments. What a machine can do is not printed.
CASE(atomic_capabilities) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  unsigned answers[14];
  cudaAtomicOperation operations[14];
  for (int i = 0; i < 13; ++i) operations[i] = static_cast<cudaAtomicOperation>(i);
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 13, 0));
  for (int i = -1; i < 15; ++i) {
    operations[0] = static_cast<cudaAtomicOperation>(i);
    std::printf("operation %d: %s\n", i, name_of(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, 0)));
  }
  operations[0] = cudaAtomicOperationIntegerAdd;
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, nullptr, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, nullptr, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, count));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, -1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, 0, count));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, count, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 1, 0, count));
}

// cudaDeviceGetP2PAttribute with arguments that it refuses; one device is enough.
CASE(p2p_attributes) {
  int count = 0, value = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, count, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, -1, 0));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(0), 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(99), 0, count));
  SHOW(cudaDeviceCanAccessPeer(nullptr, 0, 0));
  SHOW(cudaDeviceCanAccessPeer(&value, 0, count));
  SHOW(cudaDeviceCanAccessPeer(&value, -1, 0));
  SHOW(cudaDeviceCanAccessPeer(nullptr, 0, count));
  SHOW(cudaDeviceEnablePeerAccess(0, 1));
  SHOW(cudaDeviceEnablePeerAccess(count, 1));
  SHOW(cudaDeviceEnablePeerAccess(-1, 0));
  SHOW(cudaDeviceDisablePeerAccess(count));
  SHOW(cudaDeviceDisablePeerAccess(-1));
}

static void by_name(const char *what, const std::string &name) {
  int device = 77;
  cudaError_t error = cudaDeviceGetByPCIBusId(&device, name.c_str());
  std::printf("%s: %s, %d\n", what, name_of(error), device);
}

// cudaDeviceGetPCIBusId and cudaDeviceGetByPCIBusId: lengths, forms of the name, and names of no device.
CASE(pci_names) {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  char bus[64];
  SHOW(cudaDeviceGetPCIBusId(bus, 12, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, 13, 0));
  const std::string name = bus;
  show_value("length", static_cast<long long>(name.size()));
  SHOW(cudaDeviceGetPCIBusId(bus, 0, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, -1, 0));
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, 64, count));
  SHOW(cudaDeviceGetPCIBusId(bus, 64, -1));
  std::string lower = name;
  for (char &letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  by_name("as printed", name);
  by_name("lower case", lower);
  by_name("without function", name.substr(0, 10));
  by_name("empty", "");
  by_name("nonsense", "nonsense");
  by_name("no such bus", "ffff:ff:1f.0");
  by_name("only numbers", "0000");
  SHOW(cudaDeviceGetByPCIBusId(nullptr, name.c_str()));
  SHOW(cudaDeviceGetByPCIBusId(&device, nullptr));
}

// cudaDeviceGetTexture1DLinearMaxWidth: arguments, and how the answer depends on the format.
CASE(texture_width) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  std::size_t width = 0, wider = 0;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaChannelFormatDesc quads = cudaCreateChannelDesc<float4>();
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&wider, &bytes, 0));
  show_truth("bytes at least as many as floats", wider >= width && width > 0);
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&wider, &quads, 0));
  show_truth("quads at most as many as floats", wider <= width && wider > 0);
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &floats, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, nullptr, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, count));
  cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &three, 0));
  cudaChannelFormatDesc odd = {7, 0, 0, 0, cudaChannelFormatKindUnsigned};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &odd, 0));
  cudaChannelFormatDesc none = {0, 0, 0, 0, cudaChannelFormatKindNone};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &none, 0));
}

// cudaDeviceGetNvSciSyncAttributes where there is no NvSciSync.
CASE(sci_sync) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrSignal));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, count, cudaNvSciSyncAttrSignal));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, 0));
}

// cudaDeviceFlushGPUDirectRDMAWrites: targets and scopes.
CASE(flush_writes) {
  using Target = cudaFlushGPUDirectRDMAWritesTarget;
  using Scope = cudaFlushGPUDirectRDMAWritesScope;
  const Target current = cudaFlushGPUDirectRDMAWritesTargetCurrentDevice;
  int value = 0;
  MUST(cudaDeviceGetAttribute(&value, cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0));
  const bool can = (value & cudaFlushGPUDirectRDMAWritesOptionHost) != 0;
  show_truth("the call answers as the attribute says",
             (cudaDeviceFlushGPUDirectRDMAWrites(current, cudaFlushGPUDirectRDMAWritesToOwner) == cudaSuccess) == can);
  show_truth("for all devices too",
             (cudaDeviceFlushGPUDirectRDMAWrites(current, cudaFlushGPUDirectRDMAWritesToAllDevices) == cudaSuccess) == can);
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(static_cast<Target>(1), cudaFlushGPUDirectRDMAWritesToOwner));
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(0)));
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(300)));
}

static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) { std::puts("notified"); }

// Asynchronous notifications: registering and unregistering. No budget is ever exceeded here.
CASE(async_notification) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaAsyncCallbackHandle_t first = nullptr, second = nullptr;
  SHOW(cudaDeviceRegisterAsyncNotification(count, notified, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(-1, notified, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &first));
  show_truth("a handle", first != nullptr);
  SHOW(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &second));
  show_truth("another handle", second != nullptr && second != first);
  SHOW(cudaDeviceUnregisterAsyncNotification(0, nullptr));
  SHOW(cudaDeviceUnregisterAsyncNotification(count, first));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, first));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, second));
}

// The profiler's calls without a profiler.
CASE(profiler) {
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStop());
}

static void inside(void *) {
  int number = 77;
  unsigned flags = 0;
  std::size_t size = 0;
  SHOW(cudaGetDeviceCount(&number));
  SHOW(cudaGetDevice(&number));
  SHOW(cudaSetDevice(0));
  SHOW(cudaGetDeviceFlags(&flags));
  SHOW(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceGetLimit(&size, cudaLimitStackSize));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceCanAccessPeer(&number, 0, 0));
  SHOW(cudaRuntimeGetVersion(&number));
  SHOW(cudaDriverGetVersion(&number));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, &number));
  show_last_error("inside");
}

// Calls about devices inside a host function of a stream: which are refused.
CASE(host_functions) {
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  MUST(cudaDeviceSynchronize());
  show_last_error("outside");
}
