// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// The driver's calls in a program that only the runtime has initialised; attributes that the runtime has no name for.
#include <cuda.h>

#include "../transcript.h"

namespace {

const char* name(CUresult result) {
  const char* text = "?";
  cuGetErrorName(result, &text);
  return text;
}

void say(const char* when) {
  int count = -1, attribute = -1;
  CUcontext context = nullptr;
  const CUresult counted = cuDeviceGetCount(&count);
  std::printf("%s: cuDeviceGetCount %s", when,
              counted == CUDA_SUCCESS && count > 0 ? "ok" : name(counted));
  std::printf(", cuDeviceGetAttribute %s",
              name(cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0)));
  const CUresult current = cuCtxGetCurrent(&context);
  std::printf(", cuCtxGetCurrent %s%s\n", name(current), context != nullptr ? ", a context" : "");
}

void attributes() {
  for (const int number : {44, 102, 103, 104, 105, 107, 110, 136, 137}) {
    int of_driver = -7, of_runtime = -7;
    const CUresult driver =
        cuDeviceGetAttribute(&of_driver, static_cast<CUdevice_attribute>(number), 0);
    const cudaError_t runtime =
        cudaDeviceGetAttribute(&of_runtime, static_cast<cudaDeviceAttr>(number), 0);
    std::printf("attribute %d: driver %s, runtime %s", number, name(driver),
                cudaGetErrorName(runtime));
    // The others are of the machine.
    if (number >= 102 && number <= 105) std::printf(", %d and %d", of_driver, of_runtime);
    std::printf("\n");
    cudaGetLastError();
  }
}

}  // namespace

int main() {
  say("before anything");
  int count = 0;
  cudaGetDeviceCount(&count);
  say("after cudaGetDeviceCount");
  cudaFree(nullptr);
  say("after cudaFree");
  attributes();
}
