// SPDX-License-Identifier: Apache-2.0
// The OpenCL CPU device that the rivals share.
#pragma once

#if RIVALS_OPENCL

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace rivals {

struct OpenClDevice {
  cl_device_id device = nullptr;  // null: there is none
  cl_context context = nullptr;

  OpenClDevice();
  /// The program of this source, null where it does not build; the reason goes to standard error.
  cl_program build(const char* source) const;
};

const OpenClDevice& opencl_device();

}  // namespace rivals

#endif
