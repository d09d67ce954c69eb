// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3DAsync: boxes and arrays in stream order, what is refused, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaExtent whole = make_cudaExtent(4, 2, 2);
  cudaPitchedPtr box;
  MUST(cudaMalloc3D(&box, whole));
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<unsigned char>();
  MUST(cudaMalloc3DArray(&array, &format, whole));
  unsigned char *pinned, *back;
  MUST(cudaMallocHost(&pinned, 16));
  MUST(cudaMallocHost(&back, 16));
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1), back[i] = 0;
  cudaMemcpy3DParms up = {}, over = {}, down = {};
  up.srcPtr = make_cudaPitchedPtr(pinned, 4, 4, 2);
  up.dstPtr = box;
  up.extent = whole;
  up.kind = cudaMemcpyHostToDevice;
  over.srcPtr = box;
  over.dstArray = array;
  over.extent = whole;
  over.kind = cudaMemcpyDeviceToDevice;
  down.srcArray = array;
  down.srcPos = make_cudaPos(1, 0, 0);
  down.dstPtr = make_cudaPitchedPtr(back, 4, 4, 2);
  down.extent = make_cudaExtent(3, 2, 2);
  down.kind = cudaMemcpyDeviceToHost;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpy3DAsync(&over, stream));
  MUST(cudaMemcpy3DAsync(&down, stream));
  MUST(cudaDeviceSynchronize());
  std::memset(back, 0, 16);
  {
    Gate gate(stream);
    SHOW(cudaMemcpy3DAsync(&up, stream));
    SHOW(cudaMemcpy3DAsync(&over, stream));
    SHOW(cudaMemcpy3DAsync(&down, stream));
    show_value("before it runs", back[0]);
  }
  SHOW(cudaStreamSynchronize(stream));
  show_row("back", std::vector<int>(back, back + 16));
  SHOW(cudaMemcpy3DAsync(&up));
  SHOW(cudaMemcpy3DAsync(&up, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpy3DAsync(nullptr, stream));
  auto refused = [&](const char *what, const cudaMemcpy3DParms &p) { show(what, cudaMemcpy3DAsync(&p, stream)); };
  cudaMemcpy3DParms p = up;
  p.kind = static_cast<cudaMemcpyKind>(9);
  refused("unknown kind", p);
  p = up;
  p.srcPtr.ptr = nullptr;
  refused("no source", p);
  p = up;
  p.dstArray = array;
  refused("a destination of both sorts", p);
  p = up;
  p.srcPtr.pitch = 3;
  refused("source pitch too small", p);
  p = over;
  p.dstPos.z = 1;
  refused("out of the array", p);
  p = up;
  p.extent.depth = 0;
  refused("nothing to copy", p);
  show_last_error("after refused calls");
  show_while_busy("pinned to device", stream, [&] { return cudaMemcpy3DAsync(&up, stream); });
  show_while_busy("device to array", stream, [&] { return cudaMemcpy3DAsync(&over, stream); });
  show_while_busy("array to pinned", stream, [&] { return cudaMemcpy3DAsync(&down, stream); });
  show_captured("device to array", [&](cudaStream_t s) { return cudaMemcpy3DAsync(&over, s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemcpy3DAsync(&p, s); });
  p = up;
  p.kind = static_cast<cudaMemcpyKind>(9);
  show_captured("unknown kind", [&](cudaStream_t s) { return cudaMemcpy3DAsync(&p, s); });
}
