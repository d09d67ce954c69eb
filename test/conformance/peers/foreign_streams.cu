// SPDX-License-Identifier: Apache-2.0
// devices: 2
// A stream of another device: which calls take it.
#include "peers.h"

__device__ int marker;
__global__ void store(int *out, int value) {
  *out = value;
  marker = value;
}

static int marker_of(int device) {
  const int before = current_device();
  int value = -1;
  MUST(cudaSetDevice(device));
  MUST(cudaMemcpyFromSymbol(&value, marker, sizeof value));
  MUST(cudaSetDevice(before));
  return value;
}

static std::atomic<bool> both_enqueued{false};
static void host_function(void *) {
  while (!both_enqueued) std::this_thread::yield();  // the host's lines come first
  std::printf("host function ran\n");
}
static void callback(cudaStream_t, cudaError_t status, void *) { std::printf("callback: %s\n", name_of(status)); }

int main() {
  need_two_devices();
  int *zero = memory_on(0, 16, 3), *one = memory_on(1, 16, 4);
  cudaStream_t foreign;
  MUST(cudaSetDevice(1));
  MUST(cudaStreamCreate(&foreign));
  store<<<1, 1>>>(one, 5);
  MUST(cudaDeviceSynchronize());
  MUST(cudaSetDevice(0));
  store<<<1, 1>>>(zero, 2);
  store<<<1, 1, 0, foreign>>>(one, 6);
  show_last_error("launch into it");
  SHOW(cudaStreamSynchronize(foreign));
  show_value("one", read_one(one));
  show_value("marker of 0", marker_of(0));
  show_value("marker of 1", marker_of(1));
  int *argument = one, number = 8;
  void *arguments[] = {&argument, &number};
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = foreign;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(&store), arguments));
  SHOW(cudaStreamSynchronize(foreign));
  show_value("marker of 1", marker_of(1));
  SHOW(cudaMemsetAsync(one, 1, 4, foreign));
  SHOW(cudaMemsetAsync(zero, 2, 4, foreign));
  SHOW(cudaStreamSynchronize(foreign));
  show_value("one", read_one(one));
  show_value("zero", read_one(zero));
  SHOW(cudaMemcpyAsync(one, zero, 4, cudaMemcpyDeviceToDevice, foreign));
  SHOW(cudaMemcpyAsync(zero, zero + 1, 4, cudaMemcpyDeviceToDevice, foreign));
  int *pinned = nullptr;
  MUST(cudaMallocHost(&pinned, 64));
  SHOW(cudaMemcpyAsync(pinned, one, 4, cudaMemcpyDeviceToHost, foreign));
  SHOW(cudaStreamSynchronize(foreign));
  show_value("copied", *pinned);
  SHOW(cudaLaunchHostFunc(foreign, host_function, nullptr));
  SHOW(cudaStreamAddCallback(foreign, callback, nullptr, 0));
  both_enqueued = true;
  SHOW(cudaStreamSynchronize(foreign));
  unsigned flags = 77;
  unsigned long long id = 0;
  SHOW(cudaStreamGetDevice(foreign, &number));
  show_value("its device", number);
  SHOW(cudaStreamGetPriority(foreign, &number));
  SHOW(cudaStreamGetFlags(foreign, &flags));
  SHOW(cudaStreamGetId(foreign, &id));
  cudaStreamCaptureStatus status;
  SHOW(cudaStreamIsCapturing(foreign, &status));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventRecord(event, foreign));
  int *made = nullptr;
  SHOW(cudaMallocAsync(&made, 64, foreign));
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, made));
  show_value("memory's device", attributes.device);
  SHOW(cudaFreeAsync(made, foreign));
  SHOW(cudaStreamSynchronize(foreign));
  SHOW(cudaStreamGetDevice(nullptr, &number));
  show_value("default stream's device", number);
  SHOW(cudaGetDevice(&number));
  show_value("current device", number);
  SHOW(cudaStreamDestroy(foreign));
}
