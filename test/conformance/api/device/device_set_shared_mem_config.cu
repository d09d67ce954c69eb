// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetSharedMemConfig: three values, every other refused; without effect on today's devices.
#include "../../capturing.h"

CASES() {
  for (int value : {0, 1, 2, -1, 3,
                    1000}) {
    std::printf("value %d\n", value);
    SHOW(cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(value)));
    cudaSharedMemConfig config = static_cast<cudaSharedMemConfig>(77);
    MUST(cudaDeviceGetSharedMemConfig(&config));
    show_value("read back", config);
  }
  show_last_error("after refused calls");
  show_while_capturing("set", [] { return cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte); });
}
