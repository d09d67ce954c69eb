// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemcpyBatchAsync, cuMemcpy3DBatchAsync: many copies by one call; what is refused.
#include "driver.h"

static CUmemcpy3DOperand at(CUdeviceptr p, std::size_t row, std::size_t height) {
  CUmemcpy3DOperand operand = {};
  operand.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  operand.op.ptr.ptr = p;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = height;
  operand.op.ptr.locHint = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  return operand;
}

int main() {
  use_primary();
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  int host[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  CUdeviceptr a = allocate(sizeof host), b = allocate(sizeof host);
  MUST(cuCtxSynchronize());  // their fills do not order this stream
  CUdeviceptr to[3] = {a, a + 16, b + 8};
  CUdeviceptr from[3] = {address_of(host), address_of(host + 2), address_of(host + 6)};
  std::size_t sizes[3] = {8, 16, 8}, first = 0;
  CUmemcpyAttributes attributes = {};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, stream));
  SHOW(cuStreamSynchronize(stream));
  show_row("a", read<int>(a, 8));
  show_row("b", read<int>(b, 8));
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL;
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 1, &attributes, &first, 1, stream));
  host[0] = 100;
  SHOW(cuStreamSynchronize(stream));
  show_value("read during the call", read<int>(a, 1)[0]);
  SHOW(cuMemcpyBatchAsync(nullptr, from, sizes, 3, &attributes, &first, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, nullptr, sizes, 3, &attributes, &first, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, from, nullptr, 3, &attributes, &first, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 0, &attributes, &first, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, nullptr, &first, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, nullptr, 1, stream));
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 0, stream));
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, nullptr));
  std::size_t second = 1;
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &second, 1, stream));
  attributes.srcAccessOrder = static_cast<CUmemcpySrcAccessOrder>(9);
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, stream));
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
  attributes.flags = 8;
  SHOW(cuMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, stream));

  // The middle of a square of 4 by 4 to the front of another, and an array.
  std::vector<int> square(16);
  for (int i = 0; i < 16; ++i) square[i] = i;
  CUdeviceptr c = allocate(64), d = allocate(64);
  MUST(cuCtxSynchronize());
  MUST(cuMemcpyHtoD(c, square.data(), 64));
  CUDA_MEMCPY3D_BATCH_OP copy = {};
  copy.src = at(c + 20, 16, 4);
  copy.dst = at(d, 16, 4);
  copy.extent = {8, 2, 1};
  copy.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  SHOW(cuMemcpy3DBatchAsync(1, &copy, 0, stream));
  SHOW(cuStreamSynchronize(stream));
  show_row("d", read<int>(d, 16));
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR description = {4, 4, CU_AD_FORMAT_SIGNED_INT32, 1};
  MUST(cuArrayCreate(&array, &description));
  CUDA_MEMCPY3D_BATCH_OP two[2] = {};
  two[0].src = at(c, 4, 4);
  two[0].dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  two[0].dst.op.array.array = array;
  two[0].extent = {4, 4, 1};
  two[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  SHOW(cuMemcpy3DBatchAsync(1, two, 0, stream));
  two[1].src = two[0].dst;
  two[1].src.op.array.offset = {1, 2, 0};
  two[1].dst = at(d, 2, 2);
  two[1].extent = {2, 2, 1};
  two[1].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  SHOW(cuMemcpy3DBatchAsync(1, &two[1], 0, stream));
  SHOW(cuStreamSynchronize(stream));
  show_row("d", read<int>(d, 16));
  SHOW(cuMemcpy3DBatchAsync(1, nullptr, 0, stream));
  SHOW(cuMemcpy3DBatchAsync(0, two, 0, stream));
  SHOW(cuMemcpy3DBatchAsync(1, two, 1, stream));
  SHOW(cuMemcpy3DBatchAsync(1, two, 0, nullptr));
  two[0].extent = {9, 4, 1};
  SHOW(cuMemcpy3DBatchAsync(1, two, 0, stream));
  two[0].extent = {0, 4, 1};
  SHOW(cuMemcpy3DBatchAsync(1, two, 0, stream));
  two[0].extent = {4, 4, 1};
  two[0].srcAccessOrder = static_cast<CUmemcpySrcAccessOrder>(0);
  SHOW(cuMemcpy3DBatchAsync(1, two, 0, stream));
  SHOW(cuStreamSynchronize(stream));
}
