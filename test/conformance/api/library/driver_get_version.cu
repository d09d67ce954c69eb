// SPDX-License-Identifier: Apache-2.0
// cudaDriverGetVersion: a null pointer; the same before any other call, in a capture and in a host function.
#include "../../capturing.h"

static void inside(void *version) { SHOW(cudaDriverGetVersion(static_cast<int *>(version))); }

CASES() {
  int version = 77, again = 77;
  SHOW(cudaDriverGetVersion(&version));
  show_truth("at least as new as the runtime", version >= CUDART_VERSION);
  SHOW(cudaDriverGetVersion(nullptr));
  show_last_error("after a null pointer");
  MUST(cudaFree(nullptr));
  show_while_capturing("version", [&] { return cudaDriverGetVersion(&again); });
  show_truth("the same", version == again);
  again = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &again));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same", version == again);
}
