// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetSharedMemConfig: a null pointer, the width of banks on today's devices, after a reset.
#include "../../capturing.h"

CASES() {
  cudaSharedMemConfig config = static_cast<cudaSharedMemConfig>(77);
  SHOW(cudaDeviceGetSharedMemConfig(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("at first", config);
  MUST(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("after eight bytes were asked for", config);
  show_while_capturing("asked", [&] { return cudaDeviceGetSharedMemConfig(&config); });
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("after a reset", config);
}
