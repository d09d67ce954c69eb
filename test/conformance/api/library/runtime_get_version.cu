// SPDX-License-Identifier: Apache-2.0
// cudaRuntimeGetVersion: a null pointer; the same before any other call, in a capture and in a host function.
#include "../../capturing.h"

static void inside(void *version) { SHOW(cudaRuntimeGetVersion(static_cast<int *>(version))); }

CASES() {
  int version = 77, again = 77;
  SHOW(cudaRuntimeGetVersion(&version));
  show_value("version", version);
  SHOW(cudaRuntimeGetVersion(nullptr));
  show_last_error("after a null pointer");
  MUST(cudaFree(nullptr));
  show_while_capturing("version", [&] { return cudaRuntimeGetVersion(&again); });
  show_truth("the same", version == again);
  again = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &again));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same", version == again);
}
