// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Copies and fills of bytes, and many copies by one call.
#include "../cases.h"
#include "driver.h"

// cuMemcpy, cuMemcpyPeer, cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD, cuMemcpyAsync, cuMemcpyPeerAsync, cuMemcpyHtoDAsync,
// cuMemcpyDtoHAsync, cuMemcpyDtoDAsync: directions by name and by address, refused pointers.
CASE(copies) {
  CUcontext context = use_primary();
  std::vector<int> host(256), back(256);
  for (int i = 0; i < 256; ++i) host[i] = i * 3;
  CUdeviceptr a = allocate(1024), b = allocate(1024);
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  const auto check = [&](const char *what, CUdeviceptr from) {
    show_truth(what, read<int>(from, 256) == host);
    MUST(cuMemsetD8(from, 0, 1024));
    MUST(cuCtxSynchronize());
  };
  SHOW(cuMemcpyHtoD(a, host.data(), 1024));
  SHOW(cuMemcpyDtoD(b, a, 1024));
  SHOW(cuMemcpyDtoH(back.data(), b, 1024));
  show_truth("there and back", back == host);
  check("on the device", a);
  SHOW(cuMemcpy(a, address_of(host.data()), 1024));
  check("by address", a);
  SHOW(cuMemcpy(address_of(back.data()), b, 1024));
  SHOW(cuMemcpyAsync(a, address_of(host.data()), 1024, stream));
  MUST(cuStreamSynchronize(stream));
  check("by address", a);
  SHOW(cuMemcpyHtoDAsync(a, host.data(), 1024, stream));
  SHOW(cuMemcpyDtoDAsync(b, a, 1024, stream));
  SHOW(cuMemcpyDtoHAsync(back.data(), b, 1024, stream));
  MUST(cuStreamSynchronize(stream));
  show_truth("there and back", back == host);
  MUST(cuMemsetD8(b, 0, 1024));
  SHOW(cuMemcpyPeer(b, context, a, context, 1024));
  MUST(cuCtxSynchronize());
  check("between peers", b);
  SHOW(cuMemcpyPeerAsync(b, context, a, context, 1024, stream));
  MUST(cuStreamSynchronize(stream));
  check("between peers", b);
  SHOW(cuMemcpyPeer(b, nullptr, a, context, 1024));
  SHOW(cuMemcpyPeerAsync(b, context, a, nullptr, 1024, stream));

  std::printf("of nothing\n");
  SHOW(cuMemcpyHtoD(a, host.data(), 0));
  SHOW(cuMemcpyHtoD(0, nullptr, 0));
  SHOW(cuMemcpyDtoH(nullptr, 0, 0));
  SHOW(cuMemcpyDtoD(0, 0, 0));
  SHOW(cuMemcpy(0, 0, 0));
  SHOW(cuMemcpyHtoDAsync(0, nullptr, 0, stream));
  std::printf("refused\n");
  SHOW(cuMemcpyHtoD(0, host.data(), 16));
  SHOW(cuMemcpyHtoD(a, nullptr, 16));
  SHOW(cuMemcpyDtoH(nullptr, a, 16));
  SHOW(cuMemcpyDtoH(host.data(), 0, 16));
  SHOW(cuMemcpyDtoD(a, 0, 16));
  SHOW(cuMemcpyDtoD(0, a, 16));
  SHOW(cuMemcpy(0, a, 16));
  SHOW(cuMemcpyHtoD(64, host.data(), 16));
  SHOW(cuMemcpyDtoH(host.data(), 64, 16));
  SHOW(cuMemcpyHtoD(a, host.data(), 4096));
  SHOW(cuMemcpyDtoH(host.data(), b, std::size_t(1) << 40));
  SHOW(cuMemcpyHtoDAsync(a, nullptr, 16, stream));
  SHOW(cuMemcpyHtoDAsync(64, host.data(), 16, stream));
  SHOW(cuMemcpyDtoDAsync(64, a, 16, stream));
  std::printf("pageable memory as device memory\n");
  std::printf("the other way round\n");
  SHOW(cuMemcpyHtoD(a, reinterpret_cast<void *>(b), 1024));
  SHOW(cuMemcpyDtoH(reinterpret_cast<void *>(a), b, 1024));
  void *pinned = nullptr;
  MUST(cuMemAllocHost(&pinned, 1024));
  SHOW(cuMemcpyDtoD(a, address_of(pinned), 1024));
  SHOW(cuMemcpyDtoH(pinned, a, 1024));
  SHOW(cuCtxSynchronize());
}

static CUmemcpy3DOperand at(CUdeviceptr p, std::size_t row, std::size_t height) {
  CUmemcpy3DOperand operand = {};
  operand.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  operand.op.ptr.ptr = p;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = height;
  operand.op.ptr.locHint = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  return operand;
}

// cuMemcpyBatchAsync, cuMemcpy3DBatchAsync: many copies by one call; what is refused.
CASE(batch_copies) {
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

static CUdeviceptr room;

static void show_room(int words = 16) {
  MUST(cuCtxSynchronize());
  show_hex_row("memory", read<unsigned>(room, words));
  MUST(cuMemsetD8(room, 0, 256));
  MUST(cuCtxSynchronize());
}

// cuMemsetD8, cuMemsetD16, cuMemsetD32, cuMemsetD2D8, cuMemsetD2D16, cuMemsetD2D32, cuMemsetD8Async, cuMemsetD16Async,
// cuMemsetD32Async, cuMemsetD2D8Async, cuMemsetD2D16Async, cuMemsetD2D32Async: values, sizes, alignment, pitches.
CASE(fills) {
  use_primary();
  room = allocate(256);
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  MUST(cuCtxSynchronize());
  SHOW(cuMemsetD8(room + 1, 0xab, 5));
  show_room(4);
  SHOW(cuMemsetD16(room + 2, 0x1234, 5));
  show_room(4);
  SHOW(cuMemsetD32(room + 4, 0x12345678, 2));
  show_room(4);
  SHOW(cuMemsetD8Async(room + 1, 0xcd, 5, stream));
  show_room(4);
  SHOW(cuMemsetD16Async(room + 2, 0x4321, 5, stream));
  show_room(4);
  SHOW(cuMemsetD32Async(room + 4, 0x87654321, 2, stream));
  show_room(4);
  SHOW(cuMemsetD2D8(room, 16, 0xab, 3, 3));
  show_room();
  SHOW(cuMemsetD2D16(room, 16, 0xabcd, 3, 3));
  show_room();
  SHOW(cuMemsetD2D32(room, 16, 0xabcdef01, 3, 3));
  show_room();
  SHOW(cuMemsetD2D8Async(room, 16, 0x11, 3, 3, stream));
  show_room();
  SHOW(cuMemsetD2D16Async(room, 16, 0x2222, 3, 3, stream));
  show_room();
  SHOW(cuMemsetD2D32Async(room, 16, 0x33333333, 3, 3, stream));
  show_room();
  std::printf("refused\n");
  SHOW(cuMemsetD16(room + 1, 1, 1));
  SHOW(cuMemsetD32(room + 2, 1, 1));
  SHOW(cuMemsetD32(room + 1, 1, 0));
  SHOW(cuMemsetD8(0, 1, 1));
  SHOW(cuMemsetD8(0, 1, 0));
  SHOW(cuMemsetD8(64, 1, 1));
  SHOW(cuMemsetD8(room, 1, 4096));
  SHOW(cuMemsetD32(room, 1, std::size_t(1) << 62));
  SHOW(cuMemsetD2D32(room, 4, 1, 2, 2));
  SHOW(cuMemsetD2D32(room, 10, 1, 2, 2));
  SHOW(cuMemsetD2D32(room, 4, 1, 2, 1));
  SHOW(cuMemsetD2D8(room, 0, 1, 4, 1));
  SHOW(cuMemsetD2D8(room, 16, 1, 0, 4));
  SHOW(cuMemsetD2D8(room, 16, 1, 4, 0));
  SHOW(cuMemsetD2D8(room, 16, 1, 4, 4000));
  SHOW(cuMemsetD8Async(64, 1, 1, stream));
  SHOW(cuCtxSynchronize());
}
