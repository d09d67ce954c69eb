// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3DBatchAsync: boxes and arrays in one batch, order between batches, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

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

CASES() {
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
