// SPDX-License-Identifier: Apache-2.0
// cudaDestroyExternalSemaphore: nothing to destroy, also in a capture and in a host function.
#include "../../capturing.h"

static void inside(void *) { SHOW(cudaDestroyExternalSemaphore(nullptr)); }

CASES() {
  SHOW(cudaDestroyExternalSemaphore(nullptr));
  show_last_error("after a null handle");
  std::thread([] { SHOW(cudaDestroyExternalSemaphore(nullptr)); }).join();
  show_last_error("of this thread");
  show_while_capturing("destroyed", [] { return cudaDestroyExternalSemaphore(nullptr); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
