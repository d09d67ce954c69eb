// SPDX-License-Identifier: Apache-2.0
// cudaMallocManaged: flags, zero bytes, refused arguments, one address for host and device.
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }

CASES() {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMallocManaged(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMallocManaged(&p, 0, cudaMemAttachHost));
  SHOW(cudaMallocManaged(static_cast<void **>(nullptr), 64));
  p = &p;
  SHOW(cudaMallocManaged(&p, std::size_t(1) << 60));
  show_truth("null", p == nullptr);
  for (unsigned flags : {0u, static_cast<unsigned>(cudaMemAttachSingle), 3u, 7u, 8u, 0x100u}) {
    std::printf("flags %x: %s\n", flags, name_of(cudaMallocManaged(&p, 64, flags)));
    std::printf("flags %x, no bytes: %s\n", flags, name_of(cudaMallocManaged(&p, 0, flags)));
  }
  show_last_error("after refused calls");

  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost}) {
    std::printf("flags %u\n", flags);
    int *words;
    SHOW(cudaMallocManaged(&words, 4 * sizeof(int), flags));
    for (int i = 0; i < 4; ++i) words[i] = i;
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    if (flags == cudaMemAttachHost) SHOW(cudaStreamAttachMemAsync(stream, words, 0, cudaMemAttachSingle));
    add<<<1, 4, 0, stream>>>(words);
    SHOW(cudaStreamSynchronize(stream));
    show_row("words", {words[0], words[1], words[2], words[3]});
    cudaPointerAttributes attributes;
    MUST(cudaPointerGetAttributes(&attributes, words));
    show_value("type", attributes.type);
    show_truth("one address", attributes.devicePointer == words && attributes.hostPointer == words);
    MUST(cudaFree(words));
    MUST(cudaStreamDestroy(stream));
  }
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMallocManaged(&p, 64); });
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMallocManaged(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMallocManaged(&p, 0); });
  show_captured("unknown flags", [&](cudaStream_t) { return cudaMallocManaged(&p, 64, 8); });
}
