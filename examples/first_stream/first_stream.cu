// SPDX-License-Identifier: Apache-2.0
// Your first stream: copy 100 numbers to the device and back, asynchronously, and see why a result
// must not be read before the stream has been synchronised.
//
// A stream is a queue of work for the device. Calls whose names end in Async only put work into the
// queue and return; the device does the work in order, while the host goes on.
//
//     host    | copy in | copy out | read?! |   wait   | read |
//     stream       | copy in ......... | copy out |
//                                   ^ the result is not there yet
//
//   build:  riffle cc -o first_stream first_stream.cu        (or nvcc in place of riffle cc)
//   run:    ./first_stream
#include <cuda_runtime.h>

#include <atomic>
#include <thread>
#include <vector>

#include "../common/check.h"

constexpr int kCount = 100;
constexpr std::size_t kBytes = kCount * sizeof(float);
constexpr float kValue = 520.25f;  // what we send through the device
constexpr float kOld = -1.0f;      // what the result holds until the copy back has run

// Reads memory that the device may be writing at this very moment. `volatile` makes the compiler
// read it now and not reuse what it knows; it does not make the read safe: it is a race all the
// same.
static float peek(const float* address) { return *static_cast<const volatile float*>(address); }

static bool all_equal(const float* values, float expected) {
  for (int i = 0; i < kCount; ++i) {
    if (values[i] != expected) {
      std::printf("element %d is %f, not %f\n", i, values[i], expected);
      return false;
    }
  }
  return true;
}

static void fill(float* values, float value) {
  for (int i = 0; i < kCount; ++i) values[i] = value;
}

// A gate: a host function in the stream that does not return until the host opens it. What was
// enqueued after it cannot have run before that. (A host function runs in the stream's order, but
// it must not call CUDA functions.)
static void CUDART_CB wait_at_gate(void* gate) {
  while (!static_cast<std::atomic<bool>*>(gate)->load()) std::this_thread::yield();
}

int main() {
  CHECK(cudaSetDevice(0));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  float* on_device;
  CHECK(cudaMalloc(&on_device, kBytes));

  // Ordinary memory of the host is "pageable". A copy from it into the device first takes a
  // snapshot, so it may be changed as soon as the call has returned.
  std::vector<float> pageable(kCount, kValue);
  // "Pinned" memory is read and written by the device itself, while the copy runs: no snapshot,
  // more speed, and nobody else may touch it until the copy is done.
  float* pinned;
  CHECK(cudaMallocHost(&pinned, kBytes));
  bool right = true;

  std::puts("1. Reading too early");
  fill(pinned, kOld);
  CHECK(cudaMemcpyAsync(on_device, pageable.data(), kBytes, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpyAsync(pinned, on_device, kBytes, cudaMemcpyDeviceToHost, stream));
  const float early = peek(&pinned[2]);
  std::printf("   before synchronising: %f  (%s; the next run may differ)\n", early,
              early == kValue ? "lucky: the copy was faster than we" : "the old value");
  right = right && (early == kOld || early == kValue);
  CHECK(cudaStreamSynchronize(stream));
  std::printf("   after  synchronising: %f  (always)\n", pinned[2]);
  right = right && all_equal(pinned, kValue);

  std::puts("2. The same race, made visible: a gate holds the stream before the copy back");
  std::atomic<bool> open{false};
  fill(pinned, kOld);
  CHECK(cudaLaunchHostFunc(stream, wait_at_gate, &open));
  CHECK(cudaMemcpyAsync(pinned, on_device, kBytes, cudaMemcpyDeviceToHost, stream));
  const float at_gate = peek(&pinned[2]);
  const cudaError_t state = cudaStreamQuery(stream);  // asks without waiting
  std::printf("   gate closed:          %f  (the stream says: %s)\n", at_gate,
              cudaGetErrorName(state));
  right = right && at_gate == kOld && state == cudaErrorNotReady;
  open.store(true);
  CHECK(cudaStreamSynchronize(stream));
  std::printf("   gate open, waited:    %f\n", pinned[2]);
  right = right && all_equal(pinned, kValue);

  std::puts("3. Pageable memory may be reused at once, because the call has taken its snapshot");
  fill(pageable.data(), 2 * kValue);
  CHECK(cudaMemcpyAsync(on_device, pageable.data(), kBytes, cudaMemcpyHostToDevice, stream));
  fill(pageable.data(), kOld);  // fine here; with pinned memory this would be a race
  CHECK(cudaMemcpyAsync(pinned, on_device, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("   arrived:              %f\n", pinned[2]);
  right = right && all_equal(pinned, 2 * kValue);

  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(on_device));
  CHECK(cudaStreamDestroy(stream));
  return verdict(right);
}
