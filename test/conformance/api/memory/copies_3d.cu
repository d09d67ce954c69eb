// SPDX-License-Identifier: Apache-2.0
// Copies of boxes.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

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

// cudaMemcpy3D: positions, pitches and slices of boxes, each kind, objects that are not clear, what is refused.
CASE(memcpy_3d) {
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

// cudaMemcpy3DAsync: boxes and arrays in stream order, what is refused, which calls wait, captures.
CASE(memcpy_3d_async) {
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

static cudaMemcpy3DOperand memory(void *pointer, std::size_t row_length, std::size_t layer_height) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypePointer;
  operand.op.ptr.ptr = pointer;
  operand.op.ptr.rowLength = row_length;
  operand.op.ptr.layerHeight = layer_height;
  return operand;
}

static cudaMemcpy3DOperand in_array(cudaArray_t array, std::size_t x, std::size_t y, std::size_t z) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypeArray;
  operand.op.array.array = array;
  operand.op.array.offset.x = x;
  operand.op.array.offset.y = y;
  operand.op.array.offset.z = z;
  return operand;
}

static cudaMemcpy3DBatchOp copy(cudaMemcpy3DOperand to, cudaMemcpy3DOperand from, cudaExtent extent) {
  cudaMemcpy3DBatchOp op = {};
  op.src = from;
  op.dst = to;
  op.extent = extent;
  op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return op;
}

// cudaMemcpy3DBatchAsync: boxes and arrays in one batch, order between batches, what is refused, captures.
CASE(memcpy_3d_batch_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(std::vector<unsigned char>{1, 2, 3, 4, 5, 6, 7, 8}), b(8), c(8);
  MUST(cudaDeviceSynchronize());
  auto row = [](const char *what, const std::vector<unsigned char> &bytes) {
    show_row(what, std::vector<int>(bytes.begin(), bytes.end()));
  };
  cudaMemcpy3DBatchOp ops[2] = {copy(memory(b, 2, 2), memory(a, 4, 1), make_cudaExtent(2, 1, 2)),
                                copy(memory(c, 0, 0), memory(a.get() + 4, 0, 0), make_cudaExtent(4, 1, 1))};
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  row("b", b.read());
  row("c", c.read());
  std::printf("arrays\n");
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<unsigned char>();
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(2, 2, 2)));
  auto up = copy(in_array(array, 0, 0, 0), memory(a, 2, 2), make_cudaExtent(2, 2, 2));
  auto down = copy(memory(c, 2, 2), in_array(array, 1, 0, 0), make_cudaExtent(1, 2, 2));
  {
    Gate gate(stream);
    SHOW(cudaMemcpy3DBatchAsync(1, &up, 0, stream));
    SHOW(cudaMemcpy3DBatchAsync(1, &down, 0, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  row("c", c.read());
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 0, nullptr));
  SHOW(cudaMemcpy3DBatchAsync(0, ops, 0, stream));
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 1, stream));
  auto refused = [&](const char *what, cudaMemcpy3DBatchOp op) {
    show(what, cudaMemcpy3DBatchAsync(1, &op, 0, stream));
  };
  auto op = up;
  op.dst.op.array.offset.z = 1;
  refused("out of the array", op);
  op = ops[0];
  op.srcAccessOrder = static_cast<cudaMemcpySrcAccessOrder>(9);
  refused("unknown access order", op);
  op = ops[0];
  op.src.type = static_cast<cudaMemcpy3DOperandType>(0);
  refused("unknown operand", op);
  op = ops[0];
  op.src.op.ptr.rowLength = 1;
  refused("row too short", op);
  op = ops[0];
  op.extent.height = 0;
  refused("no rows", op);
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemcpy3DBatchAsync(2, ops, 0, stream); });
  show_captured("a batch", [&](cudaStream_t s) { return cudaMemcpy3DBatchAsync(2, ops, 0, s); });
}
