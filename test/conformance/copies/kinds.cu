// SPDX-License-Identifier: Apache-2.0
// The direction is checked against pageable memory only; what is copied is decided by the pointers.
#include "../transcript.h"

int main() {
  int *device, *device2, *pinned, *pinned2, *managed;
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMalloc(&device2, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocHost(&pinned2, 64));
  MUST(cudaMallocManaged(&managed, 64));
  std::vector<int> pageable(16), pageable2(16);
  struct Place {
    const char *name;
    int *a, *b;
  } places[] = {{"pageable", pageable.data(), pageable2.data()},
                {"pinned", pinned, pinned2},
                {"device", device, device2},
                {"managed", managed, managed + 8}};
  const char *kinds[] = {"HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default"};
  for (auto &src : places)
    for (auto &dst : places)
      for (int kind = 0; kind < 5; ++kind) {
        int before = 100 + kind, after = -1;
        MUST(cudaMemcpy(src.a, &before, 4, cudaMemcpyDefault));
        MUST(cudaMemset(device2, 0, 4));
        cudaError_t e = cudaMemcpy(dst.b, src.a, 4, static_cast<cudaMemcpyKind>(kind));
        if (e == cudaSuccess) MUST(cudaMemcpy(&after, dst.b, 4, cudaMemcpyDefault));
        std::printf("%s to %s as %s: %s%s\n", src.name, dst.name, kinds[kind], name_of(e),
                    e != cudaSuccess ? "" : after == before ? ", copied" : ", NOT copied");
      }
  SHOW(cudaMemcpy(device, device2, 4, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpy(device, device2, 4, static_cast<cudaMemcpyKind>(-1)));
  SHOW(cudaMemcpyAsync(device, device2, 4, static_cast<cudaMemcpyKind>(9), nullptr));
  SHOW(cudaMemcpy(device, device2, 0, static_cast<cudaMemcpyKind>(9)));
}
