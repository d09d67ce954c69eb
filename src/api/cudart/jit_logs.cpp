// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/jit_logs.h"

#include <cuda.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>

namespace riffle::api::cudart {

void JitLog::set_size(void** value) {
  // An unsigned in the pointer's place.
  bytes_ = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(*value));
  written_ = value;
}

void JitLog::write(std::string_view text) const {
  const std::size_t fits = std::min(text.size(), bytes_);
  if (has_room()) {
    const std::size_t kept = std::min(text.size(), bytes_ - 1);
    std::copy_n(text.data(), kept, buffer_);
    buffer_[kept] = '\0';
  }
  if (written_ != nullptr) *written_ = reinterpret_cast<void*>(fits);
}

void JitLogs::write(const Error& problem) const {
  information.write({});
  errors.write(problem.text);
  static constinit std::atomic<bool> is_said = false;
  if (!errors.has_room() && problem.code == Code::kNoKernelImageForDevice &&
      !is_said.exchange(true))
    std::fprintf(stderr, "riffle: %s\n", problem.text.c_str());
}

bool JitLogs::is_known(int option) { return option >= 0 && option < CU_JIT_NUM_OPTIONS; }

void JitLogs::take(int option, void*& value) {
  switch (option) {
    case CU_JIT_INFO_LOG_BUFFER:
      return information.set_buffer(value);
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
      return information.set_size(&value);
    case CU_JIT_ERROR_LOG_BUFFER:
      return errors.set_buffer(value);
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      return errors.set_size(&value);
    default:
      return;
  }
}

}  // namespace riffle::api::cudart
