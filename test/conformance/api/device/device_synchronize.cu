// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSynchronize: waits for all streams, also of other threads; refused in a capture and in a host function.
#include "../../capturing.h"
#include "../../gate.h"

static int calls = 0;
static void slow(void *) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ++calls;
}
static void inside(void *) { SHOW(cudaDeviceSynchronize()); }

CASES() {
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
