// SPDX-License-Identifier: Apache-2.0
// Names of devices on the bus.
#include "../../cases.h"
#include "../../capturing.h"

#include <string>

// cudaDeviceGetPCIBusId: lengths, devices, and that name and attributes agree.
CASE(device_get_pci_bus_id) {
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

static void ask(const char *what, const std::string &name) {
  int device = 77;
  const cudaError_t error = cudaDeviceGetByPCIBusId(&device, name.c_str());
  std::printf("%s: %s, %d\n", what, name_of(error), device);
  std::fflush(stdout);
}

// cudaDeviceGetByPCIBusId: documented forms of a name, names of nothing, null pointers.
CASE(device_get_by_pci_bus_id) {
  char text[64] = "";
  MUST(cudaDeviceGetPCIBusId(text, sizeof text, 0));
  const std::string name = text;
  ask("domain:bus:device.function", name);
  ask("domain:bus:device", name.substr(0, 10));
  int shortened = 77;
  cudaDeviceGetByPCIBusId(&shortened, name.substr(5).c_str());
  show_truth("bus:device.function is of domain 0", (shortened == 0) == (name.substr(0, 4) == "0000"));
  ask("eight digits of a domain", "0000" + name);
  ask("another function", name.substr(0, 11) + "1");
  ask("another domain", "fffe" + name.substr(4));
  ask("empty", "");
  ask("a word", "device");
  ask("a device's number", "0");
  ask("colons only", "::.");
  int device = 77;
  SHOW(cudaDeviceGetByPCIBusId(nullptr, name.c_str()));
  SHOW(cudaDeviceGetByPCIBusId(&device, nullptr));
  SHOW(cudaDeviceGetByPCIBusId(nullptr, nullptr));
  show_value("untouched", device);
  show_last_error("after refused calls");
  MUST(cudaGetDevice(&device));
  show_value("current device", device);
}
