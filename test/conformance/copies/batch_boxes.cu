// SPDX-License-Identifier: Apache-2.0
// A batch of box copies: contents, row lengths, what is refused.
#include "../transcript.h"

namespace {

cudaMemcpy3DOperand at(void *pointer, std::size_t row, std::size_t rows) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypePointer;
  operand.op.ptr.ptr = pointer;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = rows;
  return operand;
}

}  // namespace

int main() {
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  std::vector<unsigned char> host(64);
  for (int i = 0; i < 64; ++i) host[i] = static_cast<unsigned char>(i);
  DeviceArray<unsigned char> a(64);
  cudaMemcpy3DBatchOp ops[2] = {};
  ops[0].src = at(host.data(), 4, 2);
  ops[0].dst = at(a.get(), 8, 4);
  ops[0].extent = make_cudaExtent(3, 2, 2);
  ops[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  ops[1] = ops[0];
  ops[1].src = at(host.data() + 32, 0, 0);
  ops[1].dst = at(a.get() + 16, 0, 0);
  ops[1].extent = make_cudaExtent(8, 1, 1);
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 0, s));
  MUST(cudaStreamSynchronize(s));
  std::vector<unsigned char> back = a.read();
  for (int i = 0; i < 64; ++i) std::printf(" %02x%s", back[i], i % 16 == 15 ? "\n" : "");
  auto one = [&](const char *what, cudaMemcpy3DBatchOp op) { show(what, cudaMemcpy3DBatchAsync(1, &op, 0, s)); };
  cudaMemcpy3DBatchOp op = ops[0];
  SHOW(cudaMemcpy3DBatchAsync(0, ops, 0, s));
  SHOW(cudaMemcpy3DBatchAsync(2, nullptr, 0, s));
  SHOW(cudaMemcpy3DBatchAsync(2, ops, 1, s));
  SHOW(cudaMemcpy3DBatchAsync(1, ops, 0, nullptr));
  SHOW(cudaMemcpy3DBatchAsync(1, ops, 0, cudaStreamLegacy));
  SHOW(cudaMemcpy3DBatchAsync(1, ops, 0, cudaStreamPerThread));
  op.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  one("no access order", op);
  op = ops[0];
  op.flags = 2;
  one("unknown flag", op);
  op = ops[0];
  op.dst.type = static_cast<cudaMemcpy3DOperandType>(9);
  one("unknown operand", op);
  op = ops[0];
  op.dst.op.ptr.ptr = nullptr;
  one("null destination", op);
  op = ops[0];
  op.src.op.ptr.ptr = nullptr;
  one("null source", op);
  op = ops[0];
  op.dst.op.ptr.rowLength = 2;
  one("row shorter than the extent", op);
  op = ops[0];
  op.dst.op.ptr.layerHeight = 1;
  one("layer lower than the extent", op);
  op = ops[0];
  op.extent.width = 0;
  one("no width", op);
  op = ops[0];
  op.extent.depth = 0;
  one("no depth", op);
  op = ops[0];
  op.extent.depth = 4000;
  op.dst.op.ptr.layerHeight = 400000;
  one("past the end", op);
  SHOW(cudaDeviceSynchronize());
}
