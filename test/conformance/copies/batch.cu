// SPDX-License-Identifier: Apache-2.0
// Many copies by one call.
#include "../cases.h"
#include "../gate.h"

// A batch of copies: contents, when sources are read, what is refused.
CASE(batch) {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  int host[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  DeviceArray<int> a(8), b(8);
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof host));
  std::memset(pinned, 0, sizeof host);
  void *dsts[3] = {a.get(), a.get() + 4, b.get() + 2};
  const void *srcs[3] = {host, host + 2, host + 6};
  std::size_t sizes[3] = {8, 16, 8};
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  std::size_t first = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  MUST(cudaStreamSynchronize(s));
  show_row("a", a.read());
  show_row("b", b.read());
  {
    Gate gate(s);
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, &attributes, &first, 1, s));
    host[0] = 100;
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    pinned[0] = 7;
    void *to = b.get();
    const void *from = pinned;
    std::size_t bytes = 4;
    SHOW(cudaMemcpyBatchAsync(&to, &from, &bytes, 1, &attributes, &first, 1, s));
    pinned[0] = 8;
  }
  MUST(cudaStreamSynchronize(s));
  show_row("a", a.read());
  show_row("b", b.read());
  // Back to the host, and between devices' memories.
  void *back[2] = {pinned, b.get()};
  const void *out[2] = {a.get(), a.get()};
  std::size_t both[2] = {32, 4};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  SHOW(cudaMemcpyBatchAsync(back, out, both, 2, &attributes, &first, 1, s));
  MUST(cudaStreamSynchronize(s));
  show_row("pinned", std::vector<int>(pinned, pinned + 8));
  cudaMemcpyAttributes two[2] = {};
  two[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  two[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  std::size_t indices[2] = {0, 1};
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[1] = 3;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[1] = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[0] = 1;
  indices[1] = 2;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  first = 0;
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 0, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, two, indices, 2, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 0, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, static_cast<cudaMemcpyAttributes *>(nullptr), &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, nullptr, 1, s));
  SHOW(cudaMemcpyBatchAsync(static_cast<void **>(nullptr), srcs, sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, static_cast<const void **>(nullptr), sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, nullptr, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, nullptr));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, cudaStreamLegacy));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, cudaStreamPerThread));
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.srcAccessOrder = static_cast<cudaMemcpySrcAccessOrder>(9);
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes.flags = cudaMemcpyFlagPreferOverlapWithCompute;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.flags = 2;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.flags = 0;
  sizes[1] = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  sizes[1] = 4096;
  sizes[2] = std::size_t(1) << 40;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  sizes[1] = sizes[2] = 4;
  dsts[1] = nullptr;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  dsts[1] = a.get();
  srcs[2] = nullptr;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaDeviceSynchronize());
}

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

// A batch of box copies: contents, row lengths, what is refused.
CASE(batch_boxes) {
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

// Batches of boxes with arrays whose elements are larger than a byte: what extents, offsets and row lengths count.
CASE(batch_arrays) {
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
