// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Variables, attributes of kernels and kernels' handles are each device's own.
#include "peers.h"

__device__ int variable = 2;
__constant__ int constant = 3;
__global__ void read(int *out) { *out = variable * 100 + constant; }

int main() {
  need_two_devices();
  void *addresses[2] = {}, *constants[2] = {};
  int *out[2] = {memory_on(0, 1, 0), memory_on(1, 1, 0)};
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    const int value = 10 + device;
    SHOW(cudaMemcpyToSymbol(variable, &value, sizeof value));
    SHOW(cudaGetSymbolAddress(&addresses[device], variable));
    SHOW(cudaGetSymbolAddress(&constants[device], constant));
    MUST(cudaFuncSetAttribute(read, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000 * (device + 1)));
  }
  show_truth("addresses differ", addresses[0] != addresses[1] && constants[0] != constants[1]);
  const int seven = 7;
  MUST(cudaSetDevice(0));
  SHOW(cudaMemcpyToSymbol(constant, &seven, sizeof seven));
  for (int device = 1; device >= 0; --device) {
    MUST(cudaSetDevice(device));
    read<<<1, 1>>>(out[device]);
    SHOW(cudaDeviceSynchronize());
    show_value("seen", read_one(out[device]));
    cudaFuncAttributes attributes;
    SHOW(cudaFuncGetAttributes(&attributes, read));
    show_value("dynamic shared memory", attributes.maxDynamicSharedSizeBytes);
    cudaPointerAttributes where = {};
    SHOW(cudaPointerGetAttributes(&where, addresses[device]));
    show_value("variable's device", where.device);
  }
  cudaKernel_t kernels[2] = {};
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaGetKernel(&kernels[device], reinterpret_cast<const void *>(&read)));
  }
  show_truth("one kernel handle for both", kernels[0] == kernels[1]);
  MUST(cudaSetDevice(0));
  SHOW(cudaKernelSetAttributeForDevice(kernels[0], cudaFuncAttributeMaxDynamicSharedMemorySize, 3000, 1));
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, read));
  show_value("on 0", attributes.maxDynamicSharedSizeBytes);
  MUST(cudaSetDevice(1));
  MUST(cudaFuncGetAttributes(&attributes, read));
  show_value("on 1", attributes.maxDynamicSharedSizeBytes);
}
