// SPDX-License-Identifier: Apache-2.0
// A launch with packed arguments: an int where the kernel has a pointer and a double.
// flags: -lcuda
// tools: api
// expect: api/wrong argument size
// says: wrong argument size: the launch passes 12 bytes of arguments, but the kernel's parameters occupy 16
// says: kernel scale(float*, double)
#include <cuda.h>

#include <cstring>

#include "case.h"

__global__ void scale(float* values, double factor) { values[threadIdx.x] *= factor; }

int main() {
  Device values(64 * sizeof(float));
  cudaFunction_t function;
  cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(&scale));
  char packed[16];
  char* const address = values;
  const double right = 2;
  const float wrong = 2;
  const auto launch = [&](const void* factor, size_t bytes) {
    std::memcpy(packed, &address, 8);
    std::memcpy(packed + 8, factor, bytes);
    size_t size = 8 + bytes;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra);
  };
  launch(&right, sizeof right);
  launch(&wrong, sizeof wrong);
  return finish();
}
