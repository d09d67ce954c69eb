// SPDX-License-Identifier: Apache-2.0
// cudaDestroyExternalMemory: nothing to destroy, also in a capture and in a host function.
#include "../../capturing.h"

static void inside(void *) { SHOW(cudaDestroyExternalMemory(nullptr)); }

CASES() {
  SHOW(cudaDestroyExternalMemory(nullptr));
  show_last_error("after a null handle");
  std::thread([] { SHOW(cudaDestroyExternalMemory(nullptr)); }).join();
  show_last_error("of this thread");
  show_while_capturing("destroyed", [] { return cudaDestroyExternalMemory(nullptr); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
