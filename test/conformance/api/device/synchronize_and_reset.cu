// SPDX-License-Identifier: Apache-2.0
// Waiting for a device, and giving back all that it holds.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static int calls = 0;

static void slow(void *) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ++calls;
}

static void inside(void *) { SHOW(cudaDeviceSynchronize()); }

// cudaDeviceSynchronize: waits for all streams, also of other threads; refused in a capture and in a host function.
CASE(device_synchronize) {
  SHOW(cudaDeviceSynchronize());
  prepare_gates();
  cudaStream_t blocking, other, destroyed;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&destroyed, cudaStreamNonBlocking));
  show_while_busy("legacy stream busy", nullptr, [] { return cudaDeviceSynchronize(); });
  show_while_busy("per-thread stream busy", cudaStreamPerThread, [] { return cudaDeviceSynchronize(); });
  show_while_busy("blocking stream busy", blocking, [] { return cudaDeviceSynchronize(); });
  show_while_busy("non-blocking stream busy", other, [] { return cudaDeviceSynchronize(); });
  show_while_busy("destroyed stream busy", destroyed, [&] {
    MUST(cudaStreamDestroy(destroyed));
    return cudaDeviceSynchronize();
  });
  show_while_busy("in another thread", other, [] {
    cudaError_t error;
    std::thread([&] { error = cudaDeviceSynchronize(); }).join();
    return error;
  });
  std::thread([] { MUST(cudaLaunchHostFunc(cudaStreamPerThread, slow, nullptr)); }).join();
  MUST(cudaLaunchHostFunc(other, slow, nullptr));
  SHOW(cudaDeviceSynchronize());
  show_value("host functions that ran", calls);

  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceSynchronize());
  show_last_error("of before");
  show_while_capturing("while another stream captures", [] { return cudaDeviceSynchronize(); });
  cudaGetLastError();
  MUST(cudaLaunchHostFunc(other, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
  show_last_error("at the end");
}

__device__ int variable = 5;
__global__ void copy_variable(int *to) { *to = variable; }
__global__ void change_variable() { variable = 9; }

static void show_type(const char *what, const void *pointer) {
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, pointer));
  std::printf("%s: type %d\n", what, static_cast<int>(attributes.type));
}

// cudaDeviceReset: memory, variables and settings of the device are as at first, its last error and number stay.
CASE(device_reset) {
  SHOW(cudaDeviceReset());
  void *device, *pinned, *managed, *ordered;
  MUST(cudaMalloc(&device, 1 << 20));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaMemset(ordered, 7, 4096));
  static int registered[4096];
  MUST(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
  change_variable<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  MUST(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceReset());
  SHOW(cudaPeekAtLastError());
  show_last_error("of before the reset");
  int number = 77;
  SHOW(cudaGetDevice(&number));
  show_value("device", number);
  show_type("device memory", device);
  show_type("pinned memory", pinned);
  show_type("managed memory", managed);
  show_type("stream-ordered memory", ordered);
  show_type("registered memory", registered);
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaHostUnregister(registered));
  SHOW(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
  cudaGetLastError();

  int *word;
  int value = 77;
  SHOW(cudaMalloc(&word, sizeof(int)));
  copy_variable<<<1, 1, 0, cudaStreamPerThread>>>(word);
  SHOW(cudaStreamSynchronize(cudaStreamPerThread));
  SHOW(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost));
  show_value("variable", value);
  std::thread([] { SHOW(cudaDeviceReset()); }).join();
  show_type("memory after another thread's reset", word);
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());

  // Pools are the device's, not the context's: what came from one outlives it.
  unsigned char byte = 77;
  SHOW(cudaMemcpy(&byte, ordered, 1, cudaMemcpyDeviceToHost));
  show_value("what was written", byte);
  SHOW(cudaFreeAsync(ordered, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  show_type("stream-ordered memory after its free", ordered);
}
