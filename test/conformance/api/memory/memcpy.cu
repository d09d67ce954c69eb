// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy: each direction, parts of memory, what is refused, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  constexpr std::size_t kBytes = 64;
  char *device, *pinned, *managed, *target_device, *target_pinned, *target_managed;
  static char pageable[kBytes], target_pageable[kBytes];
  MUST(cudaMalloc(&device, kBytes));
  MUST(cudaMallocHost(&pinned, kBytes));
  MUST(cudaMallocManaged(&managed, kBytes));
  MUST(cudaMalloc(&target_device, kBytes));
  MUST(cudaMallocHost(&target_pinned, kBytes));
  MUST(cudaMallocManaged(&target_managed, kBytes));
  struct Copy {
    const char *name;
    char *to, *from;
    cudaMemcpyKind kind;
  } copies[] = {{"pageable to pageable", target_pageable, pageable, cudaMemcpyHostToHost},
                {"pageable to device", device, pageable, cudaMemcpyHostToDevice},
                {"device to pageable", target_pageable, device, cudaMemcpyDeviceToHost},
                {"device to device", target_device, device, cudaMemcpyDeviceToDevice},
                {"pinned to device", target_device, pinned, cudaMemcpyHostToDevice},
                {"device to pinned", target_pinned, device, cudaMemcpyDeviceToHost},
                {"managed to device", target_device, managed, cudaMemcpyDeviceToDevice},
                {"pinned to managed", target_managed, pinned, cudaMemcpyHostToDevice}};
  char mark = 0;
  for (auto &copy : copies)
    for (auto kind : {copy.kind, cudaMemcpyDefault}) {
      std::vector<char> image(kBytes, ++mark), back(kBytes);
      MUST(cudaMemcpy(copy.from, image.data(), kBytes, cudaMemcpyDefault));
      cudaError_t error = cudaMemcpy(copy.to, copy.from, kBytes, kind);
      MUST(cudaMemcpy(back.data(), copy.to, kBytes, cudaMemcpyDefault));
      std::printf("%s, kind %d: %s, %s\n", copy.name, kind, name_of(error), back == image ? "copied" : "not copied");
    }
  std::printf("part of it\n");
  MUST(cudaMemset(device, 1, kBytes));
  MUST(cudaMemset(target_device, 2, kBytes));
  SHOW(cudaMemcpy(target_device + 3, device + 5, 7, cudaMemcpyDeviceToDevice));
  MUST(cudaMemcpy(pageable, target_device, kBytes, cudaMemcpyDeviceToHost));
  show_row("bytes 2, 3, 9, 10", {pageable[2], pageable[3], pageable[9], pageable[10]});
  std::printf("refused\n");
  for (int kind : {-1, 5, 99}) {
    std::printf("kind %d: %s", kind, name_of(cudaMemcpy(device, pageable, 4, static_cast<cudaMemcpyKind>(kind))));
    std::printf(", no bytes: %s\n", name_of(cudaMemcpy(device, pageable, 0, static_cast<cudaMemcpyKind>(kind))));
  }
  SHOW(cudaMemcpy(nullptr, pageable, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(nullptr, device, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(device, pageable, std::size_t(1) << 40, cudaMemcpyHostToDevice));
  show_last_error("after refused calls");

  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  show_while_busy("device to device", blocking,
                  [&] { return cudaMemcpy(target_device, device, kBytes, cudaMemcpyDeviceToDevice); });
  show_while_busy("device to pageable", blocking,
                  [&] { return cudaMemcpy(pageable, device, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("no bytes", blocking, [&] { return cudaMemcpy(pageable, device, 0, cudaMemcpyDeviceToHost); });
  show_captured("host to device",
                [&](cudaStream_t) { return cudaMemcpy(device, pageable, kBytes, cudaMemcpyHostToDevice); });
  show_captured("unknown kind",
                [&](cudaStream_t) { return cudaMemcpy(device, pageable, kBytes, static_cast<cudaMemcpyKind>(9)); });
  show_captured("null", [&](cudaStream_t) { return cudaMemcpy(nullptr, pageable, kBytes, cudaMemcpyHostToDevice); });
}
