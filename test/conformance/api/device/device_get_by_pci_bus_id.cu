// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetByPCIBusId: documented forms of a name, names of nothing, null pointers.
#include <string>

#include "../../transcript.h"

static void ask(const char *what, const std::string &name) {
  int device = 77;
  const cudaError_t error = cudaDeviceGetByPCIBusId(&device, name.c_str());
  std::printf("%s: %s, %d\n", what, name_of(error), device);
  std::fflush(stdout);
}

CASES() {
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
