// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemBatchDecompressAsync, where the device's attributes name algorithms: blocks of three formats, and each wrong argument.
// Checks itself.
#include "../gate.h"
#include "driver.h"

#include <string>

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}
#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

static const std::string kText = "abcabcabcabcabc!";
// As raw Deflate (the fixed code), as Snappy, as an LZ4 block.
static const std::vector<unsigned char> kDeflate = {0x4b, 0x4c, 0x4a, 0x4e, 0x44, 0x42, 0x8a, 0x00};
static const std::vector<unsigned char> kSnappy = {16, 2 << 2, 'a', 'b', 'c', (11 << 2) | 2, 3, 0, 0, '!'};
static const std::vector<unsigned char> kLz4 = {0x38, 'a', 'b', 'c', 3, 0, 0x10, '!'};

static CUdeviceptr upload(const std::vector<unsigned char> &bytes) {
  CUdeviceptr pointer = allocate(bytes.size());
  MUST(cuMemcpyHtoD(pointer, bytes.data(), bytes.size()));
  return pointer;
}

static CUmemDecompressParams block(CUmemDecompressAlgorithm algorithm, const std::vector<unsigned char> &bytes, std::size_t room) {
  CUmemDecompressParams told = {};
  told.srcNumBytes = bytes.size();
  told.dstNumBytes = room;
  told.src = reinterpret_cast<const void *>(upload(bytes));
  told.dst = reinterpret_cast<void *>(allocate(64));
  told.dstActBytes = reinterpret_cast<cuuint32_t *>(allocate(4));
  told.algo = algorithm;
  return told;
}

static std::string text_of(const CUmemDecompressParams &told) {
  const auto bytes = read<char>(address_of(told.dst), 64);
  const cuuint32_t written = read<cuuint32_t>(address_of(told.dstActBytes), 1)[0];
  return written <= 64 ? std::string(bytes.data(), written) : "(more than there is room for)";
}

int main() {
  use_primary();
  int algorithms = 0, longest = 0;
  MUST(cuDeviceGetAttribute(&algorithms, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK, 0));
  MUST(cuDeviceGetAttribute(&longest, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH, 0));
  if (algorithms != 7) return 0;  // a device without them
  EXPECT(longest > 0);
  std::vector<CUmemDecompressParams> blocks = {block(CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE, kDeflate, 64),
                                               block(CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY, kSnappy, 0),
                                               block(CU_MEM_DECOMPRESS_ALGORITHM_LZ4, kLz4, 16),
                                               block(CU_MEM_DECOMPRESS_ALGORITHM_LZ4, kLz4, 5)};
  unsigned capable = 0;
  MUST(cuPointerGetAttribute(&capable, CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE, address_of(blocks[0].dst)));
  EXPECT(capable == 1);
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  prepare_gates();
  size_t index = 77;
  {
    Gate gate(stream);
    EXPECT(cuMemBatchDecompressAsync(blocks.data(), blocks.size(), 0, &index, stream) == CUDA_SUCCESS);
    EXPECT(text_of(blocks[0]).empty());  // in its turn
    gate.open();
    MUST(cuStreamSynchronize(stream));
  }
  for (int i = 0; i < 3; ++i) EXPECT(text_of(blocks[i]) == kText);
  EXPECT(text_of(blocks[3]).size() <= 5);  // no more than told
  EXPECT(cuMemBatchDecompressAsync(blocks.data(), 2, 0, nullptr, nullptr) == CUDA_SUCCESS);
  MUST(cuCtxSynchronize());

  const auto refused = [&](std::size_t place, auto &&change) {
    std::vector<CUmemDecompressParams> changed = blocks;
    change(changed[place]);
    index = 77;
    return cuMemBatchDecompressAsync(changed.data(), changed.size(), 0, &index, stream) == CUDA_ERROR_INVALID_VALUE && index == place;
  };
  int host = 0;
  EXPECT(refused(1, [](CUmemDecompressParams &told) { told.algo = CU_MEM_DECOMPRESS_UNSUPPORTED; }));
  EXPECT(refused(2, [](CUmemDecompressParams &told) { told.src = nullptr; }));
  EXPECT(refused(0, [](CUmemDecompressParams &told) { told.srcNumBytes = 1 << 20; }));
  EXPECT(refused(0, [](CUmemDecompressParams &told) { told.dstNumBytes = 1 << 20; }));
  EXPECT(refused(3, [&](CUmemDecompressParams &told) { told.dst = &host; }));
  EXPECT(refused(1, [](CUmemDecompressParams &told) { told.dstActBytes = nullptr; }));
  EXPECT(refused(1, [](CUmemDecompressParams &told) { told.padding[3] = 1; }));
  EXPECT(cuMemBatchDecompressAsync(blocks.data(), 1, 1, &index, stream) == CUDA_ERROR_INVALID_VALUE && index == SIZE_MAX);
  EXPECT(cuMemBatchDecompressAsync(nullptr, 1, 0, nullptr, stream) == CUDA_ERROR_INVALID_VALUE);
  CUgraph graph;
  MUST(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT(cuMemBatchDecompressAsync(blocks.data(), 1, 0, &index, stream) == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  MUST(cuStreamEndCapture(stream, &graph));
  return wrong;
}
