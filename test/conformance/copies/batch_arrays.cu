// SPDX-License-Identifier: Apache-2.0
// Batches of boxes with arrays whose elements are larger than a byte: what extents, offsets and row lengths count.
#include "../transcript.h"

namespace {

cudaMemcpy3DOperand memory(void *pointer, std::size_t row_length) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypePointer;
  operand.op.ptr.ptr = pointer;
  operand.op.ptr.rowLength = row_length;
  return operand;
}

cudaMemcpy3DOperand in(cudaArray_t array, std::size_t x, std::size_t y) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypeArray;
  operand.op.array.array = array;
  operand.op.array.offset.x = x;
  operand.op.array.offset.y = y;
  return operand;
}

cudaMemcpy3DBatchOp copy(cudaMemcpy3DOperand to, cudaMemcpy3DOperand from, std::size_t width, std::size_t height) {
  cudaMemcpy3DBatchOp op = {};
  op.src = from;
  op.dst = to;
  op.extent = make_cudaExtent(width, height, 1);
  op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return op;
}

}  // namespace

int main() {
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  DeviceArray<short> a(std::vector<short>{1, 2, 3, 4, 5, 6, 7, 8}), b(8);
  cudaArray_t array, other;
  const auto format = cudaCreateChannelDesc<short>();
  MUST(cudaMallocArray(&array, &format, 4, 2));
  MUST(cudaMallocArray(&other, &format, 4, 2));
  MUST(cudaDeviceSynchronize());
  auto all_of = [&](const char *what, cudaArray_t from) {
    auto down = copy(memory(b.get(), 0), in(from, 0, 0), 4, 2);
    SHOW(cudaMemcpy3DBatchAsync(1, &down, 0, s));
    MUST(cudaStreamSynchronize(s));
    const std::vector<short> values = b.read();
    show_row(what, std::vector<int>(values.begin(), values.end()));
  };
  cudaMemcpy3DBatchOp ops[2] = {copy(in(array, 0, 0), memory(a.get(), 4), 4, 2),
                                copy(in(other, 0, 0), in(array, 2, 0), 2, 2)};
  SHOW(cudaMemcpy3DBatchAsync(1, ops, 0, s));
  all_of("up and down", array);
  ops[0] = copy(in(array, 1, 0), memory(a.get() + 1, 3), 2, 2);
  SHOW(cudaMemcpy3DBatchAsync(1, ops, 0, s));
  all_of("rows of three", array);
  MUST(cudaMemcpy2DToArray(other, 0, 0, b.get(), 8, 8, 2, cudaMemcpyDeviceToDevice));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaMemcpy3DBatchAsync(1, ops + 1, 0, s));
  all_of("from array to array", other);
  auto refused = [&](const char *what, cudaMemcpy3DBatchOp op) { show(what, cudaMemcpy3DBatchAsync(1, &op, 0, s)); };
  refused("too wide", copy(in(array, 0, 0), memory(a.get(), 0), 5, 1));
  refused("too wide from 1", copy(in(array, 1, 0), memory(a.get(), 0), 4, 1));
  refused("too high from 1", copy(in(array, 0, 1), memory(a.get(), 0), 4, 2));
  refused("row too short", copy(in(array, 0, 0), memory(a.get(), 3), 4, 2));
  refused("no source", copy(in(array, 0, 0), memory(nullptr, 0), 4, 2));
  refused("more than the source has", copy(in(array, 0, 0), memory(a.get() + 1, 0), 4, 2));
}
