// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDevSmResourceSplitByCount, cuDevResourceGenerateDesc: which parts can be had, split again and put together. Sizes are told
// in parts of what the device has, as devices differ.
#include "driver.h"

static CUdevResource whole_device, rest;

static CUresult split(CUdevResource *parts, unsigned &count, const CUdevResource &of, unsigned size) {
  return cuDevSmResourceSplitByCount(parts, &count, &of, &rest, 0, size);
}

static void put_together(const char *what, std::vector<CUdevResource> parts, unsigned expected) {
  CUdevResourceDesc desc = nullptr;
  CUgreenCtx green = nullptr;
  CUdevResource whole = {};
  std::printf("%s\n", what);
  SHOW(cuDevResourceGenerateDesc(&desc, parts.data(), static_cast<unsigned>(parts.size())));
  SHOW(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxGetDevResource(green, &whole, CU_DEV_RESOURCE_TYPE_SM));
  std::printf("%s\n", whole.sm.smCount == expected ? "their sum" : "another number");
}

int main() {
  use_primary();
  MUST(cuDeviceGetDevResource(0, &whole_device, CU_DEV_RESOURCE_TYPE_SM));
  const unsigned least = whole_device.sm.minSmPartitionSize;
  unsigned count = 0;
  SHOW(cuDevSmResourceSplitByCount(nullptr, &count, &whole_device, nullptr, 0, least));
  std::printf("some groups: %d\n", count > 0);
  CUdevResource parts[2] = {}, other = {}, odd = {};
  count = 1;
  SHOW(split(parts, count, whole_device, 1));
  std::printf("one group of the least: %d\n", count == 1 && parts[0].sm.smCount == least);
  count = 1;
  SHOW(split(parts, count, whole_device, whole_device.sm.smCount));
  std::printf("one of all: %d, rest of type %d\n", count == 1 && parts[0].sm.smCount == whole_device.sm.smCount, rest.type);
  count = 1;
  SHOW(split(parts, count, whole_device, whole_device.sm.smCount + 1));
  odd.type = CU_DEV_RESOURCE_TYPE_SM;
  count = 1;
  std::printf("a made up resource is refused: %d\n", split(parts, count, odd, 0) != CUDA_SUCCESS);
  count = 2;
  SHOW(split(parts, count, whole_device, least));
  std::printf("two: %d\n", count == 2);
  count = 1;
  SHOW(split(&other, count, parts[0], least));
  count = 1;
  SHOW(split(&other, count, whole_device, least));
  put_together("a part", {parts[0]}, least);
  put_together("both", {parts[0], parts[1]}, 2 * least);
  put_together("one twice", {parts[0], parts[0]}, 2 * least);
  put_together("of two splits", {parts[1], other}, 2 * least);
  put_together("all", {whole_device}, whole_device.sm.smCount);
}
