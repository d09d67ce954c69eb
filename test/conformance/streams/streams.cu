// SPDX-License-Identifier: Apache-2.0
// Streams, made, described and destroyed.
#include "../cases.h"
#include "../gate.h"

#include <set>

// Creating and destroying streams: arguments that are refused, handles that cannot be destroyed.
CASE(create_destroy) {
  cudaStream_t stream = nullptr;
  SHOW(cudaStreamCreate(nullptr));
  SHOW(cudaStreamCreateWithFlags(nullptr, cudaStreamNonBlocking));
  SHOW(cudaStreamCreateWithPriority(nullptr, cudaStreamDefault, 0));
  SHOW(cudaStreamCreateWithFlags(&stream, 2));
  SHOW(cudaStreamCreateWithFlags(&stream, 0xff));
  show_truth("handle untouched", stream == nullptr);
  SHOW(cudaStreamDestroy(nullptr));
  SHOW(cudaStreamDestroy(cudaStreamLegacy));
  SHOW(cudaStreamDestroy(cudaStreamPerThread));
  show_last_error("after destroys");
  SHOW(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  unsigned flags = 77;
  SHOW(cudaStreamGetFlags(stream, &flags));
  show_value("flags", flags);
  SHOW(cudaStreamGetFlags(stream, nullptr));
  SHOW(cudaStreamGetPriority(stream, nullptr));
  SHOW(cudaStreamGetId(stream, nullptr));
  SHOW(cudaStreamDestroy(stream));
}

__global__ void put(int *where, int value) { *where = value; }

// Destroying a stream with pending work returns at once; the work is still done and still waited for.
CASE(destroy_pending) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 1);
  MUST(cudaDeviceSynchronize());
  cudaStream_t stream;
  cudaEvent_t done;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&done));
  Gate gate(stream);
  put<<<1, 1, 0, stream>>>(word, 2);
  MUST(cudaEventRecord(done, stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaEventQuery(done));
  gate.open();
  SHOW(cudaEventSynchronize(done));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}

// Stream ids: unique, not reused; one for NULL and legacy; one per thread for the per-thread stream.
CASE(ids) {
  std::set<unsigned long long> seen;
  bool unique = true;
  for (int i = 0; i < 50; ++i) {
    cudaStream_t stream;
    unsigned long long id;
    MUST(cudaStreamCreate(&stream));
    MUST(cudaStreamGetId(stream, &id));
    unique = unique && seen.insert(id).second;
    MUST(cudaStreamDestroy(stream));
  }
  show_truth("fifty ids of streams made and destroyed in turn differ", unique);
  unsigned long long null_id, legacy_id, mine, mine_again, other = 0;
  MUST(cudaStreamGetId(nullptr, &null_id));
  MUST(cudaStreamGetId(cudaStreamLegacy, &legacy_id));
  MUST(cudaStreamGetId(cudaStreamPerThread, &mine));
  MUST(cudaStreamGetId(cudaStreamPerThread, &mine_again));
  std::thread([&] { MUST(cudaStreamGetId(cudaStreamPerThread, &other)); }).join();
  show_truth("NULL and legacy agree", null_id == legacy_id);
  show_truth("per-thread differs from legacy", mine != legacy_id);
  show_truth("per-thread is stable", mine == mine_again);
  show_truth("per-thread differs between threads", mine != other);
  int device = 77;
  SHOW(cudaStreamGetDevice(nullptr, &device));
  show_value("device", device);
}

// Priorities outside the device's range are clamped.
CASE(priorities) {
  int least = 77, greatest = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  show_value("least", least);
  show_truth("greatest is at most least", greatest <= least);
  struct Case {
    const char *name;
    int wanted, expected;
  } cases[] = {{"far above", greatest - 100, greatest}, {"greatest", greatest, greatest}, {"least", least, least},
               {"far below", least + 100, least}};
  for (auto &c : cases) {
    cudaStream_t stream;
    int got = 77;
    std::printf("%s\n", c.name);
    SHOW(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, c.wanted));
    SHOW(cudaStreamGetPriority(stream, &got));
    show_truth("clamped as expected", got == c.expected);
    MUST(cudaStreamDestroy(stream));
  }
  for (cudaStream_t stream : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    int priority = 77;
    unsigned flags = 77;
    SHOW(cudaStreamGetPriority(stream, &priority));
    show_value("priority", priority);
    SHOW(cudaStreamGetFlags(stream, &flags));
    show_value("flags", flags);
  }
}

// Stream attributes: defaults, what may be set, what is refused, copies.
CASE(attributes) {
  cudaStream_t stream, other;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamCreate(&other));
  cudaStreamAttrValue value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("synchronization policy", value.syncPolicy);
  value.syncPolicy = cudaSyncPolicyYield;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("synchronization policy", value.syncPolicy);
  value.syncPolicy = static_cast<cudaSynchronizationPolicy>(9);
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));

  std::memset(&value, 0x5a, sizeof value);
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  show_value("window bytes", static_cast<long long>(value.accessPolicyWindow.num_bytes));
  DeviceArray<int> data(1024);
  value = {};
  value.accessPolicyWindow.base_ptr = data.get();
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  value.accessPolicyWindow.hitRatio = 1.5f;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));

  value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));
  show_value("memory synchronization domain", value.memSyncDomain);
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
  show_row("domain map", {value.memSyncDomainMap.default_, value.memSyncDomainMap.remote});

  SHOW(cudaStreamGetAttribute(stream, cudaLaunchAttributeCooperative, &value));
  SHOW(cudaStreamSetAttribute(stream, cudaLaunchAttributeCooperative, &value));
  SHOW(cudaStreamGetAttribute(stream, static_cast<cudaStreamAttrID>(1000), &value));

  SHOW(cudaStreamCopyAttributes(other, stream));
  value = {};
  MUST(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("copied policy", value.syncPolicy);
  MUST(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value));
  show_value("copied window bytes", static_cast<long long>(value.accessPolicyWindow.num_bytes));
  SHOW(cudaStreamCopyAttributes(stream, stream));
  SHOW(cudaStreamCopyAttributes(cudaStreamLegacy, stream));
  SHOW(cudaStreamCopyAttributes(stream, cudaStreamLegacy));

  int least, greatest, priority = 77;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  value = {};
  value.priority = greatest - 50;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
  MUST(cudaStreamGetPriority(stream, &priority));
  show_truth("priority set by attribute is clamped and seen", priority == greatest);
}
