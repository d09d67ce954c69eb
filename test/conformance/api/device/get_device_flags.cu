// SPDX-License-Identifier: Apache-2.0
// cudaGetDeviceFlags: a null pointer, before and after a context, in another thread and after a reset.
#include "../../capturing.h"

CASES() {
  unsigned flags = 77;
  SHOW(cudaGetDeviceFlags(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("at first", flags);
  MUST(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  MUST(cudaFree(nullptr));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("yield, with a context", flags);
  std::thread([&] {
    SHOW(cudaGetDeviceFlags(&flags));
    show_value("in another thread", flags);
  }).join();
  show_while_capturing("flags", [&] { return cudaGetDeviceFlags(&flags); });
  MUST(cudaDeviceReset());
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("after a reset", flags);
}
