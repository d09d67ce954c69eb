// SPDX-License-Identifier: Apache-2.0
// cudaMallocHost: refused arguments, zero bytes, memory that host and device share, calls while busy and while captured.
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }

CASES() {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMallocHost(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMallocHost(static_cast<void **>(nullptr), 64));
  p = &p;
  SHOW(cudaMallocHost(&p, std::size_t(1) << 60));
  show_truth("null", p == nullptr);
  show_last_error("after too much");

  int *words, *others;
  SHOW(cudaMallocHost(&words, 4 * sizeof(int)));
  SHOW(cudaMallocHost(&others, 4 * sizeof(int)));
  show_truth("aligned to 256 bytes", reinterpret_cast<std::uintptr_t>(words) % 256 == 0);
  for (int i = 0; i < 4; ++i) words[i] = i, others[i] = 7;
  add<<<1, 4>>>(words);
  SHOW(cudaDeviceSynchronize());
  show_row("words", std::vector<int>(words, words + 4));
  show_row("others", std::vector<int>(others, others + 4));
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, words));
  show_value("flags", flags);
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, words + 1));
  show_value("type", attributes.type);
  show_truth("one address", attributes.devicePointer == words + 1 && attributes.hostPointer == words + 1);

  std::printf("with flags\n");
  int *combined;
  SHOW(cudaMallocHost(&combined, 64, cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
  SHOW(cudaHostGetFlags(&flags, combined));
  show_value("flags", flags);
  SHOW(cudaMallocHost(&p, 64, 8));
  show_last_error("after unknown flags");

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMallocHost(&p, 64); });
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMallocHost(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMallocHost(&p, 0); });
  SHOW(cudaFreeHost(words));
  SHOW(cudaFreeHost(others));
  SHOW(cudaFreeHost(combined));
}
