// SPDX-License-Identifier: Apache-2.0
// The management library answers what the runtime answers. Run with RIFFLE_DEVICES=2.
#include <array>
#include <string>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <nvml.h>

namespace {

static_assert(sizeof(nvmlPciInfo_t) == 68 && sizeof(nvmlMemory_t) == 24);

class Nvml : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(nvmlInit(), NVML_SUCCESS); }
  void TearDown() override { nvmlShutdown(); }
  static nvmlDevice_t device(unsigned index) {
    nvmlDevice_t device = nullptr;
    EXPECT_EQ(nvmlDeviceGetHandleByIndex(index, &device), NVML_SUCCESS);
    return device;
  }
};

TEST(NvmlState, NothingBeforeInitAndAfterTheLastShutdown) {
  unsigned count = 0;
  EXPECT_EQ(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  EXPECT_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
  EXPECT_EQ(nvmlInit(), NVML_SUCCESS);
  EXPECT_EQ(nvmlInitWithFlags(0), NVML_SUCCESS);
  EXPECT_EQ(nvmlShutdown(), NVML_SUCCESS);
  EXPECT_EQ(nvmlDeviceGetCount(&count), NVML_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(nvmlShutdown(), NVML_SUCCESS);
  EXPECT_EQ(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  EXPECT_STREQ(nvmlErrorString(NVML_ERROR_UNINITIALIZED), "Uninitialized");
  EXPECT_STREQ(nvmlErrorString(static_cast<nvmlReturn_t>(77)), "Unknown Error");
}

TEST_F(Nvml, DevicesAreThoseOfTheRuntime) {
  for (int index = 0; index < 2; ++index) {
    cudaDeviceProp properties{};
    ASSERT_EQ(cudaGetDeviceProperties(&properties, index), cudaSuccess);
    const nvmlDevice_t one = device(static_cast<unsigned>(index));
    std::array<char, NVML_DEVICE_NAME_V2_BUFFER_SIZE> name{};
    EXPECT_EQ(nvmlDeviceGetName(one, name.data(), name.size()), NVML_SUCCESS);
    EXPECT_STREQ(name.data(), properties.name);
    nvmlPciInfo_t pci{};
    EXPECT_EQ(nvmlDeviceGetPciInfo(one, &pci), NVML_SUCCESS);
    EXPECT_EQ(pci.bus, static_cast<unsigned>(properties.pciBusID));
    EXPECT_EQ(std::string(pci.busId), index == 0 ? "00000000:01:00.0" : "00000000:02:00.0");
    nvmlDevice_t same = nullptr;
    EXPECT_EQ(nvmlDeviceGetHandleByPciBusId(pci.busId, &same), NVML_SUCCESS);
    EXPECT_EQ(same, one);
    EXPECT_EQ(nvmlDeviceGetHandleByPciBusId(pci.busIdLegacy, &same), NVML_SUCCESS);
    EXPECT_EQ(same, one);
    std::array<char, NVML_DEVICE_UUID_V2_BUFFER_SIZE> uuid{};
    EXPECT_EQ(nvmlDeviceGetUUID(one, uuid.data(), uuid.size()), NVML_SUCCESS);
    EXPECT_EQ(nvmlDeviceGetHandleByUUID(uuid.data(), &same), NVML_SUCCESS);
    EXPECT_EQ(same, one);
    int major = 0;
    int minor = 0;
    EXPECT_EQ(nvmlDeviceGetCudaComputeCapability(one, &major, &minor), NVML_SUCCESS);
    EXPECT_EQ(major * 10 + minor, properties.major * 10 + properties.minor);
  }
}

TEST_F(Nvml, MemoryIsCountedAndTheCurrentDeviceStays) {
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  nvmlMemory_t before{};
  ASSERT_EQ(nvmlDeviceGetMemoryInfo(device(1), &before), NVML_SUCCESS);
  int current = -1;
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, 0);
  EXPECT_EQ(before.total, before.free + before.used);
  EXPECT_GT(before.total, 0u);
}

TEST_F(Nvml, ClocksAreThoseOfTheRuntime) {
  int kilohertz = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0), cudaSuccess);
  unsigned megahertz = 0;
  EXPECT_EQ(nvmlDeviceGetClockInfo(device(0), NVML_CLOCK_MEM, &megahertz), NVML_SUCCESS);
  EXPECT_EQ(megahertz, static_cast<unsigned>(kilohertz) / 1000);
  EXPECT_EQ(nvmlDeviceGetClockInfo(device(0), NVML_CLOCK_VIDEO, &megahertz),
            NVML_ERROR_NOT_SUPPORTED);
}

TEST_F(Nvml, BadArgumentsAreRefused) {
  unsigned value = 0;
  nvmlDevice_t none = nullptr;
  EXPECT_EQ(nvmlDeviceGetHandleByIndex(2, &none), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetIndex(none, &value), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetIndex(device(0), nullptr), NVML_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(nvmlDeviceGetHandleByPciBusId("0000:77:00.0", &none), NVML_ERROR_NOT_FOUND);
  std::array<char, 4> tiny{};
  EXPECT_EQ(nvmlDeviceGetName(device(0), tiny.data(), tiny.size()), NVML_ERROR_INSUFFICIENT_SIZE);
  EXPECT_EQ(nvmlDeviceGetPowerUsage(device(0), &value), NVML_ERROR_NOT_SUPPORTED);
}

}  // namespace
