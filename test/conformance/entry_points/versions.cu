// SPDX-License-Identifier: Apache-2.0
// Versions, and the texts of some errors.
#include "../transcript.h"

int main() {
  int runtime = 0, driver = 0;
  SHOW(cudaRuntimeGetVersion(&runtime));
  SHOW(cudaDriverGetVersion(&driver));
  SHOW(cudaRuntimeGetVersion(nullptr));
  SHOW(cudaDriverGetVersion(nullptr));
  show_truth("the driver is as new as the runtime", driver >= runtime);
  show_value("runtime", runtime);
  show_last_error("after null pointers");
  SHOW(cudaPeekAtLastError());
}
