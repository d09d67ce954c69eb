// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyAsync: every kind with every pair of memories, order in its stream, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  constexpr std::size_t kBytes = 64;
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  char *device, *pinned, *target_device, *target_pinned;
  static char pageable[kBytes], target_pageable[kBytes];
  MUST(cudaMalloc(&device, kBytes));
  MUST(cudaMallocHost(&pinned, kBytes));
  MUST(cudaMalloc(&target_device, kBytes));
  MUST(cudaMallocHost(&target_pinned, kBytes));
  struct Memory {
    const char *name;
    char *from, *to;
  } memories[] = {{"device", device, target_device},
                  {"pinned", pinned, target_pinned},
                  {"pageable", pageable, target_pageable}};
  char mark = 0;
  for (auto &from : memories)
    for (auto &to : memories) {
      std::printf("%s to %s:", from.name, to.name);
      for (int kind = 0; kind <= 4; ++kind) {
        std::vector<char> image(kBytes, ++mark), back(kBytes);
        MUST(cudaMemcpy(from.from, image.data(), kBytes, cudaMemcpyDefault));
        MUST(cudaDeviceSynchronize());
        cudaError_t error = cudaMemcpyAsync(to.to, from.from, kBytes, static_cast<cudaMemcpyKind>(kind), stream);
        MUST(cudaStreamSynchronize(stream));
        MUST(cudaMemcpy(back.data(), to.to, kBytes, cudaMemcpyDefault));
        std::printf(" %s%s", name_of(error), error == cudaSuccess && back != image ? " but not copied" : "");
      }
      std::printf("\n");
    }
  cudaGetLastError();
  std::printf("refused\n");
  for (int kind : {-1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyAsync(device, pinned, 4, static_cast<cudaMemcpyKind>(kind), stream)));
  SHOW(cudaMemcpyAsync(nullptr, pinned, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(device, nullptr, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(device, pinned, std::size_t(1) << 40, cudaMemcpyHostToDevice, stream));
  show_last_error("after refused calls");
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, cudaStreamLegacy));
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, cudaStreamPerThread));
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice));
  SHOW(cudaDeviceSynchronize());

  std::printf("in order\n");
  {
    Gate gate(stream);
    pinned[0] = 1;
    MUST(cudaMemcpyAsync(device, pinned, 1, cudaMemcpyHostToDevice, stream));
    MUST(cudaMemcpyAsync(target_device, device, 1, cudaMemcpyDeviceToDevice, stream));
    MUST(cudaMemcpyAsync(target_pinned, target_device, 1, cudaMemcpyDeviceToHost, stream));
    pinned[0] = 2;
    target_pinned[0] = 0;
    gate.open();
    SHOW(cudaStreamSynchronize(stream));
    show_value("the pinned source was read when the copy ran", target_pinned[0]);
  }
  show_while_busy("pageable to device", stream,
                  [&] { return cudaMemcpyAsync(device, pageable, kBytes, cudaMemcpyHostToDevice, stream); });
  show_while_busy("device to pageable", stream,
                  [&] { return cudaMemcpyAsync(pageable, device, kBytes, cudaMemcpyDeviceToHost, stream); });
  show_while_busy("device to pinned", stream,
                  [&] { return cudaMemcpyAsync(pinned, device, kBytes, cudaMemcpyDeviceToHost, stream); });
  show_captured("pinned to device",
                [&](cudaStream_t s) { return cudaMemcpyAsync(device, pinned, kBytes, cudaMemcpyHostToDevice, s); });
  show_captured("device to pageable",
                [&](cudaStream_t s) { return cudaMemcpyAsync(pageable, device, kBytes, cudaMemcpyDeviceToHost, s); });
  show_captured("no bytes",
                [&](cudaStream_t s) { return cudaMemcpyAsync(device, pinned, 0, cudaMemcpyHostToDevice, s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemcpyAsync(nullptr, pinned, 4, cudaMemcpyHostToDevice, s); });
}
