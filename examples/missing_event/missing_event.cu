// SPDX-License-Identifier: Apache-2.0
// A race between two streams, and its cure. One stream copies numbers to the device, another one squares
// them and copies the squares back. Nothing makes the second stream wait for the first, yet on most runs
// the copy is done in time and the result is right: the kind of bug that tests do not find.
//
//   riffle run missing_event.cu                 right, most of the time
//   riffle check missing_event.cu               names the copy and the kernel that are not ordered
//   riffle explore missing_event.cu             finds an order in which the result is wrong
//   riffle check missing_event.cu --with-event  the same program with an event: no findings
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#include "../common/check.h"

constexpr int kCount = 1 << 14;
constexpr std::size_t kBytes = kCount * sizeof(float);

__global__ void square(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i];
}

int main(int argc, char** argv) {
  const bool with_event = argc > 1 && std::strcmp(argv[1], "--with-event") == 0;
  if (argc > (with_event ? 2 : 1)) {
    std::puts("usage: missing_event [--with-event]");
    return kUsageError;
  }
  float *numbers, *squares, *in, *out;
  CHECK(cudaMallocHost(&numbers, kBytes));
  CHECK(cudaMallocHost(&squares, kBytes));
  CHECK(cudaMalloc(&in, kBytes));
  CHECK(cudaMalloc(&out, kBytes));
  for (int i = 0; i < kCount; ++i) numbers[i] = 3;
  cudaStream_t upload, compute;
  CHECK(cudaStreamCreate(&upload));
  CHECK(cudaStreamCreate(&compute));
  cudaEvent_t uploaded;
  CHECK(cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming));

  CHECK(cudaMemcpyAsync(in, numbers, kBytes, cudaMemcpyHostToDevice, upload));
  if (with_event) {
    CHECK(cudaEventRecord(uploaded, upload));
    CHECK(cudaStreamWaitEvent(compute, uploaded));
  }
  square<<<kCount / 256, 256, 0, compute>>>(in, out);
  CHECK_LAUNCH();
  CHECK(cudaMemcpyAsync(squares, out, kBytes, cudaMemcpyDeviceToHost, compute));
  CHECK(cudaStreamSynchronize(compute));

  std::printf("3 * 3 = %g\n", squares[kCount - 1]);
  const bool right = squares[kCount - 1] == 9;
  CHECK(cudaStreamSynchronize(upload));
  CHECK(cudaEventDestroy(uploaded));
  CHECK(cudaStreamDestroy(compute));
  CHECK(cudaStreamDestroy(upload));
  CHECK(cudaFree(out));
  CHECK(cudaFree(in));
  CHECK(cudaFreeHost(squares));
  CHECK(cudaFreeHost(numbers));
  return verdict(right);
}
