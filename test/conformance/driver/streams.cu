// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuStreamCreate, cuStreamCreateWithPriority, cuStreamDestroy, cuStreamGetPriority, cuStreamGetFlags, cuStreamGetId,
// cuStreamGetDevice, cuStreamGetCtx, cuStreamGetCtx_v2, cuStreamWaitEvent, cuStreamAddCallback, cuStreamQuery,
// cuStreamSynchronize, cuStreamAttachMemAsync, cuStreamCopyAttributes, cuStreamGetAttribute, cuStreamSetAttribute: streams of both APIs are one.
#include "../gate.h"
#include "driver.h"

static void CUDA_CB told(CUstream stream, CUresult status, void *at) {
  *static_cast<int *>(at) = stream != nullptr && status == CUDA_SUCCESS ? 1 : 2;
}

int main() {
  CUcontext context = use_primary(), owner = nullptr;
  prepare_gates();
  CUstream stream = nullptr, urgent = nullptr;
  SHOW(cuStreamCreate(nullptr, 0));
  SHOW(cuStreamCreate(&stream, 77));
  SHOW(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  SHOW(cuStreamCreateWithPriority(nullptr, 0, 0));
  SHOW(cuStreamCreateWithPriority(&urgent, 77, 0));
  SHOW(cuStreamCreateWithPriority(&urgent, 0, -1000));
  int priority = 77, device = 77;
  unsigned flags = 77;
  unsigned long long id = 0, other = 0;
  SHOW(cuStreamGetPriority(urgent, &priority));
  SHOW(cuStreamGetPriority(urgent, nullptr));
  SHOW(cuStreamGetFlags(stream, &flags));
  SHOW(cuStreamGetFlags(stream, nullptr));
  SHOW(cuStreamGetDevice(stream, &device));
  show_row("priority, flags, device", {priority, int(flags), device});
  SHOW(cuStreamGetPriority(nullptr, &priority));
  SHOW(cuStreamGetFlags(nullptr, &flags));
  show_row("of the default stream: priority, flags", {priority, int(flags)});
  SHOW(cuStreamGetFlags(CU_STREAM_PER_THREAD, &flags));
  show_value("flags per thread", flags);
  SHOW(cuStreamGetId(stream, &id));
  SHOW(cuStreamGetId(urgent, &other));
  show_truth("ids", id != other);
  SHOW(cuStreamGetId(stream, nullptr));
  MUST(cudaStreamGetId(stream, &other));
  show_truth("the runtime's id", id == other);
  SHOW(cuStreamGetCtx(stream, &owner));
  show_truth("its context", owner == context);
  SHOW(cuStreamGetCtx(stream, nullptr));
  CUgreenCtx green = reinterpret_cast<CUgreenCtx>(&owner);
  owner = nullptr;
  SHOW(cuStreamGetCtx_v2(stream, &owner, &green));
  show_truth("its context, no green one", owner == context && green == nullptr);
  SHOW(cuStreamQuery(stream));
  {
    Gate gate(stream);
    SHOW(cuStreamQuery(stream));
    SHOW(cudaStreamQuery(stream));
    gate.open();
    SHOW(cuStreamSynchronize(stream));
  }
  int mark = 0;
  SHOW(cuStreamAddCallback(stream, told, &mark, 0));
  SHOW(cuStreamAddCallback(stream, told, &mark, 1));
  SHOW(cuStreamAddCallback(stream, nullptr, &mark, 0));
  SHOW(cuStreamSynchronize(stream));
  show_value("called", mark);
  CUevent event = nullptr;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  SHOW(cuStreamWaitEvent(stream, event, 0));
  SHOW(cuStreamWaitEvent(stream, nullptr, 0));
  SHOW(cuStreamWaitEvent(stream, event, 77));
  SHOW(cuStreamWaitEvent(nullptr, event, 0));
  CUdeviceptr managed = 0;
  MUST(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_HOST));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_SINGLE));
  SHOW(cuStreamAttachMemAsync(stream, 0, 0, CU_MEM_ATTACH_SINGLE));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, 77));
  CUstreamAttrValue value = {};
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  value.syncPolicy = CU_SYNC_POLICY_YIELD;
  SHOW(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  value.syncPolicy = CU_SYNC_POLICY_AUTO;
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  show_value("policy", value.syncPolicy);
  SHOW(cuStreamSetAttribute(stream, static_cast<CUstreamAttrID>(99), &value));
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  SHOW(cuStreamCopyAttributes(urgent, stream));
  SHOW(cuStreamGetAttribute(urgent, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  show_value("policy", value.syncPolicy);
  SHOW(cuStreamDestroy(nullptr));
  SHOW(cuStreamDestroy(CU_STREAM_LEGACY));
  SHOW(cuStreamDestroy(CU_STREAM_PER_THREAD));
  SHOW(cuStreamDestroy(stream));
  cudaStream_t runtime = nullptr;
  MUST(cudaStreamCreate(&runtime));
  SHOW(cuStreamQuery(runtime));
  SHOW(cuStreamDestroy(runtime));
  SHOW(cudaStreamDestroy(urgent));
}
