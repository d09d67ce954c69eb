// SPDX-License-Identifier: Apache-2.0
// Two-dimensional copies and fills: contents, gaps between rows, refused pitches.
#include "../transcript.h"

int main() {
  unsigned char *device;
  std::size_t pitch = 0;
  SHOW(cudaMallocPitch(&device, &pitch, 10, 4));
  show_truth("pitch holds a row", pitch >= 10);
  SHOW(cudaMemset2D(device, pitch, 0xee, pitch, 4));
  unsigned char host[4 * 16];
  for (int i = 0; i < 64; ++i) host[i] = static_cast<unsigned char>(i);
  SHOW(cudaMemcpy2D(device, pitch, host, 16, 10, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemset2D(device + pitch + 2, pitch, 0x77, 3, 2));
  unsigned char back[4 * 12];
  std::memset(back, 0xcc, sizeof back);
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 4, cudaMemcpyDeviceToHost));
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 12; ++x) std::printf(" %02x", back[12 * y + x]);
    std::printf("\n");
  }
  SHOW(cudaMemcpy2D(back, 8, device, pitch, 11, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, 8, 11, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemset2D(device, 8, 0, 10, 4));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 0, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 1, device, pitch, 1, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 4, static_cast<cudaMemcpyKind>(7)));
  SHOW(cudaMallocPitch((void **)&device, &pitch, 0, 4));
  SHOW(cudaMallocPitch((void **)&device, &pitch, 4, 0));
}
