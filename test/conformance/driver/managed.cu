// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemAdvise, cuMemPrefetchAsync, cuMemPrefetchBatchAsync, cuMemDiscardBatchAsync, cuMemDiscardAndPrefetchBatchAsync,
// cuMemRangeGetAttribute, cuMemRangeGetAttributes: advice about managed memory, and what is told of it.
#include "driver.h"

static constexpr std::size_t kBytes = std::size_t(4) << 20;

static void told(const char *when, CUdeviceptr p) {
  int values[4] = {77, 77, 77, 77}, accessed[2] = {77, 77};
  void *data[3] = {&values[0], &values[1], &values[2]};
  std::size_t sizes[3] = {4, 4, 4};
  CUmem_range_attribute which[3] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
  MUST(cuMemRangeGetAttributes(data, sizes, which, 3, p, kBytes));
  MUST(cuMemRangeGetAttribute(accessed, sizeof accessed, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, kBytes));
  MUST(cuMemRangeGetAttribute(&values[3], 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, p, kBytes));
  std::printf("%s: read mostly %d, preferred %d of type %d, prefetched to %d, accessed by %d %d\n", when, values[0], values[1],
              values[3], values[2], accessed[0], accessed[1]);
}

int main() {
  use_primary();
  CUdeviceptr p = 0, q = 0, plain = allocate(kBytes);
  MUST(cuMemAllocManaged(&p, kBytes, CU_MEM_ATTACH_GLOBAL));
  MUST(cuMemAllocManaged(&q, kBytes, CU_MEM_ATTACH_GLOBAL));
  CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  CUmemLocation far = {CU_MEM_LOCATION_TYPE_DEVICE, 1000}, none = {};
  told("fresh", p);
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, host));
  told("advised", p);
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_ACCESSED_BY, host));
  told("advice taken back", p);
  SHOW(cuMemAdvise(0, kBytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes + 1, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, static_cast<CUmem_advise>(0), device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, far));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, none));
  SHOW(cuMemPrefetchAsync(p, kBytes, device, 0, nullptr));
  MUST(cuCtxSynchronize());
  told("prefetched", p);
  SHOW(cuMemPrefetchAsync(p, kBytes, host, 0, nullptr));
  MUST(cuCtxSynchronize());
  told("back on the host", p);
  SHOW(cuMemPrefetchAsync(p, kBytes, far, 0, nullptr));
  SHOW(cuMemPrefetchAsync(p, kBytes, none, 0, nullptr));
  SHOW(cuMemPrefetchAsync(p, kBytes, device, 1, nullptr));
  SHOW(cuMemPrefetchAsync(p, 0, device, 0, nullptr));
  SHOW(cuMemPrefetchAsync(0, kBytes, device, 0, nullptr));
  SHOW(cuMemPrefetchAsync(plain, kBytes, device, 0, nullptr));
  int value = 0;
  SHOW(cuMemRangeGetAttribute(nullptr, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 4, static_cast<CUmem_range_attribute>(50), p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, 0));
  SHOW(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, plain, kBytes));
  SHOW(cuMemRangeGetAttributes(nullptr, nullptr, nullptr, 0, p, kBytes));

  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  CUdeviceptr both[2] = {p, q};
  std::size_t sizes[2] = {kBytes, kBytes}, indices[2] = {0, 1}, zero = 0, one = 1;
  CUmemLocation locations[2] = {device, host};
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, locations, indices, 2, 0, stream));
  SHOW(cuStreamSynchronize(stream));
  told("first", p);
  told("second", q);
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 1, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 0, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 0, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(nullptr, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, nullptr, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &one, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &far, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, nullptr));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 1, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 0, 0, stream));
  SHOW(cuMemDiscardBatchAsync(nullptr, sizes, 2, 0, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, nullptr));
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &host, &zero, 1, 0, stream));
  SHOW(cuStreamSynchronize(stream));
  told("discarded to the host", p);
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &far, &zero, 1, 0, stream));
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 1, stream));
  both[1] = plain;
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuCtxSynchronize());
}
