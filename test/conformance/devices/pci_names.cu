// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetPCIBusId and cudaDeviceGetByPCIBusId: lengths, forms of the name, and names of no device.
#include "../transcript.h"

#include <cctype>
#include <string>

static void by_name(const char *what, const std::string &name) {
  int device = 77;
  cudaError_t error = cudaDeviceGetByPCIBusId(&device, name.c_str());
  std::printf("%s: %s, %d\n", what, name_of(error), device);
}

int main() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  char bus[64];
  SHOW(cudaDeviceGetPCIBusId(bus, 12, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, 13, 0));
  const std::string name = bus;
  show_value("length", static_cast<long long>(name.size()));
  SHOW(cudaDeviceGetPCIBusId(bus, 0, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, -1, 0));
  SHOW(cudaDeviceGetPCIBusId(nullptr, 64, 0));
  SHOW(cudaDeviceGetPCIBusId(bus, 64, count));
  SHOW(cudaDeviceGetPCIBusId(bus, 64, -1));
  std::string lower = name;
  for (char &letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  by_name("as printed", name);
  by_name("lower case", lower);
  by_name("without function", name.substr(0, 10));
  by_name("empty", "");
  by_name("nonsense", "nonsense");
  by_name("no such bus", "ffff:ff:1f.0");
  by_name("only numbers", "0000");
  SHOW(cudaDeviceGetByPCIBusId(nullptr, name.c_str()));
  SHOW(cudaDeviceGetByPCIBusId(&device, nullptr));
}
