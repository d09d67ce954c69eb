// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetPCIBusId: lengths, devices, and that name and attributes agree.
#include <string>

#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  char text[64];
  for (int length : {-1, 0, 1, 12, 13, 14, 64}) {
    std::memset(text, '#', sizeof text);
    const cudaError_t error = cudaDeviceGetPCIBusId(text, length, 0);
    std::printf("length %d: %s\n", length, name_of(error));
    if (error == cudaSuccess) show_truth("12 characters", text[12] == '\0' && std::strlen(text) == 12);
  }
  int domain = 77, bus = 77, device = 77;
  MUST(cudaDeviceGetAttribute(&domain, cudaDevAttrPciDomainId, 0));
  MUST(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, 0));
  MUST(cudaDeviceGetAttribute(&device, cudaDevAttrPciDeviceId, 0));
  unsigned seen[4] = {77, 77, 77, 77};
  MUST(cudaDeviceGetPCIBusId(text, sizeof text, 0));
  show_value("numbers in the name", std::sscanf(text, "%4x:%2x:%2x.%1x", &seen[0], &seen[1], &seen[2], &seen[3]));
  show_truth("as the attributes", int(seen[0]) == domain && int(seen[1]) == bus && int(seen[2]) == device);
  show_value("function", seen[3]);
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, 0));
  SHOW(cudaDeviceGetPCIBusId(text, 64, count));
  SHOW(cudaDeviceGetPCIBusId(text, 64, -1));
  SHOW(cudaDeviceGetPCIBusId(text, 0, count));
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, count));
  show_last_error("after refused calls");
  show_while_capturing("name", [&] { return cudaDeviceGetPCIBusId(text, sizeof text, 0); });
}
