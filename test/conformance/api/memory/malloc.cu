// SPDX-License-Identifier: Apache-2.0
// cudaMalloc: refused arguments, zero bytes, alignment, memory of its own, calls while busy and while captured.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMalloc(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMalloc(static_cast<void **>(nullptr), 64));
  for (std::size_t bytes : {std::size_t(1) << 60, ~std::size_t(0)}) {
    p = &p;
    SHOW(cudaMalloc(&p, bytes));
    show_truth("null", p == nullptr);
  }
  show_last_error("after too much");

  std::printf("memory of its own\n");
  constexpr std::size_t kSizes[] = {1, 3, 100, 256, 257, 4096, 4097, 100000};
  std::vector<unsigned char *> blocks;
  bool aligned = true;
  for (std::size_t bytes : kSizes) {
    unsigned char *block;
    MUST(cudaMalloc(&block, bytes));
    MUST(cudaMemset(block, static_cast<int>(blocks.size()) + 1, bytes));
    aligned = aligned && reinterpret_cast<std::uintptr_t>(block) % 256 == 0;
    blocks.push_back(block);
  }
  show_truth("aligned to 256 bytes", aligned);
  bool intact = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<unsigned char> bytes(kSizes[i]);
    MUST(cudaMemcpy(bytes.data(), blocks[i], kSizes[i], cudaMemcpyDeviceToHost));
    for (unsigned char byte : bytes) intact = intact && byte == i + 1;
  }
  show_truth("each holds its own value", intact);
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, blocks[5] + 4095));
  show_truth("device memory", attributes.type == cudaMemoryTypeDevice && attributes.device == 0);
  for (auto block : blocks) MUST(cudaFree(block));

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMalloc(&p, 64); });
  MUST(cudaFree(p));
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMalloc(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMalloc(&p, 0); });
}
