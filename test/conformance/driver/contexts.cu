// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuCtxCreate, cuCtxDestroy, cuCtxPushCurrent, cuCtxPopCurrent, cuCtxSetCurrent, cuCtxGetCurrent, cuCtxGetDevice,
// cuCtxGetDevice_v2, cuCtxGetId, cuCtxSynchronize, cuCtxSynchronize_v2, cuCtxGetApiVersion, cuCtxAttach, cuCtxDetach: the stack of a thread, and what ends
// with a context.
#include "driver.h"

#include <thread>

static CUcontext current() {
  CUcontext context;
  MUST(cuCtxGetCurrent(&context));
  return context;
}

int main() {
  MUST(cuInit(0));
  CUcontext a = nullptr, b = nullptr, popped = nullptr;
  SHOW(cuCtxCreate(nullptr, nullptr, 0, 0));
  SHOW(cuCtxCreate(&a, nullptr, 0, 4096));
  SHOW(cuCtxCreate(&a, nullptr, 0x7, 0));
  SHOW(cuCtxCreate(&a, nullptr, 0x10000, 0));
  SHOW(cuCtxCreate(&a, nullptr, CU_CTX_SCHED_YIELD, 0));
  show_truth("current", current() == a);
  unsigned flags = 77;
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxCreate(&b, nullptr, 0, 0));
  show_truth("current, another", current() == b && a != b);
  unsigned version = 0;
  SHOW(cuCtxGetApiVersion(b, &version));
  SHOW(cuCtxGetApiVersion(nullptr, &version));
  SHOW(cuCtxGetApiVersion(b, nullptr));
  unsigned long long id_a = 0, id_b = 0, id = 0;
  SHOW(cuCtxGetId(a, &id_a));
  SHOW(cuCtxGetId(b, &id_b));
  SHOW(cuCtxGetId(nullptr, &id));
  SHOW(cuCtxGetId(a, nullptr));
  show_truth("ids", id == id_b && id_a != id_b);
  CUdevice device = -7;
  SHOW(cuCtxGetDevice(&device));
  SHOW(cuCtxGetDevice(nullptr));
  show_value("device", device);
  device = -7;
  SHOW(cuCtxGetDevice_v2(&device, a));
  show_value("device", device);
  SHOW(cuCtxGetDevice_v2(&device, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuCtxSynchronize_v2(a));
  SHOW(cuCtxSynchronize_v2(nullptr));
  SHOW(cuCtxGetCurrent(nullptr));
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("b, then a", popped == b && current() == a);
  SHOW(cuCtxPopCurrent(nullptr));
  show_truth("none", current() == nullptr);
  SHOW(cuCtxPopCurrent(&popped));
  SHOW(cuCtxPushCurrent(nullptr));
  SHOW(cuCtxPushCurrent(a));
  SHOW(cuCtxPushCurrent(b));
  SHOW(cuCtxPushCurrent(a));
  show_truth("a", current() == a);
  SHOW(cuCtxSetCurrent(b));
  show_truth("b", current() == b);
  SHOW(cuCtxSetCurrent(nullptr));
  show_truth("b below", current() == b);
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("b", popped == b);
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("a", popped == a);
  SHOW(cuCtxPopCurrent(&popped));
  SHOW(cuCtxSetCurrent(a));
  std::thread([&] {
    show_truth("another thread has none", current() == nullptr);
    SHOW(cuCtxSetCurrent(a));
    SHOW(cuCtxSetCurrent(nullptr));
    show_truth("none", current() == nullptr);
  }).join();

  std::printf("memory\n");
  CUdeviceptr in_a = allocate(64), in_b = 0;
  MUST(cuMemsetD32(in_a, 7, 16));
  MUST(cuCtxSynchronize());
  SHOW(cuCtxSetCurrent(b));
  in_b = allocate(64);
  SHOW(cuMemcpyDtoD(in_b, in_a, 64));
  show_value("copied across contexts", read<int>(in_b, 16)[3]);
  CUcontext owner = nullptr;
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, in_a));
  show_truth("a's", owner == a);
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, in_b));
  show_truth("b's", owner == b);
  CUstream stream = nullptr;
  SHOW(cuStreamCreate(&stream, 0));
  SHOW(cuStreamGetCtx(stream, &owner));
  show_truth("b's", owner == b);
  SHOW(cuStreamGetCtx(nullptr, &owner));
  show_truth("b's", owner == b);
  SHOW(cuCtxSetCurrent(a));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuMemsetD8Async(in_b, 1, 64, stream));
  SHOW(cuMemFree(in_b));
  SHOW(cuCtxDestroy(nullptr));
  SHOW(cuCtxDestroy(b));
  show_truth("a", current() == a);
  SHOW(cuMemcpyDtoH(&id, in_a, 8));
  SHOW(cuCtxDestroy(a));
  show_truth("none", current() == nullptr);
  std::printf("a destroyed context below\n");
  a = make_context();
  b = make_context();
  SHOW(cuCtxDestroy(a));
  show_truth("b", current() == b);
  SHOW(cuCtxDestroy(b));
  show_truth("a is still there by name", current() == a);
  in_a = 0;
  SHOW(cuMemAlloc(&in_a, 64));
  SHOW(cuCtxSynchronize());
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("none", current() == nullptr);
  std::printf("attach\n");
  a = make_context();
  SHOW(cuCtxAttach(&b, 1));
  SHOW(cuCtxAttach(nullptr, 0));
  SHOW(cuCtxAttach(&b, 0));
  show_truth("the current one", a == b);
  SHOW(cuCtxDetach(a));
  show_truth("a", current() == a);
  SHOW(cuCtxDetach(a));
  show_truth("none", current() == nullptr);
}
