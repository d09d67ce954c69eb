// SPDX-License-Identifier: Apache-2.0
// libnvidia-ml.so.1: what programs ask about their devices, answered through the runtime API, so that both agree.
#include <nvml.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>

#include <cuda_runtime_api.h>

#include "api/nvml/checks.h"
#include "base/visible_devices.h"

#pragma GCC visibility push(default)

using riffle::uuid_text;
using riffle::api::nvml::checked;
using riffle::api::nvml::copy_text;
using riffle::api::nvml::handle_of;
using riffle::api::nvml::unavailable;

namespace {

std::atomic<int> users{0};  // nvmlInit calls that no nvmlShutdown has ended

/// The program's number of a device; -1 when CUDA_VISIBLE_DEVICES hides it.
int number_in_program(int index) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return -1;
  for (int device = 0; device < count; ++device) {
    int bus = 0;
    if (cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, device) == cudaSuccess &&
        bus == index + 1)
      return device;
  }
  return -1;
}

/// All devices are alike but for their names: of a hidden one a visible one tells.
int one_like(int index) { return std::max(number_in_program(index), 0); }

nvmlReturn_t attribute(nvmlDevice_t device, cudaDeviceAttr which, unsigned divisor,
                       unsigned* value) {
  return checked(device, value, [=](int index) {
    int answer = 0;
    if (cudaDeviceGetAttribute(&answer, which, one_like(index)) != cudaSuccess)
      return NVML_ERROR_UNKNOWN;
    *value = static_cast<unsigned>(answer) / divisor;
    return NVML_SUCCESS;
  });
}

bool properties_of(int index, cudaDeviceProp& properties) {
  if (cudaGetDeviceProperties(&properties, one_like(index)) != cudaSuccess) return false;
  properties.pciBusID = index + 1;
  return true;
}

/// "0000:01:00.0", with or without the domain and the function: the bus; -1 if there is none.
int bus_of(const char* text) {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned slot = 0;
  if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) == 3)
    return domain == 0 && slot == 0 && bus <= 0xff ? static_cast<int>(bus) : 0;
  if (std::sscanf(text, "%x:%x", &bus, &slot) == 2)
    return slot == 0 && bus <= 0xff ? static_cast<int>(bus) : 0;
  return -1;
}

}  // namespace

namespace riffle::api::nvml {
bool is_initialized() { return users.load(std::memory_order_acquire) > 0; }
}  // namespace riffle::api::nvml

extern "C" {

nvmlReturn_t nvmlInit_v2() {
  users.fetch_add(1, std::memory_order_acq_rel);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlInitWithFlags(unsigned) { return nvmlInit_v2(); }
nvmlReturn_t nvmlShutdown() {
  int seen = users.load(std::memory_order_acquire);
  while (seen > 0)
    if (users.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel)) return NVML_SUCCESS;
  return NVML_ERROR_UNINITIALIZED;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned length) {
  return copy_text("580.00", version, length);  // the first driver of CUDA 13.0
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned length) {
  return copy_text("13.580.00", version, length);
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int* cudaDriverVersion) {
  if (cudaDriverVersion == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return cudaDriverGetVersion(cudaDriverVersion) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int* cudaDriverVersion) {
  return nvmlSystemGetCudaDriverVersion(cudaDriverVersion);
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned* deviceCount) {
  if (!riffle::api::nvml::is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (deviceCount == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  *deviceCount = static_cast<unsigned>(riffle::api::nvml::device_count());
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* device) {
  if (!riffle::api::nvml::is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (device == nullptr || index >= static_cast<unsigned>(riffle::api::nvml::device_count()))
    return NVML_ERROR_INVALID_ARGUMENT;
  *device = handle_of(static_cast<int>(index));
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* pciBusId, nvmlDevice_t* device) {
  if (!riffle::api::nvml::is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (pciBusId == nullptr || device == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  const int index = bus_of(pciBusId) - 1;
  if (index == -2) return NVML_ERROR_INVALID_ARGUMENT;
  if (index < 0 || index >= riffle::api::nvml::device_count()) return NVML_ERROR_NOT_FOUND;
  *device = handle_of(index);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  if (!riffle::api::nvml::is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (uuid == nullptr || device == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  for (int index = 0; index < riffle::api::nvml::device_count(); ++index) {
    if (uuid_text(static_cast<std::uint32_t>(index)) != uuid) continue;
    *device = handle_of(index);
    return NVML_SUCCESS;
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned* index) {
  return checked(device, index, [=](int number) {
    *index = static_cast<unsigned>(number);
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned length) {
  return checked(device, name, [=](int index) {
    cudaDeviceProp properties;
    if (!properties_of(index, properties)) return NVML_ERROR_UNKNOWN;
    return copy_text(properties.name, name, length);
  });
}
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned length) {
  return checked(device, uuid, [=](int index) {
    return copy_text(uuid_text(static_cast<std::uint32_t>(index)), uuid, length);
  });
}
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* pci) {
  return checked(device, pci, [=](int index) {
    cudaDeviceProp properties;
    if (!properties_of(index, properties)) return NVML_ERROR_UNKNOWN;
    *pci = nvmlPciInfo_t{};
    pci->domain = static_cast<unsigned>(properties.pciDomainID);
    pci->bus = static_cast<unsigned>(properties.pciBusID);
    pci->device = static_cast<unsigned>(properties.pciDeviceID);
    std::snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus,
                  pci->device);
    std::snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0",
                  pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
  if (minor == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return checked(device, major, [=](int index) {
    cudaDeviceProp properties;
    if (!properties_of(index, properties)) return NVML_ERROR_UNKNOWN;
    *major = properties.major;
    *minor = properties.minor;
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  return checked(device, memory, [=](int index) {
    int current = 0;
    std::size_t free = 0;
    std::size_t total = 0;
    if (cudaGetDevice(&current) != cudaSuccess || cudaSetDevice(one_like(index)) != cudaSuccess)
      return NVML_ERROR_UNKNOWN;
    const cudaError_t asked = cudaMemGetInfo(&free, &total);
    if (cudaSetDevice(current) != cudaSuccess || asked != cudaSuccess) return NVML_ERROR_UNKNOWN;
    // The program has nothing on a device that it does not see.
    if (number_in_program(index) < 0) free = total;
    *memory = {total, free, total - free};
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned* busWidth) {
  return attribute(device, cudaDevAttrGlobalMemoryBusWidth, 1, busWidth);
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned* clock) {
  constexpr unsigned kKilohertzInOne = 1000;  // the answer is in MHz
  switch (type) {
    case NVML_CLOCK_GRAPHICS:
    case NVML_CLOCK_SM:
      return attribute(device, cudaDevAttrClockRate, kKilohertzInOne, clock);
    case NVML_CLOCK_MEM:
      return attribute(device, cudaDevAttrMemoryClockRate, kKilohertzInOne, clock);
    case NVML_CLOCK_VIDEO:
      return unavailable(device, clock);
    default:
      return NVML_ERROR_INVALID_ARGUMENT;
  }
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned* clock) {
  return nvmlDeviceGetClockInfo(device, type, clock);
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t* utilization) {
  return unavailable(device, utilization);
}
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t,
                                      unsigned* temp) {
  return unavailable(device, temp);
}
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned* power) {
  return unavailable(device, power);
}
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned* limit) {
  return unavailable(device, limit);
}
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned* limit) {
  return unavailable(device, limit);
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long* energy) {
  return unavailable(device, energy);
}
nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned* speed) {
  return unavailable(device, speed);
}

// The names without a version, for programs that look them up by themselves.
#undef nvmlInit
#undef nvmlDeviceGetCount
#undef nvmlDeviceGetHandleByIndex
#undef nvmlDeviceGetHandleByPciBusId
nvmlReturn_t nvmlInit() __attribute__((alias("nvmlInit_v2")));
nvmlReturn_t nvmlDeviceGetCount(unsigned*) __attribute__((alias("nvmlDeviceGetCount_v2")));
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned, nvmlDevice_t*)
    __attribute__((alias("nvmlDeviceGetHandleByIndex_v2")));
nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char*, nvmlDevice_t*)
    __attribute__((alias("nvmlDeviceGetHandleByPciBusId_v2")));

}  // extern "C"

#pragma GCC visibility pop
