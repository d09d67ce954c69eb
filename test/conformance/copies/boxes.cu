// SPDX-License-Identifier: Apache-2.0
// Three-dimensional copies and fills: contents by position, refused extents.
#include "../transcript.h"

int main() {
  cudaPitchedPtr box;
  SHOW(cudaMalloc3D(&box, make_cudaExtent(8, 4, 3)));
  show_row("xsize ysize", {int(box.xsize), int(box.ysize)});
  SHOW(cudaMemset3D(box, 0x11, make_cudaExtent(8, 4, 3)));
  unsigned char host[3][4][8];
  for (int i = 0; i < 96; ++i) (&host[0][0][0])[i] = static_cast<unsigned char>(0x80 + i);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(host, 8, 8, 4);
  p.dstPtr = box;
  p.srcPos = make_cudaPos(1, 1, 0);
  p.dstPos = make_cudaPos(2, 1, 1);
  p.extent = make_cudaExtent(5, 2, 2);
  p.kind = cudaMemcpyHostToDevice;
  SHOW(cudaMemcpy3D(&p));
  unsigned char back[3][4][8] = {};
  cudaMemcpy3DParms q = {};
  q.srcPtr = box;
  q.dstPtr = make_cudaPitchedPtr(back, 8, 8, 4);
  q.extent = make_cudaExtent(8, 4, 3);
  q.kind = cudaMemcpyDeviceToHost;
  SHOW(cudaMemcpy3DAsync(&q, nullptr));
  SHOW(cudaDeviceSynchronize());
  for (auto &plane : back) {
    for (auto &row : plane) {
      for (unsigned char c : row) std::printf(" %02x", c);
      std::printf("\n");
    }
    std::printf("\n");
  }
  cudaMemcpy3DParms zero = {};
  SHOW(cudaMemcpy3D(&zero));
  SHOW(cudaMemcpy3D(nullptr));
  q.extent = make_cudaExtent(9, 4, 3);
  q.dstPtr.pitch = 8;
  SHOW(cudaMemcpy3D(&q));
  q.extent = make_cudaExtent(8, 0, 3);
  SHOW(cudaMemcpy3D(&q));
  SHOW(cudaMemset3D(box, 0, make_cudaExtent(0, 4, 3)));
  cudaPitchedPtr fill = box;
  SHOW(cudaMemset3D(fill, 0x22, make_cudaExtent(3, 2, 2)));
  q.extent = make_cudaExtent(8, 4, 3);
  SHOW(cudaMemcpy3D(&q));
  show_row("corners", {back[0][0][0], back[0][0][3], back[0][2][0], back[1][1][2], back[2][0][0]});
}
