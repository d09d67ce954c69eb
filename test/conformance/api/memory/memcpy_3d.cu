// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3D: positions, pitches and slices of boxes, each kind, objects that are not clear, what is refused.
#include "../../capturing.h"

// With room behind the box, which a wrong copy would read.
static std::vector<unsigned char> image(64), back(4 * 3 * 2);
static cudaPitchedPtr box;

static cudaMemcpy3DParms up() {
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(image.data(), 4, 4, 3);
  p.dstPtr = box;
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyHostToDevice;
  return p;
}
static void show_box(const char *what) {
  cudaMemcpy3DParms p = {};
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(back.data(), 4, 4, 3);
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&p));
  std::printf("%s:", what);
  for (std::size_t i = 0; i < back.size(); ++i) std::printf("%s%02x", i % 4 == 0 ? " " : "", back[i]);
  std::printf("\n");
}
static void try_copy(const char *what, const cudaMemcpy3DParms &p) {
  MUST(cudaMemset3D(box, 0, make_cudaExtent(4, 3, 2)));
  cudaError_t error = show(what, cudaMemcpy3D(&p));
  if (error == cudaSuccess) show_box("  box");
  cudaGetLastError();
}

CASES() {
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMalloc3D(&box, make_cudaExtent(4, 3, 2)));
  try_copy("the whole box", up());
  auto p = up();
  p.srcPos = make_cudaPos(1, 1, 1);
  p.dstPos = make_cudaPos(2, 0, 0);
  p.extent = make_cudaExtent(2, 2, 1);
  try_copy("a part from (1, 1, 1) to (2, 0, 0)", p);
  p = up();
  p.extent = make_cudaExtent(4, 1, 2);
  try_copy("one row of each slice", p);
  p = up();
  p.kind = cudaMemcpyDefault;
  try_copy("default", p);
  DeviceArray<unsigned char> device(image);
  p = up();
  p.srcPtr.ptr = device.get();
  p.kind = cudaMemcpyDeviceToDevice;
  try_copy("device to device", p);

  std::printf("nothing to copy\n");
  for (cudaExtent extent : {make_cudaExtent(0, 3, 2), make_cudaExtent(4, 0, 2), make_cudaExtent(4, 3, 0)}) {
    p = up();
    p.extent = extent;
    try_copy("empty extent", p);
    p.srcPtr.ptr = nullptr;
    try_copy("empty extent, null", p);
  }
  std::printf("refused\n");
  SHOW(cudaMemcpy3D(nullptr));
  p = up();
  p.kind = static_cast<cudaMemcpyKind>(9);
  try_copy("unknown kind", p);
  p.kind = cudaMemcpyDeviceToDevice;
  try_copy("pageable memory as the device's", p);
  p = up();
  p.srcPtr.ptr = nullptr;
  try_copy("no source", p);
  p = up();
  p.dstPtr.ptr = nullptr;
  try_copy("no destination", p);
  p = up();
  p.srcPtr.pitch = 3;
  try_copy("source pitch too small", p);
  p = up();
  p.srcPos.x = 1;
  try_copy("past the end of the source's row", p);
  p.extent = make_cudaExtent(4, 1, 1);
  try_copy("past the end of the source's only row", p);
  p.srcPtr.pitch = 0;
  try_copy("one row from 1, pitch 0", p);
  p = up();
  p.extent = make_cudaExtent(4, 1, 1);
  p.srcPtr.pitch = 3;
  try_copy("one row, pitch too small", p);
  p = up();
  p.extent = make_cudaExtent(4, 1, 2);
  p.srcPtr.pitch = 3;
  try_copy("a row of each slice, pitch too small", p);
  p.srcPtr.pitch = 0;
  try_copy("a row of each slice, pitch 0", p);
  p = up();
  p.srcPos.y = 1;
  try_copy("past the end of the source's slice", p);
  p.extent = make_cudaExtent(4, 3, 1);
  try_copy("past the end of the source's only slice", p);
  p = up();
  p.srcPtr.pitch = 3;
  p.kind = static_cast<cudaMemcpyKind>(9);
  try_copy("pitch too small, unknown kind", p);
  p = up();
  p.srcPtr.pitch = 3;
  p.dstPtr.ptr = nullptr;
  try_copy("pitch too small, no destination", p);
  p = up();
  p.srcPtr.ysize = 2;
  try_copy("source slice too low", p);
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<unsigned char>();
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 2)));
  p = up();
  p.srcArray = array;
  try_copy("a source of both sorts", p);
  p = up();
  p.dstArray = array;
  try_copy("a destination of both sorts", p);
  show_captured("the whole box", [&](cudaStream_t) {
    p = up();
    return cudaMemcpy3D(&p);
  });
}
