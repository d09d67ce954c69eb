// SPDX-License-Identifier: Apache-2.0
// Results, the text of the last error, and what NCCL_DEBUG asks for on stdout.
#pragma once

#include <string>

#include <nccl.h>

namespace riffle::nccl {

/// Answers `result` and keeps the text for ncclGetLastError; says it too where NCCL_DEBUG is WARN or more.
[[nodiscard]] ncclResult_t fail(ncclResult_t result, const std::string& text) noexcept;
/// `what` names the call that failed.
[[nodiscard]] ncclResult_t of_cuda(cudaError_t error, const char* what) noexcept;
/// With NCCL_DEBUG=INFO or TRACE.
void log_line(const std::string& text) noexcept;
/// Once for a process, with NCCL_DEBUG=VERSION or more.
void log_version() noexcept;

}  // namespace riffle::nccl

/// Leaves the function with whatever is not ncclSuccess.
#define RIFFLE_NCCL_TRY(call)                                                    \
  do {                                                                           \
    if (const ncclResult_t riffle_result = (call); riffle_result != ncclSuccess) \
      return riffle_result;                                                      \
  } while (false)
/// The same for calls of the runtime.
#define RIFFLE_NCCL_CUDA(call) RIFFLE_NCCL_TRY(::riffle::nccl::of_cuda((call), #call))
