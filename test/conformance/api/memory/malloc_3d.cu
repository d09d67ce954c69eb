// SPDX-License-Identifier: Apache-2.0
// cudaMalloc3D: what the pitched pointer says, every row of every slice can be used; empty extents, refused arguments.
#include "../../capturing.h"

CASES() {
  cudaPitchedPtr box = {};
  SHOW(cudaMalloc3D(&box, make_cudaExtent(100, 4, 3)));
  show_truth("the pitch holds a row", box.pitch >= 100);
  show_truth("the pitch is a multiple of 512", box.pitch % 512 == 0);
  show_row("xsize, ysize", {static_cast<int>(box.xsize), static_cast<int>(box.ysize)});
  auto base = static_cast<unsigned char *>(box.ptr);
  for (int row = 0; row < 12; ++row) MUST(cudaMemset(base + row * box.pitch, row + 1, 100));
  std::vector<unsigned char> back(1200);
  cudaMemcpy3DParms down = {};
  down.srcPtr = box;
  down.dstPtr = make_cudaPitchedPtr(back.data(), 100, 100, 4);
  down.extent = make_cudaExtent(100, 4, 3);
  down.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&down));
  bool intact = true;
  for (int i = 0; i < 1200; ++i) intact = intact && back[i] == i / 100 + 1;
  show_truth("rows hold their values", intact);
  SHOW(cudaFree(box.ptr));

  std::printf("empty\n");
  for (cudaExtent extent : {make_cudaExtent(0, 4, 3), make_cudaExtent(16, 0, 3), make_cudaExtent(16, 4, 0)}) {
    box = make_cudaPitchedPtr(&box, 77, 78, 79);
    SHOW(cudaMalloc3D(&box, extent));
    show_truth("null", box.ptr == nullptr);
    show_row("pitch, xsize, ysize",
             {static_cast<int>(box.pitch), static_cast<int>(box.xsize), static_cast<int>(box.ysize)});
  }
  std::printf("refused\n");
  SHOW(cudaMalloc3D(nullptr, make_cudaExtent(16, 4, 3)));
  SHOW(cudaMalloc3D(&box, make_cudaExtent(1 << 20, 1 << 20, 1 << 20)));
  box = make_cudaPitchedPtr(&box, 77, 78, 79);
  SHOW(cudaMalloc3D(&box, make_cudaExtent(std::size_t(1) << 60, 1, 1)));
  show_truth("null", box.ptr == nullptr);
  show_truth("pitch, xsize and ysize as before", box.pitch == 77 && box.xsize == 78 && box.ysize == 79);
  show_last_error("after refused calls");
  show_captured("no rows", [&](cudaStream_t) { return cudaMalloc3D(&box, make_cudaExtent(16, 0, 3)); });
  show_captured("16 by 4 by 3", [&](cudaStream_t) { return cudaMalloc3D(&box, make_cudaExtent(16, 4, 3)); });
}
