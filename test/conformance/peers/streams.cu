// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Streams and events of two devices.
#include "../cases.h"
#include "peers.h"

// Each device has default streams of its own: work of one does not order work of the other.
CASE(default_streams) {
  need_two_devices();
  prepare_gates_on_both();
  int *one = memory_on(1, 16, 4);
  cudaStream_t blocking[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreate(&blocking[device]));
  }
  MUST(cudaSetDevice(0));
  unsigned long long ids[4] = {};
  MUST(cudaStreamGetId(nullptr, &ids[0]));
  MUST(cudaStreamGetId(cudaStreamPerThread, &ids[1]));
  {
    Gate gate(nullptr);
    SHOW(cudaStreamQuery(blocking[0]));
    MUST(cudaMemsetAsync(one, 0, 4, blocking[1]));
    SHOW(cudaStreamSynchronize(blocking[1]));
    MUST(cudaSetDevice(1));
    MUST(cudaStreamGetId(nullptr, &ids[2]));
    MUST(cudaStreamGetId(cudaStreamPerThread, &ids[3]));
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaMemset(one, 0, 4));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    SHOW(cudaStreamSynchronize(blocking[1]));
    MUST(cudaSetDevice(0));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaDeviceSynchronize());
  }
  show_truth("four different streams", ids[0] != ids[1] && ids[0] != ids[2] && ids[0] != ids[3] && ids[1] != ids[2] &&
                                           ids[1] != ids[3] && ids[2] != ids[3]);
  {
    Gate gate(blocking[0]);
    MUST(cudaSetDevice(1));
    SHOW(cudaStreamQuery(nullptr));
    int *memory = nullptr;
    SHOW(cudaMalloc(&memory, 64));
    show_value("it works meanwhile", read_one(one));
    gate.open();
    SHOW(cudaFree(memory));
  }
  MUST(cudaSetDevice(0));
  MUST(cudaDeviceSynchronize());
}

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

// A stream of another device: which calls take it.
CASE(foreign_streams) {
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

// Events across devices: a record needs the event's own device, everything else does not.
CASE(events) {
  need_two_devices();
  prepare_gates_on_both();
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    MUST(cudaEventCreate(&events[device]));
  }
  MUST(cudaSetDevice(0));
  SHOW(cudaEventRecord(events[1], streams[0]));
  SHOW(cudaEventRecord(events[0], streams[1]));
  SHOW(cudaEventRecord(events[1], nullptr));
  SHOW(cudaEventRecord(events[1], cudaStreamPerThread));
  SHOW(cudaEventRecord(events[1], streams[1]));
  SHOW(cudaEventRecord(events[0], streams[0]));
  SHOW(cudaEventSynchronize(events[1]));
  SHOW(cudaEventQuery(events[1]));
  SHOW(cudaEventSynchronize(events[0]));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, events[0], events[1]));
  MUST(cudaSetDevice(1));
  SHOW(cudaEventElapsedTime(&ms, events[0], events[1]));
  SHOW(cudaEventElapsedTime(&ms, events[0], events[0]));
  show_last_error("so far");
  {
    Gate gate(streams[1]);
    MUST(cudaEventRecord(events[1], streams[1]));
    MUST(cudaSetDevice(0));
    SHOW(cudaEventQuery(events[1]));
    SHOW(cudaStreamWaitEvent(streams[0], events[1], 0));
    SHOW(cudaStreamQuery(streams[0]));
    SHOW(cudaStreamWaitEvent(nullptr, events[1], 0));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaEventSynchronize(events[1]));
    SHOW(cudaStreamSynchronize(streams[0]));
    SHOW(cudaStreamSynchronize(nullptr));
  }
  SHOW(cudaEventDestroy(events[1]));
  SHOW(cudaEventRecord(nullptr, streams[1]));
}

__global__ void add(int *values, int amount) { values[threadIdx.x] += amount; }
static int seen = -1;
static void look(void *pinned) { seen = *static_cast<int *>(pinned); }

// A pipeline over both devices ordered by events only: kernel on 0, copy to 1, kernel on 1, host function, and back.
CASE(pipeline) {
  need_two_devices();
  prepare_gates_on_both();
  int *zero = memory_on(0, 32, 1), *one = memory_on(1, 32, 0);
  int *pinned = nullptr;
  MUST(cudaMallocHost(&pinned, 32 * sizeof(int)));
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int device = 1; device >= 0; --device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    MUST(cudaEventCreateWithFlags(&events[device], cudaEventDisableTiming));
    add<<<1, 32, 0, streams[device]>>>(device == 0 ? zero : one, 0);
    MUST(cudaDeviceSynchronize());
  }
  {
    Gate gate(streams[0]);
    for (int round = 0; round < 20; ++round) {
      MUST(cudaSetDevice(0));
      add<<<1, 32, 0, streams[0]>>>(zero, 1);
      MUST(cudaMemcpyPeerAsync(one, 1, zero, 0, 32 * sizeof(int), streams[0]));
      MUST(cudaEventRecord(events[0], streams[0]));
      MUST(cudaSetDevice(1));
      MUST(cudaStreamWaitEvent(streams[1], events[0], 0));
      add<<<1, 32, 0, streams[1]>>>(one, 10);
      MUST(cudaMemcpyAsync(pinned, one, 32 * sizeof(int), cudaMemcpyDeviceToHost, streams[1]));
      MUST(cudaLaunchHostFunc(streams[1], look, pinned));
      MUST(cudaMemcpyPeerAsync(zero, 0, one, 1, 32 * sizeof(int), streams[1]));
      MUST(cudaEventRecord(events[1], streams[1]));
      MUST(cudaSetDevice(0));
      MUST(cudaStreamWaitEvent(streams[0], events[1], 0));
    }
    show_value("nothing before the gate opens", seen);
    gate.open();
  }
  SHOW(cudaStreamSynchronize(streams[0]));
  SHOW(cudaStreamSynchronize(streams[1]));
  show_value("seen by the last host function", seen);
  show_value("on device 0", read_one(zero));
}
